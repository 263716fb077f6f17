import { shortHash } from "../base/hash.ts";
import { limits } from "../base/limits.ts";
import { createWorkQueue } from "../base/work-queue.ts";
import { findCell } from "../evidence/cells.ts";
import type { Claim } from "../evidence/claim.ts";
import type { Revisit } from "../evidence/earlier-run.ts";
import { locate, type Page, type Source } from "../evidence/source.ts";
import type { ResearchState } from "../evidence/state.ts";
import { pageName } from "../evidence/unread-page.ts";
import { sentencesIn } from "../text/sentences.ts";
import { withDeadline } from "./deadline-source.ts";
import type { Step } from "./journal.ts";
import { readAndStore, sourceOf } from "./read.ts";
import type { Tools } from "./tools.ts";

/** Reads pages of the earlier run again, in the first wave. The page cache is not used. */
export function revisitPages(state: ResearchState, tools: Tools, wave: number): Step[] {
	const due = wave === 1 ? (state.inherited?.revisit ?? []) : [];
	const queue = createWorkQueue((running) => running < limits.readsAtOnce);
	return due.flatMap((id) => {
		const source = state.sources.find((one) => one.id === id);
		if (!source) return [];
		const step = revisitStep(state, tools, source);
		return [{ ...step, work: (context) => queue(() => step.work(context), context.signal) }];
	});
}

function revisitStep(state: ResearchState, tools: Tools, source: Source): Step {
	const own = state.claims.filter(({ sourceId }) => sourceId === source.id);
	return {
		name: `revisit:${shortHash([source.url, source.hash])}`,
		instead: (reason) => ({ type: "revisited", sourceId: source.id, outcome: "unreachable", reason }),
		work: async ({ signal, leftMs }) => {
			tools.onActivity?.(`reading again: ${pageName(source)}`);
			const timed = withDeadline(tools.source, { leftMs });
			const result = await readAndStore({ ...tools, source: timed }, source.url, signal);
			return { type: "revisited", ...revisitOf(source, own, result) };
		},
	};
}

/** Compares a page with its earlier text. Only a page that is said to be gone is a finding; any other failure is an outage. */
function revisitOf(
	source: Source,
	claims: readonly Claim[],
	result: Awaited<ReturnType<typeof readAndStore>>,
): Revisit {
	const sourceId = source.id;
	if (!("page" in result)) {
		const { reason, obstacle } = result;
		if (obstacle !== "not_found") return { sourceId, outcome: "unreachable", reason };
		return { sourceId, outcome: "gone", reason, lost: claims.map(({ id }) => id) };
	}
	const { page } = result;
	// The earlier address and id stay: claims and the report name the source by them.
	const { id, url, speaker } = source;
	const again: Source = { ...sourceOf(page), id, url, ...(speaker ? { speaker } : {}) };
	if (page.hash === source.hash)
		return { sourceId, outcome: "unchanged", source: { ...source, capture: page.capture } };
	const kept = claims.flatMap((claim) => claimInText(claim, page) ?? []);
	const keptIds = new Set(kept.map((claim) => claim.id));
	const lost = claims.map((claim) => claim.id).filter((claimId) => !keptIds.has(claimId));
	return { sourceId, outcome: "changed", source: again, before: source.hash, kept, lost };
}

/** A claim at its place in the new text; undefined if its quote is not there. Of several places the nearest counts. */
function claimInText(claim: Claim, page: Page): Claim | undefined {
	const { quote, start, locator } = claim;
	const after = page.text.indexOf(quote, start);
	const before = page.text.lastIndexOf(quote, start);
	const places = [after, before].filter((at) => at >= 0).toSorted((a, b) => Math.abs(a - start) - Math.abs(b - start));
	const [at] = places;
	if (at === undefined) return cellInTable(claim, page);
	return { ...claim, start: at, locator: locator.kind === "cell" ? locator : locate(page, at) };
}

/** A claim whose cell is as it was, in a row of which another cell has changed. */
function cellInTable(claim: Claim, page: Page): Claim | undefined {
	const { cell, text } = claim;
	if (!cell) return undefined;
	const rows = (page.tables ?? []).flatMap((table) => table.rows);
	const row = rows.find(({ start, end }) => {
		const found = findCell(page, start, end, text);
		return found?.row === cell.row && found.column === cell.column && found.text === cell.text;
	});
	return row && { ...claim, start: row.start, quote: page.text.slice(row.start, row.end) };
}

/** Shorter additions to a page from which no claim was lost are dates, counters and menus. Characters. */
const addedMin = 40;

/**
 * The paragraphs of a changed page with a sentence that its earlier text does not hold word for word, and a page of these alone, whose
 * quotes stand in the page itself. Undefined if nothing is new that could state a fact.
 */
export function addedParagraphs(
	page: Page,
	earlier: string,
	hasLost: boolean,
): { page: Page; places: { start: number; end: number }[] } | undefined {
	const known = ` ${inOneLine(earlier)} `;
	const added = paragraphsOf(page.text).flatMap((place) => {
		const sentences = sentencesIn(page.text.slice(place.start, place.end)).map(({ text }) => inOneLine(text));
		const fresh = sentences.filter((sentence) => !known.includes(` ${sentence} `));
		return fresh.length > 0 ? [{ place, fresh }] : [];
	});
	const newLength = added.flatMap(({ fresh }) => fresh).join(" ").length;
	if (newLength === 0 || (newLength < addedMin && !hasLost)) return undefined;
	const places = added.map(({ place }) => place);
	const text = places.map(({ start, end }) => page.text.slice(start, end)).join("\n\n");
	return { page: { ...page, text, marks: page.marks.slice(0, 1), tables: undefined }, places };
}

/** The places of a text's paragraphs. */
export function paragraphsOf(text: string): { start: number; end: number }[] {
	return [...text.matchAll(/\S(?:.|\n(?!\s*\n))*/gu)].map(({ index, 0: paragraph }) => ({
		start: index,
		end: index + paragraph.length,
	}));
}

const inOneLine = (text: string) => text.replace(/\s+/gu, " ").trim();
