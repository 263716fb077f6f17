import {
	calendarWords,
	demonyms,
	givenNames,
	organizationWords,
	placeWords,
	titlesOfPersons,
	workWords,
} from "./name-words.ts";
import { isKnownWord, nounKinds } from "./wordnet.ts";
import { isStopWord, type Word, wordsIn } from "./words.ts";

export type EntityType = "person" | "place" | "organization" | "work" | "other";

/** A named thing in a text, with its place: `text.slice(start, end)` is exactly `.text`. */
export interface Entity {
	text: string;
	type: EntityType;
	start: number;
	end: number;
	/** It opens a sentence and only its capital letter speaks for it. */
	unsure: boolean;
}

/** Lower-case words that a name may hold between capitalised ones. */
const links: ReadonlySet<string> = new Set(
	"of the de la le du des del della di da dos von van der den ter und y e el al bin ibn ap af av zu st for and & on in at to by".split(
		" ",
	),
);
/** Links that need a cue beyond themselves: `Simon and Garfunkel` is one name, `Anna and Bert met` is two. */
const looseLinks: ReadonlySet<string> = new Set("and & on in at to by".split(" "));
const quoted = /(?:"([^"\n]{2,80})"|“([^”\n]{2,80})”|«([^»\n]{2,80})»)/gu;
const countingWords =
	/^(?:version|section|chapter|table|figure|part|volume|page|step|appendix|release|number|season|episode|day|week|phase|type|class|grade|level)$/;
/** Longest name in words; what is longer is a headline. */
const longestName = 9;

function isCapital(word: Word): boolean {
	return /^[\p{Lu}\p{Lt}]/u.test(word.text) || /^\p{Ll}+[\p{Lu}]/u.test(word.text);
}

function gapBetween(text: string, a: Word, b: Word): string {
	return text.slice(a.end, b.start);
}

