import { z } from "zod";
import { limits } from "../../../base/limits.ts";
import { comparisonForm } from "../../../base/text.ts";
import { claimKinds, type ExtractedClaim } from "../../../evidence/claim.ts";
import { describeSpeaker } from "../../../evidence/describe-speaker.ts";
import { distinctFacts } from "../../../evidence/distinct-facts.ts";
import { isWeb, standings } from "../../../evidence/source.ts";
import { isInjection } from "../../../text/injection.ts";
import { type FoundQuote, quoteFinder } from "../../../verification/find-quote.ts";
import type { ExtractInput, PageExtraction, RoleContext } from "../../reasoner.ts";
import type { Asker, PromptPart } from "../asker.ts";
import {
	onFirstAnswer,
	optionalList,
	optionalText,
	questionPart,
	routePart,
	subQuestionsParts,
	truncatedLine,
} from "../prompt-parts.ts";
import { excerptPage } from "./page-excerpt.ts";
import { toExtractedClaim } from "./stated-claim.ts";

/** How much is shown of a page that was extracted before. Characters. */
const rereadLongest = 10_000;
/** The part of a small window that is left for the texts around the page. Characters. */
const spareCharacters = 400;
const pageShortest = 1_000;
/** Missing quotes that a repair request names, at most. */
const quotesNamed = 4;
/** The answer is asked for again when a larger share of its quotes is missing. */
const missingShareMax = 1 / 3;
/** Characters. */
const speakerLongest = 80;
/** Origins that a page retells, at most. */
const retoldMax = 3;
/** Claims that are taken from one answer, at most: more than its tokens hold. */
const claimsMax = 120;

const schema = z.object({
	author: optionalText,
	nature: optionalText,
	retells: optionalList,
	standing: z.preprocess(
		(given) => standings.find((one) => one === given) ?? "unknown",
		z.enum([...standings, "unknown"]),
	),
	claims: z.preprocess(
		dropIrrelevant,
		z.array(
			z.object({
				quote: z.string(),
				claim: z.string(),
				class: z.enum(["direct", "adjacent"]),
				stance: z.enum(["supporting", "adversarial"]),
				confidence: z.enum(["low", "medium", "high"]),
				relevance: z.number(),
				main: z.preprocess((given) => given === true || given === "true", z.boolean()),
				asOf: optionalText,
				for: z.preprocess(parseIds, z.array(z.string())),
				kind: z.preprocess(
					(given) => claimKinds.find((kind) => kind === given) ?? "other",
					z.enum([...claimKinds, "other"]),
				),
				holder: optionalText,
			}),
		),
	),
});
type ExtractAnswer = z.infer<typeof schema>;

/**
 * METHOD §5: the atomic claims of a page with verbatim quotes, best first. A quote that the page does not hold has `start` -1, and the
 * stage counts its claim as dropped.
 */
export async function extractClaims(asker: Asker, input: ExtractInput, context?: RoleContext): Promise<PageExtraction> {
	const { page } = input;
	if (page.text.trim() === "" || (input.only && excerptPage(input, rereadLongest) === "")) return { claims: [] };
	const find = quoteFinder(page.text);
	const answer = await asker.ask(
		{
			role: "extractClaims",
			parts: partsOf(input, asker),
			schema,
			fault: onFirstAnswer((given) => quoteFault(given, find)),
		},
		context,
	);
	const claims = answer.claims
		.slice(0, claimsMax)
		.filter(({ quote }) => quote.trim() !== "")
		.map(
			({ kind, ...stated }): ExtractedClaim => ({
				...toExtractedClaim({ ...stated, kind: kind === "other" ? undefined : kind }, find(stated.quote), input),
				for: knownSubQuestionIds(stated.for, input),
			}),
		);
	return {
		claims: distinctClaims(claims, page).toSorted((a, b) => claimRank(b) - claimRank(a)),
		...namedSpeaker(answer, page),
	};
}

