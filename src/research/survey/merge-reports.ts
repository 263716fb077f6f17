import { comparisonForm } from "../../base/text.ts";
import type { Claim } from "../../evidence/claim.ts";
import { isRepeatOf } from "../../evidence/distinct-facts.ts";
import type { Slice } from "../../evidence/pass.ts";
import {
	type Conclusion,
	type Draft,
	type EvidenceTable,
	holdsFacts,
	nearestPassages,
	paragraphsOf,
	type QuotedBlock,
	type Report,
	type Section,
	type Sentence,
} from "../../evidence/report.ts";
import { capitalizedWords, contentStems } from "../../text/words.ts";

/** The report of a pass, in the survey's ids. */
export interface PassReport {
	slice: Pick<Slice, "id" | "title">;
	report: Draft & Pick<Report, "shape">;
}

/**
 * One draft of the reports of all passes, in their order. A sentence that adds nothing to an earlier one is left out and its claims
 * join the earlier one; of two passages of one page, one of which holds the other, the longer is shown, at the place of the first.
 * The bottom lines of the passes are left out: the survey has one of its own. `question`: the survey's, which heads no section. Pure; every claim that a pass cites stays cited, except
 * for claims of dropped passages and bottom lines.
 */
export function mergeReports(passes: readonly PassReport[], claims: readonly Claim[], question = ""): Draft {
	const titled = withDistinctHeadings(withoutNearest(passes), question);
	const tables = joinTables(passes.flatMap(({ report }) => report.table ?? []));
	const places = new Map(claims.map((claim) => [claim.id, claim]));
	const sections = joinBlocks(joinSentences([...titled, ...tables.sections], places));
	const leftOut = passes.flatMap(({ report }) => report.leftOut ?? []);
	const answeredGaps = [...new Set(passes.flatMap(({ report }) => report.answeredGaps ?? []))];
	return {
		...(tables.table ? { table: tables.table } : {}),
		sections: sections.filter(holdsFacts),
		...(leftOut.length > 0 ? { leftOut } : {}),
		...(answeredGaps.length > 0 ? { answeredGaps } : {}),
	};
}

/** Passages that are only near a pass's question are left out where another pass found some that bear on its own. */
function withoutNearest(passes: readonly PassReport[]): readonly PassReport[] {
	const bears = ({ sections }: Draft) =>
		sections.some((section) => section.heading !== nearestPassages && holdsFacts(section));
	if (!passes.some(({ report }) => bears(report))) return passes;
	return passes.map(({ slice, report }) => ({
		slice,
		report: { ...report, sections: report.sections.filter(({ heading }) => heading !== nearestPassages) },
	}));
}

/**
 * A pass whose first section has no heading, or one that another pass has, too, begins with the title of its slice. Other sections of one
 * heading stand together below it, at the place of the last; one without a heading goes on with the section before.
 */
function withDistinctHeadings(passes: readonly PassReport[], question: string): Section[] {
	if (passes.length === 1) return passes.flatMap(({ report }) => report.sections);
	const passesWith = new Map<string, Set<string>>();
	for (const { slice, report } of passes)
		for (const { heading } of report.sections)
			passesWith.set(heading, new Set([...(passesWith.get(heading) ?? []), slice.id]));
	const isOwn = ({ heading }: Section) => heading !== "" && passesWith.get(heading)?.size === 1;
	const sections = passes.flatMap(({ slice, report }, pass) =>
		report.sections.map((section, at) => {
			if (at > 0 || isOwn(section)) return section;
			const opensReport = pass === 0 && slice.title === question;
			return { ...section, heading: opensReport ? "" : slice.title };
		}),
	);
	const parts: Section[][] = [];
	for (const section of sections) {
		const last = parts.at(-1);
		if (last && section.heading === "") last.push(section);
		else parts.push([section]);
	}
	const byHeading = Map.groupBy(parts, ([first]) => first?.heading ?? "");
	return parts.flatMap((part) => {
		const same = byHeading.get(part[0]?.heading ?? "") ?? [];
		if (part !== same.at(-1)) return [];
		return same.flatMap((one, at) => one.map((section) => (at === 0 ? section : { ...section, heading: "" })));
	});
}

