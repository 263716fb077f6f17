import { escapeRegExp } from "../../../base/text.ts";
import { namesIn } from "../../../text/entities.ts";
import { tagWords } from "../../../text/tags.ts";
import type { Clause } from "./clause.ts";
import { withoutArticle } from "./phrases.ts";

/** The things that a question compares, and the words that apply to all of them: `in Python`. */
export interface ComparedSides {
	names: string[];
	context: string;
	/** Aspects by which they are to be compared: `price`, `licence`. */
	aspects: string[];
	/** Whether one of them is the answer: `Which is older, A or B?` */
	choice: boolean;
}

const aspectPattern =
	/\s+(?:by|in terms of|with (?:regard|respect) to|regarding)\s+(?:(?:their|its|the)\s+)?(\P{Lu}.*)$/iu;
const sidesMax = 6;
/** A longer text is a clause. Words. */
const nameWordsMax = 8;

/** The things that an ask compares. Undefined if it compares none, or none with names (`the isolation levels of X`). */
export function comparedSides(text: string, clause: Clause | undefined): ComparedSides | undefined {
	const ask = text.replace(/[?.]$/u, "");
	const aspects = splitList(aspectPattern.exec(ask)?.[1] ?? "");
	const request = /^(?:compare|contrast)\s+(.+)$/iu.exec(ask.replace(aspectPattern, ""))?.[1];
	const compared = request?.replace(/\s(?:to|with|against)\s/iu, " and ") ?? comparedList(ask, clause);
	const { members, context } = listMembers(compared ?? choiceList(ask, clause) ?? "");
	if (members.length < 2 || members.some((name) => name.split(" ").length > nameWordsMax)) return undefined;
	return {
		names: members.slice(0, sidesMax),
		context,
		aspects: request === undefined ? [] : aspects,
		choice: compared === undefined,
	};
}

/** The compared things as a list, by a noun, a verb or adjective of difference, or `versus`. */
function comparedList(ask: string, clause: Clause | undefined): string | undefined {
	const related =
		/\b(?:differences?|trade-?offs?|comparison|similarit(?:y|ies)|distinction|choice)\s+(?:between|of)\s+(.+)$/iu.exec(
			ask,
		)?.[1];
	if (related !== undefined) return related;
	if (!clause)
		return /^(?:.*:\s*)?([^:,;]+?\s(?:versus|vs\.?|(?:as )?compared (?:with|to))\s[^:,;]+)/iu
			.exec(ask)?.[1]
			?.replace(/\s(?:as )?compared (?:with|to)\s/iu, " and ");
	if (!/^(?:differ|differs|compare|compares|different)$/iu.test(clause.verb || (clause.rest.split(" ")[0] ?? "")))
		return undefined;
	const other = /\b(?:from|to|with|against)\s+(.+)$/iu.exec(clause.rest)?.[1];
	return other === undefined ? clause.subject : `${clause.subject} and ${other}`;
}

/** The choices as a list: at the end, or names around an `or`. How, why, when and where ask for no choice. */
function choiceList(ask: string, clause: Clause | undefined): string | undefined {
	if (clause && !/^(?:be|which|what|who)$/u.test(clause.wh)) return undefined;
	const last = /(?:[,:]|\b(?:between|out of|use|choose|prefer)\b)\s*((?:[^,:]+,)*[^,:]+?\sor\s[^,]+)$/iu.exec(
		clause ? ask : `:${ask}`,
	);
	const names = namesIn(ask).map((name) => escapeRegExp(name));
	const pair = names.slice(1).map((name, at) => new RegExp(`${names[at]},? or (?:the )?${name}`, "u").exec(ask)?.[0]);
	const isBoth = clause?.wh === "be" && /\b(?:both|same|also|each)\b/iu.test(ask);
	return last?.[1] ?? pair.find((one) => one !== undefined) ?? (isBoth ? clause.subject : undefined);
}

/** `A, B and C`: the members between commas and links, without articles. A quoted title is one member. */
export function splitList(list: string): string[] {
	const unquoted = '(?=(?:[^"“”]*["“”][^"“”]*["“”])*[^"“”]*$)';
	return list
		.split(new RegExp(`(?:\\s*,\\s*(?:(?:and|or)\\s+)?|\\s+(?:and|or|versus|vs\\.?|&)\\s+)${unquoted}`, "iu"))
		.map((one) => withoutArticle(one.trim().replace(/^(?:both|either|between)\s+/iu, "")))
		.filter((one) => one !== "");
}

/**
 * The members of a list, each readable alone. A noun that stands once for all is added (`hard and soft links` → `hard links`). A noun
 * before names that says what they are is removed (`the brokers Alder and Birch` → `Alder`). `context`: the words after the last member
 * that apply to all.
 */
export function listMembers(list: string): { members: string[]; context: string } {
	const [first = "", ...others] = splitList(list);
	const last = others.at(-1) ?? first;
	const contextPattern = /\s(?:in|for|on|when|under|at|as|if|with)\s.+$/iu;
	const context = contextPattern.test(first) ? "" : (contextPattern.exec(last)?.[0] ?? "");
	const lastMember = last.slice(0, last.length - context.length);
	if (others.length === 0) return { members: [lastMember], context: context.trim() };
	const head = lastMember.split(" ").slice(1).join(" ");
	const firstName = /^(?:\p{Ll}[\p{L}-]*\s+)+(\p{Lu}.*)$/u.exec(first)?.[1];
	const isClass = firstName !== undefined && others.every((one) => /^[\p{Lu}\p{N}]/u.test(one));
	const members = [isClass ? firstName : first, ...others.slice(0, -1)];
	return {
		members: [...members.map((one) => (head !== "" && isAdjective(one) ? `${one} ${head}` : one)), lastMember],
		context: context.trim(),
	};
}

function isAdjective(name: string): boolean {
	const tags = tagWords(`the ${name} thing`);
	return tags.length === 3 && tags[1]?.pos === "ADJ";
}
