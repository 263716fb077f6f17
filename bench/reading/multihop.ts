import type { Claim } from "../../src/evidence/claim.ts";
import type { AnswerType } from "../../src/evidence/question.ts";
import { compareClaims } from "../../src/reasoning/disputes/compare.ts";
import type { WriteInput } from "../../src/reasoning/reasoner.ts";
import { extractClaims } from "../../src/reasoning/rules/extract.ts";
import { analysisOf } from "../../src/reasoning/rules/question/analysis.ts";
import { rowsOf } from "../support/rows.ts";
import { splitOf, splits } from "../support/split.ts";
import { Table } from "../support/table.ts";
import { claimOf, leadSentences, normal, overlapSentences, pageOf, routeOf, subQuestionOf } from "./common.ts";

interface Question {
	id: string;
	set: string;
	question: string;
	answers: string[];
	gold: string[];
	candidates: string[];
}

interface Paragraph {
	id: string;
	title: string;
	text: string;
}

const perPage = 5;
const baselineSentences = 2;

/** The question's claims from some paragraphs, as a run would hold them. */
export function writeInput(question: string, type: AnswerType, pages: readonly Paragraph[]): WriteInput {
	const route = routeOf(type);
	const claims: Claim[] = [];
	for (const { id, title, text } of pages)
		for (const claim of extractClaims({
			question,
			route,
			subQuestion: subQuestionOf(question),
			page: pageOf(id, title, text),
			max: perPage,
		}))
			claims.push(claimOf(claim, id, `c${claims.length}`));
	const sources = pages.map(({ id, title }) => ({ id, url: id, title, label: id, origin: id }));
	const sorted = [
		...claims.filter((claim) => claim.class === "direct"),
		...claims.filter((claim) => claim.class !== "direct"),
	];
	return {
		question,
		route,
		plan: { dimensions: [], subQuestions: [] },
		claims: sorted,
		groups: [],
		conflicts: [],
		sources,
		gaps: [],
	};
}

/** HotpotQA and MuSiQue: the gold paragraphs as pages, then the gold ones among distractors. */
export function multihop(): void {
	const corpus = new Map(rowsOf<Paragraph>("multihop/corpus.jsonl").map((row) => [row.id, row]));
	const pagesOf = (ids: readonly string[]) => ids.flatMap((id) => corpus.get(id) ?? []);
	const all = rowsOf<Question>("multihop/questions.jsonl");
	for (const set of ["hotpotqa_500", "musique_train_100"]) {
		const table = new Table();
		for (const split of splits) {
			const part = all.filter((row) => row.set === set && splitOf(row.id) === split);
			const count = { quoted: 0, direct: 0, lead: 0, overlap: 0, disputed: 0 };
			let goldDirect = 0;
			let goldPages = 0;
			let otherDirect = 0;
			let otherPages = 0;
			for (const row of part) {
				const type = analysisOf(row.question).answerType;
				const yesNo = row.answers.some((each) => /^(?:yes|no)$/i.test(each));
				const holds = (texts: readonly string[]) =>
					yesNo || row.answers.some((each) => normal(texts.join(" ")).includes(normal(each)));
				const gold = pagesOf(row.gold);
				const input = writeInput(row.question, type, gold);
				if (holds(input.claims.map((claim) => claim.quote))) count.quoted++;
				if (holds(input.claims.filter((claim) => claim.class === "direct").map((claim) => claim.quote))) count.direct++;
				if (holds(gold.flatMap((page) => leadSentences(page.text, baselineSentences)))) count.lead++;
				if (holds(gold.flatMap((page) => overlapSentences(row.question, page.text, baselineSentences))))
					count.overlap++;
				const among = pagesOf([...row.gold, ...row.candidates.filter((id) => !row.gold.includes(id)).slice(0, 6)]);
				const wider = writeInput(row.question, type, among);
				// All paragraphs are right, and of different things.
				if (compareClaims({ fresh: wider.claims, known: [] }).length > 0) count.disputed++;
				for (const page of among) {
					const direct = wider.claims.some((claim) => claim.sourceId === page.id && claim.class === "direct");
					if (row.gold.includes(page.id)) {
						goldPages++;
						if (direct) goldDirect++;
					} else {
						otherPages++;
						if (direct) otherDirect++;
					}
				}
			}
			table.share(split, `answer stands in the quotes (${perPage} a page)`, count.quoted, part.length);
			table.share(split, "answer stands in the direct quotes", count.direct, part.length);
			table.share(
				split,
				`… in the ${baselineSentences} sentences a page with most shared words`,
				count.overlap,
				part.length,
			);
			table.share(split, `… in the first ${baselineSentences} sentences a page`, count.lead, part.length);
			table.share(split, "gold paragraphs with a direct claim", goldDirect, goldPages);
			table.share(split, "distractor paragraphs with a direct claim", otherDirect, otherPages);
			table.share(split, "questions with a false dispute, gold among 6 distractors", count.disputed, part.length);
		}
		table.print(`${set}: ${all.filter((row) => row.set === set).length} questions`);
	}
}