/** Compares sentences as statements of two pages: no word, number, name or denial of the later one may be new. */
function isRepeat(later: Sentence, earlier: Sentence): boolean {
	const statement = ({ text }: Sentence, sourceId: string) => ({ text, quote: text, start: 0, sourceId });
	return later.kind === earlier.kind && isRepeatOf(statement(later, "later"), statement(earlier, "earlier"));
}

/** The words that two sentences share, as a share of the later one's, from which they tell the same fact of the same quotes. */
const sameFactShare = 0.4;

/** Numbers, and names of code such as `data_err=abort`. */
const ownDetail = /\d[\d.,]*\d|\d|\b[A-Za-z]\w*[_=]\w+/g;

type ClaimsById = ReadonlyMap<string, Claim>;

/**
 * Whether a sentence tells again, in other words, what an earlier one told from the same place of the same pages: each of its quotes
 * overlaps one of the earlier sentence's, and it has no number and no name of its own.
 */
function tellsAgain(later: Sentence, earlier: Sentence, claims: ClaimsById): boolean {
	if (later.kind !== "fact" || earlier.kind !== "fact") return false;
	const quotesOf = ({ claimIds }: Sentence) => claimIds.flatMap((id) => claims.get(id) ?? []);
	const [quotes, before] = [quotesOf(later), quotesOf(earlier)];
	if (quotes.length === 0 || !quotes.every((quote) => before.some((other) => overlap(quote, other)))) return false;
	const own = [...(later.text.match(ownDetail) ?? []), ...capitalizedWords(later.text)];
	if (!own.every((word) => earlier.text.includes(word))) return false;
	const [stems, known] = [contentStems(later.text), new Set(contentStems(earlier.text))];
	return stems.filter((stem) => known.has(stem)).length >= stems.length * sameFactShare;
}

/** Whether two quotes of one page share half of the shorter one. */
function overlap(a: Claim, b: Claim): boolean {
	if (a.sourceId !== b.sourceId) return false;
	const shared = Math.min(a.start + a.quote.length, b.start + b.quote.length) - Math.max(a.start, b.start);
	return shared >= Math.min(a.quote.length, b.quote.length) / 2;
}

function joinSentences(sections: readonly Section[], claims: ClaimsById): Section[] {
	const kept: Sentence[] = [];
	const extraClaims = new Map<Sentence, string[]>();
	const filtered = sections.map((section) => ({
		...section,
		sentences: paragraphsOf(section).flatMap((paragraph) => {
			const left = paragraph.filter((one) => {
				if (one.kind === "frame" || one.code !== undefined) return true;
				const earlier = kept.find((other) => isRepeat(one, other) || tellsAgain(one, other, claims));
				if (!earlier) {
					kept.push(one);
					return true;
				}
				extraClaims.set(earlier, [...(extraClaims.get(earlier) ?? []), ...one.claimIds]);
				return false;
			});
			const isOpening = paragraph[0]?.opens === true;
			return left.map((one, at) => (at === 0 && isOpening && !one.opens ? opening(one, extraClaims) : one));
		}),
	}));
	return filtered.map((section) => ({
		...section,
		sentences: section.sentences.map((one) => {
			const extra = extraClaims.get(one);
			return extra ? { ...one, claimIds: [...new Set([...one.claimIds, ...extra])] } : one;
		}),
	}));
}

/** The sentence as the first of its paragraph; later repeats still find it. */
function opening(one: Sentence, extraClaims: Map<Sentence, string[]>): Sentence {
	const opened: Sentence = { ...one, opens: true };
	const extra = extraClaims.get(one);
	if (extra) extraClaims.set(opened, extra);
	return opened;
}

function joinBlocks(sections: readonly Section[]): Section[] {
	const all = sections.flatMap(({ blocks = [] }) => blocks);
	const shown = new Map<QuotedBlock, QuotedBlock>();
	for (const block of all) {
		const home = [...shown].find(([, other]) => holds(other, block) || holds(block, other));
		if (!home) shown.set(block, block);
		else if (!holds(home[1], block)) shown.set(home[0], block);
	}
	return sections.map(({ blocks, ...section }) => {
		const left = (blocks ?? []).flatMap((block) => shown.get(block) ?? []);
		return left.length > 0 ? { ...section, blocks: left } : section;
	});
}

