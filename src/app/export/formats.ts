import { UsageError } from "../../base/errors.ts";

/** The formats of `assay export`: what each holds, and how its files' names end. */
export const exportFormats = {
	md: { words: "the report as Markdown", ending: ".md" },
	html: { words: "the report as one HTML file", ending: ".html" },
	pdf: { words: "the report, printed by Chromium", ending: ".pdf" },
	docx: { words: "the report as a Word document", ending: ".docx" },
	csv: { words: "evidence, table and sources, a file each", ending: ".csv" },
	xlsx: { words: "the same as one workbook", ending: ".xlsx" },
	bibtex: { words: "the sources as BibTeX", ending: ".bib" },
	ris: { words: "the sources as RIS", ending: ".ris" },
	csl: { words: "the sources as CSL-JSON", ending: ".csl.json" },
	json: { words: "what --json prints", ending: ".json" },
} as const;

export type ExportFormat = keyof typeof exportFormats;

/** Other names that users know a format by. */
const otherNames: Record<string, ExportFormat> = {
	markdown: "md",
	bib: "bibtex",
	"csl-json": "csl",
	word: "docx",
	excel: "xlsx",
};

/** Parses `pdf,docx`. Throws `UsageError` `FORMAT_UNKNOWN` with the list of formats. */
export function parseFormats(text: string): ExportFormat[] {
	const names = text
		.split(",")
		.map((name) => name.trim().toLowerCase().replace(/^\./, ""))
		.filter((name) => name !== "");
	const known = names.map((name) => {
		if (isFormat(name)) return name;
		const other = otherNames[name];
		if (other !== undefined) return other;
		throw new UsageError("FORMAT_UNKNOWN", `there is no format "${name}"`, { hint: `formats: ${formatList}` });
	});
	if (known.length > 0) return [...new Set(known)];
	throw new UsageError("FORMAT_UNKNOWN", "no format is named", { hint: `formats: ${formatList}` });
}

export const formatList = Object.keys(exportFormats).join(", ");

function isFormat(name: string): name is ExportFormat {
	return Object.hasOwn(exportFormats, name);
}
