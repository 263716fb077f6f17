import type { AnswerKind, AnswerType } from "../../../evidence/question.ts";
import { tagsOf } from "../../text/tags.ts";
import { verbFiles } from "../../text/wordnet.ts";
import { type Clause, clauseOf, holeIn, topicOf } from "./clause.ts";
import { kindOf } from "./kind.ts";
import { bare, questionBehind, requestIn } from "./parts.ts";
import { asQuestion, capitalised, plain, typeOfNoun } from "./words.ts";

/** One of the things that a user asks. */
export interface Ask {
	/** A sentence that can be understood alone. */
	text: string;
	/** The words that ask, without what leads up to them. */
	own: string;
	/** What leads up to them: `In PostgreSQL`, `json or jsonb`. */
	lead: string;
	/** `hole`: a statement with a hole, as quizzes word it. `phrase`: it has no verb. `title`: what is asked about is a title. */
	form: "question" | "request" | "hole" | "phrase" | "title";
	kind: AnswerKind;
	clause?: Clause | undefined;
	/** What a statement with a hole asks for. */
	hole?: Pick<Clause, "wh" | "noun" | "measure"> | undefined;
	/** What an imperative asks for, or the whole of a phrase. */
	request?: string | undefined;
	/** A noun phrase. */
	topic?: string | undefined;
}

/** Reads one ask: a question, a request, a phrase, or a statement with a hole. */
export function askOf(raw: string, marked: boolean): Ask {
	const ask = formOf(raw, marked);
	const kind = ask.form === "title" ? "explanation" : kindOf(ask);
	const isTopic = ask.form === "phrase" && kind === "explanation";
	return { ...ask, kind, text: isTopic ? asQuestion(`what is known about ${raw}`) : ask.text };
}

/** What an ask is, before its kind is told. */
export function formOf(raw: string, marked: boolean): Omit<Ask, "kind"> {
	const title = reportedOn(raw);
	if (title !== undefined) return { text: asQuestion(raw), own: raw, lead: "", form: "title", topic: title };
	const { lead, own } = questionBehind(raw);
	const clause = clauseOf(own);
	if (clause) {
		const topic = topicOf(clause);
		const where = /^(?:in|for|with|on|under|at|within)\s/iu.test(lead)
			? ` ${lead.charAt(0).toLowerCase()}${lead.slice(1)}`
			: "";
		return { text: asQuestion(raw), own, lead, form: "question", clause, topic: topic && `${topic}${where}` };
	}
	const request = requestIn(raw);
	if (request !== undefined) {
		const inner = clauseOf(request.replace(/^(what|who|where)\s+(?!(?:is|are)\s)(.+?)\s+(is|are)$/iu, "$1 $3 $2"));
		const topic = inner ? topicOf(inner) : plain(request);
		return { text: capitalised(raw), own: raw, lead: "", form: "request", clause: inner, request, topic };
	}
	const tags = tagsOf(raw);
	const states =
		tags.length > 4 && tags.some(({ pos, lower }) => pos === "AUX" || (pos === "VERB" && !lower.endsWith("ing")));
	if (states && marked) return { text: asQuestion(raw), own: raw, lead: "", form: "hole", hole: holeIn(raw) };
	return { text: asQuestion(raw), own: raw, lead: "", form: "phrase", request: raw, topic: plain(raw) };
}

/** `What does related work say about TITLE?`: a verb of saying or knowing (WordNet), and behind its preposition all that is asked about. */
export function reportedOn(text: string): string | undefined {
	const [all = "", before = "", verb = "", title = ""] =
		/^(what\b[^?!.]{0,60}?\b)(\p{L}+)(?:\s+so far)?\s+(?:about|on|concerning|regarding)\s+(.+)$/iu.exec(text) ?? [];
	if (all === "" || tagsOf(text.slice(0, before.length + verb.length)).at(-1)?.pos !== "VERB") return undefined;
	const files = verbFiles(verb.toLowerCase());
	return files.includes("communication") || files.includes("cognition") ? bare(title) : undefined;
}

/** Of the kinds that are answered in words; a list, by its members. */
function inWords(kind: AnswerKind): AnswerType | undefined {
	if (/^(?:value|yes_no|comparison)$/u.test(kind)) return undefined;
	return /^(?:list|table)$/u.test(kind) ? "list" : "explanation";
}

/** What the answer is made of: by the question word, else by what kind of thing the noun names that it asks for. */
export function answerTypeOf({ kind, clause, request = "", hole }: Ask): AnswerType {
	const asked = clause ?? hole;
	if (clause?.wh === "be") return "yes_no";
	const open = clause || !asked ? inWords(kind) : undefined;
	if (open) return open;
	if (!asked) return kind === "comparison" ? "explanation" : (typeOfNoun(request) ?? "entity");
	const { wh, noun, measure } = asked;
	if (measure !== "") return "number";
	if (wh === "when") return "date";
	if (wh === "where") return "place";
	if (clause && /^who/u.test(wh) && noun === "") return "person";
	return typeOfNoun(noun !== "" ? noun : (clause?.subject ?? "")) ?? "entity";
}
