import { isAddressedToReader } from "../text/injection.ts";
import { speaksOf } from "./attribution.ts";
import { authorityOf, weightOf } from "./authority.ts";
import { domainOf } from "./hosts.ts";
import { textsOf } from "./same-text.ts";
import { isWeb, type PooledHit } from "./source.ts";

/** A search result that the filter dropped, with the reason in one line for the report. */
export interface LeftOut {
	url: string;
	title: string;
	reason: string;
}

/** Copies of one text that are kept: the best source, and one more in case it cannot be read. None if one was read already. */
const copiesKept = 2;

/**
 * Filters web search results for reading. It keeps their order and adds their authority. It drops pages that are no source and pages
 * with prompt injection, and lists if there are other pages, unless the question asks for them. Of one text on many sites it keeps two,
 * or none if the text was read before. A result that was dropped before stays dropped, except copies. Results from folders pass unchanged.
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

/** Sorts copies, best first: the publisher that the others name, since the text is its own; then by authority. */
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

/** A question about AI and prompts, whose reader wants to see pages with prompt injection. */
const asksForReaders =
	/\b(?:prompts?|injection|instructions?|AI|assistants?|language models?|LLMs?|chatbots?|jailbreak\w*)\b/iu;

/** Whether a question such as `What are the best …?` is answered by lists. */
const asksForList = (question: string) => /\b(?:best|top|cheapest|recommended|most popular)\b/iu.test(question);

/** Whether the question asks for such a page: the meaning of a word asks for a dictionary. */
function asksForSuch(question: string, { url, title }: PooledHit): boolean {
	return such.some(([asked, page]) => asked.test(question) && page.test(`${url} ${title}`));
}
