import { challenge } from "./challenge.ts";
import { consent } from "./consent.ts";
import { errorPage } from "./error-page.ts";
import { login } from "./login.ts";
import { notFound } from "./not-found.ts";
import { parked } from "./parked.ts";
import { paywall } from "./paywall.ts";
import type { Seen, Verdict } from "./seen.ts";

/** The order matters: the clearest signs come first. A challenge responds with 403, and an error page may ask to sign in. */
const judges = [challenge, paywall, login, notFound, errorPage, consent, parked];

/** What is shown instead of the page; undefined when it is the page. */
export function obstacleOf(seen: Seen): Verdict | undefined {
	for (const judge of judges) {
		const verdict = judge(seen);
		if (verdict) return verdict;
	}
	return undefined;
}
