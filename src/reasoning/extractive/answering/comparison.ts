import type { Claim } from "../../../evidence/claim.ts";
import { type Quantity, quantitiesIn } from "../../../evidence/numbers.ts";
import type { Answer } from "../../../evidence/report.ts";
import type { WriteInput } from "../../reasoner.ts";
import type { QuestionParts } from "../language/question.ts";
import { plainTitle } from "../language/resolve.ts";
import { demonyms } from "../language/names.ts";
import { contentStems, wordsIn } from "../language/words.ts";

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
			input.sources.filter((source) => match(plainTitle(source.title)) || covers(plainTitle(source.title), stems)).map((source) => source.id),
		);
		const own = input.claims.filter((claim) => titled.has(claim.sourceId));
		return { name, claims: own.length > 0 ? own : input.claims.filter((claim) => match(claim.text.slice(0, Math.max(80, name.length * 2)))) };
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
const start = /\b(?:founded|formed|established|started|began|launched|created|opened|released|published|built|completed|premiered|debuted|introduced|first|is an?|was an?|in)\b[^.;]{0,60}$/i;

function birthOf(side: Side): Measured | undefined {
	return dateOf(side, birth) ?? dateOf(side, /\bborn\b/i);
}

function dateOf(side: Side, before: RegExp): Measured | undefined {
	for (const claim of side.claims)
		for (const quantity of quantitiesIn(claim.quote))
			if (quantity.kind === "date" && quantity.span && before.test(claim.quote.slice(Math.max(0, quantity.start - 80), quantity.start)))
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
			if (score > 0 && (!best || score > best.score)) best = { value: inUnits(quantity), claim, text: quantity.text, score };
		}
	return best;
}

function inUnits(quantity: Quantity): number {
	return quantity.value;
}

const ages = /^(?:older|oldest|elder|younger|youngest)$/;
const times = /^(?:first|earlier|earliest|later|latest|last|newer|newest|before|after|older|oldest|longer|longest)$/;

function measuresOf(sides: readonly Side[], parts: QuestionParts, question: string): { values: (Measured | undefined)[]; greatest: boolean; what: string } {
	const by = parts.comparison?.by ?? "";
	const persons = /\bborn\b/i.test(question) || (ages.test(by) && sides.every((side) => birthOf(side)));
	// The greater age is the smaller date.
	if (persons && (ages.test(by) || times.test(by))) return { values: sides.map(birthOf), greatest: /^(?:young|later|last|after|newe)/.test(by), what: "born" };
	if (times.test(by) && !/^long/.test(by)) return { values: sides.map((side) => dateOf(side, start)), greatest: /^(?:later|latest|last|newe|after|young)/.test(by), what: "dated" };
	return { values: sides.map((side) => amountOf(side, parts)), greatest: parts.comparison?.kind === "greatest", what: "" };
}

/** `Which is older, A or B?`: worked out from the dates or amounts that claims state for each. Undefined when one is missing or both are equal. */
export function greaterOf(input: WriteInput, parts: QuestionParts): Answer | undefined {
	if (parts.compared.length !== 2 || !parts.comparison || !/greatest|least/.test(parts.comparison.kind)) return undefined;
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

const kindWords = /\b(?:is|was|are|were)\s+(?:an?|the|one of the)\s+([^.;]{3,200})/i;
const groups: Readonly<Record<string, RegExp>> = {
	nationality: /./,
};

function demonymsOf(side: Side): { claim: Claim; values: Set<string> } | undefined {
	for (const claim of side.claims) {
		const kind = kindWords.exec(claim.quote)?.[1];
		const found = new Set(wordsIn(kind ?? "").flatMap((word) => (demonyms.has(word.lower) ? [word.lower] : [])));
		if (found.size > 0) return { claim, values: found };
	}
	return undefined;
}

/** `Are A and B of the same nationality?`, `Are A and B both magazines?`: worked out from what each claim says that they are. */
export function sharedBy(input: WriteInput, parts: QuestionParts): Answer | undefined {
	if (parts.compared.length !== 2) return undefined;
	const sides = sidesOf(parts.compared, input);
	const [a, b] = sides;
	if (!a || !b || a.claims.length === 0 || b.claims.length === 0) return undefined;
	const answer = (yes: boolean, claims: readonly Claim[], why: string): Answer => ({
		text: yes ? "Yes" : "No",
		claimIds: [...new Set(claims.map((claim) => claim.id))],
		confidence: "medium",
		alternatives: [],
		why,
	});
	if (/\bnationalit|\bsame country|\bcountry\b/i.test(input.question) || groups["nationality"]?.test(parts.comparison?.by ?? "") === true && /national/.test(parts.comparison?.by ?? "")) {
		const [left, right] = [demonymsOf(a), demonymsOf(b)];
		if (left && right) {
			const shared = [...left.values].filter((value) => right.values.has(value));
			return answer(shared.length > 0, [left.claim, right.claim], shared.length > 0 ? `both are said to be ${shared[0] ?? ""}` : `${a.name}: ${[...left.values].join(", ")}; ${b.name}: ${[...right.values].join(", ")}`);
		}
	}
	const names = new Set(parts.compared.flatMap(contentStems));
	const asked = contentStems(input.question).filter((stem) => !names.has(stem) && !/^(?:both|same|type|kind|share|common)$/.test(stem));
	if (asked.length === 0) return undefined;
	const said = sides.map((side) => {
		const claim = side.claims.find((each) => kindWords.test(each.quote)) ?? side.claims[0];
		const stems = new Set(side.claims.flatMap((each) => contentStems(each.quote)));
		return { claim, holds: asked.filter((stem) => stems.has(stem)).length / asked.length };
	});
	const claims = said.flatMap((each) => each.claim ?? []);
	const yes = said.every((each) => each.holds >= 0.5);
	return answer(yes, claims, yes ? "what is asked stands in what is said of both" : "what is asked does not stand in what is said of both");
}
