import type { Claim } from "../../../evidence/claim.ts";
import { type Quantity, quantitiesIn } from "../../../evidence/numbers.ts";
import type { Answer } from "../../../evidence/report.ts";
import type { WriteInput } from "../../reasoner.ts";
import { entitiesIn } from "../language/entities.ts";
import { demonyms } from "../language/names.ts";
import type { QuestionParts } from "../language/question.ts";
import { plainTitle } from "../language/resolve.ts";
import { isKindOf } from "../language/wordnet.ts";
import { contentStems, wordsIn } from "../language/words.ts";
import { candidatesIn } from "./candidates.ts";

interface Side {
	name: string;
	claims: Claim[];
}

/** The claims about each of the things compared: from the page of that name, else those that name it first. */
function sidesOf(names: readonly string[], input: WriteInput): Side[] {
	return names.map((name) => {
		const stems = new Set(contentStems(name));
		const match = (text: string) => {
			const own = contentStems(text);
			return own.length > 0 && stems.size > 0 && [...stems].every((stem) => own.includes(stem));
		};
		const titled = new Set(
			input.sources
				.filter((source) => match(plainTitle(source.title)) || covers(plainTitle(source.title), stems))
				.map((source) => source.id),
		);
		const own = input.claims.filter((claim) => titled.has(claim.sourceId));
		return {
			name,
			claims:
				own.length > 0
					? own
					: input.claims.filter((claim) => match(claim.text.slice(0, Math.max(80, name.length * 2)))),
		};
	});
}

/** A title of at least half of the name's words, with no words of its own: `Guns N' Roses` for `the band Guns N Roses`. */
function covers(title: string, name: ReadonlySet<string>): boolean {
	const own = contentStems(title);
	return own.length > 0 && own.every((stem) => name.has(stem)) && own.length * 2 >= name.size;
}

interface Measured {
	value: number;
	claim: Claim;
	text: string;
}

const birth = /\b(?:born|b\.)\s*[^)]{0,40}$|\(\s*$/i;
const start =
	/\b(?:founded|formed|established|started|began|launched|created|opened|released|published|built|completed|premiered|debuted|introduced|first|is an?|was an?|in)\b[^.;]{0,60}$/i;

function birthOf(side: Side): Measured | undefined {
	return dateOf(side, birth) ?? dateOf(side, /\bborn\b/i);
}

/** The second date of `(4 May 1900 – 3 June 1970)`, else the one after `died`. */
function deathOf(side: Side): Measured | undefined {
	for (const claim of side.claims) {
		const dates = quantitiesIn(claim.quote).filter((quantity) => quantity.kind === "date");
		for (const [at, date] of dates.entries()) {
			const before = dates[at - 1];
			if (date.span && before && /^[^.;)]{0,30}[–—-]\s?$/.test(claim.quote.slice(before.end, date.start)))
				return { value: date.span.from, claim, text: date.text };
		}
	}
	return dateOf(side, /\bdied\b[^.;]{0,60}$/i);
}

function dateOf(side: Side, before: RegExp): Measured | undefined {
	for (const claim of side.claims)
		for (const quantity of quantitiesIn(claim.quote))
			if (
				quantity.kind === "date" &&
				quantity.span &&
				before.test(claim.quote.slice(Math.max(0, quantity.start - 80), quantity.start))
			)
				return { value: quantity.span.from, claim, text: quantity.text };
	return undefined;
}

/** The amount that a claim states beside the question's words. */
function amountOf(side: Side, parts: QuestionParts): Measured | undefined {
	const wanted = new Set(parts.stems);
	for (const name of contentStems(side.name)) wanted.delete(name);
	let best: (Measured & { score: number }) | undefined;
	for (const claim of side.claims)
		for (const quantity of quantitiesIn(claim.quote)) {
			if (quantity.kind === "date" || quantity.kind === "ordinal" || quantity.kind === "version") continue;
			const around = contentStems(claim.quote.slice(Math.max(0, quantity.start - 50), quantity.end + 40));
			const score = around.filter((stem) => wanted.has(stem)).length;
			if (score > 0 && (!best || score > best.score))
				best = { value: inUnits(quantity), claim, text: quantity.text, score };
		}
	return best;
}

function inUnits(quantity: Quantity): number {
	return quantity.value;
}

const ages = /^(?:older|oldest|elder|younger|youngest)$/;
const times = /^(?:first|earlier|earliest|later|latest|last|newer|newest|before|after|older|oldest|longer|longest)$/;

