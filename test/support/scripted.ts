import { shortHash } from "../../src/base/hash.ts";
import type { Json } from "../../src/base/json.ts";
import type { ModelMessage } from "../../src/evidence/call.ts";
import type { NextActionInput, Reasoner } from "../../src/reasoning/reasoner.ts";
import { createRulesReasoner } from "../../src/reasoning/rules/index.ts";
import type { CallLog } from "../../src/store/store.ts";

/** What an investigator says next. */
export type Mind = (input: NextActionInput) => ModelMessage | Promise<ModelMessage>;

export function says(...calls: [name: string, arguments: Json][]): ModelMessage {
	return {
		text: "",
		toolCalls: calls.map(([name, given], at) => ({ id: `call-${at}`, name, arguments: given })),
		finish: calls.length > 0 ? "tool-calls" : "stop",
	};
}

/** The extractive reasoner with the mind of an investigator; its messages go through a ledger as an asker's do. */
export function scriptedReasoner(mind: Mind, calls?: CallLog): Reasoner {
	return {
		...createRulesReasoner(),
		name: "scripted:mind",
		nextAction: (input) => (calls ? paid(calls, mind, input) : Promise.resolve(mind(structuredClone(input)))),
	};
}

/** A key that has a recorded message is not asked again. */
async function paid(calls: CallLog, mind: Mind, input: NextActionInput): Promise<ModelMessage> {
	const key = shortHash(input);
	const known = (await calls.list()).find(({ request, result }) => request.key === key && result?.message);
	if (known?.result?.message) return known.result.message;
	const prompt = input.subQuestion.text;
	const request = { key, role: "nextAction" as const, model: "scripted:mind", promptHash: "p", try: 1, prompt };
	const attempt = await calls.begin(request);
	const message = await mind(structuredClone(input));
	const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 1, reasoning: 0 };
	await calls.end(key, attempt, { message, usage, ms: 1 });
	return message;
}

/** A plain investigator: it searches for its sub-question, reads the first two results, and reports what fits best. */
export const diligent: Mind = ({ subQuestion, transcript, only }) => {
	const results = transcript.flatMap((exchange) => exchange.results);
	const read = results.filter(({ call }) => call.name === "read");
	if (only === "report" || read.length > 0)
		return says([
			"report",
			{
				summary: "What the pages say.",
				claims: read.flatMap(({ call, text }) => claimsIn(call.arguments, text, subQuestion.text)),
				gaps: [],
			},
		]);
	if (results.length === 0) return says(["search", { query: subQuestion.text }]);
	return says(["read", { id: "r1" }], ["read", { id: "r2" }]);
};

function claimsIn(given: Json, text: string, question: string): Json[] {
	const id = (given as { id: string }).id;
	const wanted = question.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
	return (text.match(/[A-Z][^.#]{30,}\./g) ?? [])
		.map((quote) => ({ quote, score: wanted.filter((word) => quote.toLowerCase().includes(word)).length }))
		.filter(({ score }) => score >= 2)
		.toSorted((a, b) => b.score - a.score)
		.slice(0, 2)
		.map(({ quote }) => ({
			claim: quote.replace(/\s+/g, " "),
			quote,
			source_id: id,
			confidence: "high",
			stance: "supporting",
		}));
}
