/** Second levels under which a country registers names: `ons.gov.uk` and `bbc.co.uk` are publishers, `gov.uk` and `co.uk` are not. */
const countrySecondLevels =
	/^(?:ac|asn|co|com|edu|edus|gc|go|gob|gouv|gov|govt|gv|id|ind|info|int|law|ltd|me|mil|ne|net|nhs|nom|or|org|plc|police|sch)$/;

/** Hosting domains: each name below them belongs to another publisher. */
const hostingDomains =
	/(?:^|\.)(?:blogspot\.[a-z.]+|wordpress\.com|substack\.com|tumblr\.com|github\.io|gitlab\.io|readthedocs\.(?:io|org)|netlify\.app|vercel\.app|pages\.dev|web\.app|herokuapp\.com|livejournal\.com|weebly\.com|wixsite\.com|fandom\.com|europa\.eu|medium\.com)$/;

/** Hosts with works of many independent authors: journals, archives, user sites. */
const platformHosts =
	/(?:^|\.)(?:arxiv\.org|biorxiv\.org|medrxiv\.org|ssrn\.com|osf\.io|zenodo\.org|figshare\.com|hal\.science|doi\.org|nature\.com|sciencedirect\.com|springer\.com|wiley\.com|tandfonline\.com|oup\.com|sagepub\.com|cambridge\.org|pnas\.org|science\.org|plos\.org|frontiersin\.org|mdpi\.com|bmj\.com|thelancet\.com|cell\.com|acm\.org|ieee\.org|jstor\.org|nih\.gov|europepmc\.org|openalex\.org|semanticscholar\.org|researchgate\.net|academia\.edu|aclanthology\.org|openreview\.net|archive\.org|github\.com|gitlab\.com|reddit\.com|ycombinator\.com|stackoverflow\.com|stackexchange\.com|quora\.com|medium\.com|youtube\.com|scribd\.com|sec\.gov|prnewswire\.com|businesswire\.com|globenewswire\.com)$/;

/** The host of an address without `www.`. The address must be valid. */
export function hostOf(url: string): string {
	return new URL(url).hostname.toLowerCase().replace(/^www\d?\./, "");
}

/** The domain of a publisher: `www.harborherald.co.uk` gives `harborherald.co.uk`. An IP address stays whole. */
export function domainOf(host: string): string {
	const plain = host.toLowerCase().replace(/\.$/, "");
	if (/^[\d.]+$|:|^\[/.test(plain)) return plain;
	if (hostingDomains.test(plain)) return plain.replace(/^www\./, "");
	const labels = plain.split(".");
	const [second = "", top = ""] = labels.slice(-2);
	// Reserved test domains (RFC 2606) are treated like those of countries.
	const size = /^(?:[a-z]{2}|test|example)$/.test(top) && countrySecondLevels.test(second) ? 3 : 2;
	return labels.slice(-size).join(".");
}

/** Whether a host carries works of many independent authors. */
export function isPlatform(host: string): boolean {
	return platformHosts.test(host.toLowerCase());
}
