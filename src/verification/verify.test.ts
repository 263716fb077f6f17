import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evidenceOf, factOf as fact, libraryOf, sectionWith } from "../../test/support/report.ts";
import type { Draft, Sentence } from "../evidence/report.ts";
import { verify } from "./verify.ts";

const library = libraryOf(
	[
		{
			title: "25.1. The Daemon",
			text: "The daemon wakes up every 60 seconds. However, it does not touch tables of less than 50 rows. It has used “lazy” locks since 1998 [draft]. In 2004 it used 1,200 kB of memory.",
		},
		{
			title: "Bridges",
			text: "The bridge opened on 6 June 1944. Some believed that the bridge opened in 1946. It is 10 km long. Why was it built? The sign says “Who goes there?”.",
		},
	],
	[
		[0, "The daemon wakes up every 60 seconds."],
		[
			0,
			"However, it does not touch tables of less than 50 rows.",
			{ text: "The daemon does not touch tables of less than 50 rows." },
		],
		[
			0,
			"It has used “lazy” locks since 1998 [draft].",
			{ text: "The daemon has used “lazy” locks since 1998 [draft]." },
		],
		[0, "In 2004 it used 1,200 kB of memory."],
		[1, "The bridge opened on 6 June 1944."],
		[1, "Some believed that the bridge opened in 1946."],
		[1, "It is 10 km long."],
		[1, "Why was it built?"],
		[1, "The sign says “Who goes there?”."],
	],
);
const [wakes, rows, locks, memory, opened, believed, long, why, sign] = library.claims.map(({ id }) => id);

/** The sentences that pass. */
function kept(...sentences: Sentence[]): string[] {
	const { draft } = verify(sectionWith(...sentences), evidenceOf(library));
	return draft.sections.flatMap((section) => section.sentences.map(({ text }) => text));
}

function passes(sentence: Sentence): boolean {
	return kept(sentence).length === 1;
}

test("what a row's name states rests on any cell of the row; a name that states what none does takes its row with it", () => {
	const cell = (row: string, column: string, text: string, id: string | undefined): Sentence => ({
		...fact(text, id),
		cell: { row, column },
	});
	const section = (row: string) => ({
		...{ heading: "", form: "table" as const, columns: ["opened", "length"] },
		sentences: [
			cell(row, "opened", "in June", opened),
			cell(row, "length", "10 km", long),
			cell("Daemon", "length", "60 km", wakes),
		],
	});
	const textsOf = (row: string) => {
		const { draft, removed } = verify({ sections: [section(row)] }, evidenceOf(library));
		return [
			draft.sections.flatMap(({ sentences }) => sentences.map(({ text }) => text)),
			removed.map(({ text }) => text),
		];
	};
	expect(textsOf("Bridge of 1944")).toEqual([["in June", "10 km"], ["Daemon, length: 60 km"]]);
	expect(textsOf("Bridge of 1951")).toEqual([
		[],
		["Bridge of 1951, opened: in June", "Bridge of 1951, length: 10 km", "Daemon, length: 60 km"],
	]);
});

describe("an inference", () => {
	const infer = (text: string, ...claimIds: (string | undefined)[]): Sentence => ({
		...fact(text, ...claimIds),
		kind: "inference",
	});
	const keptOf = (question: string, ...sentences: Sentence[]) =>
		verify(sectionWith(...sentences), { ...evidenceOf(library), question }).draft.sections.flatMap(
			(one) => one.sentences,
		);

	test.each([
		["words of its own", infer("The daemon does more than the bridge, which is short.", wakes, long)],
		["what its claims, their titles and the question hold", infer("In Delft the 10 km of Bridges are few.", long)],
		[
			"a count of its findings in words",
			infer("Both, the first and the second of these two, weigh as one.", wakes, long),
		],
		["the letters of a name that they spell out", infer("Seen from afar, a WGT is a riddle.", sign)],
		["a calculation over its findings", infer("Both together give 60 + 50 = 110.", wakes, rows)],
		["what a finding on one of its claims says", infer("Since 1998 it was never quicker.", wakes)],
	])("may hold %s", (_what, one) => {
		const finding = fact("It wakes up every 60 seconds and has used “lazy” locks since 1998.", wakes, locks);
		expect(keptOf("How long are the bridges of Delft?", finding, one)).toContainEqual(one);
	});

	test.each([
		["a number", infer("It is 11 km at most.", long), /11 km/],
		["a count of more than it rests on", infer("Nine findings say that it is short.", long), /Nine/],
		["a measure in words", infer("It took two years.", long, opened), /two/],
		["a name", infer("It is as short as the one that Petra Voss built.", long), /Petra Voss/],
		["a quotation", infer("It is a “miracle of its age”.", long), /miracle/],
		["no claim", infer("All is well."), /no claim/],
	])("is removed when it brings in %s", (_what, one, reason) => {
		const { draft, removed } = verify(sectionWith(fact("“It is 10 km long.”", long), one), evidenceOf(library));
		expect(draft.sections[0]?.sentences).toHaveLength(1);
		expect(removed).toEqual([{ text: one.text, reason: expect.stringMatching(reason) }]);
	});

	test("may not rest on a removed finding", () => {
		const [wrong, one] = [fact("It is 77 km long.", long), infer("Some 77 km are long.", long)];
		expect(kept(wrong, one, fact("It is 10 km long.", long))).toEqual(["It is 10 km long."]);
	});

	test("of a bottom line is also checked against its claims", () => {
		const line = (text: string) => ({ ...infer(text, long), kind: "inference", certainty: "low", why: "" }) as const;
		const bottomLine = [line("It is rather short."), line("It is 12 km long at most.")];
		expect(verify({ bottomLine, sections: [] }, evidenceOf(library)).draft.bottomLine).toEqual([bottomLine[0]]);
	});
});

