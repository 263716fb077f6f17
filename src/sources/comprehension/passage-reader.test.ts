import { afterAll, expect, test } from "vitest";
import { openPassageReader } from "./passage-reader.ts";

const notes: string[] = [];
const reader = openPassageReader((note) => notes.push(note));
afterAll(() => reader.close());

const settings = {
	heading: "Tarn broker › Settings",
	text: "The broker listens on port 7411 unless the setting listen_port says otherwise. At most 300 clients may be connected at once. Messages that nobody fetches are kept for nine days and are then deleted. Encryption is not supported in this release.",
};
const history = {
	heading: "Tarn broker › History",
	text: "The broker was first published in 2019 by a small company in Uppsala. Its name is that of a mountain lake.",
};

async function readings(question: string) {
	const [first, second] = (await reader.read(question, [settings, history])) ?? [];
	if (!first || !second) throw new Error(notes.join());
	return { first, second, words: settings.text.slice(first.span?.start, first.span?.end) };
}

test.each([
	["Which port does the Tarn broker listen on?", "7411"],
	["how many clients can be connected at the same time", "300"],
	["How long are messages kept that nobody fetches?", "nine days"],
])("%s: the passage that answers it scores higher, and its words are found", async (question, answer) => {
	const { first, second, words } = await readings(question);
	expect(words).toContain(answer);
	expect(first.answers).toBeGreaterThan(second.answers);
	expect(first.span?.odds).toBeGreaterThan(second.span?.odds ?? 0);
});

test("a passage on the same subject without the answer scores lower than one with it", async () => {
	const said = await readings("How many clients may be connected to the Tarn broker?");
	const unsaid = await readings("How many queues may the Tarn broker hold?");
	expect(unsaid.first.answers).toBeLessThan(said.first.answers);
	expect(unsaid.first.span?.odds).toBeLessThan(said.first.span?.odds ?? 0);
});

test("the result for a passage is the same whatever is read beside it, and when it is read again", async () => {
	const question = "Which port does the broker use?";
	const other = openPassageReader((note) => notes.push(note));
	const alone = await other.read(question, [settings]);
	const beside = await reader.read(question, [history, settings, history]);
	expect(beside?.[1]).toEqual(alone?.[0]);
	expect(await reader.read(question, [settings])).toEqual(alone);
	await other.close();
});

test("an empty passage has no answer", async () => {
	const [empty] = (await reader.read("Which port does the broker use?", [{ heading: "", text: "" }])) ?? [];
	expect(empty?.span).toBeUndefined();
});

test("a run that is stopped stops reading", async () => {
	const stop = new AbortController();
	stop.abort(new Error("stopped"));
	await expect(reader.read("Who made the broker?", [settings], stop.signal)).rejects.toThrow("stopped");
});

test("when the model cannot be loaded, this is reported once and nothing is read", async () => {
	const said: string[] = [];
	const lost = openPassageReader(
		(note) => said.push(note),
		() => Promise.reject(new Error("its weights are not there")),
	);
	expect(await lost.read("Which port does the broker use?", [settings])).toBeUndefined();
	expect(await lost.read("Who made the broker?", [settings])).toBeUndefined();
	expect(said).toEqual(["passages are ranked without the reading model: its weights are not there"]);
	await lost.close();
});
