import { attributionsIn, isNamedInText, isSameName, nameKey, sourcesNamedIn } from "./attribution.ts";
import { authorityWeight } from "./authority.ts";
import type { ExtractedClaim } from "./claim.ts";
import { domainOf } from "./hosts.ts";
import { publisherNames } from "./independence.ts";
import { isWeb, type Page } from "./source.ts";

/**
 * Whether a web page repeats somebody else's figure without accountability: the claim names whose figure it is, and the page has no
 * author, no link to another site for checking it, and no more than general authority. False if the page's links are unknown.
 */
export function isSecondHand(claim: Pick<ExtractedClaim, "text" | "quote" | "values" | "holder">, page: Page): boolean {
	const { links, author, authority, url } = page;
	if (
		!isWeb(page) ||
		links === undefined ||
		author !== undefined ||
		authorityWeight(authority) > authorityWeight("general")
	)
		return false;
	if (!claim.values.some(({ kind }) => kind === "number")) return false;
	const ownNames = publisherNames(page);
	const isOthersFigure = figureOwners(claim).some(
		(owner) => !ownNames.some((name) => isSameName(name, owner) || isNamedInText(owner, name)),
	);
	return isOthersFigure && !links.some((link) => publisherDomain(link.url) !== publisherDomain(url));
}

/** The names from which a claim says that it has its figure. */
function figureOwners({ text, quote, holder }: Pick<ExtractedClaim, "text" | "quote" | "holder">): string[] {
	const holderNames = holder !== undefined && /\p{Lu}/u.test(holder) ? [nameKey(holder)] : [];
	return [...holderNames, ...[quote, text].flatMap((one) => [...attributionsIn(one), ...sourcesNamedIn(one)])];
}

function publisherDomain(url: string): string {
	return URL.canParse(url) ? domainOf(new URL(url).host) : "";
}
