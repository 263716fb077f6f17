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
	| "its own publisher states it";

/** How good a thing is, its maker does not settle. */
const praises =
	/\b(?:better|best|worse|worst|faste[rs]t?|slower|cheape[rs]t?|easie[rs]t?|safe[rs]t?|simple[rs]t?|superior|leading|outperform\w*|improv\w*|effective\w*|efficien\w*|reliab\w*|secure|popular|trusted|powerful|ideal|excellent|proven)\b/iu;

/** An address or a title that says that a page belongs to a manual. */
const manual =
	/(?:^|[^\p{L}])(?:docs?|documentation|manuals?|reference|man[1-9]|handbook|changelog|release notes)(?=$|[^\p{L}])/iu;

/**
 * Whether a source is the first to know what a claim states: documentation on its product, an office on its law and data, a publisher on
 * itself. It knows what the thing defines (defaults, syntax, dates, its own numbers), and not how good it is. `asked`: the question and the
 * conclusion, which name what they are about.
 */
export function ownVoice(claim: Claim, source: Known | undefined, asked: string): OwnVoice | undefined {
	if (!source || praises.test(claim.text) || claim.holder !== undefined) return undefined;
	if (isWeb(source) && source.authority === "official") return "the responsible body states it";
	const isOwn = namesIn(source).some((name) => speaksOf(`${asked} ${claim.text}`, name));
	if (!isOwn || (isWeb(source) && source.authority !== "primary")) return undefined;
	if (manual.test(addressOf(source)) || manual.test(source.title ?? "")) return "the product's own manual states it";
	return isWeb(source) ? "its own publisher states it" : undefined;
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
