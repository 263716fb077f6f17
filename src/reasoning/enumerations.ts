import type { Claim } from "../evidence/claim.ts";
import type { Group } from "../evidence/group.ts";
import { listsIn } from "../evidence/lists.ts";
import { citedIn, type Draft, type MissingItems } from "../evidence/report.ts";
import type { Page } from "../evidence/source.ts";
import { contentStems } from "../text/words.ts";
import type { WriteInput } from "./reasoner.ts";

/** A list or table of one page whose items are held by claims. It may be an answer by itself. */
export interface Enumeration {
	sourceId: string;
	/** The line above it, else its page's title. */
	title: string;
	/** In the page's order, without items that have no direct claim. `claims`: never empty; the one that names the item is first. */
	items: { label: string; claims: Claim[] }[];
}

const itemsMin = 4;
/** The share of a list's items that claims must hold. */
const heldShareMin = 0.5;
/** Enumerations that are shown or checked, at most: the longest. */
const enumerationsMax = 8;
/** A draft that cites this share of a list's items uses the list. */
const usedShareMin = 1 / 3;

/** The enumerations in the pages, the longest first. */
export function enumerationsOf({
	claims,
	sources,
	pages = [],
}: Pick<WriteInput, "claims" | "sources" | "pages">): Enumeration[] {
	const ids = new Map(sources.map(({ id, url }) => [url, id]));
	const bySource = Map.groupBy(
		claims.filter(({ class: kind }) => kind === "direct"),
		({ sourceId }) => sourceId,
	);
	return pages
		.flatMap((page) => {
			const id = ids.get(page.url) ?? "";
			return enumerationsIn(id, page, bySource.get(id) ?? []);
		})
		.toSorted((a, b) => b.items.length - a.items.length)
		.slice(0, enumerationsMax);
}

function enumerationsIn(sourceId: string, page: Page, claims: readonly Claim[]): Enumeration[] {
	if (claims.length < itemsMin) return [];
	return listsIn(page).flatMap(({ title, items }) => {
		const itemsWithClaims = items
			.map(({ label, start, end }) => {
				const stems = contentStems(label);
				const inItem = claims.filter((claim) => start <= claim.start && claim.start < end);
				return { label, claims: inItem.toSorted((a, b) => countSharedStems(b, stems) - countSharedStems(a, stems)) };
			})
			.filter((item) => item.claims.length > 0 && item.label !== "");
		return itemsWithClaims.length >= Math.max(itemsMin, items.length * heldShareMin)
			? [{ sourceId, title: title || page.title, items: itemsWithClaims }]
			: [];
	});
}

/** How many of these stems a claim holds. */
function countSharedStems({ text, quote }: Claim, stems: readonly string[]): number {
	const claimStems = new Set(contentStems(`${text} ${quote}`));
	return stems.filter((stem) => claimStems.has(stem)).length;
}

/**
 * The items that a draft leaves out of each enumeration that it uses. An item is included when the draft cites one of its claims or
 * a claim that says the same, or when a sentence names the item.
 */
export function missingItems(
	enumerations: readonly Enumeration[],
	groups: readonly Pick<Group, "claimIds">[],
	draft: Draft,
): MissingItems[] {
	const cited = new Set(citedIn({ ...draft, disputes: [] }));
	const citedOrSame = new Set([
		...cited,
		...groups.flatMap(({ claimIds }) => (claimIds.some((id) => cited.has(id)) ? claimIds : [])),
	]);
	const stemsByText = draftTexts(draft).map((text) => new Set(contentStems(text)));
	const isIncluded = ({ label, claims }: Enumeration["items"][number]) => {
		const stems = contentStems(label);
		return (
			claims.some(({ id }) => citedOrSame.has(id)) ||
			(stems.length > 0 && stemsByText.some((known) => stems.every((stem) => known.has(stem))))
		);
	};
	return enumerations.flatMap(({ title, items }) => {
		const used = items.filter(({ claims }) => claims.some(({ id }) => cited.has(id))).length;
		const missing = items.filter((item) => !isIncluded(item));
		if (used < items.length * usedShareMin || missing.length === 0) return [];
		return [
			{
				list: title,
				of: items.length,
				items: missing.map(({ label, claims }) => ({ label, claimIds: claims.slice(0, 2).map(({ id }) => id) })),
			},
		];
	});
}

/** The texts that a reader sees: answer, conclusions, row labels, headings and sentences. */
function draftTexts({ answer, bottomLine = [], table, sections }: Draft): string[] {
	return [
		...(answer ? [answer.text] : []),
		...bottomLine.map(({ text }) => text),
		...(table?.rows ?? []).map(({ label }) => label),
		...sections.flatMap(({ heading, sentences }) => [heading, ...sentences.map(({ text }) => text)]),
	];
}
