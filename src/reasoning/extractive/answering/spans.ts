import { folded } from "../../../base/text.ts";
import { amountOf, partsOf } from "../../../evidence/cells.ts";
import type { Claim, Confidence } from "../../../evidence/claim.ts";
import { independentOrigins } from "../../../evidence/independence.ts";
import type { Answer } from "../../../evidence/report.ts";
import type { WriteInput } from "../../reasoner.ts";
import { placeWords } from "../language/place.ts";
import { plainTitle } from "../language/resolve.ts";
import { stem } from "../language/stem.ts";
import { contentStems } from "../language/words.ts";
import { type Asked, askedBy } from "./asked.ts";
import { type Candidate, candidatesIn, ofThePart } from "./candidates.ts";
import { amountsOfChange, asksForChange, countsOf } from "./change.ts";
import { corrected } from "./corrected.ts";
import { type Features, featuresOf, isOwnSpan, type Scene } from "./features.ts";
import type { Fit } from "./fit.ts";
import { labelledIn } from "./labelled.ts";
import { scoreOf } from "./score.ts";
import { countedFor, isDoubtful, toldBy } from "./told.ts";
import type { Value } from "./value.ts";

export interface Ranked {
	candidate: Candidate;
	features: Features;
	fit: Fit;
	score: number;
}

/** Below this no answer is given: the report then shows the best evidence without a headline. */
const answerFrom = 0.15;
/** Another value is worth naming when it comes this close to the best one. */
const alternativeFrom = 0.6;
const alternativesAtMost = 5;
/** What each further independent origin adds. */
const perOrigin = 0.05;

/** A further span of a value backs it when it scores this share of the best one: a name that just occurs elsewhere backs nothing. */
const sameWorth = 0.6;

/** What surrounds the claims: titles, definitions, texts. */
export function sceneOf(input: WriteInput, parts: Scene["parts"], type: Scene["type"]): Scene {
	const titles = new Map(input.sources.map((source) => [source.id, plainTitle(source.title).toLowerCase()]));
	const places = new Map(input.sources.map((source) => [source.id, placeWords(source).toLowerCase()]));
	const definitions = new Map<string, string>();
	const texts = new Map<string, string>();
	for (const claim of input.claims) {
		const title = titles.get(claim.sourceId) ?? "";
		texts.set(claim.sourceId, `${texts.get(claim.sourceId) ?? ""} ${claim.text.toLowerCase()}`);
		if (
			title &&
			!definitions.has(title) &&
			/\b(?:is|was|are|were)\s+(?:an?|the|one)\b/.test(claim.text.slice(0, 200)) &&
			claim.text.toLowerCase().includes(title.split(" ")[0] ?? "")
		)
			definitions.set(title, claim.quote);
	}
	return {
		parts,
		type,
		question: input.question,
		asked: askedBy(input.question, parts, commonIn(texts)),
		stems: new Set(parts.stems),
		titles,
		places,
		definitions,
		texts,
	};
}

/** Claims that are searched for an answer, best first: what ranks below never holds the best span, and names cost time. */
const claimsSearched = 80;

/** Every span that could be the answer, best first. */
export function rankedSpans(input: WriteInput, scene: Scene): Ranked[] {
	const out: Ranked[] = [];
	const worth = (claim: Claim) => claim.relevance + (claim.class === "direct" ? 1 : 0);
	const codes = scene.asked.identifiers;
	const tells = (claim: Claim) => codes.length === 0 || codes.some((code) => claim.text.toLowerCase().includes(code));
	const changing = asksForChange(input.question);
	const searched = input.claims
		.filter((claim) => claim.class !== "irrelevant" && tells(claim))
		.toSorted((a, b) => worth(b) - worth(a));
	for (const claim of searched.slice(0, claimsSearched)) {
		const candidates = ofThePart(candidatesIn(claim, scene.type, scene.parts.head), [...scene.stems]);
		for (const candidate of changing ? amountsOfChange(candidates) : countsOf(input.question, candidates)) {
			if (isOwnSpan(candidate.text, scene)) continue;
			const { features, fit } = featuresOf(candidate, scene);
			if (!fit.beside)
				out.push({ candidate, features, fit, score: Math.max(scoreOf(features), cellScore(candidate, scene)) });
		}
	}
	return out.toSorted(
		(a, b) =>
			b.score - a.score ||
			a.candidate.claim.id.localeCompare(b.candidate.claim.id) ||
			a.candidate.start - b.candidate.start,
	);
}