describe("code beside a sentence", () => {
	test("must stand in one of its quotes, otherwise the sentence is removed", () => {
		const shown = { ...fact("It is long.", long), code: "10 km" };
		expect(kept(shown)).toEqual([shown.text]);
		expect(kept({ ...shown, code: "11 km" })).toEqual([]);
	});
});

describe("a question states nothing", () => {
	test.each([
		["quoted", fact("“Why was it built?”", why)],
		["quoted after a lead-in", fact("From ‹Bridges›: “Why was it built?”", why)],
		["quoted after another lead-in", fact("According to ‹Bridges›, “Why was it built?”.", why)],
		["asked in the report's own words", fact("Why was the bridge built?", why)],
		["asked twice", fact("Was it built? And why?", why)],
	])("%s: it is removed and counted in no check", (_name, asked) => {
		const { removed, checks } = verify(sectionWith(asked, fact("“It is 10 km long.”", long)), evidenceOf(library));
		expect(removed).toEqual([{ text: asked.text, reason: "a question states nothing" }]);
		expect(checks.filter(({ passed }) => passed > 1)).toEqual([]);
	});

	test.each([
		["told of", fact("Its sign asks “Who goes there?” of all who come.", sign)],
		["inside a quoted statement", fact("“The sign says ‘Who goes there?’.”", sign)],
		["beside a statement", fact("“It is 10 km long. Why was it built?”", long, why)],
		["answered", fact("Why was it built? It is 10 km long.", long)],
		["as a lead-in without a fact", { kind: "frame", text: "Why was it built?", claimIds: [] } satisfies Sentence],
	])("but a question %s stays", (_name, sentence) => {
		expect(kept(sentence, fact("“It is 10 km long.”", long))).toContain(sentence.text);
	});

	test("but a title or a heading may be a question", () => {
		const asking = libraryOf([{ title: "Why Rust?", text: "It is quick." }]);
		const said = fact("From ‹Why Rust?›: “It is quick.”", asking.claims[0]?.id);
		const { draft, removed } = verify({ sections: [{ heading: "Why Rust?", sentences: [said] }] }, evidenceOf(asking));
		expect(removed).toEqual([]);
		expect(draft.sections[0]?.heading).toBe("Why Rust?");
	});
});

