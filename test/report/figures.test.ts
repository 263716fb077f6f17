import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { evidenceMapOf } from "../../src/app/report/evidence-map.ts";
import { flowOf } from "../../src/app/report/figures/flow.ts";
import { timelineOf } from "../../src/app/report/figures/timeline.ts";
import { renderHtml } from "../../src/app/report/html.ts";
import type { Turn } from "../../src/evidence/turn.ts";
import { startChromium } from "../real/chromium.ts";
import { sharedFolder } from "../support/folder.ts";
import { factOf, finishedRun, groupsOf, libraryOf } from "../support/report.ts";

const started = await startChromium();
const browser = "missing" in started ? undefined : started;
const skipped = "missing" in started ? ` (skipped: ${started.missing})` : "";
const folder = sharedFolder();
afterAll(() => browser?.close());

const url = (name: string) => `https://${name}.example/`;
const texts = [
	"The bridge opened in 1890 after years of work.",
	"Crowds first walked across it in 1891, says the council.",
	"Trains have used the span since 1892.",
] as const;
const library = libraryOf(
	texts.map((text, at) => ({ title: `Page ${"abc"[at]}`, url: url("abc"[at] ?? ""), text: `${text} It is long.` })),
	texts.map((text, page) => [page, text] as const),
);
const [first = "", second = "", third = ""] = library.claims.map(({ id }) => id);
const conflict = { kind: "number", a: first, b: second, why: "1890 against 1891" } as const;

const summary = { claims: 0, groups: 0, disputed: 0, sources: 0, covered: 0, thin: 0, uncovered: 0 };
const turnOf = (n: number, wave: number, more: Partial<Turn>): Turn => ({
	...{
		n,
		wave,
		action: { kind: "cover", reason: "", subQuestionId: "q1" },
		queries: [`query ${n}`],
		titles: [],
		found: 0,
	},
	...{
		hits: [],
		failed: [],
		faults: [],
		sent: [],
		choices: [],
		again: [],
		read: [],
		unread: [],
		claims: [],
		dropped: 0,
		conflicts: [],
	},
	...{ before: summary, elapsedMs: 0, ...more },
});
const chosen = (...names: string[]) => names.map((name) => ({ url: url(name), reason: "" }));
const gone = { url: url("gone"), title: "Gone", reason: "404", obstacle: "not_found" as const };
const turns = [
	turnOf(1, 1, {
		...{
			lists: [{ query: "query 1", urls: ["a", "b", "gone", "list", "weak"].map(url) }],
			choices: chosen("a", "b", "gone"),
			unread: [gone],
		},
		...{
			left: [{ url: url("list"), title: "List", reason: "it is a list" }],
			read: ["s1", "s2"],
			claims: [first, second],
			signal: "CONFLICT_FOUND",
		},
	}),
	turnOf(2, 2, {
		lists: [{ query: "query 2", urls: ["a", "c"].map(url) }],
		choices: chosen("c"),
		read: ["s3"],
		claims: [third, first],
		signal: "NEW_EVIDENCE",
		spentUsd: 0.25,
	}),
	turnOf(3, 2, { signal: "DEAD_END", spentUsd: 0.25 }),
];
const [one, two] = library.sources;
const run = finishedRun(
	library,
	{
		sections: [
			{
				heading: "Opening",
				sentences: [
					factOf("One page says 1890.", first),
					{ kind: "inference", text: "The year is not settled.", claimIds: [first, second] },
				],
			},
			{ heading: "Length", sentences: [factOf("Another says 1891.", second)] },
		],
		disputes: [conflict],
		sourceIds: [one?.id ?? "", two?.id ?? ""],
	},
	{ turns, unread: [gone], conflicts: [conflict], groups: groupsOf(library), spentUsd: 0.75 },
);

test("the flow counts each page once, and every stage is what the one before it leaves", () => {
	const { stages } = flowOf(run.state);
	expect(stages.map(({ title, count, out }) => [title, count, out?.count ?? 0])).toEqual([
		["Found", 6, 1],
		["Compared", 5, 1],
		["Opened", 4, 1],
		["Read", 3, 1],
		["Cited", 2, 0],
	]);
	for (const [at, { count, out }] of stages.slice(0, -1).entries())
		expect(stages[at + 1]?.count).toBe(count - (out?.count ?? 0));
	expect(stages[2]?.out?.reasons).toEqual([{ text: "not there any more", count: 1 }]);
});

