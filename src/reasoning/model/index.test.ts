import { expect, test } from "vitest";
import { scriptedAsker } from "../../../test/support/asker.ts";
import { lookupRoute } from "../../../test/support/evidence.ts";
import { createRulesReasoner } from "../rules/index.ts";
import { ModelError } from "./error.ts";
import { createModelReasoner } from "./index.ts";

const questions = Array.from({ length: 12 }, (_, n) => ({ question: `What is the port of server ${n}?` }));

/** Routes each question with a model that gives `answers` in turn and throws those that are errors. */
async function routes(answers: readonly unknown[]) {
	let asked = 0;
	const asker = {
		...scriptedAsker([]),
		ask: async () => {
			const answer = answers[Math.min(asked++, answers.length - 1)];
			if (answer instanceof Error) throw answer;
			return answer as never;
		},
	};
	const reasoner = createModelReasoner({ asker, fallback: createRulesReasoner(), name: "m" });
	const fallbacks: string[] = [];
	for (const one of questions) await reasoner.route(one, { onFallback: ({ reason }) => fallbacks.push(reason) });
	return { asked, fallbacks };
}

const unusable = new ModelError("MODEL_ANSWER_UNUSABLE", "no JSON in it");
const route = { ...lookupRoute, form: { words: 0, items: 0, table: false, language: "", audience: "" } };

test("a model that never gives a usable answer is not asked again, and the fallback does the rest and reports it", async () => {
	const { asked, fallbacks } = await routes([unusable]);
	expect(asked).toBe(6);
	expect(fallbacks).toHaveLength(questions.length);
	expect(fallbacks.at(-1)).toContain("was not asked");
});

test("a model that has given a usable answer is still asked, however often it fails", async () => {
	const { asked, fallbacks } = await routes([unusable, route, unusable]);
	expect(asked).toBe(questions.length);
	expect(fallbacks).toHaveLength(questions.length - 1);
});

test("a failure for lack of budget or time does not count against the model", async () => {
	const { asked } = await routes([new ModelError("MODEL_BUDGET", "too dear")]);
	expect(asked).toBe(questions.length);
});
