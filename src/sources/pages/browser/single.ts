import { setTimeout as delay } from "node:timers/promises";
import { AssayError } from "../../../base/errors.ts";
import { limits } from "../../../base/limits.ts";
import type { Gate } from "../../../net/gate.ts";
import { type BrowserProxy, openBrowserProxy } from "../../../net/proxy.ts";
import type { Rendered } from "../reader.ts";
import { launchBrowser, type RunningBrowser } from "./launch.ts";
import { browserMemory, limitBrowserMemory, pageMemoryLimit } from "./memory.ts";
import { isBrowserLost, memoryError, tooLargeError, tooSlowError } from "./page-errors.ts";
import { visitPage } from "./visit.ts";

export interface BrowserOptions {
	gate: Gate;
	/** The program of a Chromium browser; see `findBrowser`. */
	executable: string;
	/** Time for one page; `limits.renderMs` by default. */
	ms?: number | undefined;
	/** Memory limit of one page, bytes. By default `limits.renderMemoryBytes`, or half of what the machine has left. */
	memoryBytes?: number | undefined;
}

/** A browser that shows one page at a time, so that all its processes and their memory belong to that page. */
export interface SingleBrowser {
	/** Throws a `PageError`, or the browser's own error when the browser died. */
	render(url: string, signal: AbortSignal): Promise<Rendered>;
	close(): Promise<void>;
}

interface BrowserWithProxy extends RunningBrowser {
	proxy: BrowserProxy;
}

/** The browser is started for the first page, and again after it died. */
export function openSingleBrowser({
	gate,
	executable,
	ms = limits.renderMs,
	memoryBytes,
}: BrowserOptions): SingleBrowser {
	let running: Promise<BrowserWithProxy> | undefined;

	async function start(): Promise<BrowserWithProxy> {
		const proxy = await openBrowserProxy(gate);
		try {
			return { proxy, ...(await launchBrowser(executable, proxy)) };
		} catch (error) {
			await proxy.close();
			throw error;
		}
	}

	async function closeBrowser(): Promise<void> {
		const current = running;
		running = undefined;
		const started = await current?.catch(() => undefined);
		await Promise.allSettled([started?.close(), started?.proxy.close()]);
	}

	/** The running browser, else a new one. */
	async function runningBrowser(signal: AbortSignal): Promise<BrowserWithProxy> {
		const before = await running?.catch(() => undefined);
		if (!before?.browser.isConnected()) await closeBrowser();
		signal.throwIfAborted();
		running ??= start();
		return running;
	}

	async function render(url: string, signal: AbortSignal): Promise<Rendered> {
		const { browser, proxy, pid } = await runningBrowser(signal);
		const stopped = Promise.withResolvers<never>();
		stopped.promise.catch(() => undefined);
		const stop = stopped.reject;
		const onAbort = (): void => stop(signal.reason);
		signal.throwIfAborted();
		signal.addEventListener("abort", onAbort, { once: true });
		// A request to a dying browser may never be answered.
		const onLost = (): void => stop(new Error("the browser has been closed"));
		browser.once("disconnected", onLost);
		if (!browser.isConnected()) onLost();
		const session = proxy.session(() => stop(tooLargeError(url)));
		const timer = setTimeout(() => stop(tooSlowError(url)), ms);
		const maxBytes = memoryBytes ?? pageMemoryLimit();
		let memoryExceeded: Error | undefined;
		const unwatch = limitBrowserMemory(pid, maxBytes, (bytes) => {
			memoryExceeded = memoryError(url, bytes, maxBytes);
			stop(memoryExceeded);
		});
		try {
			const { username, password } = session;
			const opening = browser.newContext({
				proxy: { server: proxy.url, bypass: "<-loopback>", username, password },
				acceptDownloads: false,
				serviceWorkers: "block",
				permissions: [],
				locale: "en-US",
				timezoneId: "UTC",
			});
			opening.catch(() => undefined);
			const context = await Promise.race([opening, stopped.promise]);
			try {
				const work = visitPage({
					context,
					url,
					ms,
					stop,
					networkErrorOf: (at) => session.fault(at) ?? gateErrorOf(at),
				});
				work.catch(() => undefined);
				return await Promise.race([work, stopped.promise]);
			} finally {
				session.close();
				const closed = context.close().then(
					() => true,
					() => true,
				);
				// Ends a browser that cannot close the page, or still holds the page's memory.
				const isFree = await Promise.race([closed, delay(limits.renderExtractMs, false, { ref: false })]);
				if (!isFree || ((await browserMemory(pid)) ?? 0) > limits.browserMemoryBytes) await closeBrowser();
			}
		} catch (error) {
			// The thread that enforces the memory limit may report after the browser's end.
			if (isBrowserLost(error)) await delay(limits.renderMemoryPollMs);
			throw isBrowserLost(error) ? (memoryExceeded ?? error) : error;
		} finally {
			unwatch();
			clearTimeout(timer);
			signal.removeEventListener("abort", onAbort);
			browser.off("disconnected", onLost);
			session.close();
		}
	}

	function gateErrorOf(url: string): AssayError | undefined {
		try {
			gate.check(url);
			return undefined;
		} catch (error) {
			if (error instanceof AssayError) return error;
			throw error;
		}
	}

	return { render, close: closeBrowser };
}