function bare(word: Word): string {
	return word.lower.replace(/['’]s?$/, "");
}

function opensSentence(text: string, word: Word): boolean {
	const before = text.slice(Math.max(0, word.start - 6), word.start);
	return word.start === 0 || /(?:^|[.!?:]["'”’)\]]*\s+|\n\s*|[-*•]\s+)["'“‘([*_]*$/u.test(before);
}

/** The span of words that one name covers, from a capitalised word on; at least one word. */
function nameFrom(text: string, words: readonly Word[], first: number): number {
	let last = first;
	for (let at = first + 1; at < words.length && at - first < longestName; at++) {
		const [before, word] = [words[at - 1], words[at]];
		if (!before || !word) break;
		const gap = gapBetween(text, before, word);
		const initial = /^\p{Lu}$/u.test(before.text) || /^(?:jr|sr|st|dr|mt|ft|no|vol)$/.test(before.lower);
		if (!/^(?:[ \u00a0]|-| & )$/.test(gap) && !(initial && /^\.[ \u00a0]?$/.test(gap))) {
			if (!(gap === ", " && /^(?:jr|sr|inc|ltd|iii|ii)$/.test(word.lower))) break;
		}
		if (/['’]s?$/.test(before.text) && before.text.length > 2 && !isCapital(word)) break;
		if (isCapital(word)) {
			if (/['’]s$/.test(before.lower) && at - 1 === first && placeNameOnly(before)) break;
			last = at;
			continue;
		}
		if (/^\d/.test(word.text) && at - 1 === last && /^\d{1,4}$|^\d+[a-z]{0,2}$/i.test(word.text)) {
			// `Windows 10`, `Boeing 747`; a year after a month is a date, and a bare year is none of the name's.
			if (!calendarWords.has(before.lower) && !/^(?:1[5-9]|20)\d\d$/.test(word.text)) last = at;
			continue;
		}
		if (!links.has(word.lower)) break;
	}
	return last;
}

function placeNameOnly(word: Word): boolean {
	const kinds = nounKinds(bare(word));
	return kinds[0] === "location";
}

/** A run that is held together by a loose link is parted at it, unless its left side cannot stand alone or a title is announced. */
function partedAt(words: readonly Word[], first: number, last: number): number {
	if (workWords.has(words[first - 1]?.lower ?? "")) return last;
	for (let at = first + 1; at < last; at++) {
		const lower = words[at]?.lower ?? "";
		if (!looseLinks.has(lower)) continue;
		const left = words.slice(first, at).map(bare);
		const right = words.slice(at + 1, last + 1).map(bare);
		const heads = left.some(
			(word) =>
				organizationWords.has(word) ||
				/^(?:battle|war|treaty|department|ministry|school|institute|society|university|center|centre|museum)$/.test(
					word,
				),
		);
		if (lower === "and" && heads && right.length <= 2) continue;
		if (lower === "at" && heads) continue;
		if (lower === "&") continue;
		return at - 1;
	}
	return last;
}

function typeOf(text: string, name: string, words: readonly Word[], start: number, end: number): EntityType {
	const parts = words.map(bare);
	const of = parts.indexOf("of");
	// The head of `Chief of Protocol` is what stands before its first `of`.
	const [firstPart = "", lastPart = ""] = [parts[0], of > 0 ? parts[of - 1] : parts.at(-1)];
	const after = text.slice(end, end + 40);
	if (
		/^\s\((?:[^)]*\b)?(?:film|novel|song|album|book|play|series|video game|magazine|opera|manga|TV series)\)/i.test(
			after,
		)
	)
		return "work";
	if (parts.length > 1 && workWords.has(lastPart)) return "work";
	const known = nounKinds(name);
	if (known.includes("person") && parts.length > 1) return "person";
	if (
		organizationWords.has(lastPart) ||
		(parts.length > 1 &&
			/^(?:university|department|ministry|bank|institute|society|church|house|college|bureau)$/.test(firstPart))
	)
		return "organization";
	if (
		placeWords.has(lastPart) ||
		(parts.length > 1 &&
			/^(?:mount|lake|river|cape|fort|port|isle|gulf|bay|saint|san|santa|los|las|new|north|south|east|west)$/.test(
				firstPart,
			) &&
			known[0] !== "person")
	) {
		if (known.length === 0 || known.includes("location") || known.includes("object") || known.includes("artifact"))
			return "place";
	}
	if (known[0] === "location") return "place";
	if (known.includes("location") && !givenNames.has(firstPart)) return "place";
	if (titlesOfPersons.has(firstPart) && parts.length > 1) return "person";
	if (parts.length >= 2 && parts.length <= 5 && givenNames.has(firstPart) && !parts.includes("the")) return "person";
	if (
		parts.length >= 2 &&
		/^(?:\p{Lu}[\p{L}'’.-]*\.? ){1,3}\p{Lu}[\p{L}'’-]+$/u.test(name) &&
		/^\s?(?:\(born|\((?:c\. )?\d{4}\s?[–-]|\([A-Z][a-z]+ \d{1,2}, \d{4}|,? who\b)/.test(after)
	)
		return "person";
	if (/\b\p{Lu}\. \p{Lu}/u.test(name)) return "person";
	if (known[0] === "person") return "person";
	if (known[0] === "group") return "organization";
	if (
		/(?:^|\s)(?:in|at|near|from)\s(?:the\s)?$/.test(text.slice(Math.max(0, start - 12), start)) &&
		parts.length <= 3 &&
		/^(?:,\s\p{Lu}|\.|,|\s(?:and|where))/u.test(after)
	)
		return "place";
	return parts.length === 1 && givenNames.has(firstPart) ? "person" : "other";
}

/** Quoted titles: `"Big Stone Gap"`. */
function worksIn(text: string): Entity[] {
	return [...text.matchAll(quoted)].flatMap((match) => {
		const inner = match[1] ?? match[2] ?? match[3] ?? "";
		if (!/^[\p{Lu}\p{N}]/u.test(inner) || inner.split(/\s+/).length > 12 || /[.!?]\s+\p{Lu}/u.test(inner)) return [];
		const start = match.index + 1;
		const cut = inner.replace(/[,.;]+$/, "");
		return [{ text: cut, type: "work" as const, start, end: start + cut.length, unsure: false }];
	});
}

/** Whether a lone capitalised word at the head of a sentence is just a word. */
function isJustAWord(word: Word, alone: boolean): boolean {
	if (isStopWord(word.lower)) return true;
	if (!alone || givenNames.has(word.lower)) return false;
	if (/^\p{Lu}{2,}|\p{Ll}\p{Lu}/u.test(word.text)) return false;
	return isKnownWord(word.lower) ? nounKinds(word.lower)[0] !== "location" : false;
}

/** A common word in capitals (`VACUUM`, `NOTE`), or capitals in the plural (`IDs`): no name. */
function isShouted(word: Word): boolean {
	if (/^\p{Lu}{1,3}s$/u.test(word.text)) return true;
	return /^\p{Lu}{3,}$/u.test(word.text) && isKnownWord(word.lower) && nounKinds(word.lower)[0] !== "location";
}

/** The named things of a text, in order, without overlaps. Names of months and peoples (`French`) alone are none. */
export function entitiesIn(text: string): Entity[] {
	const works = worksIn(text);
	const words = wordsIn(text);
	const out: Entity[] = [];
	for (let at = 0; at < words.length; at++) {
		let first = at;
		const word = words[first];
		if (!word || !isCapital(word)) continue;
		if (works.some((work) => word.start >= work.start && word.start < work.end)) continue;
		const atHead = opensSentence(text, word);
		let last = partedAt(words, first, nameFrom(text, words, first));
		if (
			atHead &&
			isStopWord(word.lower) &&
			!(word.lower === "the" && last - first >= 2 && /\p{Lu}/u.test(words[first + 1]?.text[0] ?? ""))
		)
			first++;
		else if (isStopWord(word.lower) && last > first && word.lower !== "the") first++;
		else if (word.lower === "the") first++;
		// `Specifies the …`: a verb that opens a sentence is no part of the name behind its object's article.
		else if (
			atHead &&
			last > first &&
			links.has(words[first + 1]?.lower ?? "") &&
			words[first + 1]?.lower !== "of" &&
			isJustAWord(word, true)
		) {
			while (first < last && (first === at || links.has(words[first]?.lower ?? ""))) first++;
		}
		while (last > first && !isCapital(words[last] ?? word) && !/^\d/.test(words[last]?.text ?? "")) last--;
		const [head, tail] = [words[first], words[last]];
		if (!head || !tail || first > last || !(isCapital(head) || /^\d/.test(head.text))) continue;
		at = last;
		const span = words.slice(first, last + 1);
		if (
			span.every(
				(each) =>
					calendarWords.has(bare(each)) || demonyms.has(bare(each)) || isStopWord(each.lower) || isShouted(each),
			)
		)
			continue;
		if (span.length === 1 && head.text.length === 1) continue;
		// `Version 4.2`, `Section 3`: a word that counts, not a name.
		if (
			span.length === 1 &&
			/^\s\d/.test(text.slice(head.end, head.end + 2)) &&
			isKnownWord(head.lower) &&
			nounKinds(head.lower)[0] !== "location"
		)
			continue;
		if (span.length === 2 && /^\d/.test(tail.text) && countingWords.test(head.lower)) continue;
		if (atHead && first === at && isJustAWord(head, true)) continue;
		if (span.length === 1 && atHead && isJustAWord(head, true)) continue;
		const end = tail.end - (/['’]s?$/.exec(tail.text)?.[0].length ?? 0);
		const name = text.slice(head.start, end);
		const type = typeOf(text, name, span, head.start, end);
		out.push({ text: name, type, start: head.start, end, unsure: atHead && span.length === 1 });
	}
	return [...out, ...works].toSorted((a, b) => a.start - b.start);
}
