import type { AnswerCase } from "./answer-cases.ts";
import { documentationQuestions, Manuals } from "./documentation.ts";
import { draftInputOf } from "./inputs.ts";
import { type Split, splitOf } from "./split.ts";

/**
 * Questions over manuals that Debian installs, from a `.jsonl` file, each with what the whole research knows when it answers (kept in
 * a cache, see `draftInputOf`). `answers` is empty where the manual does not hold the answer. A question of which nothing was found is left out.
 */
export async function docCases(file: string, split: Split): Promise<AnswerCase[]> {
	const manuals = new Manuals(false);
	const out: AnswerCase[] = [];
	for (const { id, manual, kind, question, value = "" } of documentationQuestions(file)) {
		if (splitOf(id) !== split) continue;
		const input = await draftInputOf(() => manuals.corpus(manual), question, manual);
		if (!input) continue;
		out.push({ id, set: `documentation, ${kind}`, answers: kind === "unanswerable" ? [] : [value ?? ""], input });
	}
	await manuals.close();
	return out;
}
