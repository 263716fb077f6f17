import { z } from "zod";
import { distinctBy } from "../../../base/distinct.ts";
import { comparisonForm } from "../../../base/text.ts";
import type { RoleContext } from "../../reasoner.ts";
import type { SteerInput, SteerResult } from "../../steering.ts";
import type { Asker } from "../asker.ts";
import { distinctLines, optionalList, questionPart, truncatedLine, withDefault } from "../prompt-parts.ts";

const questionLongest = 400;
const nameLongest = 80;
const namesMax = 3;
const queryLongest = 200;
const queriesMax = 2;

const wordings = { question: z.string(), names: optionalList, queries: optionalList };
const schema = z.object({
	added: withDefault(
		z.array(
			z.object({
				...wordings,
				stance: z.enum(["supporting", "adversarial"]),
				priority: z.enum(["core", "optional"]),
			}),
		),
		[],
	),
	dropped: optionalList,
	refocused: withDefault(z.array(z.object({ subQuestion: z.string(), ...wordings })), []),
});

/** How a user's instruction changes the plan. What the user wrote is an instruction; the sub-questions may hold words of pages. */
export async function steer(asker: Asker, input: SteerInput, context?: RoleContext): Promise<SteerResult> {
	const { question, subQuestions, redirect, max } = input;
	const rows = subQuestions.map(({ id, text, priority, stance, status }) => {
		return `${id} (${priority}, ${stance}, ${status}) ${truncatedLine(text, questionLongest)}`;
	});
	const parts = [
		questionPart(question),
		{ title: "What the user asks for now", text: redirect, kind: "own" as const },
		{ title: "The plan", text: rows.join("\n"), kind: "data" as const, cuttable: true },
		{ title: "Room", text: `At most ${max} new sub-questions.`, kind: "own" as const },
	];
	const answer = await asker.ask({ role: "steer", parts, schema }, context);
	const known = subQuestions.map(({ text }) => comparisonForm(text));
	const added = answer.added.map(({ stance, priority, ...words }) => ({ stance, priority, ...wordingOf(words) }));
	const idOf = (stated: string) => subQuestions.find(({ id }) => id === stated.trim().toLowerCase())?.id;
	return {
		added: distinctBy(added, ({ text }) => comparisonForm(text), ["", ...known]).slice(0, max),
		dropped: [...new Set(answer.dropped.flatMap((stated) => idOf(stated) ?? []))],
		refocused: answer.refocused.flatMap(({ subQuestion, ...words }) => {
			const id = idOf(subQuestion);
			const wording = wordingOf(words);
			return id === undefined || wording.text === "" ? [] : [{ id, ...wording }];
		}),
	};
}

function wordingOf({ question, names, queries }: { question: string; names: string[]; queries: string[] }) {
	const text = truncatedLine(question, questionLongest);
	const threads = distinctLines(queries, queriesMax, queryLongest);
	return {
		text,
		focus: distinctLines(names, namesMax, nameLongest),
		threads: threads.length > 0 ? threads : [text],
	};
}
