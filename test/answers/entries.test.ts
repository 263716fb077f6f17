import fc from "fast-check";
import { expect, test } from "vitest";
import type { Page } from "../../src/evidence/source.ts";
import { extractClaims } from "../../src/reasoning/rules/extract.ts";
import { readHtml } from "../../src/sources/read/html/html.ts";
import { readMarkdown } from "../../src/sources/read/markdown.ts";
import type { ParsedDocument } from "../../src/sources/read/parsed-document.ts";
import { readText } from "../../src/sources/read/plain-text.ts";
import { pageOf, subQuestionOf, synthesisRoute } from "../support/evidence.ts";

interface Entry {
	name: string;
	/** One or two lines of what it does. */
	lines: string[];
}

const escaped = (text: string) => text.replaceAll("<", "&lt;");
const rows = (entries: readonly Entry[], lead: string) =>
	entries.map(({ name, lines }) => `<tr>${lead}<td>${escaped(name)}</td><td>${lines.join(" ")}</td></tr>`).join("");
/** A list of entries as a manual writes it. */
const forms: Record<string, (entries: readonly Entry[]) => ParsedDocument> = {
	"rows without a header": (all) => readHtml(`<main><h1>Options</h1><table>${rows(all, "")}</table></main>`),
	"rows under a group": (all) =>
		readHtml(
			`<main><h1>Options</h1><table><tr><td colspan="3"><b>Filters</b></td></tr>${rows(all, "<td></td>")}</table></main>`,
		),
	"terms of HTML": (all) =>
		readHtml(
			`<main><h1>Options</h1><dl>${all
				.map(({ name, lines }) => `<dt>${escaped(name)}</dt><dd><p>${lines.join(" ")}</p></dd>`)
				.join("")}</dl></main>`,
		),
	"a manual page": (all) =>
		readText(
			`NAME\n       tool - do work\n\nOPTIONS\n${all.map(({ name, lines }) => `       ${name}\n${lines.map((line) => `              ${line}`).join("\n")}\n`).join("")}`,
		),
	"the text of --help": (all) =>
		readText(
			`Usage: tool [OPTIONS]\n\nOptions:\n${all.map(({ name, lines }) => `  ${name.padEnd(30)}${lines.join(`\n${" ".repeat(32)}`)}`).join("\n")}\n`,
		),
	AsciiDoc: (all) =>
		readText(`OPTIONS\n-------\n${all.map(({ name, lines }) => `${name}::\n\t${lines.join("\n\t")}\n`).join("")}`),
	"lines of Markdown": (all) =>
		readMarkdown(`# Options\n\n${all.map(({ name, lines }) => `${name}  ${lines.join(" ")}`).join("\n")}\n`),
	"definitions of Markdown": (all) =>
		readMarkdown(`# Options\n\n${all.map(({ name, lines }) => `${name}\n:   ${lines.join("\n    ")}`).join("\n")}\n`),
	"a list of Markdown": (all) =>
		readMarkdown(`# Options\n\n${all.map(({ name, lines }) => `* \`${name}\` ${lines.join("\n  ")}`).join("\n")}\n`),
};

const verbs = ["write", "keep", "skip", "show", "limit", "send"];
const nouns = ["archives", "checkpoints", "log lines", "paths", "remote files", "transfers"];
const ends = ["every hour", "in the given order", "for the client", "before the run", "of the backup", "(Default: 30)"];
const nameArbitrary = fc.tuple(
	fc.constantFrom("alpha", "bravo", "carol", "delta", "ember", "flint", "gavel", "haven"),
	fc.constantFrom("", " N", "=PATH", " <seconds>"),
	fc.boolean(),
);
const entriesArbitrary = fc
	.uniqueArray(nameArbitrary, { minLength: 2, maxLength: 6, selector: ([word]) => word })
	.chain((names) =>
		fc.tuple(
			...names.map(([word, value, isShort]) =>
				fc
					.array(
						fc.tuple(
							fc.constantFrom(...verbs),
							fc.constantFrom(...nouns),
							fc.constantFrom(...ends),
							fc.constantFrom("", "."),
						),
						{ minLength: 1, maxLength: 2 },
					)
					.map(
						(lines): Entry => ({
							name: `${isShort ? `-${word[0]}, ` : ""}--${word}${value}`,
							lines: lines.map(([verb, noun, end, stop]) => `${verb} the ${noun} ${end}${stop}`),
						}),
					),
			),
		),
	);

test.each(Object.keys(forms))("a claim never spans two entries: %s", (form) => {
	let found = 0;
	fc.assert(
		fc.property(entriesArbitrary, fc.nat(), (entries, at) => {
			const asked = entries[at % entries.length];
			if (!asked) return;
			const { kind, text, marks, tables } = (forms[form] as (typeof forms)[string])(entries);
			const page: Page = { ...pageOf(text, { title: "tool", kind, tables }), marks };
			const question = `What does --${/--(\w+)/.exec(asked.name)?.[1]} of tool do?`;
			const claims = extractClaims({
				question,
				route: { ...synthesisRoute, subjects: [], values: [] },
				subQuestion: subQuestionOf({ text: question }),
				page,
				max: 6,
			});
			for (const claim of claims) {
				const named = (words: string) =>
					entries.filter(({ name }) => words.includes(`--${/--(\w+)/.exec(name)?.[1]}`)).map(({ name }) => name);
				expect(named(claim.quote).length, claim.quote).toBeLessThan(2);
				expect(named(claim.text).length, claim.text).toBeLessThan(2);
				if (named(claim.text).includes(asked.name)) found++;
			}
		}),
		{ numRuns: 60 },
	);
	// The asked entry itself is often a claim: otherwise the test would hold of a reader that finds nothing.
	expect(found).toBeGreaterThan(30);
});
