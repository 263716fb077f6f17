import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseHTML } from "linkedom";
import { expect, test } from "vitest";
import { holdsPoint } from "../../src/eval/code-grader.ts";
import { readSuite } from "../../src/eval/suite.ts";

const folder = join(import.meta.dirname, "../../bench/own");

interface OwnQuestion {
	id: string;
	fast?: true;
	unanswerable?: true;
	key_points?: { text: string; required: string[]; file: string; words: string }[];
}
const suites = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
const questionsOf = (name: string): OwnQuestion[] =>
	readFileSync(join(folder, name, "questions.jsonl"), "utf8")
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as OwnQuestion);

test("the questions of our own: forty, each a suite's, with points that code can check or none, ten of them fast", () => {
	const all = suites.flatMap(({ name }) => questionsOf(name));
	expect(all).toHaveLength(40);
	expect(new Set(all.map(({ id }) => id)).size).toBe(40);
	expect(all.filter(({ fast }) => fast)).toHaveLength(10);
	expect(all.filter(({ unanswerable }) => unanswerable).length).toBeGreaterThanOrEqual(4);
	for (const { name } of suites) {
		const read = readSuite(join(folder, name)).questions.map(({ id }) => id);
		expect(read).toEqual(questionsOf(name).map(({ id }) => id));
	}
	for (const { id, key_points = [], unanswerable } of all) {
		expect(key_points.length > 0, id).toBe(unanswerable === undefined);
		// What its document says, in that document's words, holds the point: so a report that quotes it is counted.
		for (const { words, required } of key_points) expect(holdsPoint(words, required), `${id}: ${words}`).toBe(true);
	}
});

for (const { name } of suites) {
	const [corpus = ""] = readSuite(join(folder, name)).corpus;
	test.skipIf(!existsSync(corpus))(`${name}: each key point stands in the document that it names`, () => {
		const texts = new Map<string, string>();
		for (const { id, key_points = [] } of questionsOf(name))
			for (const { file, words } of key_points) {
				const text = texts.get(file) ?? textOf(join(corpus, file));
				texts.set(file, text);
				expect(text.includes(words.replace(/\s+/g, " ")), `${id}: ${words}`).toBe(true);
			}
	});
}

function textOf(file: string): string {
	const { document } = parseHTML(readFileSync(file, "utf8"));
	for (const one of document.querySelectorAll("script, style")) one.remove();
	return (document.documentElement.textContent ?? "").replace(/\s+/g, " ");
}
