import { writeFileSync } from "node:fs";
import { rowsOf } from "./support/rows.ts";
import { splitOf } from "./support/split.ts";
import { writeInput } from "./reading/multihop.ts";
import { questionParts } from "../src/reasoning/extractive/language/question.ts";
export async function run() {
	const out = [];
	for (const row of rowsOf<any>("ramdocs/ramdocs.jsonl")) {
		if (splitOf(row.question) !== "tuning") continue;
		const input = writeInput(row.question, questionParts(row.question).answerType, row.documents.map(({ text }: any, at: number) => ({ id: `s${at}`, title: "", text })));
		out.push({ set: "ramdocs", row, claims: input.claims });
	}
	const corpus = new Map(rowsOf<any>("multihop/corpus.jsonl").map((row) => [row.id, row]));
	let n = 0;
	for (const row of rowsOf<any>("multihop/questions.jsonl")) {
		if (splitOf(row.id) !== "tuning" || n++ % 3) continue;
		const pages = [...row.gold, ...row.candidates.filter((id: string) => !row.gold.includes(id)).slice(0, 6)].flatMap((id: string) => corpus.get(id) ?? []);
		const input = writeInput(row.question, questionParts(row.question).answerType, pages);
		out.push({ set: "multihop", row: {question: row.question}, claims: input.claims });
	}
	writeFileSync("/tmp/f/claims.json", JSON.stringify(out));
}
