import type { Page } from "../../evidence/source.ts";

/** Runs a page's scripts and gives what came of it: a browser of this machine, or Steel's. */
export interface Renderer {
	readonly how: "browser" | "steel";
	/** The host of a service that pages' addresses are sent to; none when this machine renders them. */
	readonly at?: string | undefined;
	/** Throws an `AssayError`, `PageFault` where the page itself is to blame. */
	render(url: string, signal?: AbortSignal): Promise<Rendered>;
	close(): Promise<void>;
}

export interface Rendered {
	/** Where the page ended, redirects of scripts included. */
	url: string;
	status: number;
	html: string;
}

/** Reads pages of the web. */
export interface PageReader {
	/** Throws a `PageFault` that names what stands there instead. */
	read(url: string, signal?: AbortSignal): Promise<Page>;
	close(): Promise<void>;
}
