import type { Page } from "../../evidence/source.ts";

/** Runs a page's scripts and returns the result: a browser on this machine, or Steel's. */
export interface Renderer {
	readonly how: "browser" | "steel";
	/** The host of the service that gets the addresses of pages. Absent when this machine renders them. */
	readonly at?: string | undefined;
	/** Throws an `AssayError`; a `PageError` when the page itself is the cause. */
	render(url: string, signal?: AbortSignal): Promise<Rendered>;
	close(): Promise<void>;
}

export interface Rendered {
	/** The final address, after redirects of scripts too. */
	url: string;
	status: number;
	html: string;
}

/** Reads web pages. */
export interface PageReader {
	/** Throws a `PageError` that says what was found instead. */
	read(url: string, signal?: AbortSignal): Promise<Page>;
	close(): Promise<void>;
}
