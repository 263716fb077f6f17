import type { Claim } from "../../src/evidence/claim.ts";
import { compareClaims } from "../../src/reasoning/disputes/compare.ts";
import { analysisOf } from "../../src/reasoning/rules/question/analysis.ts";
import { rowsOf } from "../support/rows.ts";
import { splitOf, splits } from "../support/split.ts";
import { Table } from "../support/table.ts";
import { writeInput } from "./multihop.ts";

interface Row {
	question: string;
	documents: { text: string; type: "correct" | "misinfo" | "noise"; answer: string }[];
}

/** RAMDocs: several right answers, planted wrong ones and noise. The passages carry no title. */
export function ramdocs(): void {
	const rows = rowsOf<Row>("ramdocs/ramdocs.jsonl");
	const table = new Table();
	for (const split of splits) {
		const part = rows.filter((row) => splitOf(row.question) === split);
		const count = { pairs: 0, pairsRight: 0, disputable: 0, disputed: 0, agreeing: 0, agreeingDisputed: 0 };
		for (const row of part) {
			const type = analysisOf(row.question).answerType;
			const pages = row.documents.map(({ text }, at) => ({ id: `s${at}`, title: "", text }));
			const input = writeInput(row.question, type, pages);
			const conflicts = compareClaims({ fresh: input.claims, known: [] });
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
		table.share(split, "conflicts between passages of different answers (precision)", count.pairsRight, count.pairs);
		table.share(split, "questions with planted wrong answers that are disputed", count.disputed, count.disputable);
		table.share(split, "questions whose passages agree that are disputed", count.agreeingDisputed, count.agreeing);
	}
	table.print(`RAMDocs: ${rows.length} questions`);
}
