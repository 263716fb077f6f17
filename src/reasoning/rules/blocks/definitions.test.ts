import { expect, test } from "vitest";
import { analysisOf } from "../question/analysis.ts";
import { definitionFinder } from "./definitions.ts";
import { passagesIn } from "./find-passages.ts";

const manual = `# Relations between packages

Depends
This declares an absolute dependency.

Pre-Depends
This field is like Depends, but forces an earlier installation.

Depends should be used when a package is needed.

## Virtual packages

A virtual package is a name that several packages provide. Virtual packages are useful.`;

const passages = passagesIn({ text: manual, kind: "markdown" }, "s1");
function definitionOf(question: string): string[] {
	const find = definitionFinder(analysisOf(question));
	return passages.flatMap((passage) => {
		const at = find?.(passage) ?? -1;
		return at < 0 ? [] : [passage.pieces[at]?.text ?? ""];
	});
}

test("a definition is that of the whole name, not of a part of it", () => {
	expect(definitionOf("What is Pre-Depends in Debian packages?")).toEqual(["Pre-Depends"]);
	expect(definitionOf("What is Depends?")).toEqual(["Depends"]);
});

test("a heading, or a sentence that says what the name is, defines it", () => {
	expect(definitionOf("What is a virtual package?")).toEqual([expect.stringMatching(/^A virtual package is a name/)]);
	expect(definitionOf("What does a package need?")).toEqual([]);
});

test("what the question names is explained under that term, whatever is asked of it", () => {
	expect(definitionOf("When is Pre-Depends checked?")).toEqual(["Pre-Depends"]);
	expect(definitionOf("Which packages need Debian?")).toEqual([]);
});

test("the name in a term ends before its arguments, and a term may hold several", () => {
	const lines = [
		"timeout http-request <time>",
		"How long to wait.",
		"-n, --lines=<count>",
		"How many to show.",
		"-N",
		"Show none.",
	];
	const text = lines.map((line, at) => line + (at % 2 === 0 ? "\n" : "\n\n")).join("");
	const marks = lines.map((line, at) => ({
		start: text.indexOf(line),
		locator: { kind: "line" as const, line: at + 1 },
		...(at % 2 === 0 ? { form: "term" as const } : {}),
	}));
	const explained = (question: string) => {
		const find = definitionFinder(analysisOf(question));
		return passagesIn({ text, kind: "html", marks }, "s1").flatMap((passage) =>
			find?.(passage) === 0 ? [passage.pieces[1]?.text] : [],
		);
	};
	expect(explained("What does timeout http-request do?")).toEqual(["How long to wait."]);
	expect(explained("What does the option --lines do?")).toEqual(["How many to show."]);
	expect(explained("What does the option -n do?")).toEqual(["How many to show."]);
});

test("a question that asks for no definition and names nothing has none", () => {
	expect(definitionFinder(analysisOf("How do I install a virtual package?"))).toBeUndefined();
});
