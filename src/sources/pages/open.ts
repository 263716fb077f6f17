import { AssayError } from "../../base/errors.ts";
import { limits } from "../../base/limits.ts";
import { hostOf } from "../../evidence/hosts.ts";
import type { Capture, Page } from "../../evidence/source.ts";
import { createTimeLimit, type TimeLimit } from "../../net/time-limit.ts";
import type { Web, WebResponse } from "../../net/web.ts";
import { PageFault } from "../provider.ts";
import type { WebDraft } from "../read/web/page.ts";
import type { WebBytes } from "../read/web/read.ts";
import { WebReaders } from "../read/web/readers.ts";
import { faultOf } from "./fault.ts";
import { charsetOf, formatOf } from "./format.ts";
import { type Got, isRobots, nothing, refuse, seenOf } from "./got.ts";
import { empty } from "./obstacle/empty.ts";
import { pageOf } from "./page.ts";
import type { PageReader, Rendered, Renderer } from "./reader.ts";
import { needOfScripts } from "./script.ts";

export interface PageReaderSettings {
	web: Web;
	/** Runs the scripts of pages that need it. Without it, such pages are reported and not read. Closed with the reader. */
	renderer?: Renderer | undefined;
	/** Time for all requests of one page, redirects included; `limits.pageMs` by default. */
	ms?: number | undefined;
}

/** Shared by all addresses that one page leads through: a host that redirects again and again gains no time. */
interface Way {
	asked: string;
	/** For the requests. */
	clock: TimeLimit;
	/** For the waits for `robots.txt` files. */
	rules: TimeLimit;
	signal: AbortSignal | undefined;
}

/** For a caller without a signal. */
const never = new AbortController().signal;

/**
 * Reads web pages as a person without an account, consent or payment would see them. It fetches first, and uses a browser where the
 * page needs one. A blocked page is reported and never bypassed.
 */
