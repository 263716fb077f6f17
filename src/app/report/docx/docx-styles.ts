import { type IStylesOptions, LineRuleType } from "docx";

const paragraphStyle = (id: string, name: string, more: object) => ({
	id,
	name,
	basedOn: "Normal",
	quickFormat: true,
	...more,
});
const soft = "5D636D";

/** The styles of the Word document; sizes in half points. Headings are Word's own, so that its outline and contents list know them. */
export const docxStyles: IStylesOptions = {
	default: {
		document: {
			run: { font: "Calibri", size: 22, color: "22252A", language: { value: "en-GB" } },
			paragraph: { spacing: { after: 140, line: 276, lineRule: LineRuleType.AUTO } },
		},
		title: {
			run: { size: 44, bold: true, color: "22252A" },
			paragraph: { spacing: { after: 200, line: 264, lineRule: LineRuleType.AUTO } },
		},
		heading1: {
			run: { size: 30, bold: true, color: "1F5F8B" },
			paragraph: { spacing: { before: 360, after: 120 }, keepNext: true, outlineLevel: 0 },
		},
		heading2: {
			run: { size: 24, bold: true, color: "22252A" },
			paragraph: { spacing: { before: 220, after: 80 }, keepNext: true, outlineLevel: 1 },
		},
		listParagraph: { paragraph: { spacing: { after: 80 } } },
		footnoteText: { run: { size: 18 }, paragraph: { spacing: { after: 20, line: 240, lineRule: LineRuleType.AUTO } } },
	},
	paragraphStyles: [
		paragraphStyle("Answer", "Answer", { run: { size: 28 }, paragraph: { spacing: { before: 120, after: 80 } } }),
		paragraphStyle("Note", "Note", { run: { size: 19, color: soft } }),
		paragraphStyle("BlockTitle", "Block title", {
			run: { size: 20, color: soft },
			paragraph: { keepNext: true, spacing: { before: 160, after: 60 } },
		}),
		paragraphStyle("Quote", "Quote", { paragraph: { indent: { left: 360 }, spacing: { after: 100 } } }),
		paragraphStyle("Code", "Code", {
			run: { font: "Consolas", size: 19 },
			paragraph: {
				indent: { left: 360 },
				spacing: { line: 240, lineRule: LineRuleType.AUTO },
				shading: { fill: "F4F1EA" },
			},
		}),
		paragraphStyle("TableText", "Table text", {
			run: { size: 20 },
			paragraph: { spacing: { after: 0, line: 252, lineRule: LineRuleType.AUTO } },
		}),
		paragraphStyle("Source", "Source", {
			run: { size: 20 },
			paragraph: { indent: { left: 440, hanging: 440 }, spacing: { after: 80 } },
		}),
	],
};
