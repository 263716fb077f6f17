import { setTimeout as delay } from "node:timers/promises";
import type { BrowserContext, CDPSession, Page, Request } from "playwright-core";
import type { AssayError } from "../../../base/errors.ts";
import { limits } from "../../../base/limits.ts";
import type { Rendered } from "../reader.ts";
import { asking, broken, circling, isLost, noPage, tooLong, tooMuch, unreached } from "./faults.ts";
import { quiet } from "./quiet.ts";
import { take, taken } from "./script.ts";
import { openWorld, type World } from "./world.ts";

/** Resource types that make up the text. Others are not loaded. */
const wanted = new Set(["document", "script", "stylesheet", "xhr", "fetch"]);

interface Landing {
	url: string;
	status: number;
	failed?: string | undefined;
}

/** Options of a visit to one page. */
export interface Visit {
	context: BrowserContext;
	url: string;
	/** Time for the visit. */
	ms: number;
	/** The proxy's or the gate's error for an address that was not loaded. */
	known(url: string): AssayError | undefined;
	/** Ends the visit with an error. Whichever event sees the problem first calls it. */
	stop(fault: Error): void;
}

export async function visit({ context, url, ms, known, stop }: Visit): Promise<Rendered> {
	const until = Date.now() + Math.max(ms / 2, ms - limits.renderExtractMs);
	const page = await context.newPage();
	const cdp = await context.newCDPSession(page);
	const landings: Landing[] = [];
	const inFlight = new Set<Request>();
	await guard({ context, page, cdp, url, stop });

	context.on("request", (request) => {
		inFlight.add(request);
		if (!isLanding(request, page)) return;
		landings.push({ url: request.url(), status: 0 });
		if (landings.length > limits.renderRedirects) stop(circling(url));
	});
	const over = (request: Request): void => {
		inFlight.delete(request);
		const landing = isLanding(request, page) ? landings.findLast((one) => one.url === request.url()) : undefined;
		if (landing) landing.failed = request.failure()?.errorText;
	};
	context.on("requestfinished", over);
	context.on("requestfailed", over);
	context.on("response", (response) => {
		if (!isLanding(response.request(), page)) return;
		const landing = landings.findLast((one) => one.url === response.url());
		if (landing) landing.status = response.status();
	});
	/** Why the last address that the page led to failed. An aborted navigation leaves the page as it was and is no failure. */
	const failure = (): string | undefined => {
		const failed = landings.at(-1)?.failed;
		return failed === "net::ERR_ABORTED" ? undefined : failed;
	};
	const checked = (error: unknown = failure()): void => {
		const last = landings.at(-1)?.url ?? url;
		if (error !== undefined) throw unreached(last, known(last), error);
	};

	try {
		await page.goto(url, { waitUntil: "commit", timeout: ms });
	} catch (error) {
		// A browser that dies is not the page's failure: the caller may try again.
		if (isLost(error)) throw error;
		if (/Download is starting/.test(String(error))) throw noPage(url);
		// A page that dies while it is opened is reported twice. The second report, that it crashed, says more.
		await delay(limits.renderPollMs);
		// A page that redirects at once interrupts its own loading.
		if (!/interrupted by another navigation/.test(String(error))) checked(error);
	}
	const world = openWorld(cdp);
	await quiet(world, until, {
		isBusy: () => inFlight.size > 0,
		isOver: () => failure() !== undefined,
		isError: () => (landings.at(-1)?.status ?? 0) >= 400,
	});
	checked();
	const { url: end, html } = await takeFrom(world, url);
	checked();
	if (html === undefined) throw tooMuch(url);
	if (!/^https?:/.test(end)) throw unreached(end, known(end));
	const landing = landings.findLast((one) => one.failed === undefined && one.status > 0);
	return { url: end, status: landing?.status ?? 200, html };
}

/** Stops what a page may not do, and ends the visit of a page that goes too far. */
async function guard(visited: {
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
		if (++dialogs > limits.renderDialogs) stop(asking(url));
		else dialog.dismiss().catch(() => undefined);
	});
	page.on("crash", () => stop(broken(url)));
	context.on("page", (other) => {
		if (other !== page) other.close().catch(() => undefined);
	});
	// The proxy counts bytes on the wire. This counts unpacked bytes.
	cdp.on("Network.dataReceived", ({ dataLength }) => {
		bytes += dataLength;
		if (bytes > limits.renderBytes) stop(tooMuch(url));
	});
	await cdp.send("Network.enable");
	await context.route("**/*", async (route) => {
		const request = route.request();
		const isPart = request.isNavigationRequest() ? isLanding(request, page) : wanted.has(request.resourceType());
		// Both calls fail when the page has gone meanwhile.
		await (isPart ? route.continue() : route.abort()).catch(() => undefined);
	});
}

function isLanding(request: Request, page: Page): boolean {
	if (!request.isNavigationRequest()) return false;
	try {
		return request.frame() === page.mainFrame();
	} catch {
		// A newly opened window has no frame yet.
		return false;
	}
}

async function takeFrom(world: World, url: string) {
	for (let attempt = 1; ; attempt++) {
		try {
			return taken.parse(await world.run(take));
		} catch (error) {
			// The page has just navigated. The next attempt reads the new document.
			if (attempt === 3) throw /timed out|terminated/i.test(String(error)) ? tooLong(url) : error;
			await delay(limits.renderPollMs);
		}
	}
}
