import { distinctBy } from "../../src/base/distinct.ts";
import { seededRandom } from "../../src/base/seeded-random.ts";
import type { Claim, TypedValue } from "../../src/evidence/claim.ts";
import type { AnswerType } from "../../src/evidence/question.ts";
import type { Answer } from "../../src/evidence/report.ts";
import type { Source } from "../../src/evidence/source.ts";
import { extractClaims } from "../../src/reasoning/rules/extract.ts";
import { analysisOf } from "../../src/reasoning/rules/question/analysis.ts";
import { sentencesIn } from "../../src/text/sentences.ts";
import { claimOf, leadSentences, normal, overlapSentences, pageOf, routeOf, subQuestionOf } from "../reading/common.ts";
import { rowsOf } from "./rows.ts";
import { splitOf } from "./split.ts";

/** A question with an answer that is right or wrong, and the evidence that a run would hold for it. */
export interface JudgedAnswer {
	id: string;
	/**
	 * `planted`: RAMDocs, where other passages give the other value. `another value`: multi-hop; a wrong answer is the other thing that the
	 * question compares, else another value of the right type from its pages or their neighbours, and nothing that was read says so.
	 */
	kind: "planted" | "another value";
	isRight: boolean;
	question: string;
	answerType: AnswerType;
	answer: Answer;
	claims: Claim[];
	sources: Source[];
}

interface Page {
	id: string;
	title: string;
	text: string;
}

interface Conflicting {
	question: string;
	documents: { text: string; type: "correct" | "misinfo" | "noise"; answer: string }[];
	gold_answers: string[];
}

interface MultiHop {
	id: string;
	question: string;
	answers: string[];
	gold: string[];
	candidates: string[];
}

/**
 * Questions whose label did not hold for a person who looked at several draws before the first vote, with shortened evidence: the data's
 * answer is of another person or place or does not stand in its passages, the other one has the longer career, or the other value is right too.
 */
const mislabelled = new Set([
	"musique_train_100_2hop__767756_134798",
	"hotpot_5a879ba55542993e715abfc3",
	"hotpot_5ae24abc5542994d89d5b3c3",
	"hotpot_5a85eed75542996432c5713b",
	"musique_train_100_2hop__334380_326459",
	"musique_train_100_2hop__141468_119861",
]);

/** The same question with its right answer and with a wrong one. */
interface Pair {
	right: JudgedAnswer;
	wrong: JudgedAnswer;
}

/** Claims of one page that state its answer. */
const claimsPerPage = 2;
const relevanceOfStated = 0.9;

/**
 * Right and wrong answers to different questions of the held-out split, drawn by seed: as many of each. `count`: of each side; where there
 * are fewer planted answers than half of them, more are of the other kind.
 */
export function judgedAnswers(count: number, seed: number): JudgedAnswer[] {
	const random = seededRandom(seed);
	const planted = drawn(plantedAnswers(), Math.floor(count / 2), random);
	return [...planted, ...drawn(answersOfMultiHop(), count - planted.length / 2, random)];
}

/** At most `count` questions with their wrong answer, and as many others with their right one. */
function drawn(pairs: readonly Pair[], count: number, random: () => number): JudgedAnswer[] {
	const most = Math.min(count, Math.floor(pairs.length / 2));
	return shuffled(pairs, random)
		.filter(({ right }) => !mislabelled.has(right.id))
		.slice(0, 2 * most)
		.map(({ right, wrong }, at) => (at < most ? wrong : right));
}

export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
	const placed = items.map((item) => ({ item, place: random() }));
	return placed.toSorted((a, b) => a.place - b.place).map(({ item }) => item);
}

