import { tagsOf } from "../../text/tags.ts";
import { isQuoted, plain } from "./words.ts";

/** A coordination, `A, B and C in X`, and what its last member carries for all of them: `in X`. */
export interface Listed {
	members: string[];
	context: string;
}

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

/**
 * The members of a list, each readable alone: with the noun that stands once for all (`hard and soft links` → `hard links`), and without
 * the noun that says in front of names what they are (`the brokers Alder and Birch` → `Alder`).
 */
export function listed(list: string): Listed {
	const [first = "", ...others] = membersOf(list);
	const last = others.at(-1) ?? first;
	const own = /\s(?:in|for|on|when|under|at|as|if|with)\s.+$/iu;
	const context = own.test(first) ? "" : (own.exec(last)?.[0] ?? "");
	const whole = last.slice(0, last.length - context.length);
	if (others.length === 0) return { members: [whole], context: context.trim() };
	const head = whole.split(" ").slice(1).join(" ");
	const named = /^(?:\p{Ll}[\p{L}-]*\s+)+(\p{Lu}.*)$/u.exec(first)?.[1];
	const isClass = named !== undefined && others.every((one) => /^[\p{Lu}\p{N}]/u.test(one));
	const members = [isClass ? named : first, ...others.slice(0, -1)];
	return {
		members: [...members.map((one) => (head !== "" && isAdjective(one) ? `${one} ${head}` : one)), whole],
		context: context.trim(),
	};
}

function isAdjective(name: string): boolean {
	const tags = tagsOf(`the ${name} thing`);
	return tags.length === 3 && tags[1]?.pos === "ADJ";
}
