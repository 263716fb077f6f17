import { blockText } from "../../../evidence/block.ts";
import type { Cell, Draft, Sentence } from "../../../evidence/report.ts";

/** A draft as text: as a reader sees it, or with the claim numbers that `marks` gives for claim ids. */
export function plainText(
	{ answer, bottomLine = [], table, sections }: Draft,
	marks: (claimIds: readonly string[]) => string = () => "",
): string {
	const cell = (one: Cell) => ("missing" in one ? "not found" : `${one.text}${marks(one.claimIds)}`);
	const blocks = [
		...(answer ? [`Answer: ${answer.text}${marks(answer.claimIds)}`] : []),
		...(bottomLine.length > 0
			? [["# Bottom line", ...bottomLine.map((one) => `- ${marked(one)}${marks(one.claimIds)}`)].join("\n")]
			: []),
		...(table ? [table.rows.map(({ label, cells }) => rowText(label, table.columns, cells.map(cell))).join("\n")] : []),
		...sections.map(({ heading, form, sentences, blocks = [] }) => {
			const mark = form === undefined || form === "prose" ? "" : "- ";
			const said = sentences
				.map((one, index) => {
					const opening = one.opens || index === 0 ? mark : "";
					const gap = one.opens && index > 0 ? "\n\n" : index > 0 ? " " : "";
					return `${gap}${opening}${marked(one)}${marks(one.claimIds)}`;
				})
				.join("");
			const shown = blocks.map((block) => `“${blockText(block)}”${marks(block.claimIds)}`);
			const body = [...(said === "" ? [] : [said]), ...shown].join("\n\n");
			return heading === "" ? body : `# ${heading}\n${body}`;
		}),
	];
	return blocks.join("\n\n");
}

function marked({ kind, text, code }: Pick<Sentence, "kind" | "text" | "code">): string {
	const words = code === undefined ? text : `${text} \`${code}\``;
	return kind === "inference" ? `(inference) ${words}` : words;
}

function rowText(label: string, columns: readonly string[], cells: readonly string[]): string {
	return [`${label}:`, ...cells.map((text, at) => `  ${columns[at] ?? ""}: ${text}`)].join("\n");
}
