import { expect, test } from "vitest";
import { ask, told } from "./ask.ts";

test("what is said of another thing of the same page is no value of this one", async () => {
	const brokers = told(
		"Brokers",
		"The broker Alder listens on port 5100, and the broker Birch listens on port 6200. The broker Cedar has a manual of its own.",
	);
	expect((await ask("What is the default port of the broker Cedar?", [brokers]))?.text).toBeUndefined();
});

test("the date of one version is not that of the thing's first release", async () => {
	const page = told(
		"History of Lumen",
		"Lumen was begun by four students. Version 2 of Lumen was released in June 1990.",
	);
	expect(await ask("When was Lumen first released?", [page])).toBeUndefined();
});

test("who holds an office is left open once a newer page tells of a change", async () => {
	const interview = told(
		"Orrin: we are not done",
		"Tomas Orrin, chief conductor of the Halt Symphony, likes long rehearsals.",
		"2030-05-02",
		"halt.test",
	);
	const question = "Who is the chief conductor of the Halt Symphony?";
	expect((await ask(question, [interview]))?.text).toBe("Tomas Orrin");
	for (const text of [
		"Ada Brenn is to succeed Tomas Orrin as chief conductor of the Halt Symphony.",
		"Ada Brenn takes over as chief conductor of the Halt Symphony in autumn.",
	]) {
		const news = told("News of the orchestra", text, "2031-10-09", "symphony.test");
		expect((await ask(question, [interview, news]))?.text).not.toBe("Tomas Orrin");
	}
});
