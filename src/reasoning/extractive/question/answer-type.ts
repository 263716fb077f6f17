import type { AnswerKind, AnswerType } from "../../../evidence/question.ts";
import type { Ask } from "./asks.ts";
import { typeOfNoun } from "./words.ts";

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
