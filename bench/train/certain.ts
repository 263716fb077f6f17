/**
 * `npm run train -- certain [--questions FILE]... [--multihop N]`: from which chance on the likeliest passage is stated as the answer. Of
 * documentation questions (as `bench -- documentation`; four files of the project by default) the least chance is taken from which on the
 * risk, what is wrong of what is stated, is within `riskMax`, and its upper bound within `boundMax`: the exact one of the binomial, at one
 * level (`missMax`), as each test of Learn then Test (Angelopoulos et al. 2021). Figures are of manuals that the least chance was not taken from (leave one manual out);
 * of `entries.jsonl`; and of N multi-hop questions, and the chains stated of those. Also printed: an interval over manuals drawn with
 * replacement, and the bounds of five chances that hold together. AURC: the mean risk over all numbers of what is stated. A passage is right if it is shown with all words that the
 * answer needs; a chain, if one of its claims has them.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { blocksIn, type Draft, nearestPassages } from "../../src/evidence/report.ts";
import { answerChance, blockChance, likeliestOf } from "../../src/reasoning/rules/blocks/answer-chance.ts";
import { candidatesOf, readMaterial } from "../../src/reasoning/rules/blocks/candidates.ts";
import { isOverlapping } from "../../src/reasoning/rules/blocks/choose-passages.ts";
import type { ScoredPassage } from "../../src/reasoning/rules/blocks/score-passages.ts";
import { firstWordsMax, widenPassage } from "../../src/reasoning/rules/blocks/widen.ts";
import { analysisOf } from "../../src/reasoning/rules/question/analysis.ts";
import { draft } from "../../src/reasoning/rules/report/draft.ts";
import { blockText } from "../../src/verification/check-block.ts";
import { data } from "../../test/support/data.ts";
import { questions as multihopQuestions } from "../multihop.ts";
import { type DocumentationQuestion, documentationQuestions, holdsAnswer, Manuals } from "../support/documentation.ts";
import { draftInputOf } from "../support/inputs.ts";
import { readOnce } from "../support/read-once.ts";
import { splitOf } from "../support/split.ts";
import { binomialTail, bootstrappedOf, risksOf, shareOf } from "../support/statistics.ts";

const weights = join(import.meta.dirname, "../../src/reasoning/rules/blocks/weights.json");
/** The risk, its upper bound, and the chance that the bound misses. On 224 questions a bound of .15 would leave 17 stated. */
const [riskMax, boundMax, missMax] = [0.1, 0.2, 0.1];
/** Chances at which bounds are printed that hold together. */
const grid = [0.5, 0.55, 0.6, 0.65, 0.7];

