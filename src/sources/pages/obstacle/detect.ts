import { detectChallenge } from "./challenge.ts";
import { detectConsentWall } from "./consent.ts";
import { detectErrorPage } from "./error-page.ts";
import type { BlockedPage, JudgedResponse } from "./judged-response.ts";
import { detectLoginWall } from "./login.ts";
import { detectNotFound } from "./not-found.ts";
import { detectParkedDomain } from "./parked.ts";
import { detectPaywall } from "./paywall.ts";

/** The order matters: the clearest signs come first. A challenge responds with 403, and an error page may ask to sign in. */
const detectors = [
	detectChallenge,
	detectPaywall,
	detectLoginWall,
	detectNotFound,
	detectErrorPage,
	detectConsentWall,
	detectParkedDomain,
];

/** What is shown instead of the page; undefined when it is the page. */
export function detectBlockedPage(response: JudgedResponse): BlockedPage | undefined {
	for (const detect of detectors) {
		const verdict = detect(response);
		if (verdict) return verdict;
	}
	return undefined;
}

/** A page with fewer letters than this counts as empty. */
const lettersMin = 40;

/** Detects a page without text. Call it only after the page's scripts have run, or when they are not needed. */
export function detectEmptyPage({ text, name }: JudgedResponse): BlockedPage | undefined {
	if ((text.match(/\p{L}/gu)?.length ?? 0) >= lettersMin) return undefined;
	return { obstacle: "empty", reason: `${name} shows no text under this address` };
}