/** Whether each piece of a block lies within one piece of the other, which is of the same page. */
function holds(outer: QuotedBlock, inner: QuotedBlock): boolean {
	return (
		outer.sourceId === inner.sourceId &&
		inner.pieces.every((piece) => outer.pieces.some(({ start, end }) => start <= piece.start && piece.end <= end))
	);
}

/**
 * Tables with the same columns become one: a row that both have takes cells that it lacked, and the claims of equal cells; where two
 * cells differ, the later row is an item of a list. Of tables with other columns the largest stays, and each row of the rest becomes an item.
 */
function joinTables(tables: readonly EvidenceTable[]): { table?: EvidenceTable; sections: Section[] } {
	const byColumns = new Map<string, EvidenceTable>();
	const differing: EvidenceTable[] = [];
	for (const { after: _after, ...table } of tables) {
		const key = JSON.stringify(table.columns);
		const rows = new Map((byColumns.get(key)?.rows ?? []).map((row) => [row.label, row]));
		for (const row of table.rows) {
			const joined = joinRows(rows.get(row.label) ?? row, row);
			if (joined) rows.set(row.label, joined);
			else differing.push({ ...table, rows: [row] });
		}
		byColumns.set(key, { ...(byColumns.get(key) ?? table), rows: [...rows.values()] });
	}
	const joined = [...byColumns.values()];
	const [table] = joined.toSorted((a, b) => sizeOf(b) - sizeOf(a));
	const others = [...joined.filter((one) => one !== table), ...differing];
	return { ...(table ? { table } : {}), sections: others.map(listOf) };
}

type Row = EvidenceTable["rows"][number];

/** Two rows of one thing as one; undefined where a cell of both differs. */
function joinRows(first: Row, second: Row): Row | undefined {
	const cells = first.cells.map((cell, at) => {
		const other = second.cells[at];
		if (!other || "missing" in other) return cell;
		if ("missing" in cell) return other;
		if (comparisonForm(cell.text) !== comparisonForm(other.text)) return undefined;
		return { ...cell, claimIds: [...new Set([...cell.claimIds, ...other.claimIds])] };
	});
	return cells.every((cell) => cell !== undefined) ? { ...first, cells } : undefined;
}

const sizeOf = ({ rows, columns }: EvidenceTable) => rows.length * columns.length;

function listOf({ caption = "", columns, rows }: EvidenceTable): Section {
	const sentences = rows.flatMap(({ label, cells }): Sentence[] => {
		const filled = cells.flatMap((cell, at) => ("claimIds" in cell ? [{ cell, column: columns[at] ?? "" }] : []));
		if (filled.length === 0) return [];
		return [
			{
				kind: "fact",
				text: `${label}: ${filled.map(({ cell, column }) => (column === "" ? "" : `${column}: `) + cell.text).join("; ")}.`,
				claimIds: [...new Set(filled.flatMap(({ cell }) => cell.claimIds))],
				opens: true,
			},
		];
	});
	return { heading: caption, form: "bullets", sentences };
}

/** Conclusions of a bottom line, at most. */
const conclusionsMax = 5;
const certaintyRank = { high: 0, moderate: 1, low: 2 } as const;

/**
 * The bottom line where no model concludes anew: the surest conclusions of all passes, those with more claims first, in the order of
 * the passes where both are equal.
 */
export function surestConclusions(passes: readonly PassReport[]): Conclusion[] {
	const pooled = passes.flatMap(({ report }) => report.bottomLine ?? []);
	const distinct = pooled.filter((one, at) => !pooled.slice(0, at).some((other) => isRepeat(one, other)));
	return distinct
		.toSorted(
			(a, b) => certaintyRank[a.certainty] - certaintyRank[b.certainty] || b.claimIds.length - a.claimIds.length,
		)
		.slice(0, conclusionsMax);
}
