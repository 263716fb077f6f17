import { setTimeout as delay } from "node:timers/promises";
import { AssayError } from "../../../base/errors.ts";
import { limits } from "../../../base/limits.ts";
import type { Gate } from "../../../net/gate.ts";
import { type BrowserProxy, openBrowserProxy } from "../../../net/proxy.ts";
import type { Rendered } from "../reader.ts";
import { greedy, isLost, tooLong, tooMuch } from "./faults.ts";
import { type Launched, launch } from "./launch.ts";
import { limitMemory, memoryOf, memoryOfPage } from "./memory.ts";
import { visit } from "./visit.ts";

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

interface Running extends Launched {
	proxy: BrowserProxy;
}

/** The browser is started for the first page, and again after it died. */
export function openSingleBrowser({
	gate,
	executable,
	ms = limits.renderMs,
	memoryBytes,
}: BrowserOptions): SingleBrowser {
	let running: Promise<Running> | undefined;

	async function start(): Promise<Running> {
		const proxy = await openBrowserProxy(gate);
		try {
			return { proxy, ...(await launch(executable, proxy)) };
		} catch (error) {
			await proxy.close();
			throw error;
		}
	}

	async function end(): Promise<void> {
		const current = running;
		running = undefined;
		const started = await current?.catch(() => undefined);
		await Promise.allSettled([started?.close(), started?.proxy.close()]);
	}

	/** The running browser, else a new one. */
	async function ready(signal: AbortSignal): Promise<Running> {
		const before = await running?.catch(() => undefined);
		if (!before?.browser.isConnected()) await end();
		signal.throwIfAborted();
		running ??= start();
		return running;
	}

	async function render(url: string, signal: AbortSignal): Promise<Rendered> {
		const { browser, proxy, pid } = await ready(signal);
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
		const session = proxy.session(() => stop(tooMuch(url)));
		const timer = setTimeout(() => stop(tooLong(url)), ms);
		const most = memoryBytes ?? memoryOfPage();
		let tooGreedy: Error | undefined;
		const unwatch = limitMemory(pid, most, (bytes) => {
			tooGreedy = greedy(url, bytes, most);
			stop(tooGreedy);
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
				const work = visit({ context, url, ms, stop, known: (at) => session.fault(at) ?? refusal(at) });
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
				if (!isFree || ((await memoryOf(pid)) ?? 0) > limits.browserMemoryBytes) await end();
			}
		} catch (error) {
			// The thread that enforces the memory limit may report after the browser's end.
			if (isLost(error)) await delay(limits.renderMemoryPollMs);
			throw isLost(error) ? (tooGreedy ?? error) : error;
		} finally {
			unwatch();
			clearTimeout(timer);
			signal.removeEventListener("abort", onAbort);
			browser.off("disconnected", onLost);
			session.close();
		}
	}

	function refusal(url: string): AssayError | undefined {
		try {
			gate.check(url);
			return undefined;
		} catch (error) {
			if (error instanceof AssayError) return error;
			throw error;
		}
	}

	return { render, close: end };
}
