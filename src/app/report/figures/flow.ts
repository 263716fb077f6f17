import { pluralize } from "../../../base/text.ts";
import type { ResearchState } from "../../../evidence/state.ts";
import type { Turn } from "../../../evidence/turn.ts";
import { unreadReasonWords } from "../../../evidence/unread-page.ts";
import { figureHtml, type Layout, lineSvg, plainTable, svgHtml, textSvg, wrapped } from "./svg.ts";

/** What became of the pages that the searches found, in the stages of PRISMA's flow diagram. */
export interface Flow {
	stages: FlowStage[];
}

/** A stage, and what went no further, with the reasons. */
interface FlowStage {
	title: string;
	count: number;
	/** How they came: `by 7 queries`. */
	note: string;
	out: { title: string; count: number; reasons: { text: string; count: number }[] } | undefined;
}

export function flowOf(state: ResearchState): Flow {
	const { turns, sources, unread, report, claims, inherited, stop } = state;
	const filtered = new Map(turns.flatMap(({ left = [] }) => left.map(({ url, reason }) => [url, reason] as const)));
	const chosen = new Set(turns.flatMap(({ choices }) => choices.map(({ url }) => url)));
	for (const url of chosen) filtered.delete(url);
	const hits = turns.flatMap(hitsOf);
	const found = new Set([...hits, ...filtered.keys(), ...chosen]);
	// The passes of older surveys keep only how many documents each action found.
	const foundCount = Math.max(found.size, hits.length === 0 ? turns.reduce((sum, one) => sum + one.found, 0) : 0);
	const queries = new Set(turns.flatMap((turn) => turn.queries)).size;
	const tried = sources.length + unread.length;
	// Named by the user, linked from a page, or of an earlier run.
	const others = Math.max(0, tried - chosen.size);
	const unopened = Math.max(0, chosen.size - tried);
	// While the run works, the last searches were made and nothing is chosen of their results yet.
	const isCompared = ({ choices, signal }: Turn) => stop !== undefined || choices.length > 0 || signal !== undefined;
	const compared = new Set([...turns.filter(isCompared).flatMap(hitsOf), ...filtered.keys(), ...chosen]);
	const waiting = found.size - found.intersection(compared).size;
	const screened = foundCount - filtered.size - waiting;
	const cited = report?.sourceIds ?? [];
	const stating = new Set(claims.map(({ sourceId }) => sourceId));
	const silent = sources.filter(({ id }) => !stating.has(id)).length;
	const uncited = sources.length - cited.length;
	return {
		stages: [
			{
				...{ title: "Found", count: foundCount, note: `by ${pluralize(queries, "query", "queries")}` },
				out: outOf(filtered.size === 0 ? "Waiting" : "Filtered out", [
					...countBy([...filtered.values()].map(shortReason)),
					{ text: "not compared yet", count: waiting },
				]),
			},
			{
				...{ title: "Compared", count: screened, note: "by title and passage" },
				out: outOf(unopened === 0 ? "Not chosen" : "Not opened", [
					{ text: "others promised more", count: Math.max(0, screened - chosen.size) },
					{ text: stop ? "research ended first" : "not opened yet", count: unopened },
				]),
			},
			{
				...{
					title: "Opened",
					count: tried,
					note: others > 0 ? `${others} of them ${inherited ? "known before, " : ""}named or linked` : "",
				},
				out: outOf(
					"Not read",
					countBy(unread.map(({ obstacle }) => (obstacle ? unreadReasonWords[obstacle] : "unreadable"))),
				),
			},
			{
				...{ title: "Read", count: sources.length, note: `${pluralize(claims.length, "claim")}` },
				out: report
					? outOf("Not cited", [
							{ text: "nothing on the question", count: Math.min(silent, uncited) },
							{ text: "said elsewhere, or not needed", count: Math.max(0, uncited - silent) },
						])
					: undefined,
			},
			...(report ? [{ title: "Cited", count: cited.length, note: "in this report", out: undefined }] : []),
		],
	};
}

/** The addresses that an action's searches found. */
function hitsOf({ hits, lists = [] }: Turn): string[] {
	return [...hits.map(({ url }) => url), ...lists.flatMap(({ urls }) => urls)];
}

/** Undefined if nothing went out. */
function outOf(title: string, reasons: { text: string; count: number }[]): FlowStage["out"] {
	const given = reasons.filter(({ count }) => count > 0);
	const count = given.reduce((sum, one) => sum + one.count, 0);
	return count === 0 ? undefined : { title, count, reasons: given };
}

