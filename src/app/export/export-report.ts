import { AssayError } from "../../base/errors.ts";
import { scrub } from "../../base/scrub.ts";
import { renderBibtex } from "../report/citations/bibtex.ts";
import { cslItemsOf } from "../report/citations/csl.ts";
import { renderRis } from "../report/citations/ris.ts";
import { formatJson } from "../report/evidence-json.ts";
import { renderHtml } from "../report/html.ts";
import { type ReportInput, type ReportView, reportViewOf } from "../report/input.ts";
import { renderMarkdown } from "../report/markdown.ts";
import { jsonOutputOf } from "../report/output.ts";
import { evidenceId } from "../report/page-address.ts";
import { renderCsv } from "../report/sheets/csv.ts";
import { sheetsOf } from "../report/sheets/sheets.ts";
import { type ExportFormat, exportFormats } from "./formats.ts";

/** A file of an export, which stands alone: it links to no other file of the run. */
export interface ExportedFile {
	format: ExportFormat;
	/** What follows the name that the user chose: `.pdf`, `-sources.csv`. */
	ending: string;
	content: string | Uint8Array;
}

/**
 * The report in some formats. `browser`: the program of a Chromium browser, which prints the PDF. No format sends a request. Throws
 * `REPORT_MISSING`, `BROWSER_MISSING` or `BROWSER_NOT_STARTED`.
 */
export async function exportReport(
	input: ReportInput,
	formats: readonly ExportFormat[],
	browser: () => Promise<string | undefined>,
): Promise<ExportedFile[]> {
	const view = reportViewOf(input);
	if (!view) throw reportMissing(input.run.id);
	const files: ExportedFile[] = [];
	for (const format of formats) {
		const { ending } = exportFormats[format];
		for (const part of await partsOf(format, view, input, browser)) files.push({ format, ending, ...part });
	}
	return files;
}

type Part = Pick<ExportedFile, "content"> & { ending?: string };

async function partsOf(
	format: ExportFormat,
	view: ReportView,
	input: ReportInput,
	browser: () => Promise<string | undefined>,
): Promise<Part[]> {
	const text = (content: string): Part[] => [{ content: scrub(content) }];
	switch (format) {
		case "md":
			return text(renderMarkdown({ ...input, hidesFiles: true, quoteHref: () => undefined }) ?? "");
		case "html":
			return text(standaloneHtml(view, input));
		case "pdf":
			return [{ content: await printReport(scrub(standaloneHtml(view, input)), await browser()) }];
		case "docx": {
			const { renderDocx } = await import("../report/docx/docx.ts");
			return [{ content: await renderDocx(view, input) }];
		}
		case "csv":
			return sheetsOf(view).map((sheet) => ({ ending: `-${sheet.id}.csv`, content: scrub(renderCsv(sheet)) }));
		case "xlsx": {
			const { renderXlsx } = await import("../report/sheets/xlsx.ts");
			return [{ content: await renderXlsx(sheetsOf(view)) }];
		}
		case "bibtex":
			return text(renderBibtex(cslItemsOf(view)));
		case "ris":
			return text(renderRis(cslItemsOf(view)));
		case "csl":
			return text(formatJson(cslItemsOf(view)));
		case "json":
			return text(formatJson(jsonOutputOf(input)));
	}
}

/** The report as one file: a place of a quote leads to the quote in the file itself. */
function standaloneHtml({ cited }: ReportView, input: ReportInput): string {
	const ids = new Set(cited.map(({ id }) => id));
	return (
		renderHtml({
			...input,
			hidesFiles: true,
			quoteHref: (claim) => (ids.has(claim.id) ? `#${evidenceId(claim)}` : undefined),
		}) ?? ""
	);
}

async function printReport(html: string, browser: string | undefined): Promise<Uint8Array> {
	if (browser === undefined)
		throw new AssayError("BROWSER_MISSING", "a PDF is printed by Chromium, and none was found", {
			hint: "install Chromium or set CHROMIUM_PATH; or export html, and print that from your browser",
		});
	const { printPdf } = await import("../../sources/pages/browser/print.ts");
	return printPdf(browser, html);
}

function reportMissing(id: string): AssayError {
	const short = id.slice(0, 8);
	return new AssayError("REPORT_MISSING", `run ${short} found no evidence, so it has no report to export`, {
		hint: `see what was tried: assay show ${short}; then ask again with other words or sources`,
		exitCode: 3,
	});
}
