import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { exportReport } from "../../src/app/export/export-report.ts";
import type { ExportFormat } from "../../src/app/export/formats.ts";
import { findBrowser } from "../../src/sources/pages/browser/find-browser.ts";
import { chromiumProgram } from "../real/chromium.ts";
import { convert, missingProgram, poppler } from "../real/office.ts";
import { sharedFolder } from "../support/folder.ts";
import { factOf, finishedRun, groupsOf, libraryOf } from "../support/report.ts";

const folder = sharedFolder();
const office = missingProgram("soffice");
const pdfTools = missingProgram("pdfinfo");
const program = chromiumProgram();
const browser = typeof program === "string" ? program : undefined;

const formula = '=HYPERLINK("http://evil.example","Cost")';
const library = libraryOf(
	[
		{
			title: formula,
			text: `${formula} is 5 dollars. The port is 5432 & 100% {safe}.`,
			date: "2024-05-01",
			url: "https://a.example/x_y?b={1}",
		},
		{ title: "Čapek’s “server” 50%_x", text: "+1 is the port, says <b>Čapek</b>. -2 is wrong.", date: "2023" },
	],
	[
		[0, `${formula} is 5 dollars.`],
		[0, "The port is 5432 & 100% {safe}."],
		[1, "+1 is the port, says <b>Čapek</b>."],
	],
);
const [cost = "", port = "", other = ""] = library.claims.map(({ id }) => id);
const [first, second] = library.sources;
if (first)
	Object.assign(first, { author: "World Health Organization; Ada Moor", site: "A & Co", authority: "peer-reviewed" });
if (second) second.author = "Karel Čapek";
const report = finishedRun(
	library,
	{
		question: "Which port, and at what cost, does the server have?",
		bottomLine: [
			{
				kind: "inference",
				text: "The port is not settled.",
				claimIds: [port, other],
				certainty: "low",
				why: "two sources differ",
			},
		],
		table: {
			columns: ["port", "@cost"],
			rows: [
				{
					label: "=row",
					cells: [
						{ text: "-5432", claimIds: [port] },
						{ text: "=1+1", claimIds: [cost] },
					],
				},
			],
		},
		sections: [
			{
				heading: "Ports",
				sentences: [
					factOf("“The port is 5432 & 100% {safe}.”", port),
					factOf("“+1 is the port, says <b>Čapek</b>.”", other),
				],
			},
			{
				heading: "How to",
				form: "steps",
				sentences: [
					{ ...factOf("First this", cost), opens: true },
					{ ...factOf("Then that", port), opens: true },
				],
			},
		],
		disputes: [{ kind: "number", a: port, b: other, why: "5432 against +1" }],
	},
	{ groups: groupsOf(library), conflicts: [{ kind: "number", a: port, b: other, why: "5432 against +1" }] },
);

async function exported(format: ExportFormat) {
	const files = await exportReport(report, [format], async () => browser);
	return files.map((file) => {
		const path = join(folder, `report${file.ending}`);
		writeFileSync(path, file.content);
		return { ...file, path, text: String(file.content) };
	});
}

