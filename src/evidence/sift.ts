import { jaccard, trigrams } from "../base/text.ts";
import { isAddressedToReader } from "./addressed.ts";
import { authorityOf, weightOf } from "./authority.ts";
import { correctionIn } from "./correction.ts";
import { isWeb, type PooledHit } from "./source.ts";

/** A result that is not offered for reading, and why: in one line, for the report. */
export interface LeftOut {
	url: string;
	title: string;
	reason: string;
}

/** Snippets this alike are pieces of one text; titles this alike are, where the snippets share as much as the other number. */
const sameSnippet = 0.6;
const sameTitle = 0.75;
const nearSnippet = 0.2;
/** Of one text on many sites: the best place, and one more to check it by. */
const copiesKept = 2;

/**
 * The results of a search of the web that may be read, in their order, each with its authority. Out are pages that are no
 * source and lists beside other pages, unless the question asks for such a thing, and of one text on many sites all but two, those counted that were chosen
 * before. Folders' results pass as they are.
 */
export function sift(
	hits: readonly PooledHit[],
	question: string,
	chosen: readonly PooledHit[] = [],
): { kept: PooledHit[]; left: LeftOut[] } {
	const left: LeftOut[] = [];
	const out = (hit: PooledHit, reason: string) => left.push({ url: hit.url, title: hit.title, reason });
	const known = hits.map((hit) => (isWeb(hit) ? { ...hit, authority: hit.authority ?? authorityOf(hit) } : hit));
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
	const worthy = honest.some(({ authority }) => authority !== "list" && authority !== "unfit");
	const offered = honest.filter((hit) => {
		if (hit.authority !== "list" || !worthy || asksForList(question)) return true;
		out(hit, "it is a list made for search engines, and there are other pages");
		return false;
	});
	const before = new Set(chosen);
	const copies = new Set<PooledHit>();
	for (const same of textsOf([...chosen, ...offered].filter(isWeb))) {
		const read = same.filter((hit) => before.has(hit));
		const rest = same
			.filter((hit) => !before.has(hit))
			.toSorted((a, b) => weightOf(b.authority) - weightOf(a.authority));
		for (const hit of rest.slice(Math.max(0, copiesKept - read.length))) {
			copies.add(hit);
			out(hit, `it carries the text of "${(read[0] ?? rest[0] ?? hit).title}"`);
		}
	}
	return { kept: offered.filter((hit) => !copies.has(hit)), left };
}

/** Results that carry one text, in the order of the search. A correction is no copy of what it corrects. */
export function textsOf<T extends Pick<PooledHit, "title" | "snippet">>(hits: readonly T[]): T[][] {
	const texts: { members: T[]; grams: { title: Set<string>; snippet: Set<string> }[] }[] = [];
	for (const hit of hits) {
		const mine = { title: trigrams(bare(hit.title)), snippet: trigrams(hit.snippet) };
		const corrects = correctionIn(hit.title) !== undefined;
		const home = texts.find(
			({ members: [first], grams }) =>
				(first !== undefined && correctionIn(first.title) !== undefined) === corrects &&
				grams.some((one) => {
					const alike = jaccard(one.snippet, mine.snippet);
					return alike >= sameSnippet || (alike >= nearSnippet && jaccard(one.title, mine.title) >= sameTitle);
				}),
		);
		if (home) {
			home.members.push(hit);
			home.grams.push(mine);
		} else texts.push({ members: [hit], grams: [mine] });
	}
	return texts.map(({ members }) => members);
}

/** A title without the name of its site. */
function bare(title: string): string {
	return title.replace(/\s+[|–—•·-]\s+[^|–—•·]{2,40}$/u, "");
}

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
