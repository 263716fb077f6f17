import { expect, test } from "vitest";
import { renderHtml } from "../../src/app/report/html.ts";
import { renderMarkdown } from "../../src/app/report/markdown.ts";
import { finishedRun, libraryOf } from "../support/report.ts";

test("a dispute of several values is shown once, each side with its value, what sets them apart, and what could settle it", () => {
	const texts = [
		"The bridge opened in 1887.",
		"Opened 1887, the bridge is narrow.",
		"The bridge opened in 1889.",
		"It opened in 1891.",
	];
	const library = libraryOf(
		texts.map((text, at) => ({ title: `Book ${at + 1}`, text })),
		texts.map((text, at) => [at, text] as const),
	);
	const [one = "", again = "", late = "", later = ""] = library.claims.map(({ id }) => id);
	const against = (a: string, b: string, why: string) => ({
		kind: "date" as const,
		a,
		b,
		why,
		class: "fact" as const,
		settleable: true,
	});
	const disputes = [
		against(one, late, "1887 against 1889"),
		against(again, late, "1887 against 1889"),
		against(one, later, "1887 against 1891"),
	];
	const run = finishedRun(library, { disputes, sourceIds: ["s1", "s2", "s3", "s4"] });
	const [, after = ""] = (renderMarkdown(run) ?? "").split("## Where sources disagree");
	const [shownText = ""] = after.split("\n## ");
	expect(shownText.match(/^- /gmu)).toHaveLength(1);
	expect(shownText).toContain("- **1887, 1889 or 1891** — They differ on the fact itself; more data could settle it.");
	expect(shownText.match(/^ {2}- (?:\*\*\d+\*\*: )?/gmu)).toEqual([
		"  - **1887**: ",
		"  - ",
		"  - **1889**: ",
		"  - **1891**: ",
	]);
});

test("a dispute is headed by what it is on, and shows six of its sides", () => {
	const years = Array.from({ length: 9 }, (_, at) => 1881 + at);
	const texts = years.map((year) => `The Alder bridge opened in ${year}.`);
	const library = libraryOf(
		texts.map((text, at) => ({ title: `Book ${at + 1}`, text })),
		texts.map((text, at) => [at, text] as const),
	);
	const ids = library.claims.map(({ id }) => id);
	const disputes = ids.flatMap((b, at) =>
		ids.slice(0, at).map((a, before) => ({
			...{ kind: "date" as const, a, b, why: `${years[before]} against ${years[at]}` },
			...{ about: "year of opening", class: "fact" as const, settleable: true },
		})),
	);
	const run = finishedRun(library, { disputes, sourceIds: years.map((_, at) => `s${at + 1}`) });
	for (const text of [renderMarkdown(run) ?? "", renderHtml(run) ?? ""]) {
		const after = text.split("Where sources disagree").at(-1) ?? "";
		expect(after).toMatch(/year of opening/u);
		expect(after).not.toContain("against");
		expect(after).toContain("and 3 more");
		expect(after.match(/(?:\*\*|<b>)18\d\d(?:\*\*|<\/b>): /gu)).toHaveLength(6);
	}
});