/** The likeliest passage of a report that opens with it. */
interface Case {
	id: string;
	manual: string;
	right: boolean;
	/** What it may be judged by, each higher for what is surer; `block` is what the reports use. */
	signals: Record<string, number>;
}
interface Cases {
	title: string;
	cases: Case[];
	/** Whether each chain stated is right. */
	chains: boolean[];
	/** Whether the first result of one search is right, by question. */
	searched: boolean[];
	/** Questions that a page answers. */
	answerable: number;
}

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: { questions: { type: "string", multiple: true }, multihop: { type: "string", default: "130" } },
	});
	const fileOf = (name: string) => join(import.meta.dirname, "../documentation", `${name}.jsonl`);
	const files = values.questions ?? ["debian", "services", "daemons", "servers"].map(fileOf);
	const own = await casesOf(
		"manuals",
		files.flatMap((file) => documentationQuestions(file)),
	);
	const others = [
		await casesOf("entries", documentationQuestions(fileOf("entries"))),
		await casesOf("multi-hop", multihop(Number(values.multihop))),
	];
	for (const { title, searched, chains } of [own, ...others]) {
		const wrongOf = (rights: readonly boolean[]) => shareOf(rights.filter((right) => !right).length, rights.length);
		console.log(
			`${title}: wrong of one search, always stated ${wrongOf(searched)}; of chains stated ${wrongOf(chains)}`,
		);
	}
	for (const name of Object.keys(own.cases[0]?.signals ?? {})) {
		const by = ({ signals }: Case) => signals[name] ?? 0;
		const min = minOf(own.cases, by);
		console.log(`\n${name}`);
		curve(own, by);
		const folds = [...Map.groupBy(own.cases, ({ manual }) => manual).keys()].map((left) => {
			const [mine, rest] = [true, false].map((is) => own.cases.filter(({ manual }) => (manual === left) === is));
			const least = minOf(rest ?? [], by);
			return { least, stated: (mine ?? []).filter((one) => by(one) >= least) };
		});
		const mins = folds.map(({ least }) => least.toFixed(2)).join(" ");
		const stated = folds.flatMap((fold) => fold.stated);
		print(own, stated, `each manual by the others, least chances ${mins}`);
		for (const each of [own, ...others])
			print(
				each,
				each.cases.filter((one) => by(one) >= min),
				`from ${min.toFixed(2)} on`,
			);
		for (const each of others) curve(each, by);
		if (name !== "block") continue;
		for (const at of grid) {
			const some = own.cases.filter((one) => by(one) >= at);
			print(own, some, `from ${at} on; at most ${boundOf(some, missMax / grid.length).toFixed(3)} together`);
		}
		const known = JSON.parse(readFileSync(weights, "utf8"));
		const kept = { ...known, certain: { min: Math.floor(min * 1000) / 1000 } };
		writeFileSync(weights, `${JSON.stringify(kept, null, "\t")}\n`);
	}
}

function print({ title, answerable }: Cases, stated: readonly Case[], how: string): void {
	const right = stated.filter((one) => one.right).length;
	const overManuals = bootstrappedOf([...Map.groupBy(stated, ({ manual }) => manual).values()], (some) => {
		const all = some.flat();
		return all.filter((one) => !one.right).length / Math.max(1, all.length);
	});
	const risk = `${shareOf(stated.length - right, stated.length)}, at most ${boundOf(stated, missMax).toFixed(3)}`;
	console.log(`  ${title}, ${how}: risk ${risk}; over manuals ${overManuals}; coverage ${shareOf(right, answerable)}`);
}

/** The area under the curve of risk and coverage, and the coverage at some risks. */
function curve({ title, cases, answerable }: Cases, by: (one: Case) => number): void {
	const rated = cases.filter((one) => by(one) !== 0).toSorted((a, b) => by(b) - by(a));
	const risks = risksOf(rated.map(({ right }) => right));
	const area = risks.reduce((sum, risk) => sum + risk, 0) / Math.max(1, risks.length);
	const most = [0.05, 0.1, 0.15, 0.2].map((risk) => {
		const count = risks.findLastIndex((one) => one <= risk) + 1;
		const right = rated.slice(0, count).filter((one) => one.right).length;
		return `at a risk of ${risk} ${(right / Math.max(1, answerable)).toFixed(2)}`;
	});
	console.log(`  ${title}: ${rated.length} passages, AURC ${area.toFixed(3)}, coverage ${most.join(", ")}`);
}

/** The upper bound of the risk (Clopper and Pearson 1934): the least at which so few wrong ones are unlikely. */
function boundOf(stated: readonly Case[], miss: number): number {
	const wrong = stated.filter((one) => !one.right).length;
	const risks = Array.from({ length: 1000 }, (_, at) => at / 1000);
	return risks.find((risk) => binomialTail(wrong, stated.length, risk) <= miss) ?? 1;
}

/** The least chance of which the risk and its bound are within theirs; over 1 if there is none. */
function minOf(cases: readonly Case[], by: (one: Case) => number): number {
	const rated = cases.toSorted((a, b) => by(b) - by(a));
	const risks = risksOf(rated.map(({ right }) => right));
	const last = risks.findLastIndex(
		(risk, at) => risk <= riskMax && boundOf(rated.slice(0, at + 1), missMax) <= boundMax,
	);
	const found = rated[last];
	return found ? by(found) : 1.1;
}

