import { limits } from "../../../base/limits.ts";
import { siblingScript } from "../../../base/sibling-script.ts";
import { ChildPool } from "../child-pool.ts";
import type { FetchedDocument } from "./read-fetched.ts";
import type { ParsedWebPage } from "./web-html.ts";

/** Reads fetched documents in child processes. */
export class WebReaderPool {
	readonly #pool = new ChildPool<FetchedDocument, ParsedWebPage>(
		siblingScript("./worker", import.meta.url),
		limits.pageParsers,
	);

	/** Throws `UnreadableError` with the reason when a document cannot be read within the limits. */
	read(web: FetchedDocument, signal?: AbortSignal): Promise<ParsedWebPage> {
		return this.#pool.run(web, web.kind === "pdf" ? limits.pdfMs : limits.pageParseMs, signal);
	}

	close(): void {
		this.#pool.close();
	}
}
