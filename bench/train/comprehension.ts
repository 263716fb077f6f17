/**
 * `npm run train -- comprehension --data FOLDER --out FOLDER`: turns question-answering data into the examples that `comprehension/train.py` learns from.
 * FOLDER/squad/*.jsonl: `{set, id, title, context, question, answers: [{text, start}], yesno}`; FOLDER/nli/*.jsonl:
 * `{premise, hypothesis, label}`. Of each answerable question: the passage around its answer; the same passage without the sentences that
 * hold the answer (nothing else tells a stated fact from an unstated one about the same thing); and the passage of another question that
 * shares most of its words. FOLDER/own/*.jsonl: passages with questions of their own; against each stand passages of its page, and the nearest by
 * words of all these and of FOLDER/pool/*.jsonl (`{heading, text}`, passages of many manuals). The passages of one question are one group,
 * within which the model learns to rank. The held-out part of `shared/data` is not touched.
 */
import { createWriteStream, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { UsageError } from "../../src/base/errors.ts";
import { type EncodedPair, loadPairEncoder, type PairEncoder } from "../../src/sources/comprehension/encode-pair.ts";
import { contentStems } from "../../src/text/words.ts";
import { seededRandom } from "../../test/support/random.ts";
import { rowsIn } from "../support/rows.ts";

interface Question {
	set: string;
	id: string;
	title: string;
	context: string;
	question: string;
	answers: { text: string; start: number }[];
	yesno?: "yes" | "no" | null;
}
interface Span {
	start: number;
	end: number;
}
/** A passage with questions that it answers, and others that name the same things and that it does not answer. FOLDER/own/*.jsonl; some are in `comprehension/data`. */
interface OwnPassage {
	heading: string;
	passage: string;
	/** Other passages of its page, which answer none of the questions. */
	neighbours?: string[];
	answered: { question: string; kind: string; span: string | null; verdict: string | null }[];
	tempting: { question: string; kind: string }[];
}
/** A passage as it is shown to the model. */
interface Shown {
	heading: string;
	text: string;
}
/** What is learned of a pair. `span`: null where the passage does not answer, `somewhere` where nobody marked the words that do. `verdict`: 0 yes, 1 no, 2 neither, -1 not asked. */
interface Labels {
	span: Span | null | "somewhere";
	says: boolean;
	verdict: number;
}

const seed = 20261125;
/** Words of a passage: as many as the passages that reports are made of have. */
const [leastWords, mostWords] = [40, 200];
/** Questions on one context: sets with many on one short text would outweigh the others. */
const questionsMax = 8;
/** Contexts that are looked through for one that shares a question's words. */
const lookedThrough = 300;
/** Passages of its own page, and found ones, that stand against the one that answers; found ones are drawn from the best. */
const [besideMax, foundMax, foundAmong] = [1, 2, 10];
/** Of a question that a passage only seems to answer, how often another passage stands beside it. */
const temptedShare = 0.5;
/** Two passages with a run of so many words in common are windows of one text. */
const runOfWords = 8;

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({ args, options: { data: { type: "string" }, out: { type: "string" } } });
	const { data, out } = values;
	if (data === undefined || out === undefined)
		throw new UsageError("BAD_OPTION", "comprehension needs --data FOLDER and --out FOLDER");
	mkdirSync(out, { recursive: true });
	const writer = new ExampleWriter(await loadPairEncoder(), out);
	const random = seededRandom(seed);
	for (const file of filesIn(data, "squad")) {
		const rows = rowsIn<Question>(file);
		addQuestions(rows, random, writer);
		console.log(`${file}: ${rows.length} questions, ${writer.count} examples so far`);
	}
	const own = filesIn(data, "own").flatMap((file) => rowsIn<OwnPassage>(file));
	const pool = filesIn(data, "pool").flatMap((file) => rowsIn<Shown>(file));
	addOwn(own, pool, random, writer);
	console.log(`own passages: ${own.length}, ${writer.count} examples so far`);
	for (const file of filesIn(data, "nli")) {
		for (const { premise, hypothesis, label } of rowsIn<{ premise: string; hypothesis: string; label: string }>(file)) {
			const verdict = label === "entailment" ? 0 : label === "contradiction" ? 1 : 2;
			writer.openGroup();
			const says = verdict < 2;
			writer.add(asked(hypothesis, random), "", premise, { span: says ? "somewhere" : null, says, verdict });
		}
		console.log(`${file}: ${writer.count} examples so far`);
	}
	writer.close();
}