describe("quotations", () => {
	const neighbours = "“The daemon wakes up every 60 seconds. However, it does not touch tables of less than 50 rows.”";
	test.each([
		["word for word", "“The daemon wakes up every 60 seconds.”", wakes],
		["after a lead-in that names the source", "From ‹The Daemon›: “The daemon wakes up every 60 seconds.”", wakes],
		["without the connective", "“[The daemon] does not touch tables of less than 50 rows.”", rows],
		["with a capital for a small letter", "“[I]t does not touch tables of less than 50 rows.”", rows],
		["with inner marks levelled", "“[The daemon] has used ‘lazy’ locks since 1998 [draft].”", locks],
		["of neighbours as one", neighbours, wakes, rows],
		["of a bare term inside a sentence that denies it", "The page speaks of “tables”.", rows],
	])("pass %s", (_name, text = "", ...ids) => {
		expect(passes(fact(text, ...ids))).toBe(true);
	});

	test.each([
		["a changed word", fact("“The daemon wakes up every 60 minutes.”", wakes)],
		["a word left out", fact("“The daemon wakes every 60 seconds.”", wakes)],
		["a part of a word", fact("“aemon wakes up every 60 seconds.”", wakes)],
		["the quote of another claim", fact("“It is 10 km long.”", opened)],
		["a negation left out", fact("“[The daemon] does […] touch tables of less than 50 rows.”", rows)],
		["half of a denial", fact("“touch tables of less than 50 rows.”", rows)],
		["a belief made a fact", fact("“the bridge opened in 1946.”", believed)],
		[
			"a name that the claim does not know",
			fact("“[The vacuum cleaner] does not touch tables of less than 50 rows.”", rows),
		],
		["a name for what is no pronoun", fact("“The [bridge] wakes up every 60 seconds.”", wakes)],
		["a title that no cited source has", fact("From ‹Bridges›: “The daemon wakes up every 60 seconds.”", wakes)],
		["a mark that never closes", fact("“The daemon wakes up and flies", wakes)],
		["an empty quotation", fact("“”", wakes)],
	])("fail with %s", (_name, sentence) => {
		expect(passes(sentence)).toBe(false);
	});
});

describe("numbers", () => {
	test.each([
		["a number of the quote", fact("It wakes up every 60 seconds.", wakes)],
		["a number written otherwise", fact("It used 1200 kB.", memory)],
		["a coarser date", fact("It opened in 1944.", opened)],
		["an amount in another unit", fact("It is 10,000 m long.", long)],
		["a sum that is spelled out", fact("Together 60 + 50 = 110.", wakes, rows)],
	])("pass: %s", (_name, sentence) => {
		expect(passes(sentence)).toBe(true);
	});

	test.each([
		["another number", fact("It wakes up every 61 seconds.", wakes)],
		["another unit", fact("It is 10 miles long.", long)],
		["a unit put to a bare number", fact("It takes 1998 km.", locks)],
		["a finer date", fact("It opened on 7 June 1944.", opened)],
		["a wrong sum", fact("Together 60 + 50 = 120.", wakes, rows)],
		["a sum over what is not quoted", fact("Together 60 + 40 = 100.", wakes, rows)],
		["a number from a claim that is not cited", fact("It is 10 km long.", opened)],
	])("fail: %s", (_name, sentence) => {
		expect(passes(sentence)).toBe(false);
	});
});

test("no source, no claim: a factual sentence without a claim is removed, whatever its kind", () => {
	const frame: Sentence = { kind: "frame", text: "The bridge cost 5 million.", claimIds: [] };
	const innocent: Sentence = {
		kind: "frame",
		text: "It is not certain that these answer this: What broke in 2015?",
		claimIds: [],
	};
	const bare = fact("The daemon is good.");
	const good = fact("“The daemon wakes up every 60 seconds.”", wakes);
	const { draft, removed } = verify(sectionWith(innocent, frame, bare, good), evidenceOf(library));
	expect(draft.sections[0]?.sentences.map(({ text }) => text)).toEqual([innocent.text, good.text]);
	expect(removed.map(({ text }) => text)).toEqual([frame.text, bare.text]);
});

test("a section without facts is removed, and a lead-in is removed with its facts", () => {
	const lead: Sentence = { kind: "frame", text: "These come closest:", claimIds: [] };
	const good = fact("“It is 10 km long.”", long);
	expect(kept(lead, fact("“invented”", wakes))).toEqual([]);
	expect(kept(good, lead, fact("“invented”", wakes))).toEqual([good.text]);
});

test("a page that was changed, lost or never read supports nothing", () => {
	const draft = sectionWith(fact("“It is 10 km long.”", long));
	const evidence = evidenceOf(library);
	for (const pageText of [() => undefined, (id: string) => `${evidence.pageText(id)} `, () => ""]) {
		const { draft: left, checks } = verify(draft, { ...evidence, pageText });
		expect(left.sections).toEqual([]);
		expect(checks.find(({ kind }) => kind === "quote")).toMatchObject({ passed: 0, failed: 1 });
	}
});

test("of several markers, the valid ones stay", () => {
	const { draft } = verify(sectionWith(fact("“It is 10 km long.”", "nobody", long)), evidenceOf(library));
	expect(draft.sections[0]?.sentences[0]?.claimIds).toEqual([long]);
});

