import type { Paint } from "../../terminal/paint.ts";
import type { Picture } from "../picture.ts";
import { drawer } from "./draw.ts";
import { figuresLine, foundLines, signalLine } from "./found.ts";
import { heading } from "./heading.ts";
import { indexing } from "./indexing.ts";
import { planLines, stepLines } from "./plan.ts";

/** The terminal's room in cells, and the moment. */
export interface Stage {
	columns: number;
	rows: number;
	/** Since the command was typed. */
	elapsedMs: number;
	/** Since what is being done now began. */
	nowMs: number;
	paint: Paint;
}

/** Wider lines are hard to read. Cells. */
const widthMax = 110;
/** With fewer rows the blank lines between sections are left out. */
const airyRows = 18;
/** Rows that the plan and the findings may take, at most. */
const planRowsMax = 10;
const foundRowsMax = 10;

/**
 * The live view as painted lines, none wider than the terminal, fewer than its rows (a redraw of a full screen flickers).
 * Sections keep their order, and grow but do not shrink while a run goes on, so that nothing jumps.
 */
export function frame(picture: Picture, stage: Stage): string[] {
	const width = Math.max(10, Math.min(stage.columns - 1, widthMax));
	const room = Math.max(1, stage.rows - 1);
	const draw = drawer(stage.paint, width);
	const head = heading(picture, stage.elapsedMs, width, room, draw);
	const { state } = picture;
	if (!state || picture.index) return [...head, ...indexing(picture, width, draw)].slice(0, room);

	const step = stepLines(picture, state, stage.nowMs, draw);
	const foot = [signalLine(picture, width, draw), figuresLine(picture, state, width, draw)];
	const gap = room >= airyRows ? [""] : [];
	// Three gaps, and the titles of the plan and of what was found.
	const rest = room - head.length - step.length - foot.length - 4 * gap.length - 2;
	if (rest < 3) return [...head, ...step, ...foot].slice(0, room);
	const planRows = Math.min(state.subQuestions.length, Math.max(2, Math.ceil(rest / 2)), planRowsMax);
	const foundRows = Math.min(rest - planRows, foundRowsMax);
	return [
		...head,
		...gap,
		...planLines(picture, state, planRows, width, draw),
		...gap,
		...step,
		...gap,
		...foundLines(picture.found, foundRows, width, draw),
		...gap,
		...foot,
	];
}
