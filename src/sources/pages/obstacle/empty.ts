import type { Seen, Verdict } from "./seen.ts";

/** A page with fewer letters than this says nothing. */
const lettersMin = 40;

/** A page without words: asked of a page only when its scripts have run, or are not needed. */
export function empty({ text, name }: Seen): Verdict | undefined {
	if ((text.match(/\p{L}/gu)?.length ?? 0) >= lettersMin) return undefined;
	return { obstacle: "empty", reason: `${name} shows no text under this address` };
}
