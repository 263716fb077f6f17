/**
 * `npm run bench -- copies`: how well copies of a text are told from texts about the same thing. Real articles (WiCE's pages)
 * are edited by seed: cut, reordered, worded anew, given another head and a foot; the other side are pages about one thing by
 * different hands: references of one question from different sites (AttributionBench), and passages on one question (RAMDocs),
 * of which those that are alike are mostly pieces and rewordings of one Wikipedia article.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sketchOf, sketchSimilarity } from "../src/evidence/text-sketch.ts";
import { data } from "../test/support/data.ts";
import { seededRandom } from "../test/support/random.ts";

const seed = 20_311_104;
/** A sentence on so many pages of different sites belongs to none of them. */
const framedFrom = 4;
const thresholds = [0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5];

export async function run(): Promise<void> {
	const articles = articlesOf();
	const random = seededRandom(seed);
	const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
	const vocabulary = articles.flatMap((sentences) => sentences.join(" ").match(/[\p{L}]{4,}/gu) ?? []);
	const foot = () => pick(articles).slice(0, 4);
	const reworded = (share: number) => (sentences: string[]) =>
		sentences.map((one) => one.replace(/[\p{L}]{4,}/gu, (word) => (random() < share ? pick(vocabulary) : word)));
	const edits: Record<string, (sentences: string[]) => string[]> = {
		"another head and foot": (all) => [...pick(articles).slice(0, 2), ...all.slice(1), ...foot()],
		"shortened to a half": (all) => all.slice(0, Math.ceil(all.length / 2)),
		"shortened to a quarter": (all) => all.slice(0, Math.ceil(all.length / 4)),
		"in another order": (all) =>
			all
				.map((one) => [random(), one] as const)
				.sort(([a], [b]) => a - b)
				.map(([, one]) => one),
		"every third sentence out": (all) => all.filter((_one, at) => at % 3 !== 1),
		"10 % of words other": reworded(0.1),
		"20 % of words other": reworded(0.2),
		"30 % of words other": reworded(0.3),
		"a half, 20 % other, new head": (all) => [...foot(), ...reworded(0.2)(all.slice(1, 1 + Math.ceil(all.length / 2)))],
		"within a page three times as long": (all) => [...pick(articles), ...all, ...pick(articles), ...pick(articles)],
	};
	console.log(`seed ${seed}; ${articles.length} articles; share found as copies, by the least likeness\n`);
	console.log(`${"".padEnd(44)}${thresholds.map((one) => String(one).padStart(7)).join("")}`);
	for (const [name, edit] of Object.entries(edits))
		row(
			name,
			articles.map((all) => sketchSimilarity(sketchOf(all.join(" ")), sketchOf(edit(all).join(" ")))),
		);
	console.log("\nshare of pairs by different hands joined (wrongly)\n");
	for (const [name, groups] of Object.entries(independent(articles))) row(name, groups.flatMap(pairsOf));
}

function row(name: string, values: readonly number[]): void {
	const shares = thresholds.map((least) => values.filter((value) => value >= least).length / values.length);
	console.log(`${`${name} (${values.length})`.padEnd(44)}${shares.map((one) => one.toFixed(3).padStart(7)).join("")}`);
}

/** Each pair once; pieces of one site, where a text names it, are by one hand. */
function pairsOf(texts: readonly string[]): number[] {
	const known = texts.map((text) => ({ sketch: sketchOf(text), site: siteIn(text) }));
	return known.flatMap((one, at) =>
		known
			.slice(0, at)
			.filter(({ site }) => site === undefined || site !== one.site)
			.map((other) => sketchSimilarity(one.sketch, other.sketch)),
	);
}

/** References begin with their address, or with their title and site in brackets. */
function siteIn(text: string): string | undefined {
	const [, site] = /^(?:\[\d+\] https?:\/\/|Title: [^\n]*\()(?:www\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)/i.exec(text) ?? [];
	return site;
}

const linesOf = (path: string) =>
	readFileSync(join(data, path), "utf8")
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line));

/** Pages of some length, one of each title, a sentence each; without what an archive's frame writes on many of them. */
function articlesOf(): string[][] {
	const byTitle = new Map<string, string[]>();
	for (const { evidence } of linesOf("wice/claim_dev.jsonl") as { evidence: string[] }[]) {
		const sentences = evidence.filter((one) => one.split(" ").length > 7 && !one.startsWith("(meta data)"));
		if (sentences.length >= 12) byTitle.set(evidence[0] ?? "", sentences.slice(0, 60));
	}
	const count = new Map<string, number>();
	for (const one of [...byTitle.values()].flat()) count.set(one, (count.get(one) ?? 0) + 1);
	return [...byTitle.values()].map((all) => all.filter((one) => (count.get(one) ?? 0) < framedFrom));
}

function independent(articles: readonly string[][]): Record<string, string[][]> {
	const long = (text: string) => text.split(" ").length >= 60;
	const ramdocs = linesOf("ramdocs/ramdocs.jsonl") as { documents: { text: string; answer: string }[] }[];
	const bench = linesOf("attribution/dev.jsonl") as { question: string; references: string[] }[];
	const byQuestion = Map.groupBy(bench, ({ question }) => question).values();
	return {
		"any two articles": [articles.map((all) => all.join(" "))],
		"passages on one question (RAMDocs)": ramdocs.map(({ documents }) =>
			documents.map(({ text }) => text).filter(long),
		),
		"references of one question, other sites": [...byQuestion].map((rows) =>
			[...new Set(rows.flatMap(({ references }) => references))].filter(long),
		),
	};
}
