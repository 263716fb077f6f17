import { pluralize } from "../../../base/text.ts";
import { citedIn } from "../../../evidence/report.ts";
import type { ResearchState } from "../../../evidence/state.ts";
import { type EvidenceMap, evidenceMapOf, type MapFact, type MapSource } from "../evidence-map.ts";
import { escapeHtml } from "../html-text.ts";
import { evidenceId } from "../page-address.ts";
import { figureHtml, type Layout, lineSvg, plainTable, svgHtml, textSvg, wrapped } from "./svg.ts";

/** Maximum facts and sources that are drawn; the table has all facts. */
const factsMax = 40;
const sourcesMax = 60;
/** Facts below one line of numbers: as many as fit on a printed page. */
const factsPerDrawing = 18;
const columnWidth = 26;
/** Characters of a line of a label that fit its 346 px, also in a wide font. */
const labelChars = 45;
/** Space between two origins. */
const originGap = 8;

/**
 * Facts by sources as drawings, one below the other: a dot where a source states the fact, a crossed ring where another source contradicts it. Sources of one
 * origin stand on one band. `cited`: claims whose quotes the page can show.
 */
function mapSvg(map: EvidenceMap, cited: ReadonlySet<string>, layout: Layout): string {
	const shown = map.facts.slice(0, factsMax);
	const starts = Array.from({ length: Math.ceil(shown.length / factsPerDrawing) }, (_, at) => at * factsPerDrawing);
	return starts
		.map((start) => drawingSvg({ ...map, facts: shown.slice(start, start + factsPerDrawing) }, cited, layout))
		.join("");
}

function drawingSvg({ facts, ...map }: EvidenceMap, cited: ReadonlySet<string>, layout: Layout): string {
	const sources = map.sources.slice(0, sourcesMax);
	const isWide = layout === "wide";
	const labelWidth = isWide ? 346 : 4;
	const rowHeight = isWide ? 40 : 58;
	const top = 34;
	let x = labelWidth;
	const places = sources.map(({ origin }, at) => {
		if (at > 0) x += columnWidth + (sources[at - 1]?.origin === origin ? 0 : originGap);
		return x + columnWidth / 2;
	});
	const width = Math.max(isWide ? labelWidth : 316, x + columnWidth + 2);
	const height = top + facts.length * rowHeight;
	const bands = [
		...Map.groupBy(
			sources.map(({ origin }, at) => ({ origin, at })),
			({ origin }) => origin,
		).values(),
	].map((ones) => {
		const [from = 0, to = 0] = [places[ones[0]?.at ?? 0], places[ones.at(-1)?.at ?? 0]];
		return `<rect x="${from - columnWidth / 2 + 1}" y="1" width="${to - from + columnWidth - 2}" height="${height - 2}" rx="7" class="${ones.length > 1 ? "band shared" : "band"}"/>`;
	});
	const heads = sources.map(({ number, source }, at) =>
		linkSvg(`#source-${number}`, source.title, textSvg(places[at] ?? 0, 22, String(number), "head", "middle")),
	);
	const rows = facts.map((fact, row) => {
		const y = top + row * rowHeight;
		const lines = wrapped(fact.text, isWide ? labelChars : 44, 2);
		const first = isWide ? y + (lines.length === 1 ? 24 : 17) : y + 14;
		const label = lines.map((line, n) => textSvg(0, first + n * 15, line, "label")).join("");
		const dotY = isWide ? y + 20 : y + 44;
		const dots = sources.map((one, at) => dotSvg(fact, one, cited, places[at] ?? 0, dotY)).join("");
		return `${row > 0 ? lineSvg(0, y, width, y, "rule") : ""}${label}${dots}`;
	});
	return svgHtml(layout, width, height, bands.join("") + heads.join("") + rows.join(""));
}

function dotSvg(
	fact: MapFact,
	{ source, number }: MapSource,
	cited: ReadonlySet<string>,
	x: number,
	y: number,
): string {
	const claims = fact.claims.get(source.id);
	if (!claims) return `<circle cx="${x}" cy="${y}" r="1.5" class="empty"/>`;
	const isDisputed = fact.disputed.has(source.id);
	const dot = isDisputed
		? `<circle cx="${x}" cy="${y}" r="8" class="disputed"/><path d="M${x - 4} ${y - 4}l8 8m0-8l-8 8" class="disputed"/>`
		: `<circle cx="${x}" cy="${y}" r="7" class="states"/>`;
	const ids = claims.filter(({ id }) => cited.has(id)).map(evidenceId);
	const title = `[${number}] ${source.title}: ${isDisputed ? "disputed" : "states it"}`;
	return ids.length === 0 ? `<g>${titleSvg(title)}${dot}</g>` : linkSvg(`#${ids[0]}`, title, dot, ids);
}

/** A link within the page; with `quotes`, the ids of evidence that it shows. A keyboard reaches the same in the table. */
function linkSvg(href: string, title: string, content: string, quotes?: readonly string[]): string {
	return `<a href="${href}" tabindex="-1"${quotes ? ` data-c="${quotes.join(" ")}"` : ""}>${titleSvg(title)}${content}</a>`;
}

function titleSvg(title: string): string {
	return `<title>${escapeHtml(title)}</title>`;
}

/** Empty if there is nothing to draw. */
export function mapHtml(state: ResearchState): string {
	const map = evidenceMapOf(state);
	const { facts, sources } = map;
	if (facts.length === 0 || sources.length === 0) return "";
	const cited = new Set(state.report ? citedIn(state.report) : []);
	const origins = new Set(sources.map(({ origin }) => origin)).size;
	const numberOf = new Map(sources.map(({ source, number }) => [source.id, number]));
	const listed = (ids: Iterable<string>) => [...ids].map((id) => `[${numberOf.get(id) ?? "?"}]`).join(" ");
	const rows = facts.map(({ text, claims, disputed, origins: independent, confidence }) => [
		text,
		listed([...claims.keys()].filter((id) => !disputed.has(id))),
		listed(disputed),
		independent,
		confidence,
	]);
	const hidden = Math.max(0, facts.length - factsMax);
	const note =
		`${pluralize(facts.length, "fact")}, ${pluralize(sources.length, "source")} of ${pluralize(origins, "origin")}. ` +
		'<span class="key states">●</span> the source states it <span class="key disputed">⊗</span> other sources contradict it; on one band: sources of one origin.' +
		(hidden > 0 ? ` ${hidden} more are in the table.` : "");
	return figureHtml({
		...{ id: "map", title: "Which source states what.", note },
		drawings: mapSvg(map, cited, "wide") + mapSvg(map, cited, "narrow"),
		table: plainTable(["Fact", "Stated by", "Disputed", "Independent origins", "Confidence"], rows),
	});
}
