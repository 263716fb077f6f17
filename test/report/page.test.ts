import fc from "fast-check";
import { parseHTML } from "linkedom";
import { expect, test } from "vitest";
import { evidenceId, quoteHref } from "../../src/app/report/page-address.ts";
import { renderStoredPage } from "../../src/app/report/page-html.ts";
import { libraryOf } from "../support/report.ts";

const marks =
	"Before <b>it</b>. The catch was 4,150 tonnes in 2031. It fell later. </pre><script>owned = 1</script> End.";

/** The page as a parser sees it. */
function shown(text: string, quotes: readonly string[]) {
	const { sources, claims } = libraryOf(
		[{ title: "<i>Catch</i>", text, url: "https://a.test/x" }],
		quotes.map((quote) => [0, quote]),
	);
	const [source] = sources;
	if (!source) throw new TypeError("no source");
	const { document } = parseHTML(renderStoredPage(source, text, claims));
	return { document, claims };
}

test("each quote is marked in the text as it was read, under the address that the report links to", () => {
	const { document, claims } = shown(marks, ["The catch was 4,150 tonnes in 2031.", "It fell later."]);
	expect(document.querySelector("pre")?.textContent).toBe(marks);
	expect([...document.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual([
		"The catch was 4,150 tonnes in 2031.",
		"It fell later.",
	]);
	for (const claim of claims) {
		const [file, id = ""] = quoteHref(claim).split("#");
		expect(file).toBe("pages/s1.html");
		expect(document.getElementById(id)?.textContent).toBe(claim.quote);
	}
	expect(document.querySelectorAll("script, b, i").length).toBe(0);
});

test("whatever quotes overlap, the text is shown whole, and each has its anchor", () => {
	const text = "one two <three> four & five six seven";
	const place = fc.tuple(fc.nat(text.length - 1), fc.integer({ min: 1, max: 12 }));
	fc.assert(
		fc.property(
			fc.uniqueArray(place, { minLength: 1, maxLength: 6, selector: ([from, size]) => `${from} ${size}` }),
			(places) => {
				const quotes = [...new Set(places.map(([from, size]) => text.slice(from, from + size)))];
				const { document, claims } = shown(text, quotes);
				expect(document.querySelector("pre")?.textContent).toBe(text);
				for (const claim of claims) expect(document.getElementById(evidenceId(claim)), claim.quote).not.toBeNull();
			},
		),
		{ numRuns: 100 },
	);
});

test("a table is shown as one, a heading as one, and no character of the text is lost", () => {
	const text = "Landings\n\nPort | Tonnes\n--- | ---\nSkerry | 4,150\nOrd | 912\n\nOne | line alone.\n\nThe end of it.";
	const { document, claims } = shown(text, ["Skerry | 4,150", "4,150", "The end of it."]);
	expect(document.querySelector("pre")?.textContent).toBe(text);
	const rows = [...document.querySelectorAll("[role=table] [role=row]")].map((row) =>
		[...row.querySelectorAll("[role=cell]")].map((cell) => cell.textContent),
	);
	expect(rows).toEqual([
		["Port", "Tonnes"],
		["Skerry", "4,150"],
		["Ord", "912"],
	]);
	expect(document.querySelector("[role=heading]")?.textContent).toBe("Landings");
	expect([...document.querySelectorAll(".cell mark")].map((mark) => mark.textContent)).toEqual(["Skerry", "4,150"]);
	for (const claim of claims) expect(document.getElementById(evidenceId(claim)), claim.quote).not.toBeNull();
});