function countBy(texts: readonly string[]): { text: string; count: number }[] {
	return [...Map.groupBy(texts, (text) => text)]
		.map(([text, all]) => ({ text, count: all.length }))
		.toSorted((a, b) => b.count - a.count);
}

/** The reason without the title that it names. */
function shortReason(reason: string): string {
	return /^it carries the text of/.test(reason) ? "a copy of another page" : reason.replace(/^it (?:is )?/, "");
}

const lineHeight = 18;
const padding = 10;

interface Box {
	x: number;
	width: number;
	lines: { text: string; className: string }[];
}

function boxHeight({ lines }: Box): number {
	return lines.length * lineHeight + 2 * padding - 4;
}

function boxSvg(box: Box, y: number, className: string): string {
	const texts = box.lines.map(({ text, className: kind }, at) =>
		textSvg(box.x + 12, y + padding + 11 + at * lineHeight, text, kind),
	);
	return `<rect x="${box.x}" y="${y}" width="${box.width}" height="${boxHeight(box)}" rx="6" class="${className}"/>${texts.join("")}`;
}

/** The flow as a drawing. Wide: what went out stands beside its stage; narrow: below it. */
function flowSvg({ stages }: Flow, layout: Layout): string {
	const isWide = layout === "wide";
	const [stageWidth, outX, outWidth] = isWide ? [220, 268, 352] : [316, 44, 272];
	const gap = isWide ? 26 : 22;
	const characters = Math.floor((outWidth - 24) / 6.6);
	let y = 1;
	let content = "";
	for (const [at, { title, count, note, out }] of stages.entries()) {
		const stage: Box = {
			...{ x: 1, width: stageWidth },
			lines: [
				{ text: `${title}: ${count}`, className: "strong" },
				...(note === "" ? [] : wrapped(note, 32, 2).map((text) => ({ text, className: "soft" }))),
			],
		};
		const removed: Box | undefined = out && {
			...{ x: outX, width: outWidth },
			lines: [
				{ text: `${out.title}: ${out.count}`, className: "strong" },
				...out.reasons.flatMap((one) =>
					wrapped(`${one.text}: ${one.count}`, characters, 2).map((text) => ({ text, className: "soft" })),
				),
			],
		};
		const height = boxHeight(stage);
		const middle = y + height / 2;
		content += boxSvg(stage, y, "stage");
		const outY = isWide ? y : y + height + 10;
		if (removed) {
			content += boxSvg(removed, outY, "out");
			content += isWide
				? arrowSvg(stageWidth + 1, middle, outX - 1, middle)
				: arrowSvg(22, outY + 18, outX - 1, outY + 18);
		}
		const end = Math.max(y + height, removed ? outY + boxHeight(removed) : 0);
		if (at < stages.length - 1)
			content += arrowSvg(isWide ? stageWidth / 2 : 22, y + height, isWide ? stageWidth / 2 : 22, end + gap - 1);
		y = end + gap;
	}
	return svgHtml(layout, isWide ? outX + outWidth + 1 : stageWidth + 2, y - gap + 2, content);
}

function arrowSvg(x1: number, y1: number, x2: number, y2: number): string {
	const head =
		x1 === x2
			? `M${x2 - 4} ${y2 - 7}L${x2} ${y2}L${x2 + 4} ${y2 - 7}`
			: `M${x2 - 7} ${y2 - 4}L${x2} ${y2}L${x2 - 7} ${y2 + 4}`;
	return `${lineSvg(x1, y1, x2, y2, "arrow")}<path d="${head}" class="arrow"/>`;
}

export function flowHtml(state: ResearchState): string {
	const flow = flowOf(state);
	const rows = flow.stages.map(({ title, count, note, out }) => [
		title,
		`${count}${note === "" ? "" : ` (${note})`}`,
		out ? `${out.title}: ${out.count} (${out.reasons.map((one) => `${one.text}: ${one.count}`).join("; ")})` : "",
	]);
	return figureHtml({
		...{
			id: "flow",
			title: "From the searches to this report.",
			note: "What was found, what went out and why, what was read, what is cited.",
		},
		drawings: flowSvg(flow, "wide") + flowSvg(flow, "narrow"),
		table: plainTable(["Stage", "Pages", "Went no further"], rows),
	});
}