/** Questions of RAMDocs with one right answer and a planted one: each value as the answer, the other as what other passages say. */
function plantedAnswers(): Pair[] {
	const rows = rowsOf<Conflicting>("ramdocs/ramdocs.jsonl");
	return rows.flatMap(({ question, documents, gold_answers: gold }, at) => {
		// Some passages tell that somebody has changed them.
		const isTold = documents.some(({ text }) => /\b(?:Note:|context has been)/u.test(text));
		if (gold.length !== 1 || isTold || splitOf(question) !== "held-out") return [];
		const pages = documents.map(({ text }, n) => ({ id: `s${n + 1}`, title: `Passage ${n + 1}`, text }));
		const stating = (type: "correct" | "misinfo", value: string) =>
			documents.flatMap((document, n) =>
				document.type === type && document.answer === value ? statingClaims(question, pages[n], value) : [],
			);
		const wrongValue = documents.find(({ type }) => type === "misinfo")?.answer;
		const [rightValue] = gold;
		if (wrongValue === undefined || rightValue === undefined) return [];
		const right = { text: rightValue, claims: stating("correct", rightValue) };
		const wrong = { text: wrongValue, claims: stating("misinfo", wrongValue) };
		if (right.claims.length === 0 || wrong.claims.length === 0) return [];
		const side = (isRight: boolean): JudgedAnswer => {
			const [own, other] = isRight ? [right, wrong] : [wrong, right];
			const shared = { id: `ramdocs-${at}`, question, answerType: typeOf(question) };
			return { ...shared, kind: "planted", isRight, ...evidence(own, pages, other) };
		};
		return [{ right: side(true), wrong: side(false) }];
	});
}

/** Multi-hop questions: the right answer, and the nearest value of its type from a page that is about something else. */
function answersOfMultiHop(): Pair[] {
	const corpus = new Map(rowsOf<Page>("multihop/corpus.jsonl").map((page) => [page.id, page]));
	const pagesOf = (ids: readonly string[]) => ids.flatMap((id) => corpus.get(id) ?? []);
	return rowsOf<MultiHop>("multihop/questions.jsonl").flatMap((row) => {
		const { id, question, answers, gold } = row;
		const [value = ""] = answers;
		if (splitOf(id) !== "held-out" || /^(?:yes|no)$/iu.test(value)) return [];
		const goldPages = pagesOf(gold);
		const statedOn = goldPages.filter((page) => statingClaims(question, page, value).length > 0);
		const bridges = goldPages
			.filter((page) => !statedOn.includes(page))
			.flatMap((page) => bearingClaims(question, page));
		if (statedOn.length === 0 || bridges.length === 0) return [];
		const stated = statedOn.flatMap((page) => [...leadClaims(page), ...statingClaims(question, page, value)]);
		const right = { text: value, claims: distinctBy([...bridges, ...stated], ({ id: claim }) => claim) };
		const candidates = pagesOf([...gold, ...row.candidates.filter((one) => !gold.includes(one))]);
		const isCompared = analysisOf(question).sides.length > 0;
		const wrong = isCompared
			? otherSide(question, value, right.claims)
			: nearestValue(question, answers, candidates, bridges);
		if (!wrong) return [];
		const shared = { id, kind: "another value" as const, question, answerType: typeOf(question) };
		return [
			{
				right: { ...shared, isRight: true, ...evidence(right, goldPages) },
				wrong: { ...shared, isRight: false, ...evidence(wrong, candidates) },
			},
		];
	});
}

/** The other of two things that a question compares, from the same claims. */
function otherSide(question: string, value: string, claims: Claim[]): Value | undefined {
	const { sides } = analysisOf(question);
	const isValue = (side: string) => normal(side).includes(normal(value)) || normal(value).includes(normal(side));
	const other = sides.find((side) => !isValue(side));
	return sides.length === 2 && sides.some(isValue) && other !== undefined ? { text: other, claims } : undefined;
}

/**
 * The value of the answer's type in the most relevant claim of some pages, which is neither in the question nor in an answer. Numbers and
 * dates are written like the answer. A claim that holds all numbers of the question may answer it, and is left out.
 */
