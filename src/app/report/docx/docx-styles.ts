import type { IStylesOptions } from "docx";

const paragraphStyle = (id: string, name: string, more: object) => ({
	id,
	name,
	basedOn: "Normal",
	quickFormat: true,
	...more,
});
const soft = "5D636D";

/** The styles of the Word document. Headings are Word's own, so that its outline and contents list know them. */
export const docxStyles: IStylesOptions = {
	default: {
		document: {
			run: { font: "Calibri", size: "11pt", color: "22252A", language: { value: "en-GB" } },
			paragraph: { spacing: { after: 140, line: 276 } },
		},
		title: { run: { size: "22pt", bold: true, color: "22252A" }, paragraph: { spacing: { after: 200, line: 264 } } },
		heading1: {
			run: { size: "15pt", bold: true, color: "1F5F8B" },
			paragraph: { spacing: { before: 360, after: 120 }, keepNext: true },
		},
		heading2: {
			run: { size: "12pt", bold: true, color: "22252A" },
			paragraph: { spacing: { before: 220, after: 80 }, keepNext: true },
		},
		listParagraph: { paragraph: { spacing: { after: 80 } } },
		footnoteText: { run: { size: "9pt" }, paragraph: { spacing: { after: 20, line: 240 } } },
	},
	paragraphStyles: [
		paragraphStyle("Answer", "Answer", { run: { size: "14pt" }, paragraph: { spacing: { before: 120, after: 80 } } }),
		paragraphStyle("Note", "Note", { run: { size: "9.5pt", color: soft } }),
		paragraphStyle("BlockTitle", "Block title", {
			run: { size: "10pt", color: soft },
			paragraph: { keepNext: true, spacing: { before: 160, after: 60 } },
		}),
		paragraphStyle("Quote", "Quote", { paragraph: { indent: { left: 360 }, spacing: { after: 100 } } }),
		paragraphStyle("Code", "Code", {
			run: { font: "Consolas", size: "9.5pt" },
			paragraph: { indent: { left: 360 }, spacing: { line: 240 }, shading: { fill: "F4F1EA" } },
		}),
		paragraphStyle("TableText", "Table text", {
			run: { size: "10pt" },
			paragraph: { spacing: { after: 0, line: 252 } },
		}),
		paragraphStyle("Source", "Source", {
			run: { size: "10pt" },
			paragraph: { indent: { left: 440, hanging: 440 }, spacing: { after: 80 } },
		}),
	],
};
