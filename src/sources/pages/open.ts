import { AssayError } from "../../base/errors.ts";
import { limits } from "../../base/limits.ts";
import { hostOf } from "../../evidence/hosts.ts";
import type { Capture, Page } from "../../evidence/source.ts";
import { createTimeBudget, type TimeBudget } from "../../net/time-budget.ts";
import type { Web, WebResponse } from "../../net/web.ts";
import { PageError } from "../provider.ts";
import type { FetchedDocument } from "../read/web/read-fetched.ts";
import { WebReaderPool } from "../read/web/reader-pool.ts";
import type { ParsedWebPage } from "../read/web/web-html.ts";
import { charsetOf, detectFormat } from "./format.ts";
import { detectEmptyPage } from "./obstacle/detect.ts";
import { buildPage } from "./page.ts";
import { asPageError } from "./page-error.ts";
import {
	emptyDraft,
	isRobotsRefusal,
	type ParsedResponse,
	throwIfBlocked,
	toJudgedResponse,
} from "./parsed-response.ts";
import type { PageReader, Rendered, Renderer } from "./reader.ts";
import { scriptNeedOf } from "./script-need.ts";

export interface PageReaderSettings {
	web: Web;
	/** Runs the scripts of pages that need it. Without it, such pages are reported and not read. Closed with the reader. */
	renderer?: Renderer | undefined;
	/** Time for all requests of one page, redirects included; `limits.pageMs` by default. */
	ms?: number | undefined;
}

/** Shared by all addresses that one page leads through: a host that redirects again and again gains no time. */
interface ReadContext {
	asked: string;
	/** For the requests. */
	clock: TimeBudget;
	/** For the waits for `robots.txt` files. */
	rules: TimeBudget;
	signal: AbortSignal | undefined;
}

/** For a caller without a signal. */
const neverAborted = new AbortController().signal;

/**
 * Reads web pages as a person without an account, consent or payment would see them. It fetches first, and uses a browser where the
 * page needs one. A blocked page is reported and never bypassed.
 */
