import { expect, test } from "vitest";
import { passagesIn } from "./find-passages.ts";

function found(text: string, kind: "html" | "markdown" = "html") {
	return passagesIn({ text, kind }, "s1").map((one) => [one.kind, ...one.pieces.map((piece) => piece.text)]);
}

test("a term stands with its explanation, up to the next term", () => {
	expect(
		found("naptime (integer)\nThe delay between runs. The default is one minute.\nworkers (integer)\nHow many run."),
	).toEqual([
		["definition", "naptime (integer)", "The delay between runs. The default is one minute."],
		["definition", "workers (integer)", "How many run."],
	]);
});

test("steps keep their lead-in, their code and what stands between them", () => {
	const text =
		"Use these steps:\n\n- Create the table.\n\nCREATE TABLE t (\n    a int\n);\n- Fill it.\n\nDone by hand.\n- Check it.";
	const [steps] = found(text);
	expect(steps?.[0]).toBe("steps");
	expect(steps).toEqual(
		expect.arrayContaining(["Use these steps:", "CREATE TABLE t (\n    a int\n);", "Done by hand.", "- Check it."]),
	);
});

test("the path holds the headings that HTML marks, but no short line between them", () => {
	const text = "Storage\n\nShare: Mail Print\n\nKept on disk.\n\nLimits\n\nAt most 4 TB.\n\nNetwork\n\nNone.";
	const marks = [
		["Storage", 2],
		["Limits", 3],
		["Network", 2],
	].map(([section, level]) => ({
		start: text.indexOf(String(section)),
		locator: { kind: "section" as const, section: String(section) },
		level: Number(level),
	}));
	const paths = passagesIn({ text, kind: "html", marks }, "s1").map(({ path, pieces }) => [pieces[0]?.text, ...path]);
	expect(paths).toEqual([
		["Share: Mail Print", "Storage"],
		["Kept on disk.", "Storage"],
		["At most 4 TB.", "Storage", "Limits"],
		["None.", "Network"],
	]);
});

test("a comment in HTML code is no heading", () => {
	const text = "Settings\n\nUse a file:\n\n# the server's port\nport = 5432\n\nThen start it.";
	const paths = passagesIn({ text, kind: "html" }, "s1").map(({ path }) => path.join());
	expect(new Set(paths)).toEqual(new Set(["Settings"]));
});

test("each piece has its place in the page", () => {
	const text = "# A\n\nOne line.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n- x\n- y";
	for (const { pieces } of passagesIn({ text, kind: "markdown" }, "s1"))
		for (const { start, end, text: words } of pieces) expect(text.slice(start, end)).toBe(words);
});

test("where HTML marks terms and code, the lines of code are no terms, and several terms share an explanation", () => {
	const text =
		"Use this:\n\n1 main.cf:\n2 relay\n3 more\n\nmax_use\nmax_uses\nHow often it is used.\n\nAt most a hundred times.";
	const locator = { kind: "section" as const, section: "Use" };
	const marked = (words: string, form: "code" | "term") => [
		{ start: text.indexOf(words), locator, form },
		{ start: text.indexOf(words) + words.length, locator },
	];
	const marks = [
		...marked("1 main.cf:\n2 relay\n3 more", "code"),
		...marked("max_use", "term"),
		...marked("max_uses", "term"),
	];
	expect(
		passagesIn({ text, kind: "html", marks }, "s1").map(({ kind, pieces }) => [kind, ...pieces.map((one) => one.kind)]),
	).toEqual([
		["code", "prose", "code"],
		["definition", "term", "term", "prose", "prose"],
	]);
});
