import { expect, test } from "vitest";
import { lookupRoute, subQuestionOf } from "../../../../test/support/evidence.ts";
import type { InvestigatorExchange, NextActionInput } from "../../reasoner.ts";
import type { Asker, ToolRequest } from "../asker.ts";
import { nextAction } from "./next-action.ts";

const subQuestion = subQuestionOf({ text: "Who designed the logo?", focus: [], threads: [] });

const input: NextActionInput = {
	question: "In which town was the designer of the Larkdb logo born?",
	route: { ...lookupRoute, answerType: "place", values: ["town of birth"], subjects: [] },
	reading: undefined,
	subQuestion,
	known: [],
	transcript: [],
	tools: [],
	messagesLeft: 5,
};

/** The request that the asker gets. */
async function asked(more: Partial<NextActionInput>): Promise<ToolRequest> {
	const seen: ToolRequest[] = [];
	const asker: Asker = {
		ask: () => Promise.reject(new Error("not asked like that")),
		askTools: async (ask) => {
			seen.push(ask);
			return { text: "", toolCalls: [], finish: "stop" };
		},
		room: () => 10_000,
	};
	await nextAction(asker, { ...input, ...more });
	const [ask] = seen;
	if (!ask) throw new Error("nothing was asked");
	return ask;
}

const call = { id: "c", name: "search", arguments: { query: "logo" } };
const worked: InvestigatorExchange = {
	message: { text: "", toolCalls: [call], finish: "tool-calls" },
	results: [{ call, text: "r1 The origins of Larkdb" }],
};
const silent: InvestigatorExchange = { message: { text: "Well …", toolCalls: [], finish: "stop" }, results: [] };

test("the first parts stay the same from message to message, so that a provider's cache finds them", async () => {
	const first = await asked({});
	const later = await asked({ transcript: [worked], messagesLeft: 1, only: "report" });
	expect(later.parts).toEqual(first.parts);
	expect(later).toMatchObject({ transcript: [worked], only: "report" });
});

test("text of pages is data, text of the plan is not", async () => {
	const kinds = async (more: Partial<NextActionInput>) =>
		new Map((await asked(more)).parts.map(({ title, kind }) => [title, kind]));
	expect((await kinds({})).get("Your sub-question")).toBe("own");
	const hop = await kinds({ subQuestion: { ...subQuestion, origin: "hop" }, known: ["Found: it is a bird (Origins)"] });
	expect(hop.get("Your sub-question")).toBe("data");
	expect(hop.get("Known already")).toBe("data");
});

test("the note says how many messages are left, when only a report counts, and that a message without a call did nothing", async () => {
	expect((await asked({})).note).toContain("5");
	expect((await asked({ messagesLeft: 1, only: "report" })).note).toContain("Only report");
	expect((await asked({ transcript: [silent] })).note).toContain("called no tool");
	expect((await asked({ transcript: [silent, worked] })).note).not.toContain("called no tool");
});
