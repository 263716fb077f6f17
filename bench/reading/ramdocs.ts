import type { Claim } from "../../src/evidence/claim.ts";
import { compareClaims } from "../../src/reasoning/disputes/compare.ts";
import { answer } from "../../src/reasoning/extractive/answer.ts";
import { analysisOf } from "../../src/reasoning/extractive/question/analysis.ts";
import { rowsOf } from "../support/rows.ts";
import { splitOf, splits } from "../support/split.ts";
import { Table } from "../support/table.ts";
import { normal, tokenF1 } from "./common.ts";
import { writeInput } from "./multihop.ts";

interface Row {
	question: string;
	documents: { text: string; type: "correct" | "misinfo" | "noise"; answer: string }[];
	gold_answers: string[];
	wrong_answers: string[];
}

function states(text: string, answers: readonly string[]): boolean {
	return answers.some((each) => normal(text).includes(normal(each)) || tokenF1(text, each) >= 0.6);
}

/** RAMDocs: several right answers, planted wrong ones and noise. The passages carry no title. */
export function ramdocs(): void {
	const rows = rowsOf<Row>("ramdocs/ramdocs.jsonl");
	const table = new Table();
	for (const split of splits) {
		const part = rows.filter((row) => splitOf(row.question) === split);
		const count = {
			given: 0,
			best: 0,
			some: 0,
			goldAll: 0,
			goldFound: 0,
			wrongBest: 0,
			high: 0,
			highRight: 0,
			medium: 0,
			mediumRight: 0,
			low: 0,
			lowRight: 0,
			pairs: 0,
			pairsRight: 0,
			disputable: 0,
			disputed: 0,
			agreeing: 0,
			agreeingDisputed: 0,
		};
		for (const row of part) {
			const type = analysisOf(row.question).answerType;
			const pages = row.documents.map(({ text }, at) => ({ id: `s${at}`, title: "", text }));
			const input = writeInput(row.question, type, pages);
			const conflicts = compareClaims({ fresh: input.claims, known: [] });
			const best = answer({ ...input, conflicts });
			const texts = best ? [best.text, ...best.alternatives.map((each) => each.text)] : [];
			if (best) {
				count.given++;
				count[best.confidence]++;
				if (states(best.text, row.gold_answers)) count[`${best.confidence}Right`]++;
				if (states(best.text, row.gold_answers)) count.best++;
				else if (states(best.text, row.wrong_answers)) count.wrongBest++;
			}
			if (texts.some((text) => states(text, row.gold_answers))) count.some++;
			count.goldAll += row.gold_answers.length;
			count.goldFound += row.gold_answers.filter((gold) => texts.some((text) => states(text, [gold]))).length;
			const claims = new Map(input.claims.map((claim) => [claim.id, claim]));
			const documentOf = (claim: Claim | undefined) => row.documents[Number(claim?.sourceId.slice(1))];
			const seen = new Set<string>();
			for (const conflict of conflicts) {
				const [a, b] = [documentOf(claims.get(conflict.a)), documentOf(claims.get(conflict.b))];
				if (!a || !b) continue;
				count.pairs++;
				if (a.answer !== b.answer) count.pairsRight++;
				seen.add(a.answer === b.answer ? "same" : "other");
			}
			const misinformed =
				row.documents.some((document) => document.type === "misinfo") &&
				row.documents.some((document) => document.type === "correct");
			if (misinformed) {
				count.disputable++;
				if (seen.has("other")) count.disputed++;
			}
			const agreed =
				new Set(row.documents.filter((document) => document.type !== "noise").map((document) => document.answer))
					.size === 1;
			if (agreed) {
				count.agreeing++;
				if (conflicts.length > 0) count.agreeingDisputed++;
			}
		}
		table.share(split, "answer given", count.given, part.length);
		table.share(split, "the answer is one of the right ones", count.best, part.length);
		table.share(split, "the answer is a planted wrong one", count.wrongBest, part.length);
		table.share(split, "one of the right ones where confidence is high", count.highRight, count.high);
		table.share(split, "one of the right ones where confidence is medium", count.mediumRight, count.medium);
		table.share(split, "one of the right ones where confidence is low", count.lowRight, count.low);
		table.share(split, "answer or an alternative is right", count.some, part.length);
		table.share(split, "right answers covered by answer and alternatives", count.goldFound, count.goldAll);
		table.share(split, "conflicts between passages of different answers (precision)", count.pairsRight, count.pairs);
		table.share(split, "questions with planted wrong answers that are disputed", count.disputed, count.disputable);
		table.share(split, "questions whose passages agree that are disputed", count.agreeingDisputed, count.agreeing);
	}
	table.print(`RAMDocs: ${rows.length} questions`);
}