test("while pages are chosen and opened, the flow says so, and gives no reason that nobody had", () => {
	const [read, ...later] = turns.map((turn, at) => ({ ...turn, choices: at === 0 ? turn.choices : [] }));
	const searched = later.map(({ signal, ...turn }) => turn);
	const working = {
		...{ ...run.state, stop: undefined, report: undefined, unread: [], sources: run.state.sources.slice(0, 2) },
		turns: [...(read ? [{ ...read, choices: [...read.choices, ...chosen("later")] }] : []), ...searched],
	};
	const { stages } = flowOf(working);
	const out = stages.flatMap(({ out }) => out?.reasons.map(({ text }) => text) ?? []);
	expect(out).toEqual(["a list", "not compared yet", "others promised more", "not opened yet"]);
	for (const [at, { count, out }] of stages.slice(0, -1).entries())
		expect(stages[at + 1]?.count).toBe(count - (out?.count ?? 0));
});

test("the timeline counts a claim in the wave that found it, and the cost of each wave", () => {
	expect(timelineOf(run.state)).toEqual([
		{ wave: 1, signals: ["CONFLICT_FOUND"], claims: 2, pages: 2, usd: 0.25 },
		{ wave: 2, signals: ["NEW_EVIDENCE", "DEAD_END"], claims: 1, pages: 1, usd: 0.5 },
	]);
});

test("the map marks who states a fact and who is contradicted, and sets sources of one origin together", () => {
	const copied = {
		...run.state,
		sources: run.state.sources.map((source, at) => ({ ...source, origin: at === 1 ? "B" : "A" })),
	};
	const report = run.state.report && {
		...run.state.report,
		sourceIds: library.sources.map(({ id }) => id),
		sections: [{ heading: "", sentences: [factOf("x", first, second, third)] }],
	};
	const { sources, facts } = evidenceMapOf({ ...copied, report });
	expect(sources.map(({ number, origin }) => [number, origin])).toEqual([
		[1, 1],
		[3, 1],
		[2, 2],
	]);
	expect(facts.map(({ disputed }) => disputed.size)).toEqual([1, 1, 0]);
	const working = evidenceMapOf({ ...run.state, report: undefined });
	expect(working.facts).toHaveLength(3);
});

describe.skipIf(!browser)(`the report's view in Chromium${skipped}`, () => {
	test.each([360, 1280, 3840])(
		"at %i px nothing overflows, each link of the contents leads somewhere, each figure has its table",
		async (width) => {
			const path = join(folder, "report.html");
			writeFileSync(path, renderHtml(run) ?? "");
			const context = await browser?.newContext({
				viewport: { width, height: 900 },
				permissions: ["clipboard-read", "clipboard-write"],
			});
			const page = await context?.newPage();
			if (!page) throw new Error("no page");
			const errors: string[] = [];
			page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
			page.on("pageerror", (error) => errors.push(String(error)));
			await page.goto(pathToFileURL(path).href);
			expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
			const dead = await page.evaluate(
				`[...document.querySelectorAll(".toc a, svg a")].filter((one) => !document.getElementById(one.getAttribute("href").slice(1))).length`,
			);
			expect(dead).toBe(0);
			expect(await page.locator(".toc a").allTextContents()).toEqual([
				"Opening",
				"Length",
				"Where sources disagree",
				"The evidence",
				"Sources",
				"How this was made",
			]);
			for (const figure of await page.locator(".fig").all()) {
				expect(await figure.locator("svg:visible").count()).toBe(1);
				await figure.locator("summary").click();
				expect(await figure.locator("table").isVisible()).toBe(true);
			}
			expect(await page.locator("#map tbody tr").count()).toBe(2);
			// A marker's card copies its sentence with all its sources, and only the words.
			await page.locator("#part-1 .s").last().locator("a.m").first().click();
			await page.locator("#card button").click();
			await expect.poll(() => page.locator("#card button").textContent()).toBe("Copied");
			const copied = await page.evaluate("navigator.clipboard.readText()");
			expect(copied).toBe("The year is not settled.\n[1] Page a. https://a.example/\n[2] Page b. https://b.example/");
			expect(errors).toEqual([]);
			await context?.close();
		},
	);
});
