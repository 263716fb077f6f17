import { decodeAddressPart } from "../base/text.ts";
import { grantedHosts, hostKinds } from "./host-kinds.ts";
import { hostOf } from "./hosts.ts";
import { type Authority, isWeb, type Source } from "./source.ts";

/** What is known about a page before it is read. */
export interface PageMetadata {
	url: string;
	title: string;
	snippet?: string | undefined;
	/** Journal, publisher or site, if a search service or the page names it. */
	site?: string | undefined;
	/** A search service states that it appeared in a peer-reviewed journal. */
	peerReviewed?: boolean | undefined;
}

/** Only the beginning of a path and a title is examined. Characters. */
const examinedLength = 300;

/** The weight of a source when pages are chosen, 0–1. `unfit` pages are never chosen. */
const weights: Record<Authority, number> = {
	"peer-reviewed": 1,
	official: 1,
	primary: 0.9,
	reference: 0.65,
	news: 0.6,
	general: 0.45,
	wire: 0.25,
	aggregator: 0.15,
	list: 0.1,
	unfit: 0,
};

export function authorityWeight(authority: Authority = "general"): number {
	return weights[authority];
}

/**
 * Whether a source has low credibility: lists, shops, collections of others' texts, pages with prompt injection, and pages that the
 * reading model calls thin. It is no origin beside others, and is quoted only if no other source states the fact.
 */
export function isLowCredibility(
	source: Pick<Source, "url"> & Partial<Pick<Source, "authority" | "speaker">>,
): boolean {
	if (source.speaker?.standing === "thin") return true;
	return isWeb(source) && authorityWeight(source.authority) <= weights.aggregator;
}

/** The authority of a page with prompt injection: its author has a purpose, or let others write into it. At most `aggregator`. */
export function lowerAuthority(authority: Authority = "general"): Authority {
	return authorityWeight(authority) <= weights.aggregator ? authority : "aggregator";
}

/** Whether one such source is enough for high confidence (METHOD §6): it is a primary source, or was reviewed before publication. */
export function isFirstHand(authority: Authority | undefined): boolean {
	return authority === "peer-reviewed" || authority === "official" || authority === "primary";
}

/**
 * Whether the host name alone shows that a page is first-hand. Anybody can write titles, paths and metadata, and most host names
 * can be bought; those of public offices and well-known journals cannot.
 */
export function isGrantedHost(url: string): boolean {
	return URL.canParse(url) && grantedHosts.some((form) => form.test(hostOf(url)));
}

function hostAuthority(host: string): Authority | undefined {
	return hostKinds.find(([, form]) => form.test(host))?.[0];
}

/**
 * The authority of a web page, from its address and title alone: patterns of paths and titles first, then the host. It is an
 * estimate made before reading, so a page cannot raise it by claims in its text.
 */
export function authorityOf({ url, title, site, peerReviewed }: PageMetadata): Authority {
	if (!URL.canParse(url)) return "general";
	const { pathname, search } = new URL(url);
	const host = hostOf(url);
	const path = decodeAddressPart(pathname.slice(0, examinedLength)).toLowerCase();
	const kind = hostAuthority(host);
	const cleanTitle = title.slice(0, examinedLength).normalize("NFKC").trim();
	if (kind === "unfit" || isUnfit(path, cleanTitle)) return "unfit";
	if (peerReviewed === true || isJournalArticle(host, path, search))
		return kind === "aggregator" || kind === "reference" ? kind : "peer-reviewed";
	if (kind === "wire" || (kind !== "official" && kind !== "primary" && isPressRelease(path, cleanTitle)))
		return isOwnPressRelease(path) ? "primary" : "wire";
	if (kind === "aggregator" || isIndexPage(path, search)) return "aggregator";
	const trusted = kind !== undefined && kind !== "news";
	if (!trusted && isSearchEngineList(path, cleanTitle)) return "list";
	if (kind !== undefined) return kind;
	return authorityByForm(path, cleanTitle, site);
}

const unfitPath =
	/\/(?:log-?in|sign-?in|sign-?up|register|account|accounts|auth|checkout|cart|basket|wishlist|my-account|forgot-password)(?:[/.]|$)|\/(?:dictionary|thesaurus|synonyms?|define|definition|translate|lyrics)(?:[/.]|$)|\/(?:recipe|recipes|rezept|rezepte|recette|recettes)\/|\/(?:shop|store|products?|dp|itm|listing|buy|item|collections)\/[^/]*[a-z0-9]|\/define\.php/;
const unfitTitle =
	/^(?:log ?in|sign ?in|sign ?up|register|checkout|shopping cart|my account|access denied)\b|\b(?:log|sign) in\s*[-–—|•·]|definition (?:&|and) meaning|\b(?:synonyms|antonyms)\b|\bmeaning (?:-|–|\|) |\b\p{Lu}\p{Ll}+ translation\b|english meaning|\bdefinition of \w+ by\b|\brecipe\b(?!s? for)|\b(?:buy|shop) .* online\b|\bon the app store\b|apps on google play|\bprice in \p{Lu}|\blyrics\b|\bjobs in \p{Lu}/iu;

/** Whether a page is a dictionary entry, recipe, shop or login: such pages state nothing about the world. */
function isUnfit(path: string, title: string): boolean {
	// A company's `/products/x` is a shop, a project's `/products/x/docs` is not.
	if (/\/(?:docs?|documentation|specifications?|datasheets?|manuals?|support)(?:\/|$)/.test(path)) return false;
	return unfitPath.test(path) || unfitTitle.test(title);
}

