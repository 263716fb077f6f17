import type { Claim } from "../../../evidence/claim.ts";
import { independentOrigins } from "../../../evidence/independence.ts";
import type { Answer } from "../../../evidence/report.ts";
import type { WriteInput } from "../../reasoner.ts";
import type { QuestionParts } from "../language/question.ts";
import { contentStems } from "../language/words.ts";
import { type Asked, isAlike } from "./asked.ts";
import { countedFor, isDoubtful, toldBy } from "./told.ts";

/** `A, B, C, and D` of at least three short items. */
const enumeration =
	/((?:[^,;:.()]{1,48}(?:\([^)]{1,40}\))?,\s+){1,14}[^,;:.()]{1,48}?(?:\([^)]{1,40}\))?,?\s+(?:and|or|as well as)\s+(?:the\s+)?[^,;:.()]{1,48})/g;
/** What announces the items: they follow a colon, or a verb of containing. */
const announces =
	/(?::|\b(?:are|include|includes|including|provides|provide|supports|support|offers|offer|such as|contains|contain|consists? of|comprises?|namely|were|between|can be either|can be one of|is one of|is either)\b)\s*(?:the\s+)?$/i;
const itemsAtLeast = 3;
const listedFrom = 0.55;
/** The claim and its page must speak of this share of what is asked. */
const heldFrom = 0.75;

interface Listing {
	claim: Claim;
	items: string[];
	score: number;
}

function itemsOf(text: string): string[] {
	return (text.split(/\s+(?:including|such as|like)\s+/)[0] ?? text)
		.split(/,\s+(?:and|or|as well as)\s+|,\s+|\s+(?:and|or|as well as)\s+/)
		.map((item) => item.replace(/^(?:the|a|an|and|or)\s+/i, "").trim())
		.filter(Boolean);
}

/** Enumerations in a claim that what is asked for announces. */
function listingsIn(claim: Claim, title: string, asked: Asked, head: ReadonlySet<string>): Listing[] {
	const told = contentStems(`${claim.text} ${title}`);
	// `supports` in the question may be `provides`, or nothing, beside the list.
	const demands = asked.demands.filter((demand) => demand !== asked.verb);
	const held =
		demands.filter((demand) => told.some((form) => isAlike(form, demand))).length / Math.max(1, demands.length);
	if (held < heldFrom) return [];
	const out: Listing[] = [];
	const from = claim.quote.indexOf(":") + 1;
	for (const part of from > 0 ? [claim.quote.slice(from), claim.quote] : [claim.quote])
		for (const match of part.matchAll(enumeration)) {
			const at = claim.quote.indexOf(match[0]);
			const announced = trimmedStart(match[0]);
			const before = claim.quote.slice(0, at) + match[0].slice(0, announced);
			const items = itemsOf(match[0].slice(announced));
			if (items.length < itemsAtLeast || items.some((item) => item.split(/\s+/).length > 6) || !announces.test(before))
				continue;
			// Items that the wording announces as something else are another list.
			const near = contentStems(before.slice(-70)).some((stem) => head.has(stem));
			if (near || held >= 1) out.push({ claim, items, score: claim.relevance + (near ? 0.3 : 0) });
		}
	return out;
}

/** The first item's own beginning: what stands before the announcing verb is the sentence's. */
function trimmedStart(text: string): number {
	const match =
		/^.*?(?:\b(?:are|include|includes|including|provides|provide|supports|support|offers|offer|such as|contains|contain|consists? of|comprises?|namely|were|can be either|can be one of|is one of|is either)\s+)/i.exec(
			// `It has a level, which can be either A, B …`: the first comma may stand before the verb.
			text.slice(0, text.indexOf(",", text.indexOf(",") + 1)),
		);
	return match ? match[0].length : 0;
}

/** A list, when a claim near the question enumerates what is asked for. The best one is given, its items joined by `; `. */
export function listedIn(input: WriteInput, parts: QuestionParts, asked: Asked): Answer | undefined {
	const head = new Set(contentStems(parts.headPhrase));
	const titles = new Map(input.sources.map(({ id, title }) => [id, title]));
	const sources = new Map(input.sources.map((source) => [source.id, source]));
	const found = input.claims
		.filter((claim) => claim.class === "direct")
		.flatMap((claim) => listingsIn(claim, titles.get(claim.sourceId) ?? "", asked, head));
	const able = found.filter(({ claim }) => !isDoubtful([claim], sources));
	const listings = able.some(({ score }) => score >= listedFrom) ? able : found;
	const [best, ...rest] = listings.toSorted(
		(a, b) => b.score - a.score || b.items.length - a.items.length || a.claim.id.localeCompare(b.claim.id),
	);
	if (!best || best.score < listedFrom) return undefined;
	const same = rest.filter(
		(other) => other.items.filter((item) => best.items.includes(item)).length * 2 > best.items.length,
	);
	const others = countedFor(
		same.map((listing) => listing.claim),
		sources,
	);
	const claims = [best.claim, ...others.filter((claim) => claim !== best.claim)];
	const origins = independentOrigins(claims, sources);
	return {
		text: best.items.join("; "),
		claimIds: [...new Set(claims.map((claim) => claim.id))],
		confidence: isDoubtful(claims, sources) ? "low" : origins >= 2 ? "high" : "medium",
		alternatives: [],
		why: `what is asked for is listed by ${toldBy(claims, sources)}`,
	};
}