function measuresOf(
	sides: readonly Side[],
	parts: QuestionParts,
	question: string,
): { values: (Measured | undefined)[]; greatest: boolean; what: string } {
	const by = parts.comparison?.by ?? "";
	if (/\bdied\b/i.test(question) && times.test(by))
		return { values: sides.map(deathOf), greatest: /^(?:later|latest|last|after)/.test(by), what: "died" };
	const persons = /\bborn\b/i.test(question) || (ages.test(by) && sides.every((side) => birthOf(side)));
	// The greater age is the smaller date.
	if (persons && (ages.test(by) || times.test(by)))
		return { values: sides.map(birthOf), greatest: /^(?:young|later|last|after|newe)/.test(by), what: "born" };
	if (times.test(by) && !/^long/.test(by))
		return {
			values: sides.map((side) => dateOf(side, start) ?? dateOf(side, /\($/) ?? dateOf(side, /./)),
			greatest: /^(?:later|latest|last|newe|after|young)/.test(by),
			what: "dated",
		};
	return {
		values: sides.map((side) => amountOf(side, parts)),
		greatest: parts.comparison?.kind === "greatest",
		what: "",
	};
}

/** `Which is older, A or B?`: worked out from the dates or amounts that claims state for each. Undefined when one is missing or both are equal. */
export function greaterOf(input: WriteInput, parts: QuestionParts): Answer | undefined {
	if (parts.compared.length !== 2 || !parts.comparison || !/greatest|least/.test(parts.comparison.kind))
		return undefined;
	const sides = sidesOf(parts.compared, input);
	const { values, greatest, what } = measuresOf(sides, parts, input.question);
	const [left, right] = values;
	const [a, b] = sides;
	if (!left || !right || !a || !b || left.value === right.value) return undefined;
	const first = left.value > right.value === greatest;
	const pair = `${a.name}: ${what ? `${what} ` : ""}${left.text}; ${b.name}: ${what ? `${what} ` : ""}${right.text}`;
	return {
		text: first ? a.name : b.name,
		claimIds: [...new Set([left.claim.id, right.claim.id])],
		confidence: "medium",
		alternatives: [],
		why: `worked out from ${pair}`,
	};
}

/** Names that mean one country or people, so that `America` finds `American` and `the United States`. */
const countries: readonly (readonly string[])[] = [
	["america", "american", "united states", "u.s.", "usa", "us"],
	["britain", "british", "united kingdom", "uk", "england", "english", "scotland", "scottish", "wales", "welsh"],
	["china", "chinese"],
	["france", "french"],
	["germany", "german"],
	["italy", "italian"],
	["spain", "spanish"],
	["india", "indian"],
	["japan", "japanese"],
	["russia", "russian", "soviet"],
	["canada", "canadian"],
	["australia", "australian"],
	["ireland", "irish"],
	["mexico", "mexican"],
	["netherlands", "dutch"],
	["turkey", "turkish"],
	["korea", "korean"],
	["sweden", "swedish"],
	["norway", "norwegian"],
	["denmark", "danish"],
	["poland", "polish"],
	["brazil", "brazilian"],
	["greece", "greek"],
];

/** Whether a text says what a word asks: the word itself, its country's people, or a narrower kind of it. */
function says(text: string, stems: ReadonlySet<string>, asked: string, word: string): boolean {
	if (stems.has(asked)) return true;
	const lower = text.toLowerCase();
	const row = countries.find((names) => names.includes(word));
	if (row?.some((name) => new RegExp(`\\b${name.replaceAll(".", "\\.")}(?!\\w)`).test(lower))) return true;
	const kind = kindWords.exec(text)?.[1];
	return (
		kind !== undefined &&
		wordsIn(kind)
			.slice(0, 14)
			.some((each) => isKindOf(each.lower, word))
	);
}

const kindWords = /\b(?:is|was|are|were)\s+(?:an?|the|one of the)\s+([^.;]{3,200})/i;

function demonymsOf(side: Side): { claim: Claim; values: Set<string> } | undefined {
	for (const claim of side.claims) {
		const kind = kindWords.exec(claim.quote)?.[1];
		const found = new Set(wordsIn(kind ?? "").flatMap((word) => (demonyms.has(word.lower) ? [word.lower] : [])));
		if (found.size > 0) return { claim, values: found };
	}
	return undefined;
}

function worked(text: string, claims: readonly (Claim | undefined)[], why: string, sure: boolean): Answer {
	const ids = claims.flatMap((claim) => claim?.id ?? []);
	return { text, claimIds: [...new Set(ids)], confidence: sure ? "medium" : "low", alternatives: [], why };
}

/** Question words that only set two things beside each other. */
const setting = /^(?:both|same|type|kind|share|common|either|also|located|locat|found|situat|base)$/;

/** Content words of the question that are not part of the compared names, with their stems. */
function askedOf(question: string, parts: QuestionParts): { word: string; stem: string }[] {
	const names = new Set(parts.compared.flatMap(contentStems));
	const out: { word: string; stem: string }[] = [];
	for (const { lower } of wordsIn(question)) {
		const [stem] = contentStems(lower);
		if (stem && !names.has(stem) && !setting.test(stem) && !out.some((each) => each.stem === stem))
			out.push({ word: lower, stem });
	}
	return out;
}

/** `Are A and B of the same nationality?`, `Are A and B both magazines?`: worked out from what each claim says that they are. */
export function sharedBy(input: WriteInput, parts: QuestionParts): Answer | undefined {
	if (parts.compared.length !== 2) return undefined;
	const [a, b] = sidesOf(parts.compared, input);
	if (!a || !b || a.claims.length === 0 || b.claims.length === 0) return undefined;
	if (/\bnationalit|\bsame country|\b(?:from|in) the same\b/i.test(input.question)) {
		const same = sameGroup(a, b, input.question);
		if (same) return same;
	}
	const asked = askedOf(input.question, parts).filter(({ stem }) => !/^(?:name|call)$/.test(stem));
	if (asked.length === 0) return undefined;
	const said = [a, b].map((side) => {
		const texts = side.claims.map((each) => ({ claim: each, stems: new Set(contentStems(each.quote)) }));
		const held = asked.map(({ stem, word }) => texts.find(({ claim, stems }) => says(claim.quote, stems, stem, word)));
		const claim = held.find((each) => each !== undefined)?.claim ?? side.claims[0];
		return { claim, share: held.filter(Boolean).length / asked.length };
	});
	const yes = said.every((each) => each.share >= 0.5);
	const claims = said.map((each) => each.claim);
	return worked(
		yes ? "Yes" : "No",
		claims,
		yes ? "what is asked stands in what is said of both" : "what is asked does not stand in what is said of both",
		// That something is not said of a thing does not deny it.
		said.every((each) => each.share === 1),
	);
}

function sameGroup(a: Side, b: Side, question: string): Answer | undefined {
	if (/\bnationalit|\bcountry/i.test(question)) {
		const [left, right] = [demonymsOf(a), demonymsOf(b)];
		if (!left || !right) return undefined;
		const shared = [...left.values].find((value) => right.values.has(value));
		const why = shared
			? `both are said to be ${shared}`
			: `${a.name}: ${[...left.values].join(", ")}; ${b.name}: ${[...right.values].join(", ")}`;
		return worked(shared ? "Yes" : "No", [left.claim, right.claim], why, true);
	}
	const [left, right] = [placesOf(a), placesOf(b)];
	const shared = [...left.keys()].find((place) => right.has(place));
	if (left.size === 0 || right.size === 0) return undefined;
	return worked(
		shared ? "Yes" : "No",
		shared ? [left.get(shared), right.get(shared)] : [a.claims[0], b.claims[0]],
		shared ? `both name ${shared}` : "no place is named for both",
		false,
	);
}

function placesOf(side: Side): Map<string, Claim> {
	const out = new Map<string, Claim>();
	for (const claim of side.claims)
		for (const entity of entitiesIn(claim.quote))
			if (entity.type === "place" && !/^(?:united states|england|u\.s|turkey|china|usa)$/i.test(entity.text))
				out.set(entity.text.toLowerCase(), claim);
	return out;
}

/** `Which is a weekly, A or B?`: the one of which more of what is asked is said. Undefined when neither leads. */
export function choiceOf(input: WriteInput, parts: QuestionParts): Answer | undefined {
	if (parts.compared.length !== 2) return undefined;
	const asked = askedOf(input.question, parts);
	const sides = sidesOf(parts.compared, input);
	const scored = sides.map((side) => {
		let best: Claim | undefined;
		let most = 0;
		for (const claim of side.claims) {
			const stems = new Set(contentStems(claim.quote));
			const share = asked.filter(({ stem, word }) => says(claim.quote, stems, stem, word)).length;
			if (share > most) [best, most] = [claim, share];
		}
		const all = new Set(side.claims.flatMap((claim) => contentStems(claim.quote)));
		return { side, best, score: most + 0.5 * asked.filter(({ stem }) => all.has(stem)).length };
	});
	const [a, b] = scored;
	if (!a || !b || a.score === b.score) return undefined;
	const winner = a.score > b.score ? a : b;
	return winner.best
		? worked(winner.side.name, [winner.best], "more of what is asked is said of it than of the other", false)
		: undefined;
}

/** `What do A and B have in common?`, `A and B are both what?`: the narrowest kind of thing that is said of both. */
export function commonOf(input: WriteInput, parts: QuestionParts): Answer | undefined {
	if (parts.compared.length !== 2) return undefined;
	const sides = sidesOf(parts.compared, input);
	const own = new Set([...parts.stems]);
	const [left, right] = sides.map((side) => side.claims.flatMap((claim) => candidatesIn(claim, "entity", parts.head)));
	if (!left || !right) return undefined;
	let best: { text: string; claims: Claim[]; score: number } | undefined;
	for (const mine of left) {
		const stems = contentStems(mine.text);
		if (stems.length === 0 || stems.every((stem) => own.has(stem))) continue;
		const theirs = right.find((each) => each.text.toLowerCase() === mine.text.toLowerCase());
		if (!theirs) continue;
		const last = mine.text.toLowerCase().match(/[\p{L}-]+$/u)?.[0] ?? "";
		const kind = parts.head !== "" && isKindOf(last, parts.head) ? 2 : 0;
		const definition = kindWords.test(mine.claim.quote) && kindWords.test(theirs.claim.quote) ? 0.5 : 0;
		const early = 1 - Math.min(1, mine.start / 200) + (1 - Math.min(1, theirs.start / 200));
		const score = kind + definition + early + 0.1 * stems.length;
		if (!best || score > best.score) best = { text: mine.text, claims: [mine.claim, theirs.claim], score };
	}
	return best ? worked(best.text, best.claims, "said of both", false) : undefined;
}
