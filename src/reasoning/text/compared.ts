import type { Entity } from "./entities.ts";

/** Two things that a question sets beside each other. */
export interface Pair {
	names: string[];
	/** One of them is the answer: `A or B?`. */
	choice: boolean;
}

const none: Pair = { names: [], choice: false };
const links = /^(?:of|the|de|la|le|van|von|der|den|for|in|on|at|to|and|&|a|an|with|from|del|di|da|y|no\.?|vs?\.?)$/;
const nameWord = /^["“'(]*[\p{Lu}\p{N}#&]/u;

function trimmedName(name: string): string {
	return name
		.replace(/^(?:the|a|an|either|both|between|of|is|was|were|are|out)\s+(?=\S)/i, "")
		.replace(/[?,.;:\s]+$/, "")
		.replace(/^["“]|["”]$/g, "")
		.trim();
}

/** The name that ends a piece of text: words back from its end as long as they look like a name's. */
function endingName(text: string): string {
	const quoted = /["“]([^"“”]+)["”],?$/.exec(text.trim())?.[1];
	if (quoted) return quoted;
	const words = text.trim().replace(/,$/, "").split(/\s+/);
	let at = words.length;
	while (at > 0) {
		const word = words[at - 1] ?? "";
		if (/[,:;]$/.test(word) && at < words.length) break;
		if (!nameWord.test(word) && !links.test(word)) break;
		at--;
	}
	while (at < words.length && links.test(words[at] ?? "") && !/^the$/i.test(words[at] ?? "")) at++;
	return words.slice(at).join(" ");
}

/** The name that opens a piece of text. */
function openingName(text: string): string {
	const quoted = /^(?:the\s+)?["“]([^"“”]+)["”]/i.exec(text.trim())?.[1];
	if (quoted) return quoted;
	const words = text.trim().split(/\s+/);
	let to = 0;
	for (const [at, word] of words.entries()) {
		if (nameWord.test(word)) to = at + 1;
		else if (!links.test(word)) break;
		if (/[,;:?]$/.test(word)) break;
	}
	return words.slice(0, to).join(" ");
}

/** A list after a comma or colon whose names are written in small letters: `…, hot toddy or kir`. */
function afterBorder(left: string): string {
	return /[,:]\s*([^,:]{2,60})$/.exec(left)?.[1] ?? "";
}

function eitherOr(plain: string, works: readonly Entity[]): Pair {
	for (const match of plain.matchAll(/\s*,?\s+or\s+/g)) {
		if (works.some((work) => match.index >= work.start && match.index < work.end)) continue;
		const before = plain.slice(0, match.index);
		const after = plain.slice(match.index + match[0].length);
		const left = endingName(before) || afterBorder(before);
		const short = after.split(/\s+/).length <= 4;
		const right = openingName(after) || (short && afterBorder(before) ? after : "");
		const asks =
			/^(?:is|are|was|were|do|does|did|has|have|had|can|which|who|what|whose|between|out|in|of)\b|\b(?:which|who|what)\b/i.test(
				plain,
			);
		const ends =
			after.slice(right.length).trim().length === 0 ||
			/^(?:is|are|was|were|do|does|did|has|have)\b/i.test(plain) ||
			/^\W*(?:which|who|has|is|was|the)\b/i.test(after.slice(right.length));
		if (left && right && asks && ends) return { names: [trimmedName(left), trimmedName(right)], choice: true };
	}
	return none;
}

/** `A or B`, `between A and B, which …`, `A and B both …`. Names are taken from the wording: titles may hold small words. */
export function pairIn(question: string, entities: readonly Entity[]): Pair {
	const plain = question.replace(/\s+/g, " ").replace(/\s*\?+\s*$/, "");
	const works = entities.filter((entity) => entity.type === "work");
	const choice = eitherOr(plain, works);
	if (choice.names.length === 2) return choice;
	for (const match of plain.matchAll(/\s+and\s+/g)) {
		if (works.some((work) => match.index >= work.start && match.index < work.end)) continue;
		const left = trimmedName(endingName(plain.slice(0, match.index)));
		const right = trimmedName(openingName(plain.slice(match.index + match[0].length)));
		if (!left || !right) continue;
		const between =
			/\b(?:in\s+)?between\s*$/i.test(plain.slice(0, plain.indexOf(left))) ||
			/\bout of\s*$/i.test(plain.slice(0, plain.indexOf(left)));
		if (between && /\b(?:which|who|what)\b/i.test(plain)) return { names: [left, right], choice: true };
		if (
			/\b(?:both|same|common|share|shared|either|different|similar|difference|alike)\b/i.test(plain) ||
			/^(?:are|were|do|did|have|is|was|can)\b/i.test(plain)
		)
			return { names: [left, right], choice: false };
	}
	return /\b(?:both|same|which of|who of)\b/i.test(plain) && entities.length === 2
		? { names: entities.map((entity) => entity.text), choice: false }
		: none;
}
