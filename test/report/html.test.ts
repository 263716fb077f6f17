import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { renderHtml } from "../../src/app/report/html.ts";
import type { ReportInput } from "../../src/app/report/input.ts";
import { startChromium } from "../real/chromium.ts";
import { closeAfterTest } from "../support/close.ts";
import { sharedFolder } from "../support/folder.ts";
import { blockOf, manual, passages } from "../support/passages.ts";
import { finishedRun, libraryOf } from "../support/report.ts";
import { serve } from "../support/server.ts";

const started = await startChromium();
const browser = "missing" in started ? undefined : started;
const skipped = "missing" in started ? ` (skipped: ${started.missing})` : "";
const folder = sharedFolder();
afterAll(() => browser?.close());

const before = "Long before that, other ports were in use. ".repeat(12);
const long = "autovacuum_multixact_freeze_max_age_".repeat(6);
const library = libraryOf(
	[
		{ title: "The server", text: `${before}\n\nIt listens on port 5432. Another port can be set.`, date: "2024-05-01" },
		{ title: "A copy", text: `Some say 5433. ${long}` },
	],
	[
		[0, "It listens on port 5432."],
		[1, "Some say 5433."],
	],
);
const [first = "", second = ""] = library.claims.map(({ id }) => id);
const report = finishedRun(library, {
	answer: {
		text: "5432",
		claimIds: [first],
		confidence: "medium",
		why: "One source says so.",
		alternatives: [{ text: "5433", claimIds: [second] }],
	},
	table: {
		columns: ["port", long],
		rows: [{ label: "server", cells: [{ text: "5432", claimIds: [first] }, { missing: `looked in ${long}` }] }],
	},
	disputes: [{ kind: "number", a: first, b: second, why: "5432 against 5433" }],
	gaps: [{ text: "Who chose it?", lookedIn: ["search: who chose the port", "The server"] }],
});

const attacks = [
	"<script>window.owned = 1</script>",
	"</style><script>window.owned = 2</script>",
	"</script><script>window.owned = 3</script>",
	"<img src=x onerror='window.owned = 4'>",
	'"><svg onload=window.owned=5>',
	"' onmouseover='window.owned = 6' x='",
	"javascript:window.owned=7",
	"<iframe src=http://evil.example></iframe><link rel=stylesheet href=http://evil.example/x.css>",
	"<base href=http://evil.example/><meta http-equiv=refresh content='0;url=http://evil.example'>",
	"--><b id=inserted>x</b><!--",
];

function hostileReport(): ReportInput {
	const hostile = libraryOf(
		attacks.map((text) => ({
			title: text,
			text: `Before ${text} after.`,
			date: text,
			url: "javascript:window.owned=8",
		})),
		attacks.map(
			(text, page) => [page, text, { id: `"><i>${page}`, locator: { kind: "section", section: text } }] as const,
		),
	);
	const ids = hostile.claims.map(({ id }) => id);
	const all = attacks.join(" ");
	const kinds = ["prose", "item", "row", "code", "term"] as const;
	const blocks = attacks.map((text, page) =>
		blockOf(hostile, page, "steps", {
			path: [text],
			pieces: kinds
				.slice(page % kinds.length, (page % kinds.length) + 1)
				.map((kind) => [kind, `Before ${text} after.`]),
			marked: [text],
		}),
	);
	return finishedRun(hostile, {
		question: all,
		sections: [{ heading: all, sentences: [{ kind: "fact", text: `“${all}”`, claimIds: ids }], blocks }],
		answer: { text: all, claimIds: ids, confidence: "low", why: all, alternatives: [{ text: all, claimIds: ids }] },
		table: { columns: attacks, rows: [{ label: all, cells: attacks.map((text) => ({ text, claimIds: ids })) }] },
		disputes: [{ kind: "value", a: ids[0] ?? "", b: ids[1] ?? "", why: all }],
		gaps: attacks.map((text) => ({ text, lookedIn: [text, `search: ${text}`] })),
	});
}

/** Opens a report as a user would, from a file; collects every request but the file's own, and every error. */
async function opened(input: ReportInput, options: BrowserContextOptions = {}) {
	if (!browser) throw new Error("no browser");
	const path = join(folder, "report.html");
	writeFileSync(path, renderHtml(input) ?? "");
	const context = await browser.newContext(options);
	const page = await context.newPage();
	const requests: string[] = [];
	const errors: string[] = [];
	const own = pathToFileURL(path).href;
	page.on("request", (request) => request.url() !== own && requests.push(request.url()));
	page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
	page.on("pageerror", (error) => errors.push(String(error)));
	await page.goto(own);
	return { page, requests, errors, close: () => context.close() };
}

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } as const;
const marker = "section a.m";
const width = "document.documentElement.scrollWidth";

/** The card's text when it is shown, else undefined. */
async function card(page: Page): Promise<string | undefined> {
	const shown = page.locator("#card");
	return (await shown.isVisible()) ? ((await shown.textContent()) ?? "") : undefined;
}

