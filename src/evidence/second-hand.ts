import { attributedIn, nameKey, sameName, sourcesNamedIn, speaksOf } from "./attribution.ts";
import { weightOf } from "./authority.ts";
import type { ExtractedClaim } from "./claim.ts";
import { domainOf } from "./hosts.ts";
import { namesOf } from "./independence.ts";
import { isWeb, type Page } from "./source.ts";

/**
 * Whether a web page repeats somebody else's figure without accountability: the claim names whose figure it is, and the page has no
 * author, no link to another site for checking it, and no more than general authority. False if the page's links are unknown.
 */
export function isSecondHand(claim: Pick<ExtractedClaim, "text" | "quote" | "values" | "holder">, page: Page): boolean {
	const { links, author, authority, url } = page;
	if (!isWeb(page) || links === undefined || author !== undefined || weightOf(authority) > weightOf("general"))
		return false;
	if (!claim.values.some(({ kind }) => kind === "number")) return false;
	const own = namesOf(page);
	const isOthers = ownersOf(claim).some((owner) => !own.some((name) => sameName(name, owner) || speaksOf(owner, name)));
	return isOthers && !links.some((link) => hostOf(link.url) !== hostOf(url));
}

/** The names from which a claim says that it has its figure. */
function ownersOf({ text, quote, holder }: Pick<ExtractedClaim, "text" | "quote" | "holder">): string[] {
	const held = holder !== undefined && /\p{Lu}/u.test(holder) ? [nameKey(holder)] : [];
	return [...held, ...[quote, text].flatMap((one) => [...attributedIn(one), ...sourcesNamedIn(one)])];
}

function hostOf(url: string): string {
	return URL.canParse(url) ? domainOf(new URL(url).host) : "";
}