function nearestValue(
	question: string,
	answers: readonly string[],
	pages: readonly Page[],
	bridges: readonly Claim[],
): Value | undefined {
	const type = typeOf(question);
	const asked = normal(question);
	const numbers = question.match(/\d+/gu) ?? [];
	const isAnswer = (text: string) =>
		answers.some((one) => normal(one).includes(normal(text)) || normal(text).includes(normal(one)));
	const fits = ({ kind, text }: TypedValue) =>
		kind === type &&
		kind !== "entity" &&
		!asked.includes(normal(text)) &&
		!isAnswer(text) &&
		((kind !== "number" && kind !== "date") || answers.some((one) => formOf(one) === formOf(text)));
	const found = pages.flatMap((page) => {
		const input = { question, route: routeOf(type), subQuestion: subQuestionOf(question), max: claimsPerPage };
		return extractClaims({ ...input, page: pageOf(page.id, page.title, page.text) }).flatMap((claim) => {
			if (isAnswer(claim.quote) || (numbers.length > 0 && numbers.every((one) => claim.quote.includes(one)))) return [];
			const value = claim.values.find(fits);
			return value ? [{ value: value.text, claim: quoted(page, claim.quote), relevance: claim.relevance }] : [];
		});
	});
	const [best] = found.toSorted((a, b) => b.relevance - a.relevance);
	if (!best) return undefined;
	return { text: best.value, claims: distinctBy([...bridges, best.claim], ({ id }) => id) };
}

/** How a value is written: digits as 9, words as a. */
const formOf = (text: string) => text.replace(/\d/gu, "9").replace(/\p{L}+/gu, "a");

const typeOf = (question: string): AnswerType => analysisOf(question).answerType;

/** A page's sentences that hold a value, those first that share most words with the question. */
function statingClaims(question: string, page: Page | undefined, value: string): Claim[] {
	if (!page) return [];
	const holding = sentencesIn(page.text).filter(({ text }) => ` ${normal(text)} `.includes(` ${normal(value)} `));
	const best = overlapSentences(question, holding.map(({ text }) => text).join("\n\n"), claimsPerPage);
	return best.filter((quote) => page.text.includes(quote)).map((quote) => quoted(page, quote));
}

/** A page's first sentence, and the others that share most words with the question. */
function bearingClaims(question: string, page: Page): Claim[] {
	const others = overlapSentences(question, page.text, claimsPerPage).map((quote) => quoted(page, quote));
	return distinctBy([...leadClaims(page), ...others], ({ id }) => id);
}

function leadClaims(page: Page): Claim[] {
	return leadSentences(page.text, 1).map((quote) => quoted(page, quote));
}

function quoted(page: Page, quote: string): Claim {
	const start = page.text.indexOf(quote);
	return claimOf(
		{
			...{ text: quote, quote, start, class: "direct", stance: "supporting" },
			...{ relevance: relevanceOfStated, confidence: "medium", values: [], subject: "" },
		},
		page.id,
		`${page.id}-${start}`,
	);
}

interface Value {
	text: string;
	claims: Claim[];
}

/** The answer with all claims and their pages, in the order of the pages. `other`: what sources also give. */
function evidence(own: Value, pages: readonly Page[], other?: Value) {
	const idsOf = ({ claims }: Value) => claims.map(({ id }) => id);
	const all = [...own.claims, ...(other?.claims ?? [])];
	const used = pages.filter(({ id }) => all.some(({ sourceId }) => sourceId === id));
	const answer: Answer = {
		...{ text: own.text, claimIds: idsOf(own), confidence: "medium", why: "" },
		alternatives: other ? [{ text: other.text, claimIds: idsOf(other) }] : [],
	};
	const sources = used.map(({ id, title, text }): Source => {
		const { text: _text, marks: _marks, ...page } = pageOf(id, title, text);
		return { ...page, id };
	});
	return { answer, claims: used.flatMap(({ id }) => all.filter(({ sourceId }) => sourceId === id)), sources };
}
