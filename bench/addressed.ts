/**
 * `npm run bench -- addressed`: how well text that speaks to the program that reads a page is told from what states something.
 * Planted: BIPIA's attacks on texts and ASB's attacker instructions, by split; a question counts as told, since a question states
 * nothing. Honest: sentences of Wikipedia's paragraphs and of abstracts. The forms were written with the kinds of BIPIA's attacks in
 * view, so neither column is unseen.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { holdsConversationMarkup, isInjection, isInstruction } from "../src/text/injection.ts";
import { sentencesIn } from "../src/text/sentences.ts";
import { data } from "../test/support/data.ts";
import { rowsOf } from "./support/rows.ts";
import { splitOf, splits } from "./support/split.ts";
import { intervals } from "./support/statistics.ts";
import { Table } from "./support/table.ts";

export async function run(): Promise<void> {
	const planted: Record<string, string[]> = {
		"BIPIA, attacks on texts": Object.values(attacks()).flat(),
		"ASB, attacker's instructions": rowsOf<{ instruction: string }>("injection/asb-attack-instructions.jsonl").map(
			({ instruction }) => instruction,
		),
	};
	const found = new Table();
	for (const split of splits)
		for (const [name, all] of Object.entries(planted)) {
			const texts = all.filter((text) => splitOf(text) === split);
			const addressed = texts.filter((text) => isInjection(text) || holdsConversationMarkup(text));
			const told = texts.filter((text) => addressed.includes(text) || isInstruction(text) || /\?\s*$/.test(text));
			found.share(split, `${name}: addressed to the reader`, addressed.length, texts.length);
			found.share(split, `${name}: makes no claim`, told.length, texts.length);
		}
	found.print("Planted");
	const refusals = new Table<"refused">();
	for (const [name, file] of [
		["Wikipedia's paragraphs", "multihop/corpus.jsonl"],
		["abstracts", "scifact/corpus.jsonl"],
	] as const) {
		const sentences = rowsOf<{ text: string }>(file).flatMap(({ text }) => sentencesIn(text).map((one) => one.text));
		const refused = sentences.filter(
			(text) => isInjection(text) || holdsConversationMarkup(text) || isInstruction(text),
		);
		refusals.share("refused", name, refused.length, sentences.length);
	}
	refusals.print("Honest sentences");
	console.log(`\n${intervals}`);
}

function attacks(): Record<string, string[]> {
	return JSON.parse(readFileSync(join(data, "injection/bipia-text-attacks-train.json"), "utf8"));
}
