import { setTimeout as delay } from "node:timers/promises";
import type { BrowserContext, CDPSession, Page, Request } from "playwright-core";
import type { AssayError } from "../../../base/errors.ts";
import { limits } from "../../../base/limits.ts";
import type { Rendered } from "../reader.ts";
import { type IsolatedWorld, openIsolatedWorld } from "./isolated-world.ts";
import {
	crashedError,
	dialogsError,
	downloadError,
	isBrowserLost,
	notLoadedError,
	redirectLoopError,
	tooLargeError,
	tooSlowError,
} from "./page-errors.ts";
import { extractedSchema, extractScript, measuredSchema, measureScript } from "./page-scripts.ts";

/** Resource types that make up the text. Others are not loaded. */
const loadedTypes = new Set(["document", "script", "stylesheet", "xhr", "fetch"]);

interface NavigationRequest {
	url: string;
	status: number;
	failed?: string | undefined;
}

/** Options of a visit to one page. */
export interface VisitOptions {
	context: BrowserContext;
	url: string;
	/** Time for the visit. */
	ms: number;
	/** The proxy's or the gate's error for an address that was not loaded. */
	networkErrorOf(url: string): AssayError | undefined;
	/** Ends the visit with an error. Whichever event sees the problem first calls it. */
	stop(fault: Error): void;
}

export async function visitPage({
	context,
	url,
	ms,
	networkErrorOf: errorOfUrl,
	stop,
}: VisitOptions): Promise<Rendered> {
	const until = Date.now() + Math.max(ms / 2, ms - limits.renderExtractMs);
	const page = await context.newPage();
	const cdp = await context.newCDPSession(page);
	const navigations: NavigationRequest[] = [];
	const inFlight = new Set<Request>();
	await guardPage({ context, page, cdp, url, stop });

	context.on("request", (request) => {
		inFlight.add(request);
		if (!isMainNavigation(request, page)) return;
		navigations.push({ url: request.url(), status: 0 });
		if (navigations.length > limits.renderRedirects) stop(redirectLoopError(url));
	});
	const onFinished = (request: Request): void => {
		inFlight.delete(request);
		const navigation = isMainNavigation(request, page)
			? navigations.findLast((one) => one.url === request.url())
			: undefined;
		if (navigation) navigation.failed = request.failure()?.errorText;
	};
	context.on("requestfinished", onFinished);
	context.on("requestfailed", onFinished);
	context.on("response", (response) => {
		if (!isMainNavigation(response.request(), page)) return;
		const navigation = navigations.findLast((one) => one.url === response.url());
		if (navigation) navigation.status = response.status();
	});
	/** Why the last address that the page led to failed. An aborted navigation leaves the page as it was and is no failure. */
	const failure = (): string | undefined => {
		const failed = navigations.at(-1)?.failed;
		return failed === "net::ERR_ABORTED" ? undefined : failed;
	};
	const throwIfFailed = (error: unknown = failure()): void => {
		const last = navigations.at(-1)?.url ?? url;
		if (error !== undefined) throw notLoadedError(last, errorOfUrl(last), error);
	};

	try {
		await page.goto(url, { waitUntil: "commit", timeout: ms });
	} catch (error) {
		// A browser that dies is not the page's failure: the caller may try again.
		if (isBrowserLost(error)) throw error;
		if (/Download is starting/.test(String(error))) throw downloadError(url);
		// A page that dies while it is opened is reported twice. The second report, that it crashed, says more.
		await delay(limits.renderPollMs);
		// A page that redirects at once interrupts its own loading.
		if (!/interrupted by another navigation/.test(String(error))) throwIfFailed(error);
	}
	const world = openIsolatedWorld(cdp);
	await waitUntilQuiet(world, until, {
		isBusy: () => inFlight.size > 0,
		isOver: () => failure() !== undefined,
		isError: () => (navigations.at(-1)?.status ?? 0) >= 400,
	});
	throwIfFailed();
	const { url: end, html } = await extractFrom(world, url);
	throwIfFailed();
	if (html === undefined) throw tooLargeError(url);
	if (!/^https?:/.test(end)) throw notLoadedError(end, errorOfUrl(end));
	const navigation = navigations.findLast((one) => one.failed === undefined && one.status > 0);
	return { url: end, status: navigation?.status ?? 200, html };
}

/** Stops what a page may not do, and ends the visit of a page that goes too far. */
async function guardPage(visited: {
	context: BrowserContext;
	page: Page;
	cdp: CDPSession;
	url: string;
	stop: (fault: Error) => void;
}): Promise<void> {
	const { context, page, cdp, url, stop } = visited;
	let dialogs = 0;
	let bytes = 0;
	page.on("dialog", (dialog) => {
		if (++dialogs > limits.renderDialogs) stop(dialogsError(url));
		else dialog.dismiss().catch(() => undefined);
	});
	page.on("crash", () => stop(crashedError(url)));
	context.on("page", (other) => {
		if (other !== page) other.close().catch(() => undefined);
	});
	// The proxy counts bytes on the wire. This counts unpacked bytes.
	cdp.on("Network.dataReceived", ({ dataLength }) => {
		bytes += dataLength;
		if (bytes > limits.renderBytes) stop(tooLargeError(url));
	});
	await cdp.send("Network.enable");
	await context.route("**/*", async (route) => {
		const request = route.request();
		const isPart = request.isNavigationRequest()
			? isMainNavigation(request, page)
			: loadedTypes.has(request.resourceType());
		// Both calls fail when the page has gone meanwhile.
		await (isPart ? route.continue() : route.abort()).catch(() => undefined);
	});
}

function isMainNavigation(request: Request, page: Page): boolean {
	if (!request.isNavigationRequest()) return false;
	try {
		return request.frame() === page.mainFrame();
	} catch {
		// A newly opened window has no frame yet.
		return false;
	}
}

/** The state of a page's loading, seen from outside. */
interface LoadingState {
	/** Requests are under way. */
	isBusy(): boolean;
	/** The loading has failed: there is nothing to wait for. */
	isOver(): boolean;
	/** The page is an error page: its text is not waited for. */
	isError(): boolean;
}

/** Waits until a page's text has stopped growing and no request is under way, or until a time (ms since 1970). */
async function waitUntilQuiet(world: IsolatedWorld, until: number, loading: LoadingState): Promise<void> {
	let length = -1;
	let grownAt = Date.now();
	let busyAt = Date.now();
	while (Date.now() < until && !loading.isOver()) {
		const state = await world.run(measureScript).then(
			(value) => measuredSchema.parse(value),
			// The page is between two documents.
			() => undefined,
		);
		const time = Date.now();
		if (state?.length !== length) grownAt = time;
		length = state?.length ?? -1;
		if (loading.isBusy() || state?.loading !== false) busyAt = time;
		const isSparse = length < limits.pageTextMin && !loading.isError();
		const quietMs = isSparse ? limits.renderTextMs : limits.renderQuietMs;
		if (time - grownAt >= quietMs && time - busyAt >= limits.renderQuietMs) return;
		// A page that never stops sending requests is read once its text has been stable for long.
		if (time - grownAt >= 2 * limits.renderTextMs) return;
		await delay(limits.renderPollMs);
	}
}

async function extractFrom(world: IsolatedWorld, url: string) {
	for (let attempt = 1; ; attempt++) {
		try {
			return extractedSchema.parse(await world.run(extractScript));
		} catch (error) {
			// The page has just navigated. The next attempt reads the new document.
			if (attempt === 3) throw /timed out|terminated/i.test(String(error)) ? tooSlowError(url) : error;
			await delay(limits.renderPollMs);
		}
	}
}
