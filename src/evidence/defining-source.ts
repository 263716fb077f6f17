import { decodeAddressPart } from "../base/text.ts";
import { isNamedInText } from "./attribution.ts";
import type { Claim } from "./claim.ts";
import { hostOf } from "./hosts.ts";
import { type IdentifiedSource, publisherNames } from "./independence.ts";
import { isWeb } from "./source.ts";

/** Why a source is authoritative for what it states, phrased for the explanation of a certainty. */
export type DefiningReason =
	| "the product's own manual states it"
	| "the responsible body states it"
	| "its own publisher states it"
	/** The product's vendor or a third party may have made the site. */
	| "a saved site on this very thing states it";

/** Words that judge quality: a vendor's own source does not settle how good or bad its product is. */
const qualityWords =
	/\b(?:better|best|worse|worst|faste[rs]t?|slower|cheape[rs]t?|easie[rs]t?|safe[rs]t?|simple[rs]t?|superior|leading|outperform\w*|improv\w*|effective\w*|efficien\w*|reliab\w*|secure|popular|trusted|powerful|ideal|excellent|proven)\b/iu;

/** An address or title of a page in a manual. */
const manualPattern =
	/(?:^|[^\p{L}])(?:docs?|documentation|manuals?|reference|man[1-9]|handbook|changelog|release notes)(?=$|[^\p{L}])/iu;

/**
 * Why a source is authoritative for a claim: documentation on its product, any public body, a publisher on itself, a saved site on its
 * subject. It is so for what it defines (defaults, syntax, dates, its own numbers), not for quality, nor for what it attributes to
 * somebody else. Undefined for other sources. `subject`: the text of question and conclusion, in which the source's names are searched.
 * `sources`: all sources that were read.
 */
export function definingReason(
	claim: Claim,
	source: IdentifiedSource | undefined,
	subject: string,
	sources: readonly IdentifiedSource[] = [],
): DefiningReason | undefined {
	if (!source || qualityWords.test(claim.text) || claim.holder !== undefined) return undefined;
	if (isWeb(source) && source.authority === "official") return "the responsible body states it";
	const isNamed = (names: readonly string[]) => names.some((name) => isNamedInText(`${subject} ${claim.text}`, name));
	const isManual = manualPattern.test(addressOf(source)) || manualPattern.test(source.title ?? "");
	const isOwn = isNamed(subjectNames(source)) && (!isWeb(source) || source.authority === "primary");
	if (isOwn && isManual) return "the product's own manual states it";
	if (isOwn && isWeb(source)) return "its own publisher states it";
	return isNamed(siteSubjects(source, sources)) ? "a saved site on this very thing states it" : undefined;
}

/** Fewest pages of one folder from which the subject of a saved site is inferred. */
const minSitePages = 3;

/** The subjects of a saved site (pages in one folder): names in the titles of at least half of its pages. */
function siteSubjects(source: IdentifiedSource, sources: readonly IdentifiedSource[]): string[] {
	const site = sources.filter((one) => one.kind === "html" && !isWeb(one) && folderOf(one) === folderOf(source));
	if (source.kind !== "html" || site.length < minSitePages) return [];
	const titles = site.map(({ title = "" }) => new Set(title.match(capitalizedWord)?.map((name) => name.toLowerCase())));
	const all = new Set(titles.flatMap((names) => [...names]));
	return [...all].filter((name) => titles.filter((names) => names.has(name)).length >= site.length / 2);
}

const capitalizedWord = /\p{Lu}[\p{L}\p{N}]+/gu;

function folderOf({ url }: IdentifiedSource): string {
	return URL.canParse(url) ? new URL(".", url).href : url;
}

/** Whether a text says how good or bad something is. */
export function isPraise(text: string): boolean {
	return qualityWords.test(text);
}

function addressOf({ url }: IdentifiedSource): string {
	if (!URL.canParse(url)) return "";
	const { hostname, pathname } = new URL(url);
	const path = decodeAddressPart(pathname).split("/").slice(-examinedPathParts).join("/");
	return isWeb({ url }) ? `${hostOf(url)}/${path}` : hostname + path;
}

/** Number of path parts that are examined; folders further up may be unrelated. */
const examinedPathParts = 3;

/** The names of a source; for a saved manual, the names of its folders. */
function subjectNames(source: IdentifiedSource): string[] {
	if (isWeb(source)) return publisherNames(source);
	const folders = addressOf(source).toLowerCase().split("/").slice(0, -1);
	return folders
		.flatMap((folder) => folder.split(/[^\p{L}\p{N}]+/u))
		.map((part) => part.replace(/\d+$/u, ""))
		.filter((part) => !manualPattern.test(part));
}