export function openPageReader({ web, renderer, ms = limits.pageMs }: PageReaderSettings): PageReader {
	const readers = new WebReaders();

	async function read(url: string, signal: AbortSignal | undefined): Promise<Page> {
		if (!URL.canParse(url)) throw new PageFault("refused", "what was given is no address");
		const [clock, rules] = [createTimeLimit(ms, hostOf(url)), createTimeLimit(ms, hostOf(url))];
		const way: Way = { asked: url, clock, rules, signal };
		const got = await fetched(way, url, limits.pageRefreshes);
		const seen = seenOf(url, got);
		if (!seen) return pageOf(got.draft, url, got.capture);
		refuse(seen);
		const need = needOfScripts(seen.signs, seen.text);
		if (need === undefined || !(renderer || need.sure)) {
			refuse(seen, empty);
			return pageOf(got.draft, url, got.capture);
		}
		if (!renderer)
			throw new PageFault("unreadable", `${seen.name}: the page ${need.why} and needs a browser, which is not there`);
		const shown = await rendered(renderer, way, got.capture.url).catch((error: unknown) => {
			// The fetched page may be complete, so it is used when the browser fails.
			if (need.sure || signal?.aborted || isRobots(error)) throw error;
			return got;
		});
		const after = seenOf(url, shown) ?? seen;
		refuse(after);
		refuse(after, empty);
		return pageOf(shown.draft, url, shown.capture);
	}

	/** Fetches and parses a page. A `meta` tag that redirects at once is followed like a redirect. */
	async function fetched(way: Way, url: string, refreshes: number): Promise<Got> {
		const { asked, clock, signal } = way;
		await allowed(way, url);
		const response = await web.request({ url, bytes: roomFor(url), follow: (to) => allowed(way, to), clock, signal });
		const got = await parsed(asked, response, signal);
		const refresh = got.draft.signs?.refresh;
		const here = new Set([url, response.url]);
		if (response.status >= 400 || !refresh || refresh.seconds > limits.pageRefreshSeconds || here.has(refresh.url))
			return got;
		if (got.draft.text.length >= limits.pageTextMin && refresh.seconds > 0) return got;
		if (refreshes <= 0)
			throw new AssayError("TOO_MANY_REDIRECTS", `${hostOf(url)} leads on more than ${limits.pageRefreshes} times`);
		return fetched(way, refresh.url, refreshes - 1);
	}

	async function allowed({ rules, signal }: Way, url: string): Promise<void> {
		const { allowed, reason } = await rules.run(signal ?? never, (either) => web.robots(url, either));
		if (!allowed)
			throw new PageFault("robots", reason ?? `${hostOf(url)} asks programs not to read this page (robots.txt)`);
	}

	async function parsed(asked: string, response: WebResponse, signal: AbortSignal | undefined): Promise<Got> {
		const { url, status, headers, mime, body } = response;
		const capture: Capture = { at: new Date().toISOString(), how: "fetch", status, url, mime, bytes: body.byteLength };
		const format = formatOf(mime, body, url, headers["content-disposition"]);
		if ("unreadable" in format) {
			// The content of an error response is ignored: it is no page.
			if (status >= 400) return { draft: nothing, capture, headers };
			throw new PageFault("unreadable", `the page at ${hostOf(url)} cannot be read: it is ${format.unreadable}`);
		}
		const draft = await readers.read(
			jobOf(format.kind, body, {
				asked,
				url,
				charset: charsetOf(headers["content-type"]),
				rendered: false,
				today: capture.at.slice(0, 10),
			}),
			signal,
		);
		return {
			draft: {
				...draft,
				date: isMadeNow(draft, capture.at) ? undefined : draft.date,
				modified: draft.modified ?? lastModified(draft, headers, capture.at),
			},
			capture,
			headers,
		};
	}

	async function rendered(by: Renderer, way: Way, url: string): Promise<Got> {
		const { asked, signal } = way;
		const release = await web.turn(url, signal);
		let shown: Rendered;
		try {
			shown = await by.render(url, signal);
		} finally {
			release();
		}
		if (shown.url !== url) await allowed(way, shown.url);
		const bytes = Buffer.from(shown.html);
		const at = new Date().toISOString();
		const capture: Capture = {
			at,
			how: by.how,
			status: shown.status,
			url: shown.url,
			mime: "text/html",
			bytes: bytes.byteLength,
		};
		const draft = await readers.read(
			jobOf("html", bytes, { asked, url: shown.url, charset: "utf-8", rendered: true, today: at.slice(0, 10) }),
			signal,
		);
		return { draft, capture, headers: {} };
	}

	return {
		async read(url, signal) {
			try {
				return await read(url, signal);
			} catch (error) {
				throw faultOf(error, url, signal);
			}
		},
		async close() {
			readers.close();
			await renderer?.close();
		},
	};
}

function jobOf(kind: WebBytes["kind"], bytes: Uint8Array, about: Omit<WebBytes, "kind" | "bytes">): WebBytes {
	return { kind, bytes, ...about };
}

/** A PDF that is generated at each request has the date of the request, not of its content. */
function isMadeNow({ kind, date }: WebDraft, now: string): boolean {
	return kind === "pdf" && date !== undefined && date >= now.slice(0, 10);
}

/** The date in `last-modified`. A document that is generated at each request states the current time, which is no date. */
function lastModified(draft: WebDraft, headers: Record<string, string>, now: string): string | undefined {
	const stated = Date.parse(headers["last-modified"] ?? "");
	if (Number.isNaN(stated) || draft.date !== undefined || draft.kind === "html" || stated > Date.parse(now))
		return undefined;
	return new Date(stated).toISOString().slice(0, 10);
}

/** The size limit by type. Servers send PDFs under other types too, but then the address mostly shows it. */
function roomFor(url: string): (mime: string) => number {
	const named = /\.pdf$|\/pdf(?:\/|$)/i.test(new URL(url).pathname);
	return (mime) => (named || mime === "application/pdf" ? limits.pdfBytes : limits.pageBytes);
}
