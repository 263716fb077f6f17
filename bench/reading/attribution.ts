import { contentStems } from "../../src/reasoning/extractive/language/words.ts";
import { judgeSupport } from "../../src/reasoning/extractive/support.ts";
import { halfOf, halves, line, overlapSentences, rowsOf } from "./common.ts";

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
	for (const half of halves) {
		const part = rows.filter((row) => halfOf(row.id) === half);
		console.log(`\nAttributionBench, ${half}: ${part.length} claims`);
		const judged = part.map((row) => ({
			row,
			verdict: judgeSupport({ sentence: row.claim, quotes: row.references }).verdict,
		}));
		const is = (row: Row) => row.attribution_label === "attributable";
		const pairs = judged.map(({ row, verdict }) => [verdict === "supported", is(row)] as const);
		line("accuracy", pairs.filter(([said, truth]) => said === truth).length, pairs.length);
		console.log(`  macro-F1 ${macroF1(pairs).toFixed(3)}`);
		for (const set of [...new Set(part.map((row) => row.src_dataset))].toSorted()) {
			const own = judged
				.filter(({ row }) => row.src_dataset === set)
				.map(({ row, verdict }) => [verdict === "supported", is(row)] as const);
			console.log(`    ${set.padEnd(20)} ${macroF1(own).toFixed(3)}  of ${own.length}`);
		}
		const simple = part.map((row) => {
			const asked = contentStems(row.claim);
			const held = new Set(contentStems(row.references.join("\n")));
			return [asked.filter((stem) => held.has(stem)).length >= baselineShare * asked.length, is(row)] as const;
		});
		console.log(`  macro-F1 of shared words alone ${macroF1(simple).toFixed(3)}`);
		const best = part.map((row) => {
			const [sentence = ""] = overlapSentences(row.claim, row.references.join("\n"), 1);
			const held = new Set(contentStems(sentence));
			const asked = contentStems(row.claim);
			return [asked.filter((stem) => held.has(stem)).length >= 0.5 * asked.length, is(row)] as const;
		});
		console.log(`  macro-F1 of the best single sentence ${macroF1(best).toFixed(3)}`);
	}
}
