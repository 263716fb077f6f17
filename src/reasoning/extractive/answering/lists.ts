import { independentOrigins } from "../../../evidence/independence.ts";
import type { Answer } from "../../../evidence/report.ts";
import type { WriteInput } from "../../reasoner.ts";
import { said, saysTerm, shareSaid, statementOf, titlesOf } from "./statement.ts";
import { countedFor, isDoubtful, toldBy } from "./told.ts";
import type { Wanted } from "./wanted.ts";

/** `: A, B, C and D` or `are A, B and C`, of at least three short items, up to the sentence's end. */
const enumeration =
	/(?::|\b(?:are|were|include|includes|including|such as|comprises?|consists? of))\s+((?:[^,;:.()]{1,48},\s+){1,30}[^,;:.()]{1,48}?,?\s+(?:and|or)\s+[^,;:.()]{1,48})[.;]/u;
const itemWordsMax = 6;

/** The items of a sentence that enumerates what is asked for, joined by `; `. Undefined where none holds all that is asked. */
export function listedIn(input: WriteInput, wanted: Wanted): Answer | undefined {
	const titles = titlesOf(input.sources);
	const sources = new Map(input.sources.map((source) => [source.id, source]));
	const terms = [...wanted.names.flat(), ...wanted.relation];
	const found = input.claims.flatMap((claim) => {
		const match = claim.class === "direct" && !claim.cell ? enumeration.exec(claim.quote) : null;
		const items = (match?.[1] ?? "")
			.split(/,?\s+(?:and|or)\s+|,\s+/u)
			.map((item) => item.replace(/^(?:the|an?)\s+/iu, ""));
		if (!match || items.length < 3 || items.some((item) => item.split(/\s+/u).length > itemWordsMax)) return [];
		const statement = statementOf(claim, titles.get(claim.sourceId) ?? "");
		// The lead-in names what the items are: `provides several index types:`.
		const leadIn = said(claim.quote.slice(0, match.index));
		if (wanted.head !== "" && saysTerm(leadIn, { word: wanted.head, stem: said(wanted.head)[0]?.forms[0] ?? "" }) === 0)
			return [];
		const held = shareSaid([...statement.quote, ...statement.own, ...statement.above], terms);
		return held >= allHeld ? [{ claim, items, held }] : [];
	});
	const [best, ...rest] = found.toSorted((a, b) => b.held - a.held || b.items.length - a.items.length);
	if (!best) return undefined;
	const alike = rest.filter(
		({ items }) => items.filter((item) => best.items.includes(item)).length * 2 > best.items.length,
	);
	const claims = countedFor([best.claim, ...alike.map(({ claim }) => claim)], sources);
	return {
		text: best.items.join("; "),
		claimIds: [best.claim.id, ...claims.filter(({ id }) => id !== best.claim.id).map(({ id }) => id)],
		confidence: isDoubtful(claims, sources) ? "low" : independentOrigins(claims, sources) >= 2 ? "high" : "medium",
		alternatives: [],
		why: `listed by ${toldBy(claims, sources)}`,
	};
}
/** Almost all words of the question: one verb may be said otherwise. */
const allHeld = 0.85;
