import type { BlockedPage, JudgedResponse } from "./judged-response.ts";

/** A page with fewer letters than this counts as empty. */
const lettersMin = 40;

/** Detects a page without text. Call it only after the page's scripts have run, or when they are not needed. */
export function detectEmptyPage({ text, name }: JudgedResponse): BlockedPage | undefined {
	if ((text.match(/\p{L}/gu)?.length ?? 0) >= lettersMin) return undefined;
	return { obstacle: "empty", reason: `${name} shows no text under this address` };
}