/** The `.jsonl` files of a folder; none where there is no such folder. */
function filesIn(data: string, name: string): string[] {
	const folder = join(data, name);
	if (!existsSync(folder)) return [];
	return readdirSync(folder)
		.filter((file) => file.endsWith(".jsonl"))
		.toSorted()
		.map((file) => join(folder, file));
}

/** A statement as a question. */
function asked(statement: string, random: () => number): string {
	const plain = statement.replace(/[.!]\s*$/u, "");
	const small = plain.charAt(0).toLowerCase() + plain.slice(1);
	return random() < 0.5 ? `Is it true that ${small}?` : `${plain}?`;
}

function addQuestions(rows: readonly Question[], random: () => number, writer: ExampleWriter): void {
	const contexts = [...new Map(rows.map((row) => [row.context, row])).values()];
	const byTitle = Map.groupBy(contexts, ({ title }) => title);
	const stems = new Map(contexts.map(({ context }) => [context, new Set(contentStems(context))]));
	const used = new Map<string, number>();
	for (const row of rows) {
		const group = `${row.set} ${row.context}`;
		used.set(group, (used.get(group) ?? 0) + 1);
		if ((used.get(group) ?? 0) > questionsMax) continue;
		writer.openGroup();
		const heading = random() < 0.6 ? row.title : "";
		const isJudged = row.yesno !== undefined && row.yesno !== null;
		const [answer] = row.answers;
		const verdict = isJudged ? (row.yesno === "yes" ? 0 : 1) : -1;
		if (isJudged) {
			const { text } = windowOf(row.context, undefined, random);
			writer.add(row.question, heading, text, { span: "somewhere", says: true, verdict });
		} else if (answer === undefined) {
			const { text } = windowOf(row.context, undefined, random);
			writer.add(row.question, heading, text, { span: null, says: false, verdict: -1 });
			continue;
		} else {
			const span = { start: answer.start, end: answer.start + answer.text.length };
			const { text, at } = windowOf(row.context, span, random);
			const inside = { start: span.start - at, end: span.end - at };
			writer.add(row.question, heading, text, { span: inside, says: true, verdict: -1 });
			const without = withoutAnswer(text, row.answers);
			if (without !== undefined && random() < 0.6)
				writer.add(row.question, heading, without, { span: null, says: false, verdict: -1 });
		}
		if (random() < 0.5) continue;
		const other = nearest(row, byTitle.get(row.title) ?? [], contexts, stems, random);
		if (other)
			writer.add(row.question, random() < 0.6 ? other.title : "", windowOf(other.context, undefined, random).text, {
				span: null,
				says: false,
				verdict: isJudged ? 2 : -1,
			});
	}
}

