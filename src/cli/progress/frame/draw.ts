import { lineOf, type Paint, type Span } from "../../terminal/paint.ts";

/** Draws one line of the frame: `left`, cut where it must be, and `right` at the right edge when there is room. */
export type Draw = (left: readonly Span[], right?: readonly Span[]) => string;

export function drawer(paint: Paint, width: number): Draw {
	return (left, right = []) => lineOf(paint, width, left, right);
}

export const plain = (text: string): Span => ({ style: "plain", text });
export const quiet = (text: string): Span => ({ style: "quiet", text });

/** The text column of the frame begins here. */
export const indent = plain("  ");
