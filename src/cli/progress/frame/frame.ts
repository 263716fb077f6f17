import type { Paint } from "../../terminal/paint.ts";
import type { LiveView } from "../live-view.ts";
import { createDraw } from "./draw.ts";
import { figuresLine, findingLines, signalLine } from "./findings.ts";
import { headingLines } from "./heading.ts";
import { indexingLines } from "./indexing.ts";
import { planLines, stepLines } from "./plan.ts";

/** The terminal's size in cells, and the time. */
export interface FrameContext {
	columns: number;
	rows: number;
	/** Since the command was started. */
	elapsedMs: number;
	/** Since the current activity began. */
	nowMs: number;
	paint: Paint;
}

/** Maximum width in cells. Wider lines are hard to read. */
const widthMax = 110;
/** With fewer rows there are no blank lines between sections. */
const gapRowsMin = 18;
/** Maximum rows of the plan, and of the findings. */
const planRowsMax = 10;
const findingRowsMax = 10;

/**
 * The live view as painted lines: none wider than the terminal, fewer than its rows (a redraw of a full screen flickers). Sections keep
 * their order and do not shrink during a run, so that nothing jumps.
 */
export function drawFrame(view: LiveView, context: FrameContext): string[] {
	const width = Math.max(10, Math.min(context.columns - 1, widthMax));
	const room = Math.max(1, context.rows - 1);
	const draw = createDraw(context.paint, width);
	const head = headingLines(view, context.elapsedMs, width, room, draw);
	const { state } = view;
	if (!state || view.index) return [...head, ...indexingLines(view, width, draw)].slice(0, room);

	const step = stepLines(view, state, context.nowMs, draw);
	const footLines = [signalLine(view, width, draw), figuresLine(view, state, width, draw)];
	const gap = room >= gapRowsMin ? [""] : [];
	// Four gaps, and the titles of the plan and of the findings.
	const rowsLeft = room - head.length - step.length - footLines.length - 4 * gap.length - 2;
	if (rowsLeft < 3) return [...head, ...step, ...footLines].slice(0, room);
	const planRows = Math.min(state.subQuestions.length, Math.max(2, Math.ceil(rowsLeft / 2)), planRowsMax);
	const foundRows = Math.min(rowsLeft - planRows, findingRowsMax);
	return [
		...head,
		...gap,
		...planLines(view, state, planRows, width, draw),
		...gap,
		...step,
		...gap,
		...findingLines(view.found, foundRows, width, draw),
		...gap,
		...footLines,
	];
}
