import { describe, expect, test } from "vitest";
import { usage, world } from "../../../../test/support/model-world.ts";
import type { ToolCall } from "../../../evidence/call.ts";
import type { InvestigatorExchange } from "../../reasoner.ts";
import type { Model } from "../model.ts";

const tools = ["search", "read", "report"].map((name) => ({ name, description: name, parameters: { type: "object" } }));
const parts = [{ title: "Sub-question", text: "Why?", kind: "own" as const }];
const base = { role: "nextAction" as const, parts, tools, transcript: [] };

function call(name: string, at = 1): ToolCall {
	return { id: `c${at}`, name, arguments: { n: at } };
}

function says(...calls: ToolCall[]) {
	return { text: "", toolCalls: calls, finish: "tool-calls" as const };
}

function exchange(at: number, text: string): InvestigatorExchange {
	return { message: says(call("read", at)), results: [{ call: call("read", at), text }] };
}

describe("an investigator's message", () => {
	test("calls a tool; the log gets the new text only", async () => {
		const { asker, rows, sent } = world([says(call("search")), says(call("report"))]);
		const first = await asker.askTools({ ...base, note: "9 left" });
		expect(first.toolCalls).toEqual([call("search")]);
		const transcript = [{ message: first, results: [{ call: call("search"), text: "found </data> it" }] }];
		await asker.askTools({ ...base, transcript, only: "report", note: "1 left" });
		expect(sent[1]?.toolChoice).toEqual({ name: "report" });
		expect(sent[1]?.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool", "user"]);
		expect(rows[0]?.request.prompt).toContain("Why?");
		expect(rows[1]?.request.prompt).toMatch(
			/^<data id="\w+" title="search">\nfound ‹\/data> it\n<\/data id="\w+">\n\n1 left$/,
		);
	});

	test("comes from the utility model, or from the lead model where investigators use it", async () => {
		const askedOf = async (investigators?: "lead") => {
			const lead: Model = {
				...{ name: "fake:lead", settings: { provider: "openai-compatible", model: "lead", effort: "none" } },
				...{ window: 32_000, maxOutput: 8_000, price: undefined },
				send: async () => ({ message: says(call("search")), usage, ms: 1 }),
			};
			const { asker, rows } = world([says(call("search"))], { asker: { lead, investigators } });
			await asker.askTools(base);
			return rows.map(({ request }) => request.model);
		};
		expect([await askedOf(), await askedOf("lead")]).toEqual([["fake:one"], ["fake:lead"]]);
	});

	test("without a call is repaired once", async () => {
		const { asker, sent } = world(["Let me think.", says(call("read"))]);
		expect((await asker.askTools(base)).toolCalls).toEqual([call("read")]);
		expect(JSON.stringify(sent[1]?.messages.at(-1))).toContain("search, read, report");
		const never = world(["Let me think."]);
		await expect(never.asker.askTools(base)).rejects.toMatchObject({
			code: "MODEL_ANSWER_UNUSABLE",
			message: expect.stringContaining("nextAction"),
		});
		expect(never.sent).toHaveLength(2);
	});

	test("keeps only the calls that are allowed", async () => {
		const { asker } = world([says(call("search", 1), call("delete_files", 2), call("report", 3))]);
		expect((await asker.askTools({ ...base, only: "report" })).toolCalls).toEqual([call("report", 3)]);
	});

	test("may write its arguments as a string that is nearly JSON", async () => {
		const { asker } = world([says({ id: "c1", name: "search", arguments: "{'query': 'x',}" })]);
		expect((await asker.askTools(base)).toolCalls[0]?.arguments).toEqual({ query: "x" });
	});

	test("with arguments nested too deep has no object, and can be repaired", async () => {
		const brackets = "[".repeat(9_000) + "]".repeat(9_000);
		const odd = says({ id: "c1", name: "search", arguments: brackets });
		const { asker } = world([odd, says(call("report"))]);
		const message = await asker.askTools(base);
		expect(message.toolCalls[0]?.arguments).toBe(brackets);
		const transcript = [{ message, results: [{ call: call("search"), text: "Refused." }] }];
		expect((await asker.askTools({ ...base, transcript })).toolCalls).toEqual([call("report")]);
	});

	test("that was paid for is not requested again", async () => {
		const transcript = [exchange(1, "a page")];
		const first = world([says(call("report"))]);
		await first.asker.askTools({ ...base, transcript });
		const again = world([], { records: first.rows });
		expect((await again.asker.askTools({ ...base, transcript })).toolCalls).toEqual([call("report")]);
		expect(again.sent).toHaveLength(0);
	});

	test("has the newest results whole and the oldest cut to a line, when they do not fit; the beginning stays for some turns", async () => {
		const page = (at: number) => `page ${at}: ${"word ".repeat(1_000)}end ${at}`;
		const beginnings: string[] = [];
		for (const turns of [12, 13, 14]) {
			const transcript = Array.from({ length: turns }, (_, at) => exchange(at, page(at)));
			const { asker, sent } = world([says(call("report"))], { window: 20_000 });
			await asker.askTools({ ...base, transcript });
			const text = JSON.stringify(sent[0]?.messages);
			expect(text).toContain(`end ${turns - 1}`);
			expect(text).toMatch(/page 0: word [^…]*… [\d]+ characters left out/);
			expect(text).not.toContain("end 0");
			expect(text.length).toBeLessThan(20_000 * 3);
			beginnings.push(JSON.stringify(sent[0]?.messages.slice(0, 12)));
		}
		expect(new Set(beginnings).size).toBeLessThan(3);
	});
});
