import { z } from "zod";
import { limits } from "../../../base/limits.ts";
import { comparisonForm } from "../../../base/text.ts";
import { claimKinds, type ExtractedClaim } from "../../../evidence/claim.ts";
import { describeSpeaker } from "../../../evidence/describe-speaker.ts";
import { distinctFacts } from "../../../evidence/distinct-facts.ts";
import { isWeb, standings } from "../../../evidence/source.ts";
import { isInjection } from "../../../text/injection.ts";
import { type FoundQuote, quoteFinder } from "../../../verification/find-quote.ts";
import type { ExtractInput, Extraction, RoleContext } from "../../reasoner.ts";
import type { Asker, PromptPart } from "../asker.ts";
import { claimOf } from "./claimed.ts";
import { listOrNone, onceOnly, oneLine, questionPart, routePart, subQuestionsParts, textOrNone } from "./parts.ts";
import { shownOf } from "./shown.ts";

/** How much is shown of a page that was extracted before. Characters. */
const againLongest = 10_000;
/** The part of a small window that is left for the texts around the page. Characters. */
const spare = 400;
const pageLeast = 1_000;
/** Missing quotes that a repair request names, at most. */
const quotesNamed = 4;
/** The answer is asked for again when a larger share of its quotes is missing. */
const missingShare = 1 / 3;
/** Characters. */
const speakerLongest = 80;
/** Origins that a page retells, at most. */
const retoldMost = 3;
/** Claims that are taken from one answer, at most: more than its tokens hold. */
const claimsMost = 120;

const schema = z.object({
	author: textOrNone,
	nature: textOrNone,
	retells: listOrNone,
	standing: z.preprocess(
		(given) => standings.find((one) => one === given) ?? "unknown",
		z.enum([...standings, "unknown"]),
	),
	claims: z.preprocess(
		withoutIrrelevant,
		z.array(
			z.object({
				quote: z.string(),
				claim: z.string(),
				class: z.enum(["direct", "adjacent"]),
				stance: z.enum(["supporting", "adversarial"]),
				confidence: z.enum(["low", "medium", "high"]),
				relevance: z.number(),
				main: z.preprocess((given) => given === true || given === "true", z.boolean()),
				asOf: textOrNone,
				for: z.preprocess(idsIn, z.array(z.string())),
				kind: z.preprocess(
					(given) => claimKinds.find((kind) => kind === given) ?? "other",
					z.enum([...claimKinds, "other"]),
				),
				holder: textOrNone,
			}),
		),
	),
});
type Answer = z.infer<typeof schema>;

/**
 * METHOD §5: the atomic claims of a page with verbatim quotes, best first. A quote that the page does not hold has `start` -1, and the
 * stage counts its claim as dropped.
 */
export async function extractClaims(asker: Asker, input: ExtractInput, context?: RoleContext): Promise<Extraction> {
	const { page } = input;
	if (page.text.trim() === "" || (input.only && shownOf(input, againLongest) === "")) return { claims: [] };
	const find = quoteFinder(page.text);
	const answer = await asker.ask(
		{ role: "extractClaims", parts: partsOf(input, asker), schema, fault: onceOnly((given) => fault(given, find)) },
		context,
	);
	const claims = answer.claims
		.slice(0, claimsMost)
		.filter(({ quote }) => quote.trim() !== "")
		.map(
			({ kind, ...stated }): ExtractedClaim => ({
				...claimOf({ ...stated, kind: kind === "other" ? undefined : kind }, find(stated.quote), input),
				for: bearsOn(stated.for, input),
			}),
		);
	return {
		claims: distinct(claims, page).toSorted((a, b) => worth(b) - worth(a)),
		...speakerOf(answer, page),
	};
}

/** The speaker: the author and origins if the page names them, the nature if it is in plain words. A report may use these words. */
function speakerOf(answer: Answer, page: ExtractInput["page"]): Pick<Extraction, "speaker"> {
	const { author, nature, standing, retells } = answer;
	const letters = (text: string) => comparisonForm(text).replace(/[^\p{L}\p{N}]/gu, "");
	const stated = letters(`${page.title} ${page.text}`);
	const isNamed = (one: string) => letters(one) !== "" && stated.includes(letters(one));
	const named = oneLine(author, speakerLongest);
	const others = retells
		.map((one) => oneLine(one, speakerLongest))
		.filter(isNamed)
		.slice(0, retoldMost);
	const told = oneLine(nature, speakerLongest).replace(/[.\s]+$/u, "");
	const isPlain = told !== "" && !/\d|:\/\//u.test(told) && !isInjection(told);
	const speaker = {
		...(standing === "unknown" ? {} : { standing }),
		...(isNamed(named) ? { author: named } : {}),
		...(isPlain ? { nature: told } : {}),
		...(others.length > 0 ? { retells: others } : {}),
	};
	return Object.keys(speaker).length > 0 ? { speaker } : {};
}

