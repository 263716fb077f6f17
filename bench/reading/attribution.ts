import { judgeSupport } from "../../src/reasoning/rules/support/judge-support.ts";
import { contentStems } from "../../src/text/words.ts";
import { rowsOf } from "../support/rows.ts";
import { splitOf, splits } from "../support/split.ts";
import { Table } from "../support/table.ts";
import { overlapSentences } from "./common.ts";

interface Row {
	id: string;
	claim: string;
	references: string[];
	attribution_label: "attributable" | "not attributable";
	src_dataset: string;
}

function macroF1(pairs: readonly (readonly [boolean, boolean])[]): number {
	const f1 = (of: boolean) => {
		const right = pairs.filter(([said, is]) => said === of && is === of).length;
		const wrong = pairs.filter(([said, is]) => (said === of) !== (is === of)).length;
		return right === 0 ? 0 : (2 * right) / (2 * right + wrong);
	};
	return (f1(true) + f1(false)) / 2;
}

/** Share of a claim's words in its references from which the baseline says yes. */
const baselineShare = 0.72;

/** AttributionBench: does the reference support the claim? */
export function attribution(): void {
	const rows = rowsOf<Row>("attribution/dev.jsonl");
	const table = new Table();
	for (const split of splits) {
		const part = rows.filter((row) => splitOf(row.id) === split);
		const judged = part.map((row) => ({
			row,
			verdict: judgeSupport({ sentence: row.claim, quotes: row.references }).verdict,
		}));
		const is = (row: Row) => row.attribution_label === "attributable";
		const pairs = judged.map(({ row, verdict }) => [verdict === "supported", is(row)] as const);
		table.share(split, "accuracy", pairs.filter(([said, truth]) => said === truth).length, pairs.length);
		table.statistic(split, "macro-F1", pairs, macroF1);
		for (const set of [...new Set(part.map((row) => row.src_dataset))].toSorted()) {
			const own = judged
				.filter(({ row }) => row.src_dataset === set)
				.map(({ row, verdict }) => [verdict === "supported", is(row)] as const);
			table.statistic(split, `… ${set}`, own, macroF1);
		}
		const simple = part.map((row) => {
			const asked = contentStems(row.claim);
			const held = new Set(contentStems(row.references.join("\n")));
			return [asked.filter((stem) => held.has(stem)).length >= baselineShare * asked.length, is(row)] as const;
		});
		table.statistic(split, "macro-F1 of shared words alone", simple, macroF1);
		const best = part.map((row) => {
			const [sentence = ""] = overlapSentences(row.claim, row.references.join("\n"), 1);
			const held = new Set(contentStems(sentence));
			const asked = contentStems(row.claim);
			return [asked.filter((stem) => held.has(stem)).length >= 0.5 * asked.length, is(row)] as const;
		});
		table.statistic(split, "macro-F1 of the best single sentence", best, macroF1);
	}
	table.print(`AttributionBench: ${rows.length} claims`);
}