function addOwn(
	rows: readonly OwnPassage[],
	others: readonly Shown[],
	random: () => number,
	writer: ExampleWriter,
): void {
	const own = rows.flatMap(({ heading, passage, neighbours = [] }) =>
		[passage, ...neighbours].map((text) => ({ heading, text })),
	);
	const pool = new PassageIndex([...own, ...others]);
	for (const row of rows) {
		const { heading, passage, neighbours = [] } = row;
		const page = new Set(neighbours);
		const runs = runsOf(passage);
		const isOwn = (text: string) => page.has(text) || runsOf(text).some((run) => runs.includes(run));
		/** Passages of other rows that share most of the question's words, in random order; none that holds `answer`. */
		const found = (question: string, answer: string | null, count: number) =>
			sampled(
				pool
					.nearest(question, 2 * foundAmong)
					.filter(({ text }) => !isOwn(text) && (answer === null || !text.includes(answer)))
					.slice(0, foundAmong),
				count,
				random,
			);
		for (const { question, kind, span, verdict } of row.answered) {
			const start = span === null ? -1 : passage.indexOf(span);
			const isJudged = verdict === "yes" || verdict === "no";
			writer.openGroup();
			writer.add(question, heading, passage, {
				span: start >= 0 && span !== null ? { start, end: start + span.length } : "somewhere",
				says: true,
				verdict: isJudged ? Number(verdict === "no") : -1,
			});
			const none = { span: null, says: false, verdict: kind === "yes_no" ? 2 : -1 };
			const beside = sampled(neighbours, besideMax, random).map((text) => ({ heading, text }));
			for (const other of [...beside, ...found(question, start >= 0 ? span : null, foundMax)])
				writer.add(question, other.heading, other.text, none);
		}
		for (const { question, kind } of row.tempting) {
			writer.openGroup();
			const beside = random() < temptedShare ? found(question, null, 1) : [];
			for (const other of [{ heading, text: passage }, ...beside])
				writer.add(question, other.heading, other.text, {
					...{ span: null, says: false, verdict: kind === "yes_no" ? 2 : -1 },
				});
		}
	}
}

/** At most `count` of the items, in random order. */
function sampled<T>(items: readonly T[], count: number, random: () => number): T[] {
	return items
		.map((item) => ({ item, at: random() }))
		.toSorted((a, b) => a.at - b.at)
		.slice(0, count)
		.map(({ item }) => item);
}

/** All runs of so many words. */
function runsOf(text: string): string[] {
	const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	return words.slice(runOfWords - 1).map((_word, at) => words.slice(at, at + runOfWords).join(" "));
}

/** Finds passages by the words that they share with a question: the sum of their inverse document frequencies. */
class PassageIndex {
	readonly #passages: readonly Shown[];
	readonly #holders = new Map<string, number[]>();

	constructor(passages: readonly Shown[]) {
		this.#passages = passages;
		for (const [at, { heading, text }] of passages.entries())
			for (const stem of new Set(contentStems(`${heading} ${text}`))) {
				const holders = this.#holders.get(stem) ?? [];
				holders.push(at);
				this.#holders.set(stem, holders);
			}
	}

