import { setTimeout as delay } from "node:timers/promises";
import { AssayError } from "../../../base/errors.ts";
import { limits } from "../../../base/limits.ts";
import type { Gate } from "../../../net/gate.ts";
import { type BrowserProxy, openBrowserProxy } from "../../../net/proxy.ts";
import type { Rendered, Renderer } from "../reader.ts";
import { broken, isLost, tooLong, tooMuch } from "./faults.ts";
import { type Launched, launch } from "./launch.ts";
import { openTurns } from "./turns.ts";
import { visit } from "./visit.ts";

export interface BrowserOptions {
	gate: Gate;
	/** A program of Chromium's kin; see `findBrowser`. */
	executable: string;
	/** Time of one page; `limits.renderMs` when not given. */
	ms?: number | undefined;
}

interface Running extends Launched {
	proxy: BrowserProxy;
}

/**
 * One browser for all pages, started at the first one, and again when it died. Each page has a context of its own: no cookie, no
 * storage and no cache is shared. Whatever it asks for goes through the proxy and its gate.
 */
export function openBrowser({ gate, executable, ms = limits.renderMs }: BrowserOptions): Renderer {
	const turns = openTurns(limits.rendersAtOnce);
	const ending = new AbortController();
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

	async function end(current: Promise<Running>): Promise<void> {
		if (running === current) running = undefined;
		const { close, proxy } = await current;
		await Promise.allSettled([close(), proxy.close()]);
	}

	/** The browser that runs, else a new one. */
	async function ready(): Promise<{ current: Promise<Running> } & Running> {
		const before = running;
		if (before !== undefined) {
			const found = await before.catch(() => undefined);
			// Another page may have started a new one meanwhile.
			if (found && !found.browser.isConnected()) await end(before);
			else if (!found && running === before) running = undefined;
		}
		ending.signal.throwIfAborted();
		running ??= start();
		const current = running;
		return { current, ...(await current) };
	}

	async function once(url: string, signal: AbortSignal): Promise<Rendered> {
		const { current, browser, proxy } = await ready();
		const stopped = Promise.withResolvers<never>();
		stopped.promise.catch(() => undefined);
		const stop = stopped.reject;
		const onAbort = (): void => stop(signal.reason);
		signal.throwIfAborted();
		signal.addEventListener("abort", onAbort, { once: true });
		// What was asked of a browser that dies is not always answered.
		const onLost = (): void => stop(new Error("the browser has been closed"));
		browser.once("disconnected", onLost);
		if (!browser.isConnected()) onLost();
		const session = proxy.session(() => stop(tooMuch(url)));
		const timer = setTimeout(() => stop(tooLong(url)), ms);
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
				// A browser that cannot even let go of a page is of no more use.
				if (!(await Promise.race([closed, delay(limits.renderTakeMs, false, { ref: false })]))) await end(current);
			}
		} finally {
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

	return {
		how: "browser",
		async render(url, signal) {
			gate.check(url);
			const both = AbortSignal.any(signal ? [signal, ending.signal] : [ending.signal]);
			return turns(async () => {
				try {
					return await once(url, both);
				} catch (error) {
					if (!isLost(error) || both.aborted) throw error;
				}
				// The browser died under it, perhaps by another page: once more in a new one.
				return once(url, both).catch((error: unknown) => {
					throw isLost(error) ? broken(url) : error;
				});
			}, both);
		},
		async close() {
			ending.abort(new Error("the browser is closed"));
			if (running !== undefined) await end(running).catch(() => undefined);
		},
	};
}