/** CSV as rows; the fields of these files hold no line breaks. */
function rowsOf(csv: string): string[][] {
	return csv
		.replace(/^\ufeff/, "")
		.trimEnd()
		.split(/\r?\n/)
		.map((line) =>
			[...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
				([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain,
			),
		);
}

describe("citations", () => {
	/** The items that a citation processor reads from a text. */
	async function read(text: string): Promise<Record<string, unknown>[]> {
		const { Cite } = await import("@citation-js/core");
		await Promise.all([
			import("@citation-js/plugin-bibtex"),
			import("@citation-js/plugin-ris"),
			import("@citation-js/plugin-csl"),
		]);
		return new Cite(text).data as Record<string, unknown>[];
	}

	test.each(["bibtex", "ris", "csl"] as const)(
		"%s is read by a citation processor, each field as it is",
		async (format) => {
			const [file] = await exported(format);
			const [one, two] = await read(file?.text ?? "");
			expect(one).toMatchObject({ title: formula, type: "article-journal", "container-title": "A & Co" });
			expect(one?.URL).toBe(format === "bibtex" ? "https://a.example/x_y?b=%7B1%7D" : "https://a.example/x_y?b={1}");
			expect(one?.issued).toMatchObject({ "date-parts": [[2024, 5, 1]] });
			expect(two?.title).toBe("Čapek’s “server” 50%_x");
			const names = (one?.author as Record<string, string>[] | undefined)?.map(
				({ literal, family, given }) => literal ?? [given, family].filter(Boolean).join(" "),
			);
			expect(names).toEqual(["World Health Organization", "Ada Moor"]);
		},
	);

	test("keys are made of the author or the first word of the title that says something, and the year", async () => {
		const titles = [
			"The port of the server",
			"The ports, again",
			"Wie man den Hafen baut",
			"Der Hafen",
			"港口",
			"2.4: A port",
		];
		const named = libraryOf(
			titles.map((title, at) => ({ title, text: `The port is ${at}.`, date: at < 2 ? "2024" : "" })),
		);
		const [, , authored] = named.sources;
		if (authored) authored.author = "Tveit, Maren; Moor, Ada";
		const sentences = named.claims.map(({ id, quote }) => factOf(`“${quote}”`, id));
		const run = finishedRun(named, { sections: [{ heading: "Ports", sentences }] });
		const keys = { bibtex: "citation-key", ris: "id", csl: "id" } as const;
		for (const [format, name] of Object.entries(keys)) {
			const [file] = await exportReport(run, [format as ExportFormat], async () => browser);
			const found = (await read(file?.content as string)).map((item) => item[name]);
			expect(found, format).toEqual(["port2024", "ports2024", "tveit", "hafen", "source", "port"]);
		}
		const twice = libraryOf(
			["The port", "A port", "Port!"].map((title, at) => ({ title, text: `The port is ${at}.` })),
		);
		const same = finishedRun(twice, {
			sections: [{ heading: "", sentences: twice.claims.map(({ id, quote }) => factOf(`“${quote}”`, id)) }],
		});
		const [file] = await exportReport(same, ["bibtex"], async () => browser);
		expect(String(file?.content).match(/^@misc\{.*(?=,)/gm)).toEqual(["@misc{port", "@misc{porta", "@misc{portb"]);
	});

	test("a style sets the sources", async () => {
		const { Cite } = await import("@citation-js/core");
		await import("@citation-js/plugin-csl");
		const [file] = await exported("csl");
		const set = new Cite(JSON.parse(file?.text ?? "")).format("bibliography", {
			format: "text",
			template: "apa",
		}) as string;
		expect(set).toContain("Karel Čapek");
		expect(set).toContain("Organization & Ada Moor. (2024).");
	});
});

describe("tables", () => {
	test("no cell of a CSV file is a formula, and a number stays one", async () => {
		const files = await exported("csv");
		expect(files.map(({ ending }) => ending)).toEqual([
			"-evidence.csv",
			"-matrix.csv",
			"-table.csv",
			"-disputes.csv",
			"-sources.csv",
		]);
		for (const { text } of files) for (const cell of rowsOf(text).flat()) expect(cell).not.toMatch(/^(?!-\d+$)[=+\-@]/);
		const table = rowsOf(files.find(({ ending }) => ending === "-table.csv")?.text ?? "");
		expect(table).toEqual([
			["", "port", "port: sources", "'@cost", "'@cost: sources"],
			["'=row", "-5432", "[1]", "'=1+1", "[1]"],
		]);
		const [, ...matrix] = rowsOf(files.find(({ ending }) => ending === "-matrix.csv")?.text ?? "");
		expect(matrix.map((row) => row.slice(4))).toEqual(
			expect.arrayContaining([
				["disputed", ""],
				["", "disputed"],
				["states", ""],
			]),
		);
	});

	test.skipIf(office)(
		`LibreOffice opens the workbook and shows formulas as text${office ? ` (skipped: ${office})` : ""}`,
		async () => {
			const [file] = await exported("xlsx");
			const sheets = convert(
				file?.path ?? "",
				"csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1",
				join(folder, "profile"),
			);
			expect(sheets.map((path) => /-([^-]+)\.csv$/.exec(path)?.[1]).toSorted()).toEqual([
				"Claims × sources",
				"Disputes",
				"Evidence",
				"Sources",
				"Table",
			]);
			const rows = (name: string) =>
				rowsOf(readFileSync(sheets.find((path) => path.includes(`-${name}.csv`)) ?? "", "utf8"));
			expect(rows("Table")).toEqual([
				["", "port", "port: sources", "@cost", "@cost: sources"],
				["=row", "-5432", "[1]", "=1+1", "[1]"],
			]);
			expect(rows("Evidence")[1]?.slice(0, 2)).toEqual([`${formula} is 5 dollars.`, `${formula} is 5 dollars.`]);
		},
	);

	test.skipIf(office)(
		`LibreOffice opens the CSV file and computes nothing${office ? ` (skipped: ${office})` : ""}`,
		async () => {
			const file = (await exported("csv")).find(({ ending }) => ending === "-table.csv");
			const [html = ""] = convert(file?.path ?? "", "html", join(folder, "profile"));
			expect(readFileSync(html, "utf8")).toContain("'=1+1");
		},
	);
});

describe("documents", () => {
	test.skipIf(office)(
		`LibreOffice opens the Word document with its headings, lists, table, links and quotes${office ? ` (skipped: ${office})` : ""}`,
		async () => {
			const [file] = await exported("docx");
			const [odt = ""] = convert(file?.path ?? "", "fodt", join(folder, "profile"));
			const xml = readFileSync(odt, "utf8");
			const headings = [...xml.matchAll(/<text:h [^>]*>(.*?)<\/text:h>/gs)].map(([, inner = ""]) =>
				inner.replace(/<[^>]+>/g, ""),
			);
			expect(headings).toEqual(
				expect.arrayContaining(["Short answer", "Ports", "How to", "Where sources disagree", "Sources"]),
			);
			const notes = [...xml.matchAll(/<text:note-body>(.*?)<\/text:note-body>/gs)].map(([, inner = ""]) =>
				inner.replace(/<[^>]+>/g, " ").replace(/\s+/g, " "),
			);
			expect(notes.length).toBeGreaterThanOrEqual(6);
			expect(notes.some((note) => note.includes("“The port is 5432 &amp; 100% {safe}.”"))).toBe(true);
			expect(xml).toContain("&lt;b&gt;Čapek&lt;/b&gt;");
			expect(xml.match(/<table:table-row/g)?.length).toBe(2);
			expect(xml.match(/<text:list-item/g)?.length).toBeGreaterThanOrEqual(3);
			expect(xml).toContain('xlink:href="https://a.example/x_y?b={1}"');
			expect(xml).toContain('xlink:href="#source-1"');
			expect(xml).not.toContain("file:///");
		},
	);

	test.skipIf(office)(
		`the Word document says what the user asked during the run${office ? ` (skipped: ${office})` : ""}`,
		async () => {
			const change = { added: [], dropped: [], refocused: [], by: "rules" as const };
			const asked = { id: "m1", kind: "redirect" as const, text: "also the cost", outcome: "taken" as const, change };
			const state = { ...report.state, messages: [asked as never] };
			const [file] = await exportReport({ ...report, state }, ["docx"], async () => undefined);
			const path = join(folder, "asked.docx");
			writeFileSync(path, file?.content ?? "");
			const [odt = ""] = convert(path, "fodt", join(folder, "profile"));
			const text = readFileSync(odt, "utf8").replace(/<[^>]+>/g, "");
			expect(text).toContain("You asked during the run: “also the cost”");
		},
	);

	const missing = browser ? pdfTools : "chromium is not installed";
	test.skipIf(missing)(
		`the PDF has bookmarks, tags, page numbers and all quotes${missing ? ` (skipped: ${missing})` : ""}`,
		async () => {
			const [file] = await exported("pdf");
			const path = file?.path ?? "";
			const info = poppler("pdfinfo", path);
			expect(info).toMatch(/Title: +Which port, and at what cost, does the server have\?/);
			expect(info).toMatch(/Creator: +assay\n/);
			expect(info).toMatch(/Producer: +assay\n/);
			expect(info).toMatch(/Tagged: +yes/);
			const pages = Number(/Pages: +(\d+)/.exec(info)?.[1]);
			const text = poppler("pdftotext", path, "-");
			for (let page = 1; page <= pages; page++) expect(text).toMatch(new RegExp(`^${page} ?/ ?${pages}$`, "m"));
			expect(text).toContain("The port is 5432 & 100% {safe}.");
			expect(text).not.toContain("Point at a number");
			const bookmarks = poppler("pdftohtml", "-xml", "-i", "-stdout", path);
			for (const heading of ["Ports", "Where sources disagree", "Sources"])
				expect(bookmarks).toMatch(new RegExp(`<item page="\\d+">${heading}</item>`));
		},
	);

	test("the HTML and Markdown files link to no file of the run", async () => {
		const [[html], [markdown]] = [await exported("html"), await exported("md")];
		for (const one of [html, markdown]) expect(one?.text).not.toMatch(/pages\/|file:\/\//);
		const ids = new Set([...(html?.text ?? "").matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
		for (const [, anchor] of (html?.text ?? "").matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(anchor);
	});

	test("without a browser the error names what else prints", async () => {
		await expect(exportReport(report, ["pdf"], async () => findBrowser([], "aix"))).rejects.toMatchObject({
			code: "BROWSER_MISSING",
			hint: expect.stringContaining("html"),
		});
	});

	test("a run without a report says what to do", async () => {
		const without = { ...report, state: { ...report.state, report: undefined } };
		await expect(exportReport(without, ["md"], async () => undefined)).rejects.toMatchObject({
			code: "REPORT_MISSING",
			hint: expect.stringContaining("show 0a1b2c3d"),
		});
	});
});
