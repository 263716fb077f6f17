import type { AnswerKind, AnswerType } from "../../../evidence/question.ts";
import type { Ask } from "./asks.ts";
import { typeOfNoun } from "./words.ts";

/** First words in other languages, enough to tell what is asked for. */
const foreign: readonly (readonly [RegExp, AnswerType])[] = [
	[/^(?:qui|wer|wem|wen|quién|quien|chi|quem|кто|谁|誰)(?!\p{L}{2})/iu, "person"],
	[/^(?:quand|wann|cuándo|cuando|quando|когда)(?!\p{L})|(?:何时|いつ)/iu, "date"],
	[/^(?:où|wo|dónde|donde|dove|onde|где)(?!\p{L})|(?:哪里|どこ)/iu, "place"],
	[/^(?:combien|wie ?viele?|cuánt[oa]s?|quant[oiea]s?|сколько)(?!\p{L})|多少/iu, "number"],
];

export function foreignAnswerType(text: string): AnswerType {
	return foreign.find(([pattern]) => pattern.test(text))?.[1] ?? "explanation";
}

/** Kinds that are answered in words; a list, by its members. */
const open: Partial<Record<AnswerKind, AnswerType>> = {
	list: "list",
	table: "list",
	steps: "explanation",
	explanation: "explanation",
	change: "explanation",
	judgement: "explanation",
	definition: "explanation",
};

/** What the answer is made of: by the question word, else by what kind of thing the noun names that it asks for. */
export function answerTypeOf({ kind, clause, request, hole }: Ask): AnswerType {
	const asked = clause ?? hole;
	if (!asked) return open[kind] ?? (kind === "comparison" ? "explanation" : (typeOfNoun(request ?? "") ?? "entity"));
	const { wh, noun, measure } = asked;
	if (clause && wh === "be") return "yes_no";
	if (clause && open[kind]) return open[kind] ?? "entity";
	if (measure !== "") return "number";
	if (wh === "when") return "date";
	if (wh === "where") return "place";
	if (clause && /^who/u.test(wh) && noun === "") return "person";
	return typeOfNoun(noun !== "" ? noun : (clause?.subject ?? "")) ?? "entity";
}
