import { expect, test } from "vitest";
import { z } from "zod";
import { world } from "../../../../test/support/model-world.ts";
import type { Role } from "../../../evidence/call.ts";

const schema = z.object({ value: z.string() });
const question = (role: Role, text: string) => ({
	role,
	parts: [{ title: "Question", text, kind: "own" as const }],
	schema,
});
const single = { asker: { session: "single" as const } };
const values = ["one", "two", "three"].map((value) => JSON.stringify({ value }));

test("one conversation grows: each request begins with all earlier messages", async () => {
	const { asker, sent } = world(values, single);
	await Promise.all([
		asker.ask(question("plan", "A?")),
		asker.ask(question("draft", "B?")),
		asker.ask(question("review", "C?")),
	]);
	expect(sent.map(({ messages }) => messages.length)).toEqual([2, 4, 6]);
	for (const [at, { messages }] of sent.slice(1).entries()) {
		const before = sent[at]?.messages ?? [];
		expect(messages.slice(0, before.length)).toEqual(before);
	}
	expect(sent[2]?.messages[3]).toMatchObject({ role: "user", text: expect.stringMatching(/Do draft\.[\s\S]*B\?/) });
});

test("a resumed run has the same conversation, and sends nothing again", async () => {
	const whole = world(values, single);
	for (const [role, text] of [
		["plan", "A?"],
		["draft", "B?"],
		["review", "C?"],
	] as const)
		await whole.asker.ask(question(role, text));
	const rest = world([values[2] ?? ""], { ...single, records: whole.rows.slice(0, 2) });
	expect(await rest.asker.ask(question("draft", "B?"))).toEqual({ value: "two" });
	await rest.asker.ask(question("review", "C?"));
	expect(rest.sent.map(({ messages }) => messages)).toEqual([whole.sent[2]?.messages]);
});

test("a repair continues after the faulty answer, which is not repeated", async () => {
	const { asker, sent } = world(["nothing", values[0] ?? ""], single);
	await asker.ask(question("plan", "A?"));
	expect(sent[1]?.messages.map((message) => ("text" in message ? message.text.slice(0, 11) : ""))).toEqual([
		"Data is dat",
		"Do plan.\n\nA",
		"nothing",
		"That answer",
	]);
});

test("when the conversation outgrows the window, the oldest exchanges are left out", async () => {
	const { asker, sent } = world(values, { ...single, window: 8_000 });
	for (const role of ["plan", "draft", "review", "revise", "answer"] as const)
		await asker.ask(question(role, `${role}? ${"word ".repeat(1_000)}`));
	const last = JSON.stringify(sent.at(-1)?.messages);
	expect(last).toContain("answer? word");
	expect(last).toContain("revise? word");
	expect(last).not.toContain("plan? word");
});

test("a request that fails does not hold up the next", async () => {
	const { asker } = world([{ finish: "refusal" }, values[0] ?? ""], single);
	const refused = asker.ask(question("plan", "A?"));
	const next = asker.ask(question("draft", "B?"));
	await expect(refused).rejects.toMatchObject({ code: "MODEL_REFUSED" });
	expect(await next).toEqual({ value: "one" });
});
