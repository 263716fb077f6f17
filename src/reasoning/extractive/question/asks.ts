import type { AnswerKind } from "../../../evidence/question.ts";
import { tagsOf } from "../../text/tags.ts";
import { verbFiles } from "../../text/wordnet.ts";
import { type Clause, clauseOf, holeIn, plain } from "./clause.ts";
import { kindOf } from "./kind.ts";
import { bare, topicOfClause, withoutRequest } from "./parts.ts";
import { asQuestion, capitalised } from "./words.ts";

/** One of the things that a user asks. */
export interface Ask {
	/** A sentence that can be understood alone. */
	text: string;
	kind: AnswerKind;
	clause?: Clause | undefined;
	/** What a statement with a hole asks for. */
	hole?: Pick<Clause, "wh" | "noun" | "measure"> | undefined;
	/** What an imperative asks for, or the whole of a phrase without a verb. */
	request?: string | undefined;
	topic?: string | undefined;
	/** It only names a topic. */
	isPhrase: boolean;
}

/** Reads one ask: a question, a request, a phrase, or a statement with a hole, as quizzes word it. */
export function askOf(raw: string, marked: boolean): Ask {
	const title = reportedOn(raw);
	if (title !== undefined) return { text: asQuestion(raw), kind: "explanation", topic: title, isPhrase: true };
	// `In PostgreSQL, how does X work`: the question behind its lead-in.
	const found = raw.search(
		/[,.!]\s+(?:(?:in|at|of|on|for|from|by|with|to)\s+)?(?:what|which|who|whom|whose|when|where|why|how|is|are|do|does|did|can)\s[^,.]*$/iu,
	);
	// `A series, is written by someone born in what year`: a statement goes on behind its comma.
	const goesOn =
		/^[,.!]\s+(?:is|are|do|does|did|can)\s/iu.test(raw.slice(found)) &&
		/^(?:DET|PROPN|PRON|NOUN)$/u.test(tagsOf(raw)[0]?.pos ?? "");
	const led = goesOn ? -1 : found;
	const own = led < 0 ? raw : raw.slice(led + 1).trim();
	const clause = clauseOf(raw) ?? (led < 0 ? undefined : clauseOf(own));
	const kind = /^(?:compare|contrast)\s/iu.test(raw) ? "comparison" : kindOf(clauseOf(raw) ? raw : own);
	if (clause) {
		const lead =
			led > 0 && own !== raw && /^(?:in|for|with|on|under|at|within)\s[^,]{1,40}$/iu.test(raw.slice(0, led))
				? ` ${raw.charAt(0).toLowerCase()}${raw.slice(1, led)}`
				: "";
		const topic = topicOfClause(clause);
		return {
			text: asQuestion(raw),
			kind,
			clause,
			topic: topic && !/[.!]/u.test(led < 0 ? "" : raw.charAt(led)) ? `${topic}${lead}` : undefined,
			isPhrase: false,
		};
	}
	// `Explain what X is`: the order of a question inside.
	const request = withoutRequest(raw).replace(
		/^(what|who|where)\s+(?!(?:is|are|was|were)\s)(.+?)\s+(is|are|was|were)$/iu,
		"$1 $3 $2",
	);
	if (request === raw) {
		const states = statesSomething(raw);
		if (states && marked) return { text: asQuestion(raw), kind: "value", hole: holeIn(raw), isPhrase: false };
		return { text: asQuestion(`what is known about ${raw}`), kind, request: raw, topic: plain(raw), isPhrase: true };
	}
	// `Explain how X works`: the question behind the request.
	const inner = clauseOf(request);
	if (inner)
		return {
			text: inner.aux === "" && inner.subject !== "" ? capitalised(raw) : asQuestion(request),
			kind: kindOf(request),
			clause: inner,
			request,
			topic: topicOfClause(inner),
			isPhrase: false,
		};
	const topic = plain(request);
	return {
		text: kind === "comparison" ? capitalised(raw) : asQuestion(`what is known about ${topic}`),
		kind,
		request,
		topic,
		isPhrase: kind === "explanation",
	};
}

/** `What does related work say about TITLE?`: a verb of saying or knowing (WordNet), and behind its preposition all that is asked about. */
export function reportedOn(text: string): string | undefined {
	const [all = "", before = "", verb = "", title = ""] =
		/^(what\b[^?!.]{0,60}?\b)(\p{L}+)(?:\s+so far)?\s+(?:about|on|concerning|regarding)\s+(.+)$/iu.exec(text) ?? [];
	if (all === "" || tagsOf(text.slice(0, before.length + verb.length)).at(-1)?.pos !== "VERB") return undefined;
	const files = verbFiles(verb.toLowerCase());
	return files.includes("communication") || files.includes("cognition") ? bare(title) : undefined;
}

function statesSomething(raw: string): boolean {
	const tags = tagsOf(raw);
	return (
		tags.length > 4 &&
		tags.slice(1).some(({ pos, lower }) => pos === "AUX" || (pos === "VERB" && !lower.endsWith("ing")))
	);
}
