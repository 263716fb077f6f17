import { pluralize } from "../../../base/text.ts";
import { formatDuration, oneLine, wrapText } from "../../terminal/text.ts";
import { shortId } from "../../words.ts";
import type { LiveView } from "../live-view.ts";
import { type Draw, indent, quiet } from "./draw.ts";

const spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
/** Time between two frames of the spinner, and of the view. */
export const tickMs = 100;

/** Maximum readings of the question that are shown. */
const readingsMax = 3;

/** The question, the elapsed time, and one quiet line of facts about the run. */
export function headingLines(view: LiveView, elapsedMs: number, width: number, room: number, draw: Draw): string[] {
	const spinnerFrame = spinner[Math.floor(elapsedMs / tickMs) % spinner.length] ?? "";
	const wrapped = wrapText(oneLine(view.title), width - 10);
	const [first = "", second] = wrapped.length > 2 || room < 12 ? [wrapped.join(" ")] : wrapped;
	const lines = [
		draw(
			[
				{ style: "accent", text: `${spinnerFrame} ` },
				{ style: "strong", text: first },
			],
			[quiet(formatDuration(elapsedMs))],
		),
	];
	if (second !== undefined) lines.push(draw([indent, { style: "strong", text: second }]));
	if (room >= 20) lines.push(...readingLines(view, draw));
	if (room >= 8) lines.push(draw([indent, quiet(runFacts(view).join(" · "))]));
	return lines;
}

/** How the question is understood, where it can be understood in more than one way: one line each, the likeliest first. */
function readingLines({ state }: LiveView, draw: Draw): string[] {
	const readings = (state?.readings ?? []).toSorted((a, b) => b.weight - a.weight).slice(0, readingsMax);
	if (readings.length < 2) return [];
	return readings.map(({ text, kind, weight }) =>
		draw([indent, quiet(`read as ${Math.round(weight * 100)} % ${kind}: ${oneLine(text)}`)]),
	);
}

function runFacts({ runId, state, likely, skipped, note }: LiveView): string[] {
	return [
		runId && `run ${shortId(runId)}`,
		state?.options?.from !== undefined && `pages of run ${shortId(state.options.from)}`,
		state?.source && state.options?.corpus.length !== 0 && pluralize(state.source.documents, "document"),
		state?.options?.web?.search.join(", "),
		state?.route?.shape,
		state?.options?.depth,
		state && likely,
		skipped > 0 && `${pluralize(skipped, "path")} skipped`,
		note && oneLine(note),
	].filter((fact) => typeof fact === "string");
}