/**
 * A cell whose row, column and time are what is asked for answers by them: the row's line has few of the question's words. One of the
 * very things that the question names answers better than any sentence about all of them.
 */
function cellScore({ claim, kind, start }: Candidate, { type, parts }: Scene): number {
	const fits = type === kind || (type !== "number" && type !== "date" && kind !== "date");
	const labelled = labelledIn(claim);
	if (labelled) return fits && start >= labelled.label.length ? claim.relevance * cellWorth : 0;
	if (!claim.cell || claim.class !== "direct" || !fits) return 0;
	const { row, column } = claim.cell;
	const names = partsOf(row).concat(partsOf(column)).map(folded);
	const isNamed = parts.entities.length > 0 && parts.entities.every(({ text }) => names.includes(folded(text)));
	return isNamed ? 1 - (1 - claim.relevance) * cellDoubt : claim.relevance * cellWorth;
}
const cellWorth = 0.95;
const cellDoubt = 0.1;

function keyOf(candidate: Candidate): string {
	if (candidate.quantity)
		return `${candidate.quantity.kind} ${candidate.quantity.normal} ${candidate.kind === "number" ? stem(candidate.quantity.unit) : ""}`;
	return candidate.text
		.toLowerCase()
		.replace(/^(?:the|a|an)\s+/, "")
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.trim();
}

/** As it stands in its quote; a cell's value with the unit that its table states. */
function writtenOf({ claim, text }: Candidate): string {
	return claim.cell ? amountOf(claim.cell) : text;
}

/** What a value keeps of its score that nobody gives but lists, shops and their kind, beside others. */
const doubtfulWorth = 0.5;

/** Spans of one value together, best first, its claims best place first; independent origins raise a value. */
export function valuesOf(ranked: readonly Ranked[], sources: WriteInput["sources"]): Value[] {
	const known = new Map(sources.map((source) => [source.id, source]));
	const byKey = new Map<string, { best: Ranked; all: Ranked[] }>();
	for (const each of ranked) {
		const key = keyOf(each.candidate);
		const before = byKey.get(key);
		if (before) before.all.push(each);
		else byKey.set(key, { best: each, all: [each] });
	}
	return [...byKey.values()]
		.map(({ best, all }) => {
			const backing = all.filter((each) => (best.fit.clear ? each.fit.clear : each.score >= best.score * sameWorth));
			const claims = countedFor(
				[...new Map(backing.map(({ candidate: { claim } }) => [claim.id, claim])).values()],
				known,
			);
			const from = independentOrigins(claims, known);
			const doubtful = isDoubtful(claims, known);
			const clear = all.filter(({ fit }) => fit.clear).map(({ candidate }) => candidate.claim);
			return {
				text: writtenOf(best.candidate),
				claims,
				origins: from,
				clearOrigins: independentOrigins(clear, known),
				complete: all.some(({ fit }) => fit.complete),
				doubtful,
				fit: best.fit,
				score: (best.score + perOrigin * Math.min(3, from - 1)) * (doubtful ? doubtfulWorth : 1),
			};
		})
		.toSorted((a, b) => b.score - a.score || a.text.localeCompare(b.text));
}

/** Without a clear wording (`the default is X`) a clear statement must score this much; the score is near the share of right answers. */
const mediumFrom = 0.35;

