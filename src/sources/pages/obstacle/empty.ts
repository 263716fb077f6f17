import { count, isTitled, notes, type Seen, type Verdict } from "./seen.ts";

const contentMax = 1_200;
const lettersMin = 40;
const parkedTitle =
	/^(?:.{0,60} (?:is|may be) (?:for sale|available|parked)|(?:domain|website|site) (?:for sale|parked|parking|default page|not (?:published|configured))|buy .{0,60}|welcome to nginx!?|apache2? .{0,20}default page.*|it works!?|test page for .*|account suspended|coming soon|under construction|default (?:web ?site|web) page|iis windows server|index page|parked domain.*)$/i;
const parkedSaid =
	/\b(?:(?:this|the) domain\b.{0,60}\b(?:for sale|parked|available|expired|registered)|buy this domain|inquire about this domain|domain (?:is )?(?:parked|parking)|related (?:searches|links)|sponsored listings|this (?:web ?site|site|account) (?:has been|is) (?:suspended|coming soon|under construction)|make an offer|get this domain|courtesy of .{0,30}registrar|successfully installed and working|default (?:web ?)?page|no (?:web ?)?site (?:is )?configured)/i;
const parkedLoads =
	/parkingcrew|sedoparking|bodis\.com|above\.com|afternic|dan\.com|hugedomains|parklogic|domainsponsor|namecheap.*park|godaddy.*park|skenzo|uniregistry/i;

/** A domain without a site, or a page without words. */
export function empty(seen: Seen): Verdict | undefined {
	const { signs, text, name } = seen;
	if (text.length < contentMax) {
		const found = count(
			isTitled(seen, parkedTitle),
			notes(seen, parkedSaid),
			signs.loads.some((address) => parkedLoads.test(address)),
			signs.blocks.some((block) =>
				/(?:^|[-_\s])(?:parking|parked|domain-?(?:parking|sale|for-sale))(?:$|[-_\s])/i.test(block.name),
			),
			notes(seen, /\bthis domain\b/i) && notes(seen, /\b(?:for sale|offer|broker|price|buy)\b/i),
		);
		if (found >= 2) return { obstacle: "empty", reason: `${name} is a domain without a site of its own` };
	}
	if ((text.match(/\p{L}/gu)?.length ?? 0) < lettersMin)
		return { obstacle: "empty", reason: `${name} shows no text under this address` };
	return undefined;
}
