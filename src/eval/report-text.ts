import { type Cell, type Report, textWithCode } from "../evidence/report.ts";
import type { ResearchState } from "../evidence/state.ts";
import { blockText } from "../verification/check-block.ts";

/**
 * A report as judges see it: plain text with the numbers of its sources, and their titles. Neither the program nor the run, its models,
 * costs or stop reason stand in it. Empty without a report.
 */
export function gradedText({ report, claims, sources }: Pick<ResearchState, "report" | "claims" | "sources">): string {
	if (!report) return "";
	const sourceOf = new Map(claims.map(({ id, sourceId }) => [id, sourceId]));
	const marks = (claimIds: readonly string[]) => {
		const cited = new Set(claimIds.map((id) => sourceOf.get(id)));
		return report.sourceIds.flatMap((id, at) => (cited.has(id) ? [`[${at + 1}]`] : [])).join("");
	};
	const cited = (text: string, claimIds: readonly string[]) => [text, marks(claimIds)].filter(Boolean).join(" ");
	const { answer, bottomLine = [], sections, table, disputes, gaps } = report;
	const quoteOf = (claimId: string) => cited(claims.find(({ id }) => id === claimId)?.quote ?? "", [claimId]);
	const parts = [
		answer ? `Answer: ${cited(answer.text, answer.claimIds)}` : "",
		bottomLine.map(({ text, claimIds }) => `- ${cited(text, claimIds)}`).join("\n"),
		...sections.map(({ heading, sentences, blocks = [] }) =>
			[
				heading === "" ? "" : `## ${heading}`,
				sentences.map((one) => cited(textWithCode(one), one.claimIds)).join(" "),
				...blocks.map((block) => cited(blockText(block), block.claimIds)),
			]
				.filter(Boolean)
				.join("\n"),
		),
		table ? tableText(table, cited) : "",
		disputes.map(({ a, b }) => `Sources disagree: ${quoteOf(a)} / ${quoteOf(b)}`).join("\n"),
		gaps.length > 0 ? `Not found:\n${gaps.map(({ text }) => `- ${text}`).join("\n")}` : "",
		`Sources:\n${sourcesText(report, sources)}`,
	];
	return parts.filter(Boolean).join("\n\n");
}

/** A table, row by row. `cited`: a text with the numbers of its sources; without them by default. */
export function tableText(
	{ columns, rows }: NonNullable<Report["table"]>,
	cited: (text: string, claimIds: readonly string[]) => string = (text) => text,
): string {
	const textOf = (cell: Cell) => ("text" in cell ? cited(cell.text, cell.claimIds) : "not found");
	return [columns, ...rows.map(({ label, cells }) => [label, ...cells.map(textOf)])]
		.map((row) => row.join(" | "))
		.join("\n");
}

function sourcesText({ sourceIds }: Report, sources: ResearchState["sources"]): string {
	return sourceIds
		.map((id, at) => {
			const { title = "", url = "" } = sources.find((one) => one.id === id) ?? {};
			// A path of this machine would tell more than a judge needs.
			const address = /^https?:/.test(url) ? ` ${url}` : "";
			return `[${at + 1}] ${title}${address}`;
		})
		.join("\n");
}