/** `high`: two origins state it clearly. `medium`: one statement is about the very subject and attribute. Else `low`. */
function confidenceOf(value: Value, disputed: boolean): Confidence {
	if (value.doubtful || !value.fit.clear || (!value.fit.stated && value.score < mediumFrom)) return "low";
	if (disputed) return value.clearOrigins >= 2 ? "medium" : "low";
	return value.clearOrigins >= 2 && value.fit.stated ? "high" : "medium";
}

/** What at least this share of the sources hold, of so many, names what the collection is about: no page needs to repeat it. */
const commonShare = 0.5;
const commonSources = 4;

function commonIn(texts: ReadonlyMap<string, string>): Set<string> {
	if (texts.size < commonSources) return new Set();
	const counts = new Map<string, number>();
	for (const text of texts.values())
		for (const form of contentStems(text)) counts.set(form, (counts.get(form) ?? 0) + 1);
	return new Set([...counts].filter(([, count]) => count >= texts.size * commonShare).map(([form]) => form));
}

function isExact({ identifiers, quality, measured }: Asked): boolean {
	return identifiers.length > 0 || quality !== undefined || measured;
}

/** How much more of another statement's words must be beside the question before it does not contradict. */
const lessPrecise = 0.15;

/** Another value that is stated as clearly: which one holds cannot be told. */
function isEqualRival(value: Value, best: Value): boolean {
	return (
		value.fit.clear &&
		value.fit.stated &&
		best.fit.stated &&
		(best.doubtful || !value.doubtful) &&
		value.clearOrigins >= best.clearOrigins &&
		value.fit.precise > best.fit.precise - lessPrecise &&
		!contains(value.text, best.text)
	);
}

const contains = (a: string, b: string) =>
	a.toLowerCase().includes(b.toLowerCase()) || b.toLowerCase().includes(a.toLowerCase());

/** The answer among ranked values, when the best one is good enough. */
export function chosen(values: readonly Value[], input: WriteInput, asked: Asked): Answer | undefined {
	// What is asked to the letter, or for a default or limit, is stated or it is not: a guess helps nobody.
	const { values: able, by } = corrected(values, input);
	const [best, ...rest] = isExact(asked) ? able.filter(({ fit }) => fit.clear) : able;
	if (!best || best.score < answerFrom) return undefined;
	const own = new Set(best.claims.map((claim) => claim.id));
	const known = new Map(input.sources.map((source) => [source.id, source]));
	const claimsOf = (wanted: string) => input.claims.filter(({ id }) => id === wanted);
	// What was taken back is no rival of what took its place.
	const past = new Set(by.get(best.text)?.claimIds);
	const rivals = new Set(
		input.conflicts
			.flatMap((conflict) => (own.has(conflict.a) ? [conflict.b] : own.has(conflict.b) ? [conflict.a] : []))
			.filter((id) => !past.has(id) && (best.doubtful || !isDoubtful(claimsOf(id), known))),
	);
	const alternatives = rest
		.filter((value) => best.doubtful || !value.doubtful)
		.filter((value) => !contains(value.text, best.text))
		.filter(
			(value) =>
				value.text === by.get(best.text)?.old ||
				value.claims.some((claim) => rivals.has(claim.id)) ||
				(value.score >= best.score * alternativeFrom && value.claims.some((claim) => !own.has(claim.id))),
		)
		.slice(0, alternativesAtMost)
		.map((value) => ({
			text: value.text,
			claimIds: value.claims.map((claim) => claim.id),
			...(value.text === by.get(best.text)?.old ? { past: true as const } : {}),
		}));
	return {
		text: best.text,
		claimIds: best.claims.map((claim) => claim.id),
		confidence: confidenceOf(
			best,
			rivals.size > 0 || rest.some((value) => value.text !== by.get(best.text)?.old && isEqualRival(value, best)),
		),
		complete: best.complete && rivals.size === 0,
		alternatives,
		why: `stated by ${toldBy(best.claims, known)}, closest to the question's words${rivals.size > 0 ? "; another source disagrees" : ""}${by.get(best.text)?.words ?? ""}`,
	};
}
