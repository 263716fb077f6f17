import type { Paint } from "../../terminal/paint.ts";
import type { Picture } from "../picture.ts";
import { drawer } from "./draw.ts";
import { figuresLine, foundLines, signalLine } from "./found.ts";
import { heading } from "./heading.ts";
import { indexing } from "./indexing.ts";
import { planLines, stepLines } from "./plan.ts";

/** The terminal's size in cells, and the time. */
export interface Stage {
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
const airyRows = 18;
/** Maximum rows of the plan, and of the findings. */
const planRowsMax = 10;
const foundRowsMax = 10;

/**
 * The live view as painted lines: none wider than the terminal, fewer than its rows (a redraw of a full screen flickers). Sections keep
 * their order and do not shrink during a run, so that nothing jumps.
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
	// Four gaps, and the titles of the plan and of the findings.
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
