import { type BlockedPage, countTrue, hasNotice, hasProse, isTitled, type JudgedResponse } from "./judged-response.ts";

const titlePattern =
	/^(?:.{0,60} (?:is|may be) (?:for sale|available|parked)|(?:domain|website|site) (?:for sale|parked|parking|default page|not (?:published|configured))|buy .{0,60}|welcome to nginx!?|apache2? .{0,20}default page.*|it works!?|test page for .*|account suspended|coming soon|under construction|default (?:web ?site|web) page|iis windows server|index page|parked domain.*)$/i;
const noticePattern =
	/\b(?:(?:this|the) domain\b.{0,60}\b(?:for sale|parked|available|expired|registered)|buy this domain|inquire about this domain|domain (?:is )?(?:parked|parking)|related (?:searches|links)|sponsored listings|this (?:web ?site|site|account) (?:has been|is) (?:suspended|coming soon|under construction)|make an offer|get this domain|courtesy of .{0,30}registrar|successfully installed and working|default (?:web ?)?page|no (?:web ?)?site (?:is )?configured)/i;
const scriptPattern =
	/parkingcrew|sedoparking|bodis\.com|above\.com|afternic|dan\.com|hugedomains|parklogic|domainsponsor|namecheap.*park|godaddy.*park|skenzo|uniregistry/i;

/** Detects a domain without a site: for sale, or with the default page of its server. */
export function detectParkedDomain(response: JudgedResponse): BlockedPage | undefined {
	const { signs, name } = response;
	if (hasProse(response, noticePattern)) return undefined;
	const signCount = countTrue(
		isTitled(response, titlePattern),
		hasNotice(response, noticePattern),
		signs.loads.some((address) => scriptPattern.test(address)),
		signs.blocks.some((block) =>
			/(?:^|[-_\s])(?:parking|parked|domain-?(?:parking|sale|for-sale))(?:$|[-_\s])/i.test(block.name),
		),
		hasNotice(response, /\bthis domain\b/i) && hasNotice(response, /\b(?:for sale|offer|broker|price|buy)\b/i),
	);
	return signCount >= 2 ? { obstacle: "empty", reason: `${name} is a domain without a site of its own` } : undefined;
}
