import { stripVTControlCharacters } from "node:util";
import type { ResearchState } from "../../../app/api.ts";
import { workingTime } from "../../../base/working-time.ts";
import type { Paint } from "../../terminal/paint.ts";
import { textWidth } from "../../terminal/text.ts";
import type { LiveView } from "../live-view.ts";
import { createDraw, type Draw } from "./draw.ts";
import { figuresLine, findingLines, latestLines, limitsLine, signalLine } from "./findings.ts";
import { headingLines } from "./heading.ts";
import { indexingLines } from "./indexing.ts";
import { planLines, stepLines } from "./plan.ts";
import { hasReport, reportLines } from "./report.ts";

/** The terminal's size in cells, and the time. */
export interface FrameContext {
	columns: number;
	rows: number;
	/** Since the command was started. */
	elapsedMs: number;
	/** Since the current activity began. */
	nowMs: number;
	paint: Paint;
	/** The run's time limit is counted from here, by `workingTime()`. */
	at?: number | undefined;
}

/** Maximum width of a column in cells. Wider lines are hard to read. */
const widthMax = 110;
/** From this width on, what was found stands beside the plan. */
const besideFrom = 140;
/** Cells between two columns. */
const between = 3;
/** With fewer rows there are no blank lines between sections. */
const gapRowsMin = 18;
/** Maximum rows of the plan in one column. */
const planRowsMax = 10;

/**
 * The live view as painted lines: none wider than the terminal, fewer than its rows (a redraw of a full screen flickers). Sections keep
 * their order and do not shrink during a run, so that nothing jumps.
 */
export function drawFrame(view: LiveView, context: FrameContext): string[] {
	const isWide = context.columns >= besideFrom;
	const width = Math.max(10, Math.min(context.columns - 1, isWide ? 2 * widthMax + between : widthMax));
	const room = Math.max(1, context.rows - 1);
	const draw = createDraw(context.paint, width);
	const head = headingLines(view, context.elapsedMs, width, room, draw);
	const { state } = view;
	if (!state || view.index) return [...head, ...indexingLines(view, width, draw)].slice(0, room);

	const footLines = [
		signalLine(view, width, draw),
		figuresLine(view, state, width, draw),
		...(room >= gapRowsMin && state.options ? [limitsLine(view, state, context.at ?? workingTime(), draw)] : []),
	];
	const gap = room >= gapRowsMin ? [""] : [];
	const middle = room - head.length - footLines.length - 2 * gap.length;
	const body = isWide
		? twoColumns(view, state, context, width, middle)
		: oneColumn(view, state, context, width, middle);
	if (!body) return [...head, ...stepLines(view, state, context.nowMs, width, draw), ...footLines].slice(0, room);
	return [...head, ...gap, ...body, ...gap, ...footLines];
}

/** The plan, the step, and what was found or is written, one below the other. Undefined where there is no room. */
function oneColumn(view: LiveView, state: ResearchState, context: FrameContext, width: number, rows: number) {
	const draw = createDraw(context.paint, width);
	const gap = context.rows - 1 >= gapRowsMin ? [""] : [];
	const step = stepLines(view, state, context.nowMs, width, draw);
	// Two gaps, and the titles of the plan and of the findings.
	const left = rows - step.length - 2 * gap.length - 2;
	if (left < 3) return undefined;
	const planRows = Math.min(
		state.subQuestions.length,
		Math.max(2, Math.ceil(left / (state.stop ? 4 : 2))),
		planRowsMax,
	);
	return [
		...planLines(view, state, planRows, width, draw),
		...gap,
		...step,
		...gap,
		...foundOrWritten(view, left - planRows, width, draw),
	];
}

/** The plan, the step and what the threads did last on the left; what was found or is written on the right. */
function twoColumns(view: LiveView, state: ResearchState, context: FrameContext, width: number, rows: number) {
	const [leftWidth, rightWidth] = [Math.ceil((width - between) / 2), Math.floor((width - between) / 2)];
	const draw = createDraw(context.paint, leftWidth);
	const step = stepLines(view, state, context.nowMs, leftWidth, draw);
	const left = rows - step.length - 4;
	if (left < 4) return undefined;
	const planRows = Math.min(state.subQuestions.length, Math.ceil(left * 0.7));
	const leftLines = [
		...planLines(view, state, planRows, leftWidth, draw),
		"",
		...step,
		"",
		...latestLines(view, left - planRows, draw),
	];
	const rightLines = foundOrWritten(view, rows - 1, rightWidth, createDraw(context.paint, rightWidth));
	return rightLines.map((line, at) => `${padded(leftLines[at] ?? "", leftWidth + between)}${line}`.trimEnd());
}

function foundOrWritten(view: LiveView, rows: number, width: number, draw: Draw): string[] {
	return hasReport(view) ? reportLines(view, rows, width, draw) : findingLines(view, rows, width, draw);
}

/** A painted line with blanks up to `width` cells. */
function padded(line: string, width: number): string {
	return line + " ".repeat(Math.max(0, width - textWidth(stripVTControlCharacters(line))));
}
