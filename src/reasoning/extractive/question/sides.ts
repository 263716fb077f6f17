import { tagsOf } from "../../text/tags.ts";
import type { Clause } from "./clause.ts";
import { isQuoted, plain } from "./words.ts";

/** Things that a question sets beside each other, and the words that hold for all of them: `in Python`. */
export interface Sides {
	names: string[];
	context: string;
	/** Aspects by which they are to be compared: `price`, `licence`. */
	aspects: string[];
	/** One of them is the answer: `Which is older, A or B?` */
	choice: boolean;
}

const aspectMark =
	/\s+(?:by|in terms of|with (?:regard|respect) to|regarding|based on)\s+(?:(?:their|its|the)\s+)?(\P{Lu}.*)$/iu;
const contextMark = /\s+((?:in|for|on|when|under|at|as|if|with)\s+.+)$/iu;
const sidesMost = 6;
/** What is longer is a clause. Words. */
const wordsMost = 8;

/** `A, B and C`: what stands between commas and links, without articles; a quoted title is one. */
export function membersOf(list: string): string[] {
	const out: string[] = [];
	let from = 0;
	for (const link of list.matchAll(/\s*,\s*(?:(?:and|or)\s+)?|\s+(?:and|or|versus|vs\.?|&)\s+/giu)) {
		if (isQuoted(list.slice(0, link.index))) continue;
		out.push(list.slice(from, link.index));
		from = link.index + link[0].length;
	}
	return [...out, list.slice(from)]
		.map((one) => plain(one.trim().replace(/^(?:both|either|between)\s+/iu, "")))
		.filter((one) => one !== "");
}

/** What an ask compares; undefined when it compares nothing, or things without names (`the isolation levels of X`). */
export function sidesOf(text: string, clause: Clause | undefined): Sides | undefined {
	const ask = text.replace(/[?.]$/u, "");
	const aspects = aspectMark.exec(ask)?.[1] ?? "";
	const request = /^(?:compare|contrast)\s+(.+)$/iu
		.exec(ask.replace(aspectMark, ""))?.[1]
		?.replace(/\s(?:to|with|against)\s/iu, " and ");
	if (request !== undefined) return parted(request, aspects, false);
	const list = comparedIn(ask, clause);
	return list === undefined ? parted(choiceIn(ask, clause), "", true) : parted(list, "", false);
}

/** The list of what is compared, as the wording has it: by a noun, a verb or adjective of difference, or `versus`. */
function comparedIn(ask: string, clause: Clause | undefined): string | undefined {
	const noun =
		/\b(?:differences?|trade-?offs?|comparison|similarit(?:y|ies)|distinction|choice)\s+(?:between|of)\s+(.+)$/iu;
	const versus =
		/^(?:.*:\s*)?(.+?)\s+(?:versus|vs\.?|(?:as )?(?:compared|opposed) (?:with|to))\s+(.+?)(?:\s[-–—]\s.*|[:,;].*)?$/iu.exec(
			ask,
		);
	const related = noun.exec(ask)?.[1];
	if (related !== undefined) return related;
	if (versus && !clause) return `${versus[1]} and ${versus[2]}`;
	if (
		!clause ||
		!/^(?:differ|differs|compare|compares|different)$/iu.test(clause.verb || (clause.rest.split(" ")[0] ?? ""))
	)
		return undefined;
	const other = /\b(?:from|to|with|against)\s+(.+)$/iu.exec(clause.rest)?.[1];
	return other === undefined ? clause.subject : `${clause.subject} and ${other}`;
}

/** The list of which one is the answer. How, why, when and where ask for no such thing. */
function choiceIn(ask: string, clause: Clause | undefined): string | undefined {
	if (clause && !/^(?:be|which|what|who)$/u.test(clause.wh)) return undefined;
	const or =
		/(?:,|:|\b(?:between|out of|use|choose|prefer)\b)\s*((?:[^,:]+,)*[^,:]+?\s+or\s+[^,]+)$/iu.exec(ask)?.[1] ??
		(clause ? undefined : /^([^,]+?\s+or\s+[^,]+?)(?:,|$)/iu.exec(ask)?.[1]);
	if (or !== undefined) return or;
	const isBoth = clause?.wh === "be" && /\b(?:both|same|also|each)\b/iu.test(ask);
	return namesAtOr(ask) ?? (isBoth ? clause.subject : undefined);
}

/** Two names at an `or`: `Who was born first A or B`. */
function namesAtOr(ask: string): string | undefined {
	const tags = tagsOf(ask);
	const isName = (at: number) =>
		/^(?:PROPN|NUM)$/u.test(tags[at]?.pos ?? "") ||
		(/^(?:of|the)$/u.test(tags[at]?.lower ?? "") &&
			/^(?:PROPN|DET)$/u.test(tags[at + 1]?.pos ?? "") &&
			tags[at - 1]?.pos !== "AUX");
	const or = tags.findIndex(({ lower }) => lower === "or");
	let [from, to] = [or, or];
	while (from > 0 && isName(from - 1)) from--;
	while (to + 1 < tags.length && isName(to + 1)) to++;
	return from === or || to === or ? undefined : ask.slice(tags[from]?.start, tags[to]?.end);
}

/** The members, with what the last one carries for all of them set apart, and with the noun that stands once for all. */
function parted(list: string | undefined, aspects: string, choice: boolean): Sides | undefined {
	const all = membersOf(list ?? "");
	const last = all.at(-1) ?? "";
	const context = /\p{Lu}.*\s(?:in|for|on|with)\s.*\p{Lu}/u.test(all[0] ?? "")
		? ""
		: (contextMark.exec(last)?.[1] ?? "");
	const whole = context === "" ? last : last.replace(contextMark, "");
	const head = whole.split(" ").slice(1).join(" ");
	const names = [
		...all.slice(0, -1).map((name) => (head !== "" && isAdjective(name) ? `${name} ${head}` : name)),
		whole,
	];
	if (names.length < 2 || names.some((name) => name.split(" ").length > wordsMost)) return undefined;
	return { names: names.slice(0, sidesMost), context, aspects: aspects === "" ? [] : membersOf(aspects), choice };
}

function isAdjective(name: string): boolean {
	const tags = tagsOf(`the ${name} thing`);
	return tags.length === 3 && tags[1]?.pos === "ADJ";
}
