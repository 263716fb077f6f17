import { type Paint, paintLine, type StyledText } from "../../terminal/paint.ts";

/** Draws one line of the frame: `left`, cut if necessary, and `right` at the right edge if there is room. */
export type Draw = (left: readonly StyledText[], right?: readonly StyledText[]) => string;

export function createDraw(paint: Paint, width: number): Draw {
	return (left, right = []) => paintLine(paint, width, left, right);
}

export const plain = (text: string): StyledText => ({ style: "plain", text });
export const quiet = (text: string): StyledText => ({ style: "quiet", text });

/** The indent of the frame's text column. */
export const indent = plain("  ");
