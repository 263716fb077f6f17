import { decodedAddress } from "../base/text.ts";
import { speaksOf } from "./attribution.ts";
import type { Claim } from "./claim.ts";
import { hostOf } from "./hosts.ts";
import { type Known, namesOf } from "./independence.ts";
import { isWeb } from "./source.ts";

/** As what a source states a thing that it itself defines, in words that stand in a reason. */
export type OwnVoice =
	| "the product's own manual states it"
	| "the responsible body states it"
	| "its own publisher states it"
	/** It may be its maker's, or what somebody collected on it. */
	| "a saved site on this very thing states it";

/** How good a thing is, its maker does not settle. */
const praises =
	/\b(?:better|best|worse|worst|faste[rs]t?|slower|cheape[rs]t?|easie[rs]t?|safe[rs]t?|simple[rs]t?|superior|leading|outperform\w*|improv\w*|effective\w*|efficien\w*|reliab\w*|secure|popular|trusted|powerful|ideal|excellent|proven)\b/iu;

/** An address or a title that says that a page belongs to a manual. */
const manual =
	/(?:^|[^\p{L}])(?:docs?|documentation|manuals?|reference|man[1-9]|handbook|changelog|release notes)(?=$|[^\p{L}])/iu;

/**
 * Whether a source is the first to know what a claim states: documentation on its product, an office on its law and data, a publisher on
 * itself. It knows what the thing defines (defaults, syntax, dates, its own numbers), and not how good it is. `asked`: the question and the
 * conclusion, which name what they are about. `sources`: all that were read.
 */
export function ownVoice(
	claim: Claim,
	source: Known | undefined,
	asked: string,
	sources: readonly Known[] = [],
): OwnVoice | undefined {
	if (!source || praises.test(claim.text) || claim.holder !== undefined) return undefined;
	if (isWeb(source) && source.authority === "official") return "the responsible body states it";
	const isNamed = (names: readonly string[]) => names.some((name) => speaksOf(`${asked} ${claim.text}`, name));
	const isManual = manual.test(addressOf(source)) || manual.test(source.title ?? "");
	const isOwn = isNamed(namesIn(source)) && (!isWeb(source) || source.authority === "primary");
	if (isOwn && isManual) return "the product's own manual states it";
	if (isOwn && isWeb(source)) return "its own publisher states it";
	return isNamed(namesOfSite(source, sources)) ? "a saved site on this very thing states it" : undefined;
}

/** A saved site has at least so many pages that were read. */
const siteLeast = 3;

/** What a saved site is about: names that stand in the titles of at least half of its pages, which lie in one folder. */
function namesOfSite(source: Known, sources: readonly Known[]): string[] {
	const site = sources.filter((one) => one.kind === "html" && !isWeb(one) && folderOf(one) === folderOf(source));
	if (source.kind !== "html" || site.length < siteLeast) return [];
	const titles = site.map(({ title = "" }) => new Set(title.match(properName)?.map((name) => name.toLowerCase())));
	const all = new Set(titles.flatMap((names) => [...names]));
	return [...all].filter((name) => titles.filter((names) => names.has(name)).length >= site.length / 2);
}

const properName = /\p{Lu}[\p{L}\p{N}]+/gu;

function folderOf({ url }: Known): string {
	return URL.canParse(url) ? new URL(".", url).href : url;
}

/** Whether a text says how good something is. */
export function isPraise(text: string): boolean {
	return praises.test(text);
}

function addressOf({ url }: Known): string {
	if (!URL.canParse(url)) return "";
	const { hostname, pathname } = new URL(url);
	const path = decodedAddress(pathname).split("/").slice(-foldersRead).join("/");
	return isWeb({ url }) ? `${hostOf(url)}/${path}` : hostname + path;
}

/** Folders above a file may belong to anything. Parts of its path that are looked at. */
const foldersRead = 3;

/** What a source is called; a saved manual by the folders that it lies in. */
function namesIn(source: Known): string[] {
	if (isWeb(source)) return namesOf(source);
	const folders = addressOf(source).toLowerCase().split("/").slice(0, -1);
	return folders
		.flatMap((folder) => folder.split(/[^\p{L}\p{N}]+/u))
		.map((part) => part.replace(/\d+$/u, ""))
		.filter((part) => !manual.test(part));
}