	nearest(question: string, count: number): Shown[] {
		const scores = new Map<number, number>();
		for (const stem of new Set(contentStems(question))) {
			const holders = this.#holders.get(stem) ?? [];
			for (const at of holders)
				scores.set(at, (scores.get(at) ?? 0) + Math.log(this.#passages.length / holders.length));
		}
		return [...scores]
			.toSorted((a, b) => b[1] - a[1])
			.slice(0, count)
			.flatMap(([at]) => this.#passages[at] ?? []);
	}
}

/** Another context that shares most of the question's words and does not hold its answer. */
function nearest(
	{ question, context, answers }: Question,
	sameTitle: readonly Question[],
	all: readonly Question[],
	stems: ReadonlyMap<string, ReadonlySet<string>>,
	random: () => number,
): Question | undefined {
	const words = contentStems(question);
	const from = sameTitle.length > 3 && random() < 0.7 ? sameTitle : all;
	const first = Math.floor(random() * from.length);
	const some = Array.from(
		{ length: Math.min(lookedThrough, from.length) },
		(_, at) => from[(first + at) % from.length],
	);
	const score = (one: Question | undefined) =>
		words.reduce((sum, word) => sum + (stems.get(one?.context ?? "")?.has(word) ? 1 : 0), 0);
	const isOther = (one: Question | undefined): one is Question =>
		one !== undefined &&
		one.context !== context &&
		!answers.some(({ text }) => one.context.toLowerCase().includes(text.toLowerCase()));
	return some.filter(isOther).toSorted((a, b) => score(b) - score(a))[0];
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** Whole sentences of a text around a span (anywhere where there is none), of a random length. */
function windowOf(text: string, span: Span | undefined, random: () => number): { text: string; at: number } {
	const sentences = [...segmenter.segment(text)].map(({ segment, index }) => ({
		start: index,
		end: index + segment.length,
	}));
	const target = leastWords * (mostWords / leastWords) ** random();
	const length = (from: number, to: number) =>
		(text.slice(sentences[from]?.start, sentences[to]?.end).match(/\S+/gu) ?? []).length;
	let from = span ? sentences.findIndex(({ end }) => end > span.start) : Math.floor(random() * sentences.length);
	let to = span
		? Math.max(
				from,
				sentences.findIndex(({ end }) => end >= span.end),
			)
		: from;
	if (from < 0 || to < 0) return { text, at: 0 };
	while (from > 0 || to < sentences.length - 1) {
		const before = from > 0 && (to === sentences.length - 1 || random() < 0.5);
		const [nextFrom, nextTo] = before ? [from - 1, to] : [from, to + 1];
		if (length(nextFrom, nextTo) > target) break;
		[from, to] = [nextFrom, nextTo];
	}
	const at = sentences[from]?.start ?? 0;
	return { text: text.slice(at, sentences[to]?.end), at };
}

/** The text without the sentences that hold an answer; undefined where too little is left. */
function withoutAnswer(text: string, answers: readonly { text: string }[]): string | undefined {
	const holds = (segment: string) =>
		answers.some((answer) => segment.toLowerCase().includes(answer.text.toLowerCase()));
	const sentences = [...segmenter.segment(text)].map(({ segment }) => segment);
	const kept = sentences.filter((segment) => !holds(segment));
	return kept.length > 0 && kept.length < sentences.length && kept.join("").split(/\s+/u).length >= 15
		? kept.join("")
		: undefined;
}

/** Writes examples as flat arrays: `ids.u16`, and `labels.i32` with a row for each: tokens, where the passage begins, span, answers, verdict, group. */
class ExampleWriter {
	count = 0;
	#group = 0;
	readonly #encoder: PairEncoder;
	readonly #folder: string;
	readonly #ids;
	readonly #rows: number[] = [];

	constructor(encoder: PairEncoder, folder: string) {
		this.#encoder = encoder;
		this.#folder = folder;
		this.#ids = createWriteStream(join(folder, "ids.u16"));
	}

	/** What is added from now on belongs to another question. */
	openGroup(): void {
		this.#group++;
	}

	/** A pair whose answer was cut off teaches nothing and is left out. */
	add(question: string, heading: string, text: string, { span, says, verdict }: Labels): void {
		const pair = this.#encoder.pair(question, heading, text);
		const tokens = span === null || span === "somewhere" ? undefined : tokensOf(pair, span);
		if (span !== null && span !== "somewhere" && !tokens) return;
		const [first, last] = tokens ?? (span === null ? [0, 0] : [-1, -1]);
		this.#ids.write(Buffer.from(Uint16Array.from(pair.ids).buffer));
		this.#rows.push(pair.ids.length, pair.passageAt, first, last, says ? 1 : 0, verdict, this.#group);
		this.count++;
	}

	close(): void {
		this.#ids.end();
		writeFileSync(join(this.#folder, "labels.i32"), Buffer.from(Int32Array.from(this.#rows).buffer));
	}
}

/** The first and the last token of a span; undefined where it is cut off. */
function tokensOf({ words }: EncodedPair, { start, end }: Span): [number, number] | undefined {
	const inside = words.filter((word) => word.end > start && word.start < end);
	const [first, last] = [inside[0], inside.at(-1)];
	return first && last && last.end >= end - 1 ? [first.from, last.to - 1] : undefined;
}
