import { type Ask, tailAsk } from "./asks.ts";
import type { Clause } from "./clause.ts";
import { openNouns } from "./subject.ts";
import { usageOf } from "./usage.ts";

/** Things that a question sets beside each other, and the words that hold for all of them: `in Python`. */
export interface Compared {
	names: string[];
	/** The same with their articles: `a sequential scan`. */
	sides: string[];
	context: string;
	/** Aspects by which they are to be compared: `price`, `licence`. */
	aspects: string[];
}

const aspectMark =
	/\s+(?:by|in terms of|with (?:regard|respect) to|with regards to|regarding|based on|on)\s+(?:their\s+|its\s+|the\s+)?(.+)$/iu;
const contextMark = /\s+((?:in|for|on|when|under|at|as|if|with)\s+.+)$/iu;

/** `A or B`, `A and B`, `A, B and C`: what stands between the links, without articles in front of the first words. */
export function membersOf(list: string): string[] {
	return list
		.split(/\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|versus|vs\.?)\s+/iu)
		.map((one) => one.replace(/^(?:the|both|either|between|an?)\s+/iu, "").trim())
		.filter((one) => one !== "");
}

/** The things that the asks compare; undefined when they compare nothing, or things without names (`the isolation levels of X`). */
export function comparedIn(asks: readonly Ask[]): Compared | undefined {
	for (const ask of asks) {
		const found =
			ask.kind === "compare"
				? ofRequest(ask.object)
				: ask.clause
					? ofClause(ask.clause, ask.text)
					: ofPhrase(ask.object);
		if (found && found.names.length > 1 && found.names.every((name) => name.split(" ").length <= 6))
			return {
				...found,
				names: found.names.slice(0, 6),
				sides: found.sides.slice(0, 6),
				context: found.context === "" ? (ask.context ?? "") : found.context,
			};
	}
	return undefined;
}

function ofRequest(object: string): Compared {
	const aspects = aspectMark.exec(object)?.[1];
	const things = object.replace(aspectMark, "").replace(/\s+(?:to|with|against)\s+/iu, " and ");
	return { ...parted(things), aspects: aspects && !/\p{Lu}/u.test(aspects.charAt(0)) ? membersOf(aspects) : [] };
}

function ofPhrase(object: string): Compared | undefined {
	const inner = differing.exec(object)?.[1];
	if (inner) return { ...parted(inner), aspects: [] };
	return /\s(?:versus|vs\.?)\s/iu.test(object) ? { ...parted(object), aspects: [] } : undefined;
}

const differing =
	/\b(?:differences?|trade-?offs?|comparison|similarit(?:y|ies)|distinction|relationship|choice)\s+(?:between|of)\s+(.+)$/iu;

function ofClause(clause: Clause, text: string): Compared | undefined {
	const { subject, verb, rest, wh, aux } = clause;
	const none: string[] = [];
	const inner = differing.exec(subject === "" ? rest : subject)?.[1];
	if (
		inner &&
		(openNouns.test(subject) ||
			/^(?:the\s+)?(?:trade|comparison|similarit|choice|\p{L}+\s+differences?)/iu.test(subject))
	)
		return { ...parted(inner), aspects: none };
	if (/^(?:differ|compare|different)$/iu.test(verb)) {
		const other = /^(?:from|to|with|against)\s+(.+)$/iu.exec(rest)?.[1];
		return other ? { ...parted(`${subject} and ${other}`), aspects: none } : { ...parted(subject), aspects: none };
	}
	const judged = /\b(?:better|worse|preferable|faster|safer|cheaper|easier|slower)\b/iu.test(text) || aux === "should";
	const choice = /(?:,|:|\bbetween\b|\bout of\b)\s+([^,:]+?\s+or\s+[^,]+)$/iu.exec(
		text.replace(tailAsk, "").replace(/\?$/u, ""),
	)?.[1];
	if (judged && choice && wh !== "be") return { ...parted(choice), aspects: none };
	if (judged && wh === "be") {
		const than = /\bthan\s+(.+)$/iu.exec(rest)?.[1];
		if (than && subject !== "") return { ...parted(`${subject} and ${than}`), aspects: none };
		if (aux === "should" && /\sor\s/iu.test(rest)) return { ...parted(rest), aspects: none };
	}
	return undefined;
}

/** The members, with what the last one carries for all of them set apart. */
function parted(list: string): Pick<Compared, "names" | "sides" | "context"> {
	const names = membersOf(list);
	const last = names.at(-1) ?? "";
	const context = names.length > 1 ? (contextMark.exec(last)?.[1] ?? "") : "";
	const whole = last.replace(contextMark, "");
	// `optimistic and pessimistic locking`: the noun stands once, for both.
	const head = whole.includes(" ") ? whole.split(" ").slice(1).join(" ") : "";
	const full = names.slice(0, -1).map((name) => (head !== "" && isAdjective(name) ? `${name} ${head}` : name));
	const all = [...full, whole];
	const article = (name: string) =>
		new RegExp(`(?<!\\p{L})(an?|the)\\s+${name.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&")}`, "iu")
			.exec(list)?.[1]
			?.toLowerCase();
	const sides = all.map((name) => (article(name) ? `${article(name)} ${name}` : name));
	return { names: all, sides, context };
}

function isAdjective(word: string): boolean {
	if (!/^\p{Ll}[\p{L}-]*$/u.test(word)) return false;
	const { noun, adjective } = usageOf(word);
	return adjective > noun;
}
