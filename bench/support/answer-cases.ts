import { quantitiesIn, sameQuantity } from "../../src/evidence/numbers.ts";
import { compareClaims } from "../../src/reasoning/disputes/compare.ts";
import { analysisOf } from "../../src/reasoning/extractive/question/analysis.ts";
import type { WriteInput } from "../../src/reasoning/reasoner.ts";
import { normal, tokenF1 } from "../reading/common.ts";
import { writeInput } from "../reading/multihop.ts";
import { rowsOf } from "./rows.ts";
import { type Split, splitOf } from "./split.ts";

/** A question with the passages that hold its answer, read as a run reads them, and what counts as an answer to it. */
export interface AnswerCase {
	id: string;
	set: string;
	input: WriteInput;
	answers: string[];
}

/** From this token F1 on a value counts as the answer. */
const rightFrom = 0.6;
/** Paragraphs beside the gold ones that are about other things. */
const distractors = 3;

/** Whether a value is one of the answers: alike in words, one whole in the other, or the same date or amount, if one is coarser. */
export function isRight(value: string, { answers }: Pick<AnswerCase, "answers">): boolean {
	const words = ` ${normal(value)} `;
	const [own] = quantitiesIn(value);
	return answers.some((each) => {
		if (tokenF1(value, each) >= rightFrom || words.includes(` ${normal(each)} `)) return true;
		const [other] = quantitiesIn(each);
		if (own && other) return sameQuantity(own, other) || sameQuantity(other, own);
		// `Springfield` of `Springfield, Illinois, USA`.
		return !own && ` ${normal(each)} `.startsWith(words);
	});
}

/** Questions of HotpotQA, MuSiQue and RAMDocs in one split. Yes and no have no value. */
export function answerCases(split: Split): AnswerCase[] {
	return [...multihop(split), ...ramdocs(split)];
}

function multihop(split: Split): AnswerCase[] {
	interface Row {
		id: string;
		set: string;
		question: string;
		answers: string[];
		gold: string[];
		candidates: string[];
	}
	const corpus = new Map(
		rowsOf<{ id: string; title: string; text: string }>("multihop/corpus.jsonl").map((row) => [row.id, row]),
	);
	return rowsOf<Row>("multihop/questions.jsonl")
		.filter(({ id, answers }) => splitOf(id) === split && !answers.some((each) => /^(?:yes|no)$/iu.test(each)))
		.map(({ id, set, question, answers, gold, candidates }) => {
			const others = candidates.filter((each) => !gold.includes(each)).slice(0, distractors);
			const pages = [...gold, ...others].flatMap((each) => corpus.get(each) ?? []);
			return {
				id,
				set,
				answers,
				input: writeInput(question, analysisOf(question).answerType, pages),
			};
		});
}

/** What a planted passage asserts is asked for, too: a contradiction is shown as a dispute, which other figures count. */
function ramdocs(split: Split): AnswerCase[] {
	interface Row {
		question: string;
		documents: { text: string }[];
		gold_answers: string[];
		wrong_answers: string[];
	}
	return rowsOf<Row>("ramdocs/ramdocs.jsonl")
		.filter(({ question }) => splitOf(question) === split)
		.map(({ question, documents, gold_answers: gold, wrong_answers: wrong }) => {
			const pages = documents.map(({ text }, at) => ({ id: `s${at}`, title: "", text }));
			const input = writeInput(question, analysisOf(question).answerType, pages);
			const conflicts = compareClaims({ fresh: input.claims, known: [] });
			return { id: question, set: "ramdocs", answers: [...gold, ...wrong], input: { ...input, conflicts } };
		});
}
