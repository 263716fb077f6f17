import type { ResearchState } from "../../src/evidence/state.ts";
import { splitBrackets, splitQuotations } from "../../src/text/quotations.ts";
import { sentencesOf } from "./words.ts";

/**
 * The sentences that a report quotes, as a reader meets them: the table's cells, the sections with their blocks, the disputes. Without the report's own
 * words and without an editor's words in brackets. Empty without a report.
 */
export function quotedSentences({ report, claims }: Pick<ResearchState, "report" | "claims">): string[] {
	if (!report) return [];
	const cells = (report.table?.rows ?? []).flatMap((row) => row.cells);
	const shown = [
		...cells.flatMap((cell) => ("text" in cell ? (quotationsIn(cell.text) ?? [cell.text]) : [])),
		...report.sections.flatMap(({ sentences, blocks = [] }) => [
			...sentences.flatMap(({ text }) => quotationsIn(text) ?? []),
			...blocks.flatMap(({ pieces }) => pieces.map(({ text }) => text)),
		]),
		...report.disputes.flatMap(({ a, b }) => claims.filter(({ id }) => id === a || id === b).map(({ quote }) => quote)),
	];
	return shown.flatMap(sentencesOf);
}

/** Undefined where nothing stands in quotation marks. */
function quotationsIn(text: string): string[] | undefined {
	const quotations = splitQuotations(text).filter(({ kind }) => kind === "quotation");
	if (quotations.length === 0) return undefined;
	return quotations.map((one) =>
		splitBrackets(one.text)
			.map((piece) => (piece.kind === "words" ? piece.text : " "))
			.join("")
			.trim(),
	);
}