/** Whether the path holds a DOI, or has the form that journal software gives to articles. */
function isJournalArticle(host: string, path: string, search: string): boolean {
	if (/\b10\.\d{4,9}\/[^/\s]{3,}/.test(path + search))
		return !/rxiv|zenodo|ssrn|osf\.io|figshare|dryad|preprint|reference/.test(host);
	return (
		/\/index\.php\/[^/]+\/article\/view\/\d|^(?:jurnal|journals?|revistas?|ojs)\..*/.test(`${host}${path}`) &&
		/\/(?:article|articles|view|doi)\//.test(path)
	);
}

const pressReleasePath =
	/\/(?:press-?releases?|pressemitteilung(?:en)?|news-?releases?|communiques?(?:-de-presse)?|prnewswire|globenewswire)(?:[/.]|$)/;

/** Whether the path or title is that of a press release. */
function isPressRelease(path: string, title: string): boolean {
	return (
		pressReleasePath.test(path) ||
		/^press release\b|^pr:|market (?:size|outlook|to reach|share)|\(prnewswire\)|reach usd [\d.]+/iu.test(title)
	);
}

/** Whether a press release is on its firm's own site: `/investors/press-releases/…`, `/newsroom/…`. */
function isOwnPressRelease(path: string): boolean {
	return /\/(?:investors?|investor-relations|newsroom|news-events|media-cent(?:er|re)|company|about|corporate|ir)\//.test(
		path,
	);
}

/** Whether a page only links to others: tags, categories, topics, authors, search results. */
function isIndexPage(path: string, search: string): boolean {
	if (/\/(?:tags?|category|categories|topics?|label|archives?|author|feed|rss)\/[^/]+\/?$/.test(path)) return true;
	return /\/search\/?$/.test(path) && /[?&](?:q|query|s)=/.test(search);
}

const countWord = "(?:\\d{1,3}|three|four|five|six|seven|eight|nine|ten|twelve|twenty)";
const listTitle = new RegExp(
	[
		`^(?:the |our |top |these )*${countWord}\\+? (?:[\\p{L}'’-]+ ){0,3}?(?:best|top|cheapest|greatest|most|worst|ways|reasons|tips|things|facts|foods|signs|tricks|hacks|ideas|examples|places|celebs|celebrities|benefits|mistakes|steps|tools|apps|secrets|myths|quotes|products|gifts|books|movies|alternatives|strange|weird|amazing|surprising|proven|easy|simple|must)\\b`,
		"\\btop[- ]\\d{1,3}\\b",
		"^(?:the )?(?:best|top|cheapest) .*(?:\\b20\\d\\d\\b|\\b(?:for|to|of|in)\\b|ranked|reviewed|compared)",
		`[:–—-] ${countWord}\\+? (?:[\\p{L}'’-]+ )?(?:ways|tips|reasons|best|tricks|ideas|steps|facts|things)\\b`,
		"\\bultimate (?:guide|list)\\b|\\bcomplete list of\\b.*\\bbest\\b|\\balternatives (?:&|and|to) .*\\b20\\d\\d\\b|\\bbest\\b.*\\balternatives\\b",
		"\\b(?:vs\\.?|versus)\\b.*\\b(?:which|better|best|compared|20\\d\\d)\\b",
		"\\byou (?:didn['’]?t|won['’]?t|must|need to|should) (?:know|believe|visit|try|see)\\b",
		"\\(.*(?:ranked|reviewed|tested).*\\)",
	].join("|"),
	"iu",
);
const listPath =
	/\/(?:the-)?(?:best|top)-(?:\d+-)?[a-z-]+|\/\d{1,3}-(?:best|top|ways|reasons|tips|things|facts|foods|amazing|strange|signs)\b/;

/** Whether a page is a list written for search engines. */
function isSearchEngineList(path: string, title: string): boolean {
	return listTitle.test(title) || (listPath.test(path) && /\d|best|top/iu.test(title));
}

const journal =
	/\b(?:(?:international )?journal of|(?:annals|proceedings|transactions|bulletin) (?:of|on)|zeitschrift für|revue de|letters in)\b/iu;
const articlePath = /\/(?:articles?|abs|doi|full|papers?|content|vol(?:ume)?s?|issues?|toc)\//;

/** The authority from path, title and site name, for a host of no known kind. */
function authorityByForm(path: string, title: string, site = ""): Authority {
	if (/\bencyclop/iu.test(`${site} ${title}`) || /\/(?:encyclop[a-z]+|enciclopedia|wiki)\//.test(path))
		return "reference";
	if (
		journal.test(site) ||
		(journal.test(
			title
				.split(/\s[|–—-]\s/u)
				.slice(1)
				.join(" "),
		) &&
			articlePath.test(path))
	)
		return "peer-reviewed";
	if (/\/(?:investors?|investor-relations|annual-reports?|newsroom|sec-filings|press-?releases)\b/.test(path))
		return "primary";
	if (/\/(?:docs|documentation|manual|man\d?|reference|api|javadoc|specifications?)\//.test(path)) return "primary";
	if (/\b(?:documentation|reference manual|user manual|man page|changelog|release notes)\b/iu.test(title))
		return "primary";
	if (/\/blogs?\//.test(path)) return "general";
	if (/\/(?:news|nachrichten|actualites?|noticias|aktuell|politics|world|local)\/.*[a-z0-9]{5}/.test(path))
		return "news";
	if (/\/20\d\d[/-](?:\d\d?|[a-z]{3})[/-]\d\d?\//.test(path)) return "news";
	if (/\b(?:news|herald|gazette|times|courier|tribune|zeitung|broadcasting)\b/iu.test(site)) return "news";
	return "general";
}
