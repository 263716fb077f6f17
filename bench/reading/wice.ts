import { extractClaims } from "../../src/reasoning/rules/extract.ts";
import { rowsOf } from "../support/rows.ts";
import { splitOf, splits } from "../support/split.ts";
import { Table } from "../support/table.ts";
import { leadSentences, overlapSentences, pageOf, routeOf, subQuestionOf } from "./common.ts";

interface Row {
	label: string;
	claim: string;
	evidence: string[];
	supporting_sentences: number[][];
}

const sizes = [5, 10] as const;

/** Gold sentences of which at least half stands in a quote, or the other way round. */
function found(gold: string, quotes: readonly string[]): boolean {
	return quotes.some(
		(quote) => gold.includes(quote) || quote.includes(gold) || (quote.length > 40 && gold.includes(quote.slice(0, 40))),
	);
}

/** Lines that a reader could quote: WiCE also marks headings, datelines and metadata, which give no claim by design. */
function isProse(line: string): boolean {
	return (
		!/^(?:#|\(meta data\))/.test(line) &&
		line.split(/\s+/).length >= 6 &&
		(line.match(/\s\p{Ll}{2,}/gu)?.length ?? 0) >= 3
	);
}

/** WiCE: a claim as sub-question, its ~120 evidence sentences as page. */
export function wice(): void {
	const rows = rowsOf<Row>("wice/claim_dev.jsonl").filter((row) =>
		row.supporting_sentences.some((set) => set.length > 0),
	);
	const table = new Table();
	for (const split of splits) {
		const part = rows.filter((row) => splitOf(row.claim) === split);
		for (const k of sizes) {
			const hits = { ours: 0, lead: 0, overlap: 0 };
			const whole = { ours: 0, lead: 0, overlap: 0 };
			const prose = { ours: 0, lead: 0, overlap: 0 };
			let gold = 0;
			let proseGold = 0;
			for (const row of part) {
				const title = /TITLE:\s*(.*)$/.exec(row.evidence[0] ?? "")?.[1] ?? "";
				const text = row.evidence.join("\n");
				const union = [...new Set(row.supporting_sentences.flat())].map((at) => row.evidence[at] ?? "");
				gold += union.length;
				proseGold += union.filter(isProse).length;
				const lists = {
					ours: extractClaims({
						question: row.claim,
						route: routeOf("entity"),
						subQuestion: subQuestionOf(row.claim),
						page: pageOf("w", title, text),
						max: k,
					}).map((claim) => claim.quote),
					lead: leadSentences(text, k),
					overlap: overlapSentences(row.claim, text, k),
				};
				for (const name of ["ours", "lead", "overlap"] as const) {
					hits[name] += union.filter((each) => found(each, lists[name])).length;
					prose[name] += union.filter((each) => isProse(each) && found(each, lists[name])).length;
					if (
						row.supporting_sentences.some(
							(set) => set.length > 0 && set.every((at) => found(row.evidence[at] ?? "", lists[name])),
						)
					)
						whole[name]++;
				}
			}
			for (const name of ["ours", "overlap", "lead"] as const)
				table.share(split, `supporting sentences in the top ${k}, ${name}`, hits[name], gold);
			for (const name of ["ours", "overlap", "lead"] as const)
				table.share(split, `… those that are prose in the top ${k}, ${name}`, prose[name], proseGold);
			for (const name of ["ours", "overlap", "lead"] as const)
				table.share(split, `claims with one whole supporting set in the top ${k}, ${name}`, whole[name], part.length);
		}
	}
	table.print(`WiCE: ${rows.length} claims with supporting sentences`);
}
