import type { AnswerKind, AnswerType } from "../../../evidence/question.ts";
import { tagWords } from "../../../text/tags.ts";
import { verbKinds } from "../../../text/wordnet.ts";
import { clauseOf, holeIn, topicOf } from "./clause.ts";
import { kindOf, type Worded } from "./kind.ts";
import { bare, questionBehind, requestIn } from "./parts.ts";
import { asQuestion, capitalised, plain, typeOfNoun } from "./words.ts";

/** A part of a question that asks for one thing. */
export interface Ask extends Worded {
	/** A sentence that can be understood alone. */
	text: string;
	/** The words that lead up to it: `In PostgreSQL`, `json or jsonb`. */
	lead: string;
	kind: AnswerKind;
	/** A noun phrase. */
	topic?: string | undefined;
}

/** Parses one ask: a question, a request, a phrase, or a statement with a hole. */
export function askOf(raw: string, marked: boolean): Ask {
	const ask = formOf(raw, marked);
	const kind = ask.form === "title" ? "explanation" : kindOf(ask);
	const isTopic = ask.form === "phrase" && kind === "explanation";
	return { ...ask, kind, text: isTopic ? asQuestion(`what is known about ${raw}`) : ask.text };
}

/** Parses an ask, without its kind. */
export function formOf(raw: string, marked: boolean): Omit<Ask, "kind"> {
	const title = reportedOn(raw);
	const plainly = { text: asQuestion(raw), own: raw, lead: "" };
	if (title !== undefined) return { ...plainly, form: "title", topic: title };
	const { lead, own } = questionBehind(raw);
	const clause = clauseOf(own);
	if (clause) {
		const topic = topicOf(clause);
		const isWhere = /^(?:in|for|with|on|under|at|within)\s/iu.test(lead);
		const where = isWhere ? ` ${lead.charAt(0).toLowerCase()}${lead.slice(1)}` : "";
		return { ...plainly, own, lead, form: "question", clause, topic: topic && `${topic}${where}` };
	}
	const request = requestIn(raw);
	if (request !== undefined) {
		const inner = clauseOf(request.replace(/^(what|who|where)\s+(?!(?:is|are)\s)(.+?)\s+(is|are)$/iu, "$1 $3 $2"));
		const topic = inner ? topicOf(inner) : plain(request);
		return { ...plainly, text: capitalised(raw), form: "request", clause: inner, request, topic };
	}
	const tags = tagWords(raw);
	const states =
		tags.length > 4 && tags.some(({ pos, lower }) => pos === "AUX" || (pos === "VERB" && !lower.endsWith("ing")));
	if (states && marked) return { ...plainly, form: "hole", clause: holeIn(raw) };
	return { ...plainly, form: "phrase", request: raw, topic: plain(raw) };
}

/** The title in `What does related work say about TITLE?`: a verb of saying or knowing (WordNet), a preposition, then the title. */
export function reportedOn(text: string): string | undefined {
	const [all = "", before = "", verb = "", title = ""] =
		/^(what\b[^?!.]{0,60}?\b)(\p{L}+)(?:\s+so far)?\s+(?:about|on|concerning|regarding)\s+(.+)$/iu.exec(text) ?? [];
	if (all === "" || tagWords(text.slice(0, before.length + verb.length)).at(-1)?.pos !== "VERB") return undefined;
	const files = verbKinds(verb.toLowerCase());
	return files.includes("communication") || files.includes("cognition") ? bare(title) : undefined;
}

/** The type of the kinds that are answered in words; for a list, its members. Undefined for other kinds. */
function inWords(kind: AnswerKind): AnswerType | undefined {
	if (/^(?:value|yes_no|comparison)$/u.test(kind)) return undefined;
	return /^(?:list|table)$/u.test(kind) ? "list" : "explanation";
}

/** The type of the answer: by the question word, else by the kind of thing that the requested noun names. */
export function answerTypeOf({ kind, clause, request = "" }: Ask): AnswerType {
	if (clause?.wh === "be") return "yes_no";
	const open = inWords(kind);
	if (open) return open;
	if (!clause) return kind === "comparison" ? "explanation" : (typeOfNoun(request) ?? "entity");
	const { wh, noun, measure, subject } = clause;
	if (measure !== "") return "number";
	if (wh === "when") return "date";
	if (wh === "where") return "place";
	if (/^who/u.test(wh) && noun === "") return "person";
	return typeOfNoun(noun !== "" ? noun : subject) ?? "entity";
}
