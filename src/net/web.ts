/** A request to the web. Only these headers are sent: no cookie, no referrer, nothing that a page gave. */
export interface WebRequest {
	url: string;
	/** GET unless a body is given. */
	method?: "GET" | "POST" | undefined;
	headers?: Record<string, string> | undefined;
	body?: string | undefined;
	/** The user named this address's host and port (a server of one's own): it may be private, and redirects must stay on it. */
	trusted?: boolean | undefined;
	/** Limits of this request, by default those of a page (`limits.page…`). Bytes are decoded ones. */
	bytes?: number | undefined;
	ms?: number | undefined;
	redirects?: number | undefined;
	signal?: AbortSignal | undefined;
}

export interface WebResponse {
	/** Where the redirects ended. */
	url: string;
	/** Every address on the way there, the first one included. */
	via: string[];
	status: number;
	/** Lower-case names. */
	headers: Record<string, string>;
	/** Media type without parameters, lower case; empty when none was sent. */
	mime: string;
	/** Decoded. */
	body: Uint8Array;
}

/**
 * The only way out to the web. Each request and each redirect passes the gate and waits its turn at the host.
 * Throws an `AssayError`: `ADDRESS_REFUSED`, `HOST_UNKNOWN`, `TOO_LARGE`, `TOO_SLOW`, `TOO_MANY_REDIRECTS`, `CONNECTION_FAILED`.
 * A status of 400 and above is a response, not an error.
 */
export interface Web {
	request(wanted: WebRequest): Promise<WebResponse>;
	/** What `robots.txt` says of an address to our user agent; delays that it asks for are kept by `request`. */
	robots(url: string, signal?: AbortSignal): Promise<{ allowed: boolean; reason?: string }>;
	close(): Promise<void>;
}
