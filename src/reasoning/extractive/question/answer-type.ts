import type { AnswerKind, AnswerType } from "../../../evidence/question.ts";
import { isKindOf, isVerbForm, nounKinds } from "../../text/wordnet.ts";
import type { Ask } from "./asks.ts";
import { membersOf } from "./compared.ts";
import { headOf, singularOf } from "./words.ts";

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

/** What the answer is made of: by the question word, else by what kind of thing the noun names that it asks for (WordNet). */
export function answerTypeOf({ kind, clause, request, hole }: Ask): AnswerType {
	const open: Partial<Record<AnswerKind, AnswerType>> = {
		list: "list",
		table: "list",
		steps: "explanation",
		explanation: "explanation",
		change: "explanation",
		judgement: "explanation",
		definition: "explanation",
	};
	if (hole)
		return hole.measure !== ""
			? "number"
			: hole.wh === "when"
				? "date"
				: hole.wh === "where"
					? "place"
					: (typeOfNoun(hole.noun) ?? "entity");
	if (!clause)
		return (
			open[kind] ??
			(kind === "comparison" ? "explanation" : request === undefined ? "entity" : (typeOfNoun(request) ?? "entity"))
		);
	const { wh, noun, measure, subject, verb, rest } = clause;
	if (wh === "be")
		return [subject, rest].some((part) => membersOf(part).length > 1 && /\sor\s/iu.test(part)) &&
			!/\bor not$/iu.test(rest)
			? "entity"
			: "yes_no";
	if (open[kind]) return open[kind] ?? "entity";
	if (measure !== "") return "number";
	if (wh === "when") return "date";
	if (wh === "where") return "place";
	if (/^who/u.test(wh) && noun === "") return "person";
	if (/^(?:cost|weigh|earn|measure)s?$/iu.test(verb)) return "number";
	return typeOfNoun(noun !== "" ? noun : subject) ?? "entity";
}

/** The head of a noun phrase, before its first preposition; `number of columns` counts. */
export function typeOfNoun(phrase: string): AnswerType | undefined {
	const [own = ""] = phrase.split(/\s(?:of|in|for|on|at|by|that|which|who|from)\s/iu);
	const head = singularOf(headOf(phrase));
	if (/\b(?:maximum|minimum)\b/iu.test(own)) return "number";
	// `first released`: an event without a noun is asked for its time.
	const last = own.trim().split(/\s+/u).at(-1)?.toLowerCase() ?? "";
	if (/\p{L}{2}[^e]ed$/u.test(last) && isVerbForm(last)) return "date";
	// A setting's value may be anything that its name measures; what would be a place, such as a port, is a number there.
	if (/\b(?:default|initial|standard)\b/iu.test(own)) return nounKinds(head)[0] === "location" ? "number" : undefined;
	const [first, ...others] = nounKinds(head);
	switch (first) {
		case "person":
			return "person";
		case "location":
			// A `position` or `side` may be anything.
			return others.length <= 2 ? "place" : undefined;
		case "quantity":
		case "possession":
		case "relation":
			return "number";
		case "time":
			return head === "date" || isKindOf(head, "time period") || isKindOf(head, "time unit") ? "date" : "number";
		case "attribute":
			// A `price` is an attribute of a thing and a sum.
			return isKindOf(head, "magnitude") || others[0] === "possession" ? "number" : undefined;
		case "group":
			return isKindOf(head, "number") ? "number" : "organization";
		default:
			return undefined;
	}
}