export function openPageReader({ web, renderer, ms = limits.pageMs }: PageReaderSettings): PageReader {
	const readers = new WebReaderPool();

	async function read(url: string, signal: AbortSignal | undefined): Promise<Page> {
		if (!URL.canParse(url)) throw new PageError("refused", "what was given is no address");
		const [clock, rules] = [createTimeBudget(ms, hostOf(url)), createTimeBudget(ms, hostOf(url))];
		const context: ReadContext = { asked: url, clock, rules, signal };
		const original = await fetchPage(context, url, limits.pageRefreshes);
		const judged = toJudgedResponse(url, original);
		if (!judged) return buildPage(original.draft, url, original.capture);
		throwIfBlocked(judged);
		const need = scriptNeedOf(judged.signs, judged.text);
		if (need === undefined || !(renderer || need.isCertain)) {
			throwIfBlocked(judged, detectEmptyPage);
			return buildPage(original.draft, url, original.capture);
		}
		if (!renderer)
			throw new PageError("unreadable", `${judged.name}: the page ${need.why} and needs a browser, which is not there`);
		const renderedPage = await renderPage(renderer, context, original.capture.url).catch((error: unknown) => {
			// The fetched page may be complete, so it is used when the browser fails.
			if (need.isCertain || signal?.aborted || isRobotsRefusal(error)) throw error;
			return original;
		});
		const judgedAfter = toJudgedResponse(url, renderedPage) ?? judged;
		throwIfBlocked(judgedAfter);
		throwIfBlocked(judgedAfter, detectEmptyPage);
		return buildPage(renderedPage.draft, url, renderedPage.capture);
	}

	/** Fetches and parses a page. A `meta` tag that redirects at once is followed like a redirect. */
	async function fetchPage(context: ReadContext, url: string, refreshes: number): Promise<ParsedResponse> {
		const { asked, clock, signal } = context;
		await assertAllowed(context, url);
		const response = await web.request({
			url,
			bytes: sizeLimitFor(url),
			follow: (to) => assertAllowed(context, to),
			clock,
			signal,
		});
		const page = await parseResponse(asked, response, signal);
		const refresh = page.draft.signs?.refresh;
		const ownUrls = new Set([url, response.url]);
		if (response.status >= 400 || !refresh || refresh.seconds > limits.pageRefreshSeconds || ownUrls.has(refresh.url))
			return page;
		if (page.draft.text.length >= limits.pageTextMin && refresh.seconds > 0) return page;
		if (refreshes <= 0)
			throw new AssayError("TOO_MANY_REDIRECTS", `${hostOf(url)} leads on more than ${limits.pageRefreshes} times`);
		return fetchPage(context, refresh.url, refreshes - 1);
	}

	async function assertAllowed({ rules, signal }: ReadContext, url: string): Promise<void> {
		const { allowed, reason } = await rules.run(signal ?? neverAborted, (either) => web.robots(url, either));
		if (!allowed)
			throw new PageError("robots", reason ?? `${hostOf(url)} asks programs not to read this page (robots.txt)`);
	}

	async function parseResponse(
		asked: string,
		response: WebResponse,
		signal: AbortSignal | undefined,
	): Promise<ParsedResponse> {
		const { url, status, headers, mime, body } = response;
		const capture: Capture = { at: new Date().toISOString(), how: "fetch", status, url, mime, bytes: body.byteLength };
		const format = detectFormat(mime, body, url, headers["content-disposition"]);
		if ("unreadable" in format) {
			// The content of an error response is ignored: it is no page.
			if (status >= 400) return { draft: emptyDraft, capture, headers };
			throw new PageError("unreadable", `the page at ${hostOf(url)} cannot be read: it is ${format.unreadable}`);
		}
		const draft = await readers.read(
			readerInput(format.kind, body, {
				requestedUrl: asked,
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
				date: isGeneratedNow(draft, capture.at) ? undefined : draft.date,
				modified: draft.modified ?? lastModified(draft, headers, capture.at),
			},
			capture,
			headers,
		};
	}

	async function renderPage(pageRenderer: Renderer, context: ReadContext, url: string): Promise<ParsedResponse> {
		const { asked, signal } = context;
		const release = await web.turn(url, signal);
		let result: Rendered;
		try {
			result = await pageRenderer.render(url, signal);
		} finally {
			release();
		}
		if (result.url !== url) await assertAllowed(context, result.url);
		const bytes = Buffer.from(result.html);
		const at = new Date().toISOString();
		const capture: Capture = {
			at,
			how: pageRenderer.how,
			status: result.status,
			url: result.url,
			mime: "text/html",
			bytes: bytes.byteLength,
		};
		const draft = await readers.read(
			readerInput("html", bytes, {
				requestedUrl: asked,
				url: result.url,
				charset: "utf-8",
				rendered: true,
				today: at.slice(0, 10),
			}),
			signal,
		);
		return { draft, capture, headers: {} };
	}

	return {
		async read(url, signal) {
			try {
				return await read(url, signal);
			} catch (error) {
				throw asPageError(error, url, signal);
			}
		},
		async close() {
			readers.close();
			await renderer?.close();
		},
	};
}

function readerInput(
	kind: FetchedDocument["kind"],
	bytes: Uint8Array,
	about: Omit<FetchedDocument, "kind" | "bytes">,
): FetchedDocument {
	return { kind, bytes, ...about };
}

/** A PDF that is generated at each request has the date of the request, not of its content. */
function isGeneratedNow({ kind, date }: ParsedWebPage, now: string): boolean {
	return kind === "pdf" && date !== undefined && date >= now.slice(0, 10);
}

/** The date in `last-modified`. A document that is generated at each request states the current time, which is no date. */
function lastModified(draft: ParsedWebPage, headers: Record<string, string>, now: string): string | undefined {
	const stated = Date.parse(headers["last-modified"] ?? "");
	if (Number.isNaN(stated) || draft.date !== undefined || draft.kind === "html" || stated > Date.parse(now))
		return undefined;
	return new Date(stated).toISOString().slice(0, 10);
}

/** The size limit by type. Servers send PDFs under other types too, but then the address mostly shows it. */
function sizeLimitFor(url: string): (mime: string) => number {
	const isPdfUrl = /\.pdf$|\/pdf(?:\/|$)/i.test(new URL(url).pathname);
	return (mime) => (isPdfUrl || mime === "application/pdf" ? limits.pdfBytes : limits.pageBytes);
}
