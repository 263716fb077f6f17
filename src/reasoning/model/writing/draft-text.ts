import {
	type Cell,
	type Conclusion,
	type Draft,
	type Sentence,
	statedText,
	textWithCode,
} from "../../../evidence/report.ts";
import { blockText } from "../../../verification/check-block.ts";

/**
 * A draft as plain text, as a reader sees it. `marks`: returns the claim numbers for claim ids. `places`: the numbers of its sentences
 * and headings.
 */
export function renderDraftText(
	{ answer, bottomLine = [], table, sections }: Draft,
	marksOf: (claimIds: readonly string[]) => string = () => "",
	places: ReadonlyMap<object, string> = new Map(),
): string {
	const place = (one: object) => (places.has(one) ? `${places.get(one)}: ` : "");
	const sentenceText = (one: Sentence | Conclusion) => `${place(one)}${markedText(one)}${marksOf(one.claimIds)}`;
	const cell = (one: Cell) => ("missing" in one ? "not found" : `${one.text}${marksOf(one.claimIds)}`);
	const blocks = [
		...(answer ? [`Answer: ${answer.text}${marksOf(answer.claimIds)}`] : []),
		...(bottomLine.length > 0
			? [["# Short answer", bottomLine.map(sentenceText).join(places.size > 0 ? "\n" : " ")].join("\n")]
			: []),
		...(table ? [table.rows.map(({ label, cells }) => rowText(label, table.columns, cells.map(cell))).join("\n")] : []),
		...sections.map((section) => {
			const { heading, form, sentences, blocks = [] } = section;
			const itemMark = form === undefined || form === "prose" || form === "table" ? "" : "- ";
			const separator = places.size > 0 ? "\n" : " ";
			const prose = sentences
				.map((one, index) => {
					const opening = one.opens || index === 0 ? itemMark : "";
					const isNextRow = one.cell && sentences[index - 1]?.cell?.row !== one.cell.row;
					const gap =
						one.opens || isNextRow ? (index > 0 ? "\n\n" : "") : index === 0 ? "" : one.cell ? "\n" : separator;
					return `${gap}${opening}${sentenceText(one)}`;
				})
				.join("");
			const shown = blocks.map((block) => `“${blockText(block)}”${marksOf(block.claimIds)}`);
			const body = [...(prose === "" ? [] : [prose]), ...shown].join("\n\n");
			return heading === "" ? body : `# ${place(section)}${heading}\n${body}`;
		}),
	];
	return blocks.join("\n\n");
}

function markedText(one: Pick<Sentence, "kind" | "text" | "code" | "cell">): string {
	const text = textWithCode({ ...one, text: statedText(one) });
	return one.kind === "inference" ? `(inference) ${text}` : text;
}

function rowText(label: string, columns: readonly string[], cells: readonly string[]): string {
	return [`${label}:`, ...cells.map((text, at) => `  ${columns[at] ?? ""}: ${text}`)].join("\n");
}
