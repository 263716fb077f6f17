import type { AnswerKind, AnswerType } from "../../../evidence/question.ts";
import { tagWords } from "../../../text/tags.ts";
import { verbKinds } from "../../../text/wordnet.ts";
import { clauseTopic, parseClause, parseHole } from "./clause.ts";
import { type AskWording, likeliestKind } from "./kind.ts";
import { answerTypeOfNoun, asQuestion, capitalize, withoutArticle } from "./phrases.ts";
import { questionAfterLead, requestedObject, withoutMarks } from "./split-question.ts";

/** A part of a question that asks for one thing. */
export interface ParsedAsk extends AskWording {
	/** A sentence that can be understood alone. */
	text: string;
	/** The words that lead up to it: `In PostgreSQL`, `json or jsonb`. */
	lead: string;
	kind: AnswerKind;
	/** A noun phrase. */
	topic?: string | undefined;
}

/** Parses one ask: a question, a request, a phrase, or a statement with a hole. */
export function parseAsk(raw: string, marked: boolean): ParsedAsk {
	const ask = parseWording(raw, marked);
	const kind = ask.form === "title" ? "explanation" : likeliestKind(ask);
	const isTopic = ask.form === "phrase" && kind === "explanation";
	return { ...ask, kind, text: isTopic ? asQuestion(`what is known about ${raw}`) : ask.text };
}

/** Parses an ask, without its kind. */
export function parseWording(raw: string, marked: boolean): Omit<ParsedAsk, "kind"> {
	const title = titleAskedAbout(raw);
	const base = { text: asQuestion(raw), own: raw, lead: "" };
	if (title !== undefined) return { ...base, form: "title", topic: title };
	const { lead, own } = questionAfterLead(raw);
	const clause = parseClause(own);
	if (clause) {
		const topic = clauseTopic(clause);
		const isWhere = /^(?:in|for|with|on|under|at|within)\s/iu.test(lead);
		const where = isWhere ? ` ${lead.charAt(0).toLowerCase()}${lead.slice(1)}` : "";
		return { ...base, own, lead, form: "question", clause, topic: topic && `${topic}${where}` };
	}
	const request = requestedObject(raw);
	if (request !== undefined) {
		const inner = parseClause(request.replace(/^(what|who|where)\s+(?!(?:is|are)\s)(.+?)\s+(is|are)$/iu, "$1 $3 $2"));
		const topic = inner ? clauseTopic(inner) : withoutArticle(request);
		return { ...base, text: capitalize(raw), form: "request", clause: inner, request, topic };
	}
	const tags = tagWords(raw);
	const isStatement =
		tags.length > 4 && tags.some(({ pos, lower }) => pos === "AUX" || (pos === "VERB" && !lower.endsWith("ing")));
	if (isStatement && marked) return { ...base, form: "hole", clause: parseHole(raw) };
	return { ...base, form: "phrase", request: raw, topic: withoutArticle(raw) };
}

/**
 * The title in `What does related work say about TITLE?`: the clause's own verb is one of saying or knowing (WordNet), and a preposition
 * follows. `What do I write to turn on X` asks about no title.
 */
export function titleAskedAbout(text: string): string | undefined {
	const [all = "", before = "", verb = "", title = ""] =
		/^(what\b[^?!.]{0,60}?\b)(\p{L}+)(?:\s+so far)?\s+(?:about|on|concerning|regarding)\s+(.+)$/iu.exec(text) ?? [];
	if (all === "" || tagWords(text.slice(0, before.length + verb.length)).at(-1)?.pos !== "VERB") return undefined;
	if (parseClause(all)?.verb.toLowerCase() !== verb.toLowerCase()) return undefined;
	const files = verbKinds(verb.toLowerCase());
	return files.includes("communication") || files.includes("cognition") ? withoutMarks(title) : undefined;
}

/** The type of the kinds that are answered in words; for a list, its members. Undefined for other kinds. */
function typeInWords(kind: AnswerKind): AnswerType | undefined {
	if (/^(?:value|yes_no|comparison)$/u.test(kind)) return undefined;
	return /^(?:list|table)$/u.test(kind) ? "list" : "explanation";
}

/** The type of the answer: by the question word, else by the kind of thing that the requested noun names. */
export function answerTypeOf({ kind, clause, request = "" }: ParsedAsk): AnswerType {
	if (clause?.wh === "be") return "yes_no";
	const open = typeInWords(kind);
	if (open) return open;
	if (!clause) return kind === "comparison" ? "explanation" : (answerTypeOfNoun(request) ?? "entity");
	const { wh, noun, measure, subject } = clause;
	if (measure !== "") return "number";
	if (wh === "when") return "date";
	if (wh === "where") return "place";
	if (/^who/u.test(wh) && noun === "") return "person";
	return answerTypeOfNoun(noun !== "" ? noun : subject) ?? "entity";
}
