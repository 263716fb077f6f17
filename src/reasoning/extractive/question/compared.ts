import { tagsOf } from "../../text/tags.ts";
import { type Clause, plain } from "./clause.ts";
import { isQuoted } from "./words.ts";

/** Things that a question sets beside each other, and the words that hold for all of them: `in Python`. */
export interface Compared {
	names: string[];
	context: string;
	/** Aspects by which they are to be compared: `price`, `licence`. */
	aspects: string[];
	/** One of them is the answer: `Which is older, A or B?` */
	choice: boolean;
}

const aspectMark =
	/\s+(?:by|in terms of|with (?:regard|respect) to|regarding|based on)\s+(?:their\s+|its\s+|the\s+)?(.+)$/iu;
const contextMark = /\s+((?:in|for|on|when|under|at|as|if|with)\s+.+)$/iu;
const relation =
	/\b(?:differences?|trade-?offs?|comparison|similarit(?:y|ies)|distinction|choice)\s+(?:between|of)\s+(.+)$/iu;
const membersMax = 6;
const wordsMax = 8;

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
export function comparedIn(ask: string, clause: Clause | undefined): Compared | undefined {
	const found = sidesOf(ask, clause);
	if (!found || found.names.length < 2 || found.names.some((name) => name.split(" ").length > wordsMax))
		return undefined;
	return { ...found, names: found.names.slice(0, membersMax) };
}

function sidesOf(ask: string, clause: Clause | undefined): Compared | undefined {
	const request = /^(?:please\s+)?(?:compare|contrast)\s+(.+)$/iu.exec(ask)?.[1];
	if (request) {
		const aspects = aspectMark.exec(request)?.[1];
		const things = request.replace(aspectMark, "").replace(/\s+(?:to|with|against)\s+/iu, " and ");
		return { ...parted(things), aspects: aspects && /^\P{Lu}/u.test(aspects) ? membersOf(aspects) : [], choice: false };
	}
	const none = { aspects: [], choice: false };
	const related = relation.exec(ask)?.[1];
	if (related) return { ...parted(related), ...none };
	const versus = /^(?:.*:\s*)?(.+?)\s+(?:versus|vs\.?|compared (?:with|to))\s+(.+)$/iu.exec(ask);
	if (versus && !clause) return { ...parted(`${versus[1]} and ${versus[2]}`), ...none };
	if (
		clause &&
		/^(?:differ|differs|compare|compares|different)$/iu.test(clause.verb || (clause.rest.split(" ")[0] ?? ""))
	) {
		const other = /\b(?:from|to|with|against)\s+(.+)$/iu.exec(clause.rest)?.[1];
		return { ...parted(other ? `${clause.subject} and ${other}` : clause.subject), ...none };
	}
	const than = clause?.wh === "be" ? /^(.*?)\bthan\s+(.+)$/iu.exec(clause.rest) : undefined;
	if (clause && than && clause.subject !== "") return { ...parted(`${clause.subject} and ${than[2]}`), ...none };
	const or =
		/(?:,|:|\b(?:between|out of|use|choose|prefer)\b)\s*((?:[^,:]+,)*[^,:]+?\s+or\s+[^,]+)$/iu.exec(ask)?.[1] ??
		(clause ? undefined : /^([^,]+?\s+or\s+[^,]+?)(?:,|$)/iu.exec(ask)?.[1]);
	if (or) return { ...parted(or), aspects: [], choice: true };
	const named = namedChoice(ask);
	if (named) return { names: named, context: "", aspects: [], choice: true };
	const both = /\b(?:both|same|also|each)\b/iu.test(ask) && clause?.wh === "be" ? clause.subject : "";
	return both === "" ? undefined : { ...parted(both), aspects: [], choice: true };
}

/** Two names at an `or`: `Who was born first A or B`. */
function namedChoice(ask: string): string[] | undefined {
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
	const [first, before, after, last] = [tags[from], tags[or - 1], tags[or + 1], tags[to]];
	if (or < 1 || from === or || to === or || !first || !before || !after || !last) return undefined;
	return [ask.slice(first.start, before.end), ask.slice(after.start, last.end)].map(plain);
}

/** The members, with what the last one carries for all of them set apart, and with the noun that stands once for all. */
function parted(list: string): Pick<Compared, "names" | "context"> {
	const all = membersOf(list);
	const last = all.at(-1) ?? "";
	const context =
		all.length > 1 && !/\p{Lu}.*\s(?:in|for|on|with)\s.*\p{Lu}/u.test(all[0] ?? "")
			? (contextMark.exec(last)?.[1] ?? "")
			: "";
	const whole = context === "" ? last : last.replace(contextMark, "");
	const head = whole.includes(" ") ? whole.split(" ").slice(1).join(" ") : "";
	const full = all.slice(0, -1).map((name) => (head !== "" && isAdjective(name) ? `${name} ${head}` : name));
	return { names: [...full, whole], context };
}

function isAdjective(name: string): boolean {
	const tags = tagsOf(`the ${name} thing`);
	return tags.length === 3 && tags[1]?.pos === "ADJ";
}
