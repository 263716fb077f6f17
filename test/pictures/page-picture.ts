import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { readConfig } from "../../src/app/config.ts";
import { openApp } from "../../src/app/index.ts";
import { Secret } from "../../src/base/secret.ts";
import { serve } from "../../src/http/index.ts";
import { corpusOf, recordingOf } from "../support/recorded.ts";
import { startReplay } from "../support/replay.ts";

const token = "a-token-for-pictures";
/** In CSS pixels. */
const size = { width: 1280, height: 900 };
/** How long the model thinks, so that a picture can be taken of it. ms */
const latencyMs = 1_500;
/** The number whose quote is shown. */
const marker = ".line li:nth-child(3) a.m >> nth=1";

/** The web page: a run at work as soon as it has found something, then its report with one of its quotes beside it. */
export async function drawPage(browser: Browser, work: string): Promise<{ live: Buffer; report: Buffer }> {
	const { head, exchanges } = recordingOf("synthesis");
	const corpus = corpusOf(head, join(work, "corpus"));
	if ("missing" in corpus) throw new Error(corpus.missing);
	const replay = await startReplay(exchanges, latencyMs);
	const app = await openApp(readConfig({ home: join(work, "home") }, {}));
	const server = await serve(app, {
		...{ host: "127.0.0.1", port: 0, version: "0" },
		token: new Secret(token),
		say: () => undefined,
	});
	try {
		const page = await browser.newPage({ viewport: size, colorScheme: "light" });
		await page.goto(server.link);
		await page.waitForURL(`${server.address}/`);
		// Its flags as pairs: `--depth quick`.
		const pairs = head.flags.flatMap((flag, at) =>
			flag.startsWith("--") ? [[flag.slice(2), head.flags[at + 1]]] : [],
		);
		const body = {
			...{ question: head.question, corpus: [corpus.folder], vectors: false, baseUrl: replay.baseUrl },
			...{ model: "openai-compatible:replay", ...Object.fromEntries(pairs) },
		};
		const id = await startRun(page, body);
		await page.goto(`${server.address}/runs/${id}`);
		await page.waitForSelector(".findings li", { timeout: 120_000 });
		await page.waitForSelector(".threads span:text-matches('^(searching|reading) ')", { timeout: 120_000 });
		const live = await page.screenshot();
		await page.waitForSelector(".status.completed", { timeout: 120_000 });
		await page.goto(`${server.address}/runs/${id}/report`);
		await page.click(marker);
		await page.frameLocator("iframe").locator("mark:target").waitFor();
		await page.evaluate("scrollTo(0, 0)");
		return { live, report: await page.screenshot() };
	} finally {
		await server.close();
		await app.close();
		await replay.close();
	}
}

function startRun(page: Page, body: object): Promise<string> {
	const request = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
	return page.evaluate<string>(
		`fetch("/api/runs", ${JSON.stringify(request)}).then((response) => response.json()).then(({ run }) => run.id)`,
	);
}
