import { pluralize } from "../../../base/text.ts";
import type { Signal } from "../../../evidence/signal.ts";
import type { ResearchState, Turn } from "../../../evidence/state.ts";
import { signalWords } from "../../event-words.ts";
import { formatDollars } from "../spending-words.ts";
import { figureHtml, lineSvg, plainTable, svgHtml, textSvg } from "./svg.ts";

/** The waves of a run: what each action brought, and what it cost. */
export interface TimelineWave {
	wave: number;
	signals: (Signal | "NONE")[];
	/** Those that no earlier wave had. */
	claims: number;
	pages: number;
	/** USD, up to the next decision; undefined in a run without models. */
	usd: number | undefined;
}

export function timelineOf({ turns, spentUsd, passes }: ResearchState): TimelineWave[] {
	const waves = [...Map.groupBy(turns, ({ wave }) => wave)];
	// The passes of a survey run at once: no wave has a cost of its own.
	const hasCost = spentUsd > 0 && !passes;
	const spentBefore = (ones: readonly Turn[] | undefined) => ones?.[0]?.spentUsd ?? 0;
	const seen = new Set<string>();
	/** How many of these ids no earlier wave had. */
	const firstSeen = (ids: readonly string[]) => {
		const before = seen.size;
		for (const id of ids) seen.add(id);
		return seen.size - before;
	};
	return waves.map(([wave, ones], at) => {
		const next = waves[at + 1]?.[1];
		return {
			wave,
			signals: ones.map(({ signal }) => signal ?? "NONE"),
			claims: firstSeen(ones.flatMap(({ claims }) => claims)),
			pages: firstSeen(ones.flatMap(({ read }) => read)),
			usd: hasCost ? Math.max(0, (next ? spentBefore(next) : spentUsd) - spentBefore(ones)) : undefined,
		};
	});
}

/** Each signal has a form of its own, so that nothing is told by colour alone. */
const signalMarks: Record<Signal | "NONE", { glyph: string; className: string }> = {
	NEW_EVIDENCE: { glyph: "+", className: "gain" },
	CONFLICT_FOUND: { glyph: "!", className: "warn" },
	REDUNDANT: { glyph: "=", className: "plain" },
	DEAD_END: { glyph: "×", className: "none" },
	NO_RETRIEVAL_RESULTS: { glyph: "–", className: "none" },
	NONE: { glyph: "·", className: "none" },
};

/** Maximum actions of a wave that are drawn; the table has all. */
const marksMax = 8;
/** A cost needs more room than a count. */
const columnWidths = { plain: 37, withCost: 54 };
const left = 92;

function timelineSvg(waves: readonly TimelineWave[]): string {
	const hasCost = waves.some(({ usd }) => usd !== undefined);
	const columnWidth = hasCost ? columnWidths.withCost : columnWidths.plain;
	const rows = Math.min(marksMax, Math.max(1, ...waves.map(({ signals }) => signals.length)));
	const base = 14 + rows * 24;
	const barTop = base + 22;
	const barHeight = 56;
	const barBase = barTop + barHeight;
	const most = Math.max(1, ...waves.map(({ claims }) => claims));
	const columns = waves.map(({ wave, signals, claims, pages, usd }, at) => {
		const x = left + at * columnWidth + columnWidth / 2;
		const shown = signals.slice(0, signals.length > marksMax ? marksMax - 1 : marksMax);
		const marks = shown.map((signal, n) => {
			const { glyph, className } = signalMarks[signal];
			const y = base - 12 - n * 24;
			return `<circle cx="${x}" cy="${y}" r="9.5" class="${className}"/>${textSvg(x, y + 4.5, glyph, `glyph ${className}`, "middle")}`;
		});
		const more =
			signals.length > shown.length ? textSvg(x, 18, `+${signals.length - shown.length}`, "soft", "middle") : "";
		const height = Math.round((claims / most) * (barHeight - 16));
		return (
			`${marks.join("")}${more}${textSvg(x, base + 14, String(wave), "soft", "middle")}` +
			`<rect x="${x - 13}" y="${barBase - height}" width="26" height="${height}" rx="2" class="bar"/>` +
			`${textSvg(x, barBase - height - 4, String(claims), "small", "middle")}${textSvg(x, barBase + 17, String(pages), "small", "middle")}` +
			(usd === undefined ? "" : textSvg(x, barBase + 35, formatDollars(usd), "small", "middle"))
		);
	});
	const labels = [
		textSvg(0, base - 8, "Actions", "soft"),
		textSvg(0, base + 14, "Wave", "soft"),
		textSvg(0, barBase - 4, "New claims", "soft"),
		textSvg(0, barBase + 17, "Pages read", "soft"),
		hasCost ? textSvg(0, barBase + 35, "Cost", "soft") : "",
	];
	const width = left + waves.length * columnWidth;
	const axis = lineSvg(left, barBase + 0.5, width, barBase + 0.5, "axis");
	return svgHtml("any", width, barBase + (hasCost ? 42 : 24), `${labels.join("")}${axis}${columns.join("")}`);
}

/** Empty for a run without a step. */
export function timelineHtml(state: ResearchState): string {
	const waves = timelineOf(state);
	if (waves.length === 0) return "";
	const present = new Set(waves.flatMap(({ signals }) => signals));
	const words = (signal: Signal | "NONE") => (signal === "NONE" ? "no signal" : signalWords[signal]);
	const signals = (Object.keys(signalMarks) as (Signal | "NONE")[]).filter((signal) => present.has(signal));
	const legend = signals.map(
		(signal) =>
			`<span class="key ${signalMarks[signal].className}">${signalMarks[signal].glyph}</span> ${words(signal)}`,
	);
	const hasCost = waves.some(({ usd }) => usd !== undefined);
	const rows = waves.map(({ wave, signals: all, claims, pages, usd }) => {
		const counts = [...Map.groupBy(all, (signal) => signal)].map(
			([signal, ones]) => `${ones.length} × ${words(signal)}`,
		);
		return [
			`Wave ${wave}`,
			counts.join(", "),
			pages,
			claims,
			...(hasCost ? [usd === undefined ? "" : formatDollars(usd)] : []),
		];
	});
	return figureHtml({
		...{ id: "waves", title: `The research in ${pluralize(waves.length, "wave")}.`, note: legend.join(" ") },
		drawings: timelineSvg(waves),
		table: plainTable(["Wave", "Signals", "Pages read", "New claims", ...(hasCost ? ["Cost"] : [])], rows),
	});
}
