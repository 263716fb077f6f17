import { createWorkQueue } from "../../../base/work-queue.ts";
import type { Rendered, Renderer } from "../reader.ts";
import { hasMemoryForPage } from "./memory.ts";
import { crashedError, isBrowserLost } from "./page-errors.ts";
import { type BrowserOptions, openSingleBrowser, type SingleBrowser } from "./single.ts";

/**
 * Renders pages with one browser per open page, and reuses browsers for later pages. An open page has its browser for itself: so its
 * memory can be measured, and it cannot harm another page. Each page has its own context: cookies, storage and cache are not shared.
 * All requests go through the proxy and its gate.
 */
export function openBrowser(options: BrowserOptions): Renderer {
	const queue = createWorkQueue(hasMemoryForPage);
	const ending = new AbortController();
	const all: SingleBrowser[] = [];
	const idle: SingleBrowser[] = [];

	function open(): SingleBrowser {
		const browser = openSingleBrowser(options);
		all.push(browser);
		return browser;
	}

	async function render(browser: SingleBrowser, url: string, signal: AbortSignal): Promise<Rendered> {
		try {
			return await browser.render(url, signal);
		} catch (error) {
			if (!isBrowserLost(error) || signal.aborted) throw error;
		}
		// The browser died, perhaps not because of this page. So the page is tried once more in a new one.
		return browser.render(url, signal).catch((error: unknown) => {
			throw isBrowserLost(error) ? crashedError(url) : error;
		});
	}

	return {
		how: "browser",
		async render(url, signal) {
			options.gate.check(url);
			const both = AbortSignal.any(signal ? [signal, ending.signal] : [ending.signal]);
			return queue(async () => {
				const browser = idle.pop() ?? open();
				try {
					return await render(browser, url, both);
				} finally {
					idle.push(browser);
				}
			}, both);
		},
		async close() {
			ending.abort(new Error("the browser is closed"));
			await Promise.all(all.map((browser) => browser.close()));
		},
	};
}
