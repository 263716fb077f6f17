import { limits } from "../../../base/limits.ts";
import { ChildPool } from "../pool.ts";
import type { WebDraft } from "./page.ts";
import type { WebBytes } from "./read.ts";

/** Reads fetched documents in child processes. */
export class WebReaders {
	readonly #pool = new ChildPool<WebBytes, WebDraft>(new URL("./worker.ts", import.meta.url), limits.pageParsers);

	/** Throws `UnreadableError` with the reason when a document cannot be read within the limits. */
	read(web: WebBytes, signal?: AbortSignal): Promise<WebDraft> {
		return this.#pool.ask(web, web.kind === "pdf" ? limits.pdfMs : limits.pageParseMs, signal);
	}

	close(): void {
		this.#pool.close();
	}
}
