import axe from "axe-core";
import type { Browser, Page } from "playwright-core";

/** The page of a server, opened by its link, and what went wrong on it. */
export async function openPage(browser: Browser, link: string, options: Parameters<Browser["newPage"]>[0] = {}) {
	const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
	const { origin } = new URL(link);
	const faults: string[] = [];
	page.on("console", (message) => {
		if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
	});
	page.on("pageerror", (error) => faults.push(error.message));
	page.on("request", (request) => {
		if (!request.url().startsWith(origin)) faults.push(`a request to ${request.url()}`);
	});
	await page.goto(link);
	await page.waitForURL((url) => url.searchParams.get("token") === null);
	return { page, faults, origin };
}

/** The serious violations that axe finds. */
export async function violations(page: Page): Promise<string[]> {
	await page.evaluate(axe.source);
	const found = await page.evaluate<{ id: string; impact: string; nodes: { html: string }[] }[]>(
		"axe.run().then(({ violations }) => violations)",
	);
	return found
		.filter(({ impact }) => impact === "serious" || impact === "critical")
		.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
