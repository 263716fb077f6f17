import { expect, test } from "vitest";
import { folderOf } from "../../test/support/folder.ts";
import { makeSuite, publicSet } from "./sets.ts";
import { partOf, readSuite } from "./suite.ts";

const head = { name: "own", licence: "ours", source: "here" };
const lines = (...records: object[]) => records.map((one) => JSON.stringify(one)).join("\n");
const suiteOf = (record: object, suite: object) =>
	folderOf({ "suite.json": JSON.stringify(suite), "questions.jsonl": lines(record) });

test("the records of SimpleQA, FRAMES and BrowseComp-Plus are read by their own names", () => {
	const folder = folderOf({
		"suite.json": JSON.stringify(head),
		"questions.jsonl": lines(
			{ problem: "Who built it?", answer: "Ann Bell" },
			{ Prompt: "How old was she?", Answer: "41", wiki_links: ["https://example.org/a", "https://example.org/b"] },
			{ query_id: 769, query: "Which one?", answer: "B", gold_docs: [{ docid: "d1", text: "long" }] },
		),
	});
	const { questions } = readSuite(folder);
	expect(questions.map(({ id, criteria }) => [id, criteria.map(({ kind }) => kind)])).toEqual([
		["1", ["answer"]],
		["2", ["answer", "evidence", "evidence"]],
		["769", ["answer", "evidence"]],
	]);
	expect(questions[2]?.criteria[1]?.document).toBe("d1");
});

test("a part of a suite is drawn always the same, and a smaller part is in a larger", () => {
	const records = Array.from({ length: 40 }, (_, at) => ({ id: `q${at}`, question: `What is ${at}?`, answer: "x" }));
	const suite = readSuite(folderOf({ "suite.json": JSON.stringify(head), "questions.jsonl": lines(...records) }));
	const ids = (limit: number) => partOf(suite, [], limit).questions.map(({ id }) => id);
	expect(ids(10)).toEqual(ids(10));
	expect(ids(10)).toEqual(expect.arrayContaining(ids(4)));
	// Not the first ones: sets are often sorted.
	expect(ids(10)).not.toEqual(records.slice(0, 10).map(({ id }) => id));
	expect(partOf(suite, [], 10).hash).not.toBe(suite.hash);
});

test("a part of a labelled suite has each label in its share of the whole", () => {
	const label = (at: number) => (at < 8 ? "supported" : at < 12 ? "partially_supported" : "not_supported");
	const records = Array.from({ length: 40 }, (_, at) => ({
		...{ id: `q${at}`, claim: `It is ${at}.`, evidence: ["It is."], label: label(at) },
	}));
	const from = { ...head, form: "labelled-citations" };
	const suite = readSuite(folderOf({ "suite.json": JSON.stringify(from), "questions.jsonl": lines(...records) }));
	const { questions } = partOf(suite, [], 10);
	const drawn = questions.map(({ criteria }) => criteria[0]?.expected);
	expect([1, 0.5, 0].map((value) => drawn.filter((one) => one === value).length)).toEqual([2, 1, 7]);
	expect(questions.map(({ id }) => id)).toEqual(
		expect.arrayContaining(partOf(suite, [], 4).questions.map(({ id }) => id)),
	);
});

test.each([
	["a form that is not there", { question: "Q?", answer: "x" }, { ...head, form: "essay" }, 'no form "essay"'],
	["a record without an answer", { question: "Q?" }, head, 'line 1: it has neither "answers" nor "gold"'],
	["a record without a question", { answer: "x" }, head, "line 1: it has no"],
	["a field that a suite does not have", {}, { ...head, licenze: "MIT" }, "licenze"],
	["no licence", {}, { name: "own", source: "here" }, "licence"],
])("a suite that cannot be used says why: %s", (_what, record, suite, text) => {
	expect(() => readSuite(suiteOf(record, suite))).toThrow(
		expect.objectContaining({ exitCode: 2, message: expect.stringContaining(text) }),
	);
});

test("a copy of a public set becomes a suite with its documents, right and wrong answers", () => {
	const documents = [
		{ text: "Broken Bow has 3,559 people.", type: "correct", answer: "3,559" },
		{ text: "Broken Bow has 12 people.", type: "misinfo", answer: "12" },
	];
	const from = folderOf({
		"ramdocs.jsonl": lines({
			question: "How many live there?",
			documents,
			gold_answers: ["3,559"],
			wrong_answers: ["12", "unknown"],
		}),
	});
	const to = `${folderOf({})}/new`;
	makeSuite(publicSet("ramdocs"), from, to);
	const { questions, corpus, licence } = readSuite(to);
	expect(licence).toBe("MIT");
	expect(corpus).toEqual([`${to}/corpus.jsonl`]);
	expect(questions[0]?.criteria.map(({ weight, accepted }) => [weight, accepted])).toEqual([
		[1, ["3,559"]],
		[-1, ["12"]],
	]);
	expect(() => makeSuite(publicSet("ramdocs"), from, to)).toThrow("holds a suite already");
	expect(() => makeSuite(publicSet("ramdocs"), to, `${to}/x`)).toThrow("is not there");
});
