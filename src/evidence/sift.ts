import { isAddressedToReader } from "../text/injection.ts";
import { speaksOf } from "./attribution.ts";
import { authorityOf, weightOf } from "./authority.ts";
import { domainOf } from "./hosts.ts";
import { textsOf } from "./same-text.ts";
import { isWeb, type PooledHit } from "./source.ts";

/** A result that is not offered for reading, and why: in one line, for the report. */
export interface LeftOut {
	url: string;
	title: string;
	reason: string;
}

/** Of one text on many sites: the best place, and one more where that cannot be read. None beside one that was read. */
const copiesKept = 2;

/**
 * The results of a search of the web that may be read, in their order, each with its authority. Out are pages that are no
 * source and lists beside other pages, unless the question asks for such a thing, and of one text on many sites all but two, or all where it was read
 * before. What was passed over before for what it is stays out. Folders' results pass as they are.
 */
export function sift(
	hits: readonly PooledHit[],
	question: string,
	chosen: readonly PooledHit[] = [],
	passed: readonly LeftOut[] = [],
): { kept: PooledHit[]; left: LeftOut[] } {
	const left: LeftOut[] = [];
	const out = (hit: PooledHit, reason: string) => left.push({ url: hit.url, title: hit.title, reason });
	const judged = new Map(passed.filter(({ reason }) => !reason.startsWith(copyReason)).map((one) => [one.url, one]));
	const known = hits
		.filter((hit) => {
			const before = judged.get(hit.url);
			if (before) out(hit, before.reason);
			return before === undefined;
		})
		.map((hit) => (isWeb(hit) ? { ...hit, authority: hit.authority ?? authorityOf(hit) } : hit));
	const fit = known.filter((hit) => {
		if (hit.authority !== "unfit" || asksForSuch(question, hit)) return true;
		out(hit, "it is a dictionary, recipe, shop or log-in page");
		return false;
	});
	const honest = fit.filter((hit) => {
		if (!isWeb(hit) || !isAddressedToReader(`${hit.title}. ${hit.snippet}`) || asksForReaders.test(question))
			return true;
		out(hit, "it speaks to a program that reads it, not to people");
		return false;
	});
	const isWorthy = (hit: PooledHit) =>
		!["list", "unfit"].includes(hit.authority ?? (isWeb(hit) ? authorityOf(hit) : ""));
	const worthy = [...honest, ...chosen].some(isWorthy);
	const offered = honest.filter((hit) => {
		if (hit.authority !== "list" || !worthy || asksForList(question)) return true;
		out(hit, "it is a list made for search engines, and there are other pages");
		return false;
	});
	const before = new Set(chosen);
	const copies = new Set<PooledHit>();
	for (const same of textsOf([...chosen, ...offered].filter(isWeb))) {
		const read = same.filter((hit) => before.has(hit));
		const rest = byPlace(
			same.filter((hit) => !before.has(hit)),
			same,
		);
		for (const hit of rest.slice(read.length > 0 ? 0 : copiesKept)) {
			copies.add(hit);
			out(hit, `${copyReason} "${(read[0] ?? rest[0] ?? hit).title}"`);
		}
	}
	return { kept: offered.filter((hit) => !copies.has(hit)), left };
}

const copyReason = "it carries the text of";

/** Best first: the one that the others name, since it is theirs, then by its place. */
function byPlace(hits: readonly PooledHit[], all: readonly PooledHit[]): PooledHit[] {
	const named = (hit: PooledHit) =>
		Number(
			all.some((other) => hostOf(other) !== hostOf(hit) && speaksOf(`${other.title} ${other.snippet}`, labelOf(hit))),
		);
	return hits.toSorted((a, b) => named(b) - named(a) || weightOf(b.authority) - weightOf(a.authority));
}

const labelOf = (hit: PooledHit) => hostOf(hit).split(".")[0] ?? "";
const hostOf = ({ url }: PooledHit) => (URL.canParse(url) ? domainOf(new URL(url).host) : url);

const such: readonly (readonly [asked: RegExp, page: RegExp])[] = [
	[
		/\b(?:mean(?:s|ing)?|defin(?:e|es|ition)|synonym|antonym|etymology|word|translate|translation|lyrics)\b/iu,
		/diction|thesaur|definition|meaning|synonym|lexi|wiktionary|lyrics|etym/iu,
	],
	[/\b(?:recipes?|ingredients|cook|bake|dish)\b/iu, /recip|cook|food/iu],
	[
		/\b(?:prices?|costs?|buy|product|cheapest|retail|shop|store)\b/iu,
		/shop|store|product|\/dp\/|\/itm\/|buy|price|market/iu,
	],
	[/\b(?:jobs?|vacanc(?:y|ies)|salar(?:y|ies))\b/iu, /job|indeed|career|salar/iu],
];

/** A question about such pages wants to see them. */
const asksForReaders =
	/\b(?:prompts?|injection|instructions?|AI|assistants?|language models?|LLMs?|chatbots?|jailbreak\w*)\b/iu;

/** `What are the best …?` is asked of those who list them. */
const asksForList = (question: string) => /\b(?:best|top|cheapest|recommended|most popular)\b/iu.test(question);

/** Whether the question is about what such a page holds: a word's meaning wants a dictionary. */
function asksForSuch(question: string, { url, title }: PooledHit): boolean {
	return such.some(([asked, page]) => asked.test(question) && page.test(`${url} ${title}`));
}
