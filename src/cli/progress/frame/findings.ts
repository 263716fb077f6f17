import type { ResearchState, Signal } from "../../../app/api.ts";
import { figureWords, signalWords } from "../../../app/event-words.ts";
import { pluralize } from "../../../base/text.ts";
import type { StyledText } from "../../terminal/paint.ts";
import { formatDuration, oneLine, truncate } from "../../terminal/text.ts";
import type { LiveView, ShownFinding } from "../live-view.ts";
import { type Draw, indent, quiet } from "./draw.ts";

const marks: Record<ShownFinding["kind"], StyledText> = {
	claim: { style: "good", text: "+ " },
	dispute: { style: "warn", text: "≠ " },
	answer: { style: "accent", text: "= " },
};
/** The name of a document stands beside its claim on terminals at least this wide. */
const nameWidthMin = 64;

/** The newest claims, disputes and answers, newest last. Unused rows are blank, so that the height stays the same. */
export function findingLines({ found, state }: LiveView, rows: number, width: number, draw: Draw): string[] {
	const lines = found.slice(-rows).map(({ kind, text, where, claimId }) => {
		const { words, mark } = certaintyOf(state, kind, claimId);
		const name =
			width < nameWidthMin || where === ""
				? []
				: [quiet(truncate(baseName(oneLine(where)), Math.floor(width / 4)) + words)];
		return draw([indent, mark, { style: kind === "claim" ? "plain" : "strong", text: oneLine(text) }], name);
	});
	while (lines.length < rows) lines.push("");
	return [
		draw([indent, { style: "title", text: "Found" }, quiet(found.length === 0 ? "  nothing yet" : "")]),
		...lines,
	];
}

/** How well a claim is supported: by its group, which grows while the run goes on. */
function certaintyOf(state: ResearchState | undefined, kind: ShownFinding["kind"], claimId: string | undefined) {
	const group = state?.groups.find(({ claimIds }) => claimId !== undefined && claimIds.includes(claimId));
	if (!group) return { words: "", mark: marks[kind] };
	const words = group.origins > 1 ? `${group.confidence}, ${group.origins} origins` : group.confidence;
	return { words: ` · ${words}`, mark: group.disputed ? marks.dispute : marks[kind] };
}

/** What the threads did last, newest last, with a title. Unused rows are blank. */
export function latestLines({ latest }: LiveView, rows: number, draw: Draw): string[] {
	const lines = latest
		.slice(-rows)
		.map(({ text, hasFailed }) => draw([indent, hasFailed ? { style: "warn", text: "! " } : quiet("· "), quiet(text)]));
	while (lines.length < rows) lines.push("");
	const none = latest.length === 0 ? [quiet("  nothing yet")] : [];
	return [draw([indent, { style: "title", text: "Latest" }, ...none]), ...lines];
}

/** What is left of the limits: `10 of 45 steps · 5 of 20 pages · 18:40 left`. */
export function limitsLine(
	{ clockAt }: LiveView,
	{ options, turns, sources, elapsedMs }: ResearchState,
	at: number,
	draw: Draw,
): string {
	if (!options) return "";
	const leftMs = Math.max(0, options.deadlineMs - elapsedMs - (at - clockAt));
	const parts = [
		`${turns.length} of ${pluralize(options.maxSteps, "step")}`,
		`${sources.length} of ${pluralize(options.maxSources, "page")}`,
		`${formatDuration(leftMs)} left`,
	];
	return draw([indent, quiet(parts.join(" · "))]);
}

function baseName(path: string): string {
	return path.slice(path.lastIndexOf("/") + 1);
}

const glyphs: Record<Signal, StyledText> = {
	NEW_EVIDENCE: { style: "good", text: "●" },
	CONFLICT_FOUND: { style: "warn", text: "≠" },
	REDUNDANT: { style: "quiet", text: "○" },
	DEAD_END: { style: "bad", text: "×" },
	NO_RETRIEVAL_RESULTS: { style: "bad", text: "∅" },
};

/** The signal of each step, oldest first, and the last one in words. */
export function signalLine({ signals }: LiveView, width: number, draw: Draw): string {
	const last = signals.at(-1);
	if (!last) return "";
	const shown = signals.slice(-Math.max(4, Math.min(45, width - 24)));
	return draw([indent, ...shown.map((signal) => glyphs[signal]), quiet(`  ${signalWords[last]}`)]);
}

/** The state of the evidence in figures, and the cost. */
export function figuresLine({ meter }: LiveView, state: ResearchState, width: number, draw: Draw): string {
	const all = figureWords(state);
	const room = width - 2 - (meter === undefined ? 0 : meter.length + 2);
	const left = [indent, quiet(all.length > room ? all.replace(/ · [^·]* groups? /, " ") : all)];
	return draw(left, meter === undefined ? [] : [quiet(meter)]);
}
