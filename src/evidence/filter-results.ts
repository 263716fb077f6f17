import { isInjection } from "../text/injection.ts";
import { isNamedInText } from "./attribution.ts";
import { authorityOf, authorityWeight } from "./authority.ts";
import { domainOf } from "./hosts.ts";
import { groupByText } from "./same-text.ts";
import { isWeb, type PooledHit } from "./source.ts";

/** A search result that the filter dropped, with the reason in one line for the report. */
export interface FilteredResult {
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
export function filterSearchResults(
	hits: readonly PooledHit[],
	question: string,
	chosen: readonly PooledHit[] = [],
	alreadyFiltered: readonly FilteredResult[] = [],
): { kept: PooledHit[]; left: FilteredResult[] } {
	const filtered: FilteredResult[] = [];
	const drop = (hit: PooledHit, reason: string) => filtered.push({ url: hit.url, title: hit.title, reason });
	const filteredByUrl = new Map(
		alreadyFiltered.filter(({ reason }) => !reason.startsWith(copyReason)).map((one) => [one.url, one]),
	);
	const candidates = hits
		.filter((hit) => {
			const earlier = filteredByUrl.get(hit.url);
			if (earlier) drop(hit, earlier.reason);
			return earlier === undefined;
		})
		.map((hit) => (isWeb(hit) ? { ...hit, authority: hit.authority ?? authorityOf(hit) } : hit));
	const withoutUnfit = candidates.filter((hit) => {
		if (hit.authority !== "unfit" || asksForPage(question, hit)) return true;
		drop(hit, "it is a dictionary, recipe, shop or log-in page");
		return false;
	});
	const withoutInjection = withoutUnfit.filter((hit) => {
		if (!isWeb(hit) || !isInjection(`${hit.title}. ${hit.snippet}`) || asksAboutInjection.test(question)) return true;
		drop(hit, "it speaks to a program that reads it, not to people");
		return false;
	});
	const isOrdinaryPage = (hit: PooledHit) =>
		!["list", "unfit"].includes(hit.authority ?? (isWeb(hit) ? authorityOf(hit) : ""));
	const hasOrdinaryPages = [...withoutInjection, ...chosen].some(isOrdinaryPage);
	const withoutLists = withoutInjection.filter((hit) => {
		if (hit.authority !== "list" || !hasOrdinaryPages || asksForList(question)) return true;
		drop(hit, "it is a list made for search engines, and there are other pages");
		return false;
	});
	const alreadyChosen = new Set(chosen);
	const copies = new Set<PooledHit>();
	for (const same of groupByText([...chosen, ...withoutLists].filter(isWeb))) {
		const readCopies = same.filter((hit) => alreadyChosen.has(hit));
		const otherCopies = bestFirst(
			same.filter((hit) => !alreadyChosen.has(hit)),
			same,
		);
		for (const hit of otherCopies.slice(readCopies.length > 0 ? 0 : copiesKept)) {
			copies.add(hit);
			drop(hit, `${copyReason} "${(readCopies[0] ?? otherCopies[0] ?? hit).title}"`);
		}
	}
	return { kept: withoutLists.filter((hit) => !copies.has(hit)), left: filtered };
}

const copyReason = "it carries the text of";

/** Sorts copies, best first: the publisher that the others name, since the text is its own; then by authority. */
function bestFirst(hits: readonly PooledHit[], all: readonly PooledHit[]): PooledHit[] {
	const namedByOthers = (hit: PooledHit) =>
		Number(
			all.some(
				(other) =>
					publisherDomain(other) !== publisherDomain(hit) &&
					isNamedInText(`${other.title} ${other.snippet}`, hostLabel(hit)),
			),
		);
	return hits.toSorted(
		(a, b) => namedByOthers(b) - namedByOthers(a) || authorityWeight(b.authority) - authorityWeight(a.authority),
	);
}

const hostLabel = (hit: PooledHit) => publisherDomain(hit).split(".")[0] ?? "";
const publisherDomain = ({ url }: PooledHit) => (URL.canParse(url) ? domainOf(new URL(url).host) : url);

const unfitTopics: readonly (readonly [asked: RegExp, page: RegExp])[] = [
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
const asksAboutInjection =
	/\b(?:prompts?|injection|instructions?|AI|assistants?|language models?|LLMs?|chatbots?|jailbreak\w*)\b/iu;

/** Whether a question such as `What are the best …?` is answered by lists. */
const asksForList = (question: string) => /\b(?:best|top|cheapest|recommended|most popular)\b/iu.test(question);

/** Whether the question asks for such a page: the meaning of a word asks for a dictionary. */
function asksForPage(question: string, { url, title }: PooledHit): boolean {
	return unfitTopics.some(([asked, page]) => asked.test(question) && page.test(`${url} ${title}`));
}
