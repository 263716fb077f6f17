import type { Seen, Verdict } from "./seen.ts";

/** A page with fewer letters than this counts as empty. */
const lettersMin = 40;

/** Detects a page without text. Call it only after the page's scripts have run, or when they are not needed. */
export function empty({ text, name }: Seen): Verdict | undefined {
	if ((text.match(/\p{L}/gu)?.length ?? 0) >= lettersMin) return undefined;
	return { obstacle: "empty", reason: `${name} shows no text under this address` };
}