/** A list of ids, also when the model gives it as one text. */
function idsIn(given: unknown): unknown {
	if (typeof given === "string") return given.split(/[\s,;]+/);
	return Array.isArray(given) ? given.filter((one) => typeof one === "string") : [];
}

/** Ids of the named sub-questions; where none is known, the one that led to the page. */
function bearsOn(named: readonly string[], { subQuestion, others = [] }: ExtractInput): string[] {
	const ids = new Map([subQuestion, ...others].map(({ id }) => [id.toLowerCase(), id]));
	const known = named.flatMap((name) => ids.get(name.trim().toLowerCase()) ?? []);
	return known.length > 0 ? [...new Set(known)] : [subQuestion.id];
}

/** Drops claims that the model itself calls irrelevant, without a repair. */
function withoutIrrelevant(claims: unknown): unknown {
	const isUseless = (claim: unknown) =>
		typeof claim === "object" && claim !== null && "class" in claim && claim.class === "irrelevant";
	return Array.isArray(claims) ? claims.filter((claim) => !isUseless(claim)) : claims;
}

function fault({ claims }: Answer, find: (quote: string) => FoundQuote | undefined): string | undefined {
	const missing = claims.flatMap(({ quote }, at) => (find(quote) ? [] : [{ quote, number: at + 1 }]));
	if (missing.length <= claims.length * missingShare) return undefined;
	const named = missing
		.slice(0, quotesNamed)
		.map(({ quote, number }) => `quote ${number} is not in the page: "${oneLine(quote, 120)}"`);
	const more = missing.length > quotesNamed ? `; and ${missing.length - quotesNamed} more are not` : "";
	return `${named.join("; ")}${more}. Copy each quote letter for letter from one place, or leave its claim out`;
}

function partsOf(input: ExtractInput, asker: Asker): PromptPart[] {
	const { question, route, subQuestion, others = [], page } = input;
	const before = [
		questionPart(question),
		routePart(route),
		...subQuestionsParts([subQuestion, ...others], isWeb(page)),
	];
	const taken = before.reduce((sum, { text }) => sum + text.length, spare);
	const room = Math.max(
		pageLeast,
		Math.min(
			input.only ? againLongest : limits.pageShown,
			input.room ?? limits.pageShown,
			asker.room("extractClaims") - taken,
		),
	);
	const by = describeSpeaker(page).join(", ");
	const head = [
		`Title: ${oneLine(page.title, 200)}`,
		...(by === "" ? [] : [`Published by: ${by}`]),
		...(page.date === undefined ? [] : [`Date: ${page.date}`]),
	];
	const start = `${head.join("\n")}\n\n`;
	const shown = (characters: number) => start + shownOf(input, characters);
	const shorter = (characters: number) => shown(Math.max(0, characters - start.length));
	return [...before, { title: "The page", text: shown(room), kind: "data", cuttable: true, shorter }];
}

/**
 * Each fact once: the better of claims with the same quote, the fuller of claims whose quotes contain one another. A table row is quoted
 * for each of its cells, so its claims stay separate. Claims with missing quotes are the same only where the quotes are.
 */
function distinct(claims: readonly ExtractedClaim[], { tables = [] }: ExtractInput["page"]): ExtractedClaim[] {
	const out = new Map<string, ExtractedClaim>();
	const isRow = ({ start }: ExtractedClaim) => tables.some((table) => table.start <= start && start < table.end);
	for (const claim of claims) {
		const key = `${claim.start} ${claim.quote}${isRow(claim) ? ` ${claim.text}` : ""}`;
		const known = out.get(key);
		out.set(key, known === undefined ? claim : worth(claim) <= worth(known) ? both(known, claim) : both(claim, known));
	}
	const each = [...out.values()];
	const apart = each.filter((claim) => claim.start < 0 || isRow(claim));
	const facts = distinctFacts(each.filter((claim) => !apart.includes(claim)));
	return [...facts.map(({ claim, also }) => also.reduce(both, claim)), ...apart];
}

/** Merges claims of one fact. Where one is direct and the other adjacent, it is direct, for the direct one's sub-questions. */
function both(claim: ExtractedClaim, again: ExtractedClaim): ExtractedClaim {
	const relevance = Math.max(claim.relevance, again.relevance);
	const main = claim.main || again.main ? { main: true } : {};
	if (claim.class !== again.class) {
		const direct = claim.class === "direct" ? claim : again;
		return { ...claim, ...main, class: "direct", relevance: direct.relevance, for: direct.for };
	}
	return { ...claim, ...main, relevance, for: [...new Set([...(claim.for ?? []), ...(again.for ?? [])])] };
}

function worth({ class: kind, relevance, start }: ExtractedClaim): number {
	return (start >= 0 ? 4 : 0) + (kind === "direct" ? 2 : 0) + relevance;
}
