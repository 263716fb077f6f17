import { lineOf, type Paint, type Span } from "../../terminal/paint.ts";

/** Draws one line of the frame: `left`, cut if necessary, and `right` at the right edge if there is room. */
export type Draw = (left: readonly Span[], right?: readonly Span[]) => string;

export function drawer(paint: Paint, width: number): Draw {
	return (left, right = []) => lineOf(paint, width, left, right);
}

export const plain = (text: string): Span => ({ style: "plain", text });
export const quiet = (text: string): Span => ({ style: "quiet", text });

/** The indent of the frame's text column. */
export const indent = plain("  ");