/** The speaker: the author and origins if the page names them, the nature if it is in plain words. A report may use these words. */
function namedSpeaker(answer: ExtractAnswer, page: ExtractInput["page"]): Pick<PageExtraction, "speaker"> {
	const { author, nature, standing, retells } = answer;
	const letters = (text: string) => comparisonForm(text).replace(/[^\p{L}\p{N}]/gu, "");
	const pageLetters = letters(`${page.title} ${page.text}`);
	const isNamed = (one: string) => letters(one) !== "" && pageLetters.includes(letters(one));
	// The page may name the author in one place and their role in another.
	const fullAuthor = truncatedLine(author, speakerLongest);
	const authorName = isNamed(fullAuthor) ? fullAuthor : fullAuthor.replace(/\s*[,(].*$/su, "");
	const retoldNames = retells
		.map((one) => truncatedLine(one, speakerLongest))
		.filter(isNamed)
		.slice(0, retoldMax);
	const natureText = truncatedLine(nature, speakerLongest).replace(/[.\s]+$/u, "");
	const isPlain = natureText !== "" && !/\d|:\/\//u.test(natureText) && !isInjection(natureText);
	const speaker = {
		...(standing === "unknown" ? {} : { standing }),
		...(isNamed(authorName) ? { author: authorName } : {}),
		...(isPlain ? { nature: natureText } : {}),
		...(retoldNames.length > 0 ? { retells: retoldNames } : {}),
	};
	return Object.keys(speaker).length > 0 ? { speaker } : {};
}

/** A list of ids, also when the model gives it as one text. */
function parseIds(given: unknown): unknown {
	if (typeof given === "string") return given.split(/[\s,;]+/);
	return Array.isArray(given) ? given.filter((one) => typeof one === "string") : [];
}

/** Ids of the named sub-questions; where none is known, the one that led to the page. */
function knownSubQuestionIds(named: readonly string[], { subQuestion, others = [] }: ExtractInput): string[] {
	const ids = new Map([subQuestion, ...others].map(({ id }) => [id.toLowerCase(), id]));
	const known = named.flatMap((name) => ids.get(name.trim().toLowerCase()) ?? []);
	return known.length > 0 ? [...new Set(known)] : [subQuestion.id];
}

/** Drops claims that the model itself calls irrelevant, without a repair. */
function dropIrrelevant(claims: unknown): unknown {
	const isUseless = (claim: unknown) =>
		typeof claim === "object" && claim !== null && "class" in claim && claim.class === "irrelevant";
	return Array.isArray(claims) ? claims.filter((claim) => !isUseless(claim)) : claims;
}

function quoteFault({ claims }: ExtractAnswer, find: (quote: string) => FoundQuote | undefined): string | undefined {
	const missing = claims.flatMap(({ quote }, at) => (find(quote) ? [] : [{ quote, number: at + 1 }]));
	if (missing.length <= claims.length * missingShareMax) return undefined;
	const named = missing
		.slice(0, quotesNamed)
		.map(({ quote, number }) => `quote ${number} is not in the page: "${truncatedLine(quote, 120)}"`);
	const more = missing.length > quotesNamed ? `; and ${missing.length - quotesNamed} more are not` : "";
	return `${named.join("; ")}${more}. Copy each quote letter for letter from one place, or leave its claim out`;
}

function partsOf(input: ExtractInput, asker: Asker): PromptPart[] {
	const { question, route, subQuestion, others = [], page } = input;
	const partsBefore = [
		questionPart(question),
		routePart(route),
		...subQuestionsParts([subQuestion, ...others], isWeb(page)),
	];
	const usedCharacters = partsBefore.reduce((sum, { text }) => sum + text.length, spareCharacters);
	const room = Math.max(
		pageShortest,
		Math.min(
			input.only ? rereadLongest : limits.pageShown,
			input.room ?? limits.pageShown,
			asker.room("extractClaims") - usedCharacters,
		),
	);
	const speaker = describeSpeaker(page).join(", ");
	const head = [
		`Title: ${truncatedLine(page.title, 200)}`,
		...(speaker === "" ? [] : [`Published by: ${speaker}`]),
		...(page.date === undefined ? [] : [`Date: ${page.date}`]),
	];
	const start = `${head.join("\n")}\n\n`;
	const shown = (characters: number) => start + excerptPage(input, characters);
	const shorter = (characters: number) => shown(Math.max(0, characters - start.length));
	return [...partsBefore, { title: "The page", text: shown(room), kind: "data", cuttable: true, shorter }];
}

/**
 * Each fact once: the better of claims with the same quote, the fuller of claims whose quotes contain one another. A table row is quoted
 * for each of its cells, so its claims stay separate. Claims with missing quotes are the same only where the quotes are.
 */
function distinctClaims(claims: readonly ExtractedClaim[], { tables = [] }: ExtractInput["page"]): ExtractedClaim[] {
	const byQuote = new Map<string, ExtractedClaim>();
	const isRow = ({ start }: ExtractedClaim) => tables.some((table) => table.start <= start && start < table.end);
	for (const claim of claims) {
		const key = `${claim.start} ${claim.quote}${isRow(claim) ? ` ${claim.text}` : ""}`;
		const known = byQuote.get(key);
		byQuote.set(
			key,
			known === undefined
				? claim
				: claimRank(claim) <= claimRank(known)
					? mergeExtracted(known, claim)
					: mergeExtracted(claim, known),
		);
	}
	const merged = [...byQuote.values()];
	const apart = merged.filter((claim) => claim.start < 0 || isRow(claim));
	const facts = distinctFacts(merged.filter((claim) => !apart.includes(claim)));
	return [...facts.map(({ claim, also }) => also.reduce(mergeExtracted, claim)), ...apart];
}

/** Merges claims of one fact. Where one is direct and the other adjacent, it is direct, for the direct one's sub-questions. */
function mergeExtracted(claim: ExtractedClaim, other: ExtractedClaim): ExtractedClaim {
	const relevance = Math.max(claim.relevance, other.relevance);
	const main = claim.main || other.main ? { main: true } : {};
	if (claim.class !== other.class) {
		const direct = claim.class === "direct" ? claim : other;
		return { ...claim, ...main, class: "direct", relevance: direct.relevance, for: direct.for };
	}
	return { ...claim, ...main, relevance, for: [...new Set([...(claim.for ?? []), ...(other.for ?? [])])] };
}

function claimRank({ class: kind, relevance, start }: ExtractedClaim): number {
	return (start >= 0 ? 4 : 0) + (kind === "direct" ? 2 : 0) + relevance;
}