describe.skipIf(!browser)(`report.html in Chromium${skipped}`, () => {
	test("pointing at a marker shows the quote in its surroundings, title, place, date and confidence; leaving hides it", async () => {
		const { page, requests, errors, close } = await opened(report);
		expect(await card(page)).toBeUndefined();
		await page.locator(marker).first().hover();
		await page.locator("#card").waitFor({ state: "visible" });
		const text = await card(page);
		for (const part of [
			"The server",
			"line 1",
			"2024-05-01",
			"medium confidence",
			"other ports were in use.",
			"Another port can be set.",
		])
			expect(text).toContain(part);
		expect(await page.locator("#card mark").textContent()).toBe("It listens on port 5432.");
		const [outer, inner] = [await page.locator("#card").boundingBox(), await page.locator("#card mark").boundingBox()];
		expect(inner?.y).toBeGreaterThanOrEqual(outer?.y ?? Number.NaN);
		expect((inner?.y ?? 0) + (inner?.height ?? 0)).toBeLessThanOrEqual((outer?.y ?? 0) + (outer?.height ?? 0));
		await page.mouse.move(2, 2);
		await page.locator("#card").waitFor({ state: "hidden" });
		expect([requests, errors]).toEqual([[], []]);
		await close();
	});

	test("the keyboard reaches a marker, Enter pins its card, Escape gives the focus back", async () => {
		const { page, close } = await opened(report);
		const focused = () => page.evaluate("document.activeElement.className");
		for (let tabs = 0; tabs < 20 && (await focused()) !== "m"; tabs++) await page.keyboard.press("Tab");
		expect(await card(page)).toContain("It listens on port 5432.");
		await page.keyboard.press("Enter");
		expect(await page.evaluate("document.activeElement.id")).toBe("card");
		await page.keyboard.press("Escape");
		expect(await card(page)).toBeUndefined();
		expect(await focused()).toBe("m");
		await close();
	});

	test("a tap shows it on a phone, a tap elsewhere hides it, and nothing scrolls sideways", async () => {
		const { page, close } = await opened(report, phone);
		expect(await page.evaluate(width)).toBeLessThanOrEqual(360);
		await page.locator(marker).last().tap();
		await page.locator("#card").waitFor({ state: "visible" });
		expect(await card(page)).toContain("Some say 5433.");
		expect(await page.evaluate(width)).toBeLessThanOrEqual(360);
		await page.locator("h1").tap();
		expect(await card(page)).toBeUndefined();
		await close();
	});

	test("without scripts a marker leads to its quote", async () => {
		const { page, close } = await opened(report, { javaScriptEnabled: false });
		await page.locator(marker).first().click();
		expect(page.url()).toMatch(/#c-/);
		expect(await page.locator(".sources figure mark").first().isVisible()).toBe(true);
		await close();
	});

	test("what hostile documents say is shown and does nothing", async () => {
		for (const options of [{}, phone]) {
			const { page, requests, errors, close } = await opened(hostileReport(), options);
			await page.locator(marker).first().hover();
			await page.evaluate(`for (const one of document.querySelectorAll("a.m")) one.focus()`);
			for (const at of (await page.locator("summary").all()).slice(0, 3)) await at.click();
			expect(await page.evaluate("window.owned")).toBeUndefined();
			expect(await page.locator("#inserted, iframe, img, svg[onload], base, link, main script, main i").count()).toBe(
				0,
			);
			// Only to the stored pages, and within the page.
			expect(await page.locator("a:not([href^='#'], [href^='pages/s'])").count()).toBe(0);
			expect(await page.locator("h1").textContent()).toBe(attacks.join(" "));
			expect(await page.evaluate(`${width} <= innerWidth`)).toBe(true);
			expect([requests, errors]).toEqual([[], []]);
			await close();
		}
	});

	test("a passage stands in a quote, its answer marked, its code as it is, also on a phone", async () => {
		const blocks = Object.values(passages);
		const sections = [{ heading: "Passages", sentences: [], blocks }];
		for (const options of [{}, phone]) {
			const { page, requests, errors, close } = await opened(finishedRun(manual, { sections }), options);
			const marks = await page.locator("section .block blockquote mark").allTextContents();
			const places = blocks.flatMap(({ pieces, marked }) =>
				marked.map(({ start, end }) => {
					const piece = pieces.find((one) => one.start <= start && end <= one.end);
					return piece?.text.slice(start - piece.start, end - piece.start);
				}),
			);
			expect(marks).toEqual(places);
			const code = await page.locator(".block li pre").allTextContents();
			expect(code).toEqual(passages.steps.pieces.flatMap(({ kind, text }) => (kind === "code" ? [text] : [])));
			expect(await page.locator(".block tbody td").allTextContents()).toContain("Allowed, but not in PG");
			expect(await page.locator(".block blockquote").last().getAttribute("cite")).toContain("https://manual.example/");
			expect(await page.evaluate(`${width} <= innerWidth`)).toBe(true);
			await page.locator(".block a.m").last().click();
			await page.locator("#card").waitFor({ state: "visible" });
			expect(await card(page)).toContain("It avoids VACUUM overhead.");
			expect([requests, errors]).toEqual([[], []]);
			await close();
		}
	});

	test("its policy stops what would get in all the same", async () => {
		let asked = 0;
		const { url } = closeAfterTest(
			await serve((_request, response) => {
				asked++;
				response.end();
			}),
		);
		const { page, errors, close } = await opened(report);
		const inserted = `<img src=${url}/x onerror="window.owned = 1"><svg onload="window.owned = 2"></svg>`;
		await page.evaluate(`document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(inserted)})`);
		await page.evaluate(
			`document.body.append(Object.assign(document.createElement("script"), { textContent: "owned = 3" }))`,
		);
		await page.evaluate(`fetch("${url}/y").catch(() => {})`);
		expect(await page.evaluate("window.owned")).toBeUndefined();
		expect(asked).toBe(0);
		expect(errors.join(" ")).toContain("Content Security Policy");
		await close();
	});
});

test("two runs of the same research differ in the footer only, and equal input gives equal bytes", () => {
	const other = { ...report, run: { id: "ffffffff", createdAt: new Date(1e12), cost: 0 } };
	const without = (html: string | undefined) => html?.replace(/<footer>.*<\/footer>/, "");
	expect(renderHtml(report)).not.toBe(renderHtml(other));
	expect(without(renderHtml(report))).toBe(without(renderHtml(other)));
});