/** The likeliest passages that reports on questions open with, and the chains. */
async function casesOf(title: string, asked: readonly DocumentationQuestion[]): Promise<Cases> {
	const manuals = new Manuals(false);
	const { close, ...read } = readOnce();
	const out: Cases = { title, cases: [], chains: [], searched: [], answerable: 0 };
	try {
		for (const { id, manual, question, required } of asked) {
			const corpus = () => manuals.corpus(manual);
			if (required.length > 0) out.answerable++;
			const [hit] = await (await corpus()).search(question, 1);
			out.searched.push(holdsAnswer(hit?.snippet ?? "", required));
			const found = await draftInputOf(corpus, question, manual);
			if (!found) continue;
			const places = async (query: string) => (await corpus()).search(query, 30);
			const input = { ...found, ...read, places };
			const report = await draft(input);
			const blocks = blocksIn(report);
			const isRight = (some: typeof blocks) => holdsAnswer(some.map(blockText).join("\n"), required);
			if (isChain(report)) out.chains.push(isRight(blocks));
			const analysis = analysisOf(question, input.route);
			const material = await readMaterial(input);
			const scored = await candidatesOf(input, analysis, "place", material);
			const [first, block] = [likeliestOf(scored), blocks[0]];
			const isUnstated = report.sections[0]?.heading === nearestPassages || isChain(report);
			// On a broad matter, and of things compared, other passages may come first.
			if (!block || isUnstated || !first || !isOverlapping(first, asPassage(first, block))) continue;
			const shown = widenPassage(first, material, input.claims, firstWordsMax).passage;
			const titleOf = input.sources.find((source) => source.id === first.passage.sourceId)?.title ?? "";
			const [, second] = scored.map(({ score }) => score).toSorted((a, b) => b - a);
			const signals = {
				block: blockChance(scored, analysis, shown, titleOf),
				"block, whatever it holds": blockChance(scored, { ...analysis, core: "", names: [] }, shown, ""),
				"chance of the best three": answerChance(scored, analysis.kind),
				margin: 1 - (second ?? 0),
				"reading model": (first.reading?.answers ?? -20) / 40 + 0.5,
			};
			out.cases.push({ id, manual, signals, right: isRight([block]) });
		}
	} finally {
		await Promise.all([manuals.close(), close()]);
	}
	return out;
}

/** Whether a report states claims of several pages as one answer. */
function isChain(report: Draft): boolean {
	const blocks = blocksIn(report).filter(({ marked }) => marked.length > 0);
	return blocks.length > 1;
}

/** A block as a passage in the place of another. */
function asPassage(one: ScoredPassage, block: ReturnType<typeof blocksIn>[number]): ScoredPassage {
	return { ...one, passage: { ...one.passage, ...block, opens: false } };
}

/** Multi-hop questions of the tuning half, in turns of both sets. One that is answered by yes or no has no words to look for. */
function multihop(count: number): DocumentationQuestion[] {
	const all = multihopQuestions(undefined).filter(
		({ id, answers }) => splitOf(id) === "tuning" && !answers.some((one) => /^(?:yes|no)$/iu.test(one)),
	);
	const sets = [...Map.groupBy(all, ({ set }) => set).values()];
	return Array.from({ length: count }, (_, at) => sets[at % sets.length]?.[Math.floor(at / sets.length)]).flatMap(
		(one) =>
			one
				? [
						{
							...{ id: one.id, manual: join(data, "multihop", "corpus.jsonl"), kind: "value", page: "" },
							...{ question: one.text, answer: one.answers[0] ?? "", required: [one.answers.join("|")] },
						},
					]
				: [],
	);
}
