import { decodeWeb } from "../decode.ts";
import type { Draft } from "../draft.ts";
import { withoutInvisible } from "./invisible.ts";
import { languageOf } from "./language.ts";
import type { WebDraft } from "./page.ts";

/** A document as it was fetched from the web, and how to read it. */
export interface WebBytes {
	kind: "html" | "pdf" | "text" | "markdown" | "csv" | "json";
	bytes: Uint8Array;
	/** As the server states it. */
	charset?: string | undefined;
	/** Where it was fetched. */
	url: string;
	/** The address that was requested. */
	asked: string;
	/** ISO day of reading; no page is younger. */
	today: string;
	/** Its scripts have run. */
	rendered: boolean;
}

/** Reads a document of the web. Runs in a child process; throws an Error whose message is the reason. */
export async function readWeb(web: WebBytes): Promise<WebDraft> {
	if (web.kind === "pdf") {
		const { origin, ...draft } = await (await import("../pdf.ts")).readPdf(web.bytes);
		// The origin of a PDF is its author, not its publisher.
		return { ...draft, author: origin, language: languageOf(draft.text) };
	}
	const source = withoutInvisible(decodeWeb(web.bytes, web.charset), web.kind === "html");
	if (web.kind === "html") return (await import("./page.ts")).readWebHtml(source, web);
	const draft = await readText(web.kind, source);
	return { ...draft, language: languageOf(draft.text) };
}

async function readText(kind: "text" | "markdown" | "csv" | "json", source: string): Promise<Draft> {
	switch (kind) {
		case "markdown":
			return (await import("../markdown.ts")).readMarkdown(source);
		case "csv":
			return (await import("../csv.ts")).readCsv(source);
		case "json":
			return (await import("../json.ts")).readJson(source);
		case "text":
			return (await import("../text.ts")).readText(source);
	}
}