test("an answer and a cell must stand in a cited quote; a cell that does not says so", () => {
	const answer = {
		text: "10 km",
		claimIds: [long ?? ""],
		confidence: "high" as const,
		why: "",
		alternatives: [{ text: "11 km", claimIds: [long ?? ""] }],
	};
	const cells = [
		{ text: "60 seconds", claimIds: [wakes ?? ""] },
		{ text: "61 seconds", claimIds: [wakes ?? ""] },
		{ missing: "looked in Bridges" },
	];
	const draft: Draft = {
		answer,
		table: { columns: ["a", "b", "c"], rows: [{ label: "daemon", cells }] },
		sections: [],
	};
	const { draft: left, removed } = verify(draft, evidenceOf(library));
	expect(left.answer).toMatchObject({ text: "10 km", alternatives: [] });
	expect(left.table?.rows[0]?.cells).toEqual([
		cells[0],
		{ missing: "not stated for daemon in what was read" },
		cells[2],
	]);
	expect(removed.map(({ text }) => text)).toEqual(["11 km", "61 seconds"]);
	expect(
		verify({ answer: { ...answer, text: "12 km" }, sections: [] }, evidenceOf(library)).draft.answer,
	).toBeUndefined();
	expect(
		verify(
			{ answer: { ...answer, text: "10 km; 6 June 1944", claimIds: [long ?? "", opened ?? ""] }, sections: [] },
			evidenceOf(library),
		).draft.answer,
	).toBeDefined();
});

/** A way to make one thing wrong in a good draft. */
const sabotage = fc.oneof(
	fc.record({ kind: fc.constant("marker" as const), id: fc.stringMatching(/^[0-9a-f]{12}$/) }),
	fc.record({ kind: fc.constant("number" as const), number: fc.integer({ min: 2_100, max: 1_000_000 }) }),
	fc.record({ kind: fc.constant("letter" as const), at: fc.nat(), letter: fc.constantFrom("q", "Q", "ß", "7") }),
	fc.record({ kind: fc.constant("drop" as const), at: fc.nat() }),
	fc.record({ kind: fc.constant("offset" as const), by: fc.integer({ min: 1, max: 40 }) }),
);

test("an altered quotation, number, marker or place never survives", () => {
	fc.assert(
		fc.property(fc.nat(library.claims.length - 1), sabotage, (which, wrong) => {
			const claim = library.claims[which];
			if (!claim) return;
			let quote = claim.quote.replace(/[“”]/g, "‘");
			let claims = library.claims;
			let id = claim.id;
			if (wrong.kind === "marker") id = wrong.id;
			if (wrong.kind === "offset")
				claims = claims.map((one) => (one === claim ? { ...one, start: one.start + wrong.by } : one));
			if (wrong.kind === "letter") {
				const letters = [...quote.matchAll(/[\p{L}\p{N}]/gu)].map(({ index }) => index);
				const at = letters[wrong.at % letters.length] ?? 0;
				if (quote[at] === wrong.letter) return;
				quote = quote.slice(0, at) + wrong.letter + quote.slice(at + 1);
			}
			if (wrong.kind === "drop") {
				const words = quote.split(" ");
				const at = 1 + (wrong.at % Math.max(1, words.length - 2));
				quote = words.toSpliced(at, 1).join(" ");
			}
			const own = wrong.kind === "number" ? ` It was ${wrong.number}.` : "";
			const sentence = fact(`“${quote}”${own}`, id);
			const { draft, removed } = verify(sectionWith(sentence), { ...evidenceOf(library), claims });
			expect(draft.sections).toEqual([]);
			expect(removed).toHaveLength(1);
		}),
		{ numRuns: 400 },
	);
});

test("checking a verified draft again changes nothing", () => {
	const texts = fc.constantFrom(
		...library.claims.map(({ quote, id }) => fact(`“${quote.replace(/[“”]/g, "‘")}”`, id)),
		fact("“nothing”", wakes),
		fact("It was 3.", rows),
	);
	fc.assert(
		fc.property(fc.array(texts, { maxLength: 8 }), (sentences) => {
			const once = verify(sectionWith(...sentences), evidenceOf(library));
			const twice = verify(once.draft, evidenceOf(library));
			expect(twice.draft).toEqual(once.draft);
			expect(twice.removed).toEqual([]);
			expect(twice.checks.every(({ failed }) => failed === 0)).toBe(true);
		}),
	);
});
