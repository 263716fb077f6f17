import { personNoun } from "../clauses.ts";
import { type Form, sentencesOf, wholeMax } from "../form.ts";
import { contentStems } from "../text/words.ts";
import { finiteVerbAt } from "./boundary.ts";
import { asDirect, type Clause, clauseOf } from "./clause.ts";
import { nominalOf } from "./nominal.ts";
import { antecedentIn, pointsBack, resolvedIn } from "./pronouns.ts";
import { type Topic, topicOfAsk } from "./subject.ts";
import { asQuestion, auxiliaries, capitalised, isPlural, prepositions, tokensOf, whWords } from "./tokens.ts";

/** One of the things that a user asks, as a sentence that can be understood alone. */
export interface Ask {
	/** `open` asks to explain a thing; `phrase` only names it; `statement` is a sentence with a hole, as quizzes word it. */
	kind: "question" | "open" | "list" | "compare" | "phrase" | "statement";
	text: string;
	/** What an imperative is about, or the phrase. Empty for questions. */
	object: string;
	clause?: Clause | undefined;
	/** What a lead-in holds true for all of it: `in PostgreSQL`. */
	context?: string | undefined;
	topic?: Topic | undefined;
}

const requests: readonly (readonly [Ask["kind"], RegExp])[] = [
	["compare", /^(?:please\s+)?(?:compare|contrast|compare and contrast)\s+(.+)$/iu],
	["list", /^(?:please\s+)?(?:list|enumerate|tabulate)\s+(?:(?:all|every|each|of)\s+)*(.+)$/iu],
	[
		"list",
		/^(?:please\s+)?(?:name|give(?: me)?|show(?: me)?|find(?: me)?)\s+(?:(?:all|every|each)(?:\s+of)?(?:\s+the)?|an? (?:complete |full )?(?:list|table) of|the list of)\s+(?:(?:all|the)\s+)*(.+)$/iu,
	],
	[
		"list",
		/^(?:please\s+)?(?:name|give(?: me)?|list)\s+(?=(?:two|three|four|five|six|seven|eight|nine|ten|several|some|\d+)\s)(.+)$/iu,
	],
	[
		"open",
		/^(?:please\s+)?(?:explain|describe|discuss|outline|summari[sz]e|review|analy[sz]e|investigate|research|tell me (?:more |something |all |everything )?about|(?:write|prepare) (?:me )?(?:a |an )?(?:short |brief |detailed )?(?:report|essay|summary|article|overview)? ?(?:about|on|of)|(?:give(?: me)?|provide) an? (?:brief |short |quick )?(?:overview|summary|introduction|explanation) (?:of|to|about)|an? (?:overview|summary) of|overview of|introduction to)\s+(.+)$/iu,
	],
];
/** A single thing is to be found: the same as asking what it is. */
const finding =
	/^(?:please\s+)?(?:find(?: me| out)?|give me|tell me|name|show me|identify|look up|get(?: me)?|state)\s+((?:the|its|an?)\s+.+|[\p{Lu}"“].+['’]s\s.+)$/iu;

/** The asks of a question, each with its words put so that it stands alone. */
export function asksIn(form: Form): Ask[] {
	if (!form.english) return [{ kind: "question", text: form.whole, object: "" }];
	const out: Ask[] = [];
	if (dangles(form))
		return [{ kind: "question", text: asQuestion(inContext(form)), object: "", clause: clauseOf(form.asks[0] ?? "") }];
	for (const raw of form.asks) {
		const first = out[0];
		const person = first?.clause?.wh === "who" ? nominalOf(first.clause) : undefined;
		const resolved = resolvedIn(raw, {
			topic: first?.topic,
			person: person && `the ${person}`,
			background: out.length === 0 ? form.background : "",
		});
		const ask = askOf(resolved, form.marked);
		const topic = topicOfAsk(ask);
		out.push(
			first?.topic && ask.kind === "question"
				? { ...ask, text: tied(ask.text, first.topic), topic }
				: { ...ask, topic: within(ask, topic) },
		);
	}
	return out;
}

/** `My battery drains. Why does this happen?`: only the whole says what is meant. */
function dangles({ asks, background }: Form): boolean {
	if (background === "") return false;
	if (
		pointsBack(asks[0] ?? "") &&
		antecedentIn(background, false) === undefined &&
		antecedentIn(background, true) === undefined
	)
		return true;
	return asks.some((ask) =>
		/\b(?:do|does|did|can|is|was|should|would)\s+(?:this|that)\s+\p{Ll}|\bi (?:do|fix|solve|avoid|prevent|stop) (?:it|this|that)$/iu.test(
			ask,
		),
	);
}

/** The whole of a short text; of a paragraph the sentence that opens it and those that ask. */
function inContext({ whole, background, core }: Form): string {
	return whole.length <= wholeMax ? whole : `${sentencesOf(background)[0] ?? ""} ${core}`;
}

function askOf(raw: string, marked: boolean): Ask {
	for (const [kind, pattern] of requests) {
		const object = pattern.exec(raw)?.[1]?.trim();
		if (!object) continue;
		if (kind === "open" && opensIndirect(object)) return questionOf(direct(object));
		return {
			kind,
			text: sentence(raw),
			object: kind === "open" ? object.replace(/^(?:the )?(?:concept|idea|notion|basics|topic) of\s+/iu, "") : object,
		};
	}
	const found = finding.exec(raw)?.[1];
	if (found)
		return questionOf(`${isPerson(found) ? "who" : "what"} ${isPlural(found) === true ? "are" : "is"} ${found}`);
	if (/^(?:what|which|who|whom|whose|when|where|why|how)\b/iu.test(raw)) return questionOf(direct(raw));
	const first = tokensOf(raw)[0]?.lower ?? "";
	if (auxiliaries.has(first.replace(/n['’]t$/u, "")) || clauseOf(raw)) return questionOf(raw);
	const led = ledIn(raw);
	if (led) return { kind: "question", text: asQuestion(raw), object: "", ...led };
	return isStatement(raw, marked)
		? { kind: "statement", text: marked ? asQuestion(raw) : sentence(raw), object: raw }
		: { kind: "phrase", text: sentence(raw), object: raw };
}

/** `In PostgreSQL, how does X work`: what stands in front, and the question itself. */
function ledIn(raw: string): { clause: Clause; context: string | undefined } | undefined {
	const [, lead = "", rest = ""] =
		/^(\p{L}[^,]*),\s+((?:(?:in|at|of|on|for|from|by|with|to)\s+)?(?:what|which|who|whom|whose|when|where|why|how)\s.+)$/iu.exec(
			raw,
		) ?? [];
	const clause = rest === "" ? undefined : clauseOf(rest);
	const narrows = /^(?:in|for|with|on|under|at|during|within)\s/iu.test(lead) && lead.split(" ").length <= 5;
	return clause && { clause, context: narrows ? lead.charAt(0).toLowerCase() + lead.slice(1) : undefined };
}

/** The lead-in narrows the topic: `In PostgreSQL, how does autovacuum work` is about autovacuum in PostgreSQL. */
function within({ context }: Ask, topic: Topic | undefined): Topic | undefined {
	return topic && context ? { ...topic, text: `${topic.text} ${context}` } : topic;
}

/** Nouns that mean nothing without what they belong to. */
const loose =
	/^(?:what|which)\s+(?:\p{L}+\s+)?(?:settings?|parameters?|options?|factors?|steps?|problems?|limits?|limitations?|alternatives?|tools?|examples?|risks?|costs?|benefits?|drawbacks?|requirements?|features?|types?|kinds?|versions?)\s+(?:is|are|matters?|exists?|should|can|do|does|affects?|applys?)\b(?!.*\s(?:of|for|in|with|to)\s)/iu;

/** A later question about loose things is tied to the topic of the first: `What settings matter most for autovacuum?` */
function tied(text: string, topic: Topic): string {
	const stems = new Set(contentStems(text));
	if (!loose.test(text) || contentStems(topic.text).some((one) => stems.has(one))) return text;
	return asQuestion(`${text.replace(/\?$/u, "")} for ${topic.text}`);
}

/** `…, and why?` */
export const tailAsk = /,?\s+and\s+(?:if so,?\s+)?(?:why|when|where|how(?:\s+(?:often|long|much|many|far))?)\??$/iu;

function questionOf(text: string): Ask {
	return { kind: "question", text: asQuestion(text), object: "", clause: clauseOf(text.replace(tailAsk, "")) };
}

function opensIndirect(object: string): boolean {
	return whWords.has(tokensOf(object)[0]?.lower ?? "");
}

/** `how Raft elects a leader`, `what MVCC is` → questions; a direct question stays as it is. */
function direct(text: string): string {
	const being =
		/^(what|who|where)\s+((?!is\b|are\b|was\b|were\b|do\b|does\b|did\b|can\b)[^,]+?)\s+(is|are|was|were|means?)$/iu.exec(
			text,
		);
	if (being) {
		const [, wh = "", subject = "", verb = ""] = being;
		if (/^means?$/iu.test(verb)) return `${wh} ${verb.endsWith("s") ? "does" : "do"} ${subject} mean`;
		return `${wh} ${verb} ${subject}`;
	}
	return asDirect(text) ?? text;
}

function isPerson(phrase: string): boolean {
	const head =
		/^(?:the|an?)\s+(?:\p{Ll}+\s+){0,2}?(\p{Ll}+)(?=\s+(?:of|who|that|for|at|in)\b|$)/iu.exec(phrase)?.[1] ?? "";
	return personNoun.test(head.toLowerCase());
}

/** A sentence with a verb of its own: `X was bought by this company`. A phrase has none. */
function isStatement(raw: string, marked: boolean): boolean {
	const tokens = tokensOf(raw);
	if (tokens.length < 5) return false;
	if (
		marked ||
		tokens.some(
			({ lower, fixed }, at) =>
				!fixed && at > 0 && /^(?:what|whom?|which)$/.test(lower) && prepositions.has(tokens[at - 1]?.lower ?? ""),
		)
	)
		return true;
	const stop = tokens.findIndex(({ lower }) => /^(?:when|if|that|which|who|whose|where|how|why|what)$/.test(lower));
	const main = stop < 0 ? tokens : tokens.slice(0, stop);
	if (main.some(({ lower }, at) => at > 0 && auxiliaries.has(lower))) return true;
	const verb = finiteVerbAt(tokens, raw);
	return stop > 0 && verb?.aux === "did" && verb.at < stop;
}

/** A request ends with a full stop, a phrase with nothing. */
function sentence(raw: string): string {
	const text = capitalised(raw.replace(/[\s,;:.?!]+$/u, ""));
	return /^(?:what|which|who|whose|when|where|why|how)\b/iu.test(text) ? `${text}?` : text;
}
