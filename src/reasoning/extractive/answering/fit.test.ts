import { describe, expect, it } from "vitest";
import type { Claim } from "../../../evidence/claim.ts";
import type { WriteInput } from "../../reasoner.ts";
import { answer } from "../answer.ts";
import { questionParts } from "../language/question.ts";

interface Said {
	quote: string;
	/** The term that the quote explains. */
	term?: string;
	/** The header row's cells, when the quote is a row. */
	header?: string[];
	title?: string;
}

/** Claims as reading would record them, each from a page (and origin) of its own. */
function told(question: string, said: readonly Said[]): WriteInput {
	const claims = said.map(({ quote, term, header }, at): Claim => {
		const cells = quote.split(" | ");
		const text = header ? cells.map((cell, index) => `${header[index]}: ${cell}`).join("; ") : quote;
		return {
			id: `c${at}`,
			sourceId: `s${at}`,
			subQuestionId: "q1",
			locator: { kind: "line", line: 1 },
			text: term ? `${term}: ${text}` : text,
			quote,
			start: 0,
			class: "direct",
			stance: "supporting",
			relevance: 0.9,
			confidence: "medium",
			values: [],
			subject: (term ?? cells[0] ?? "").toLowerCase(),
		};
	});
	return {
		question,
		route: {
			shape: "lookup",
			answerType: questionParts(question).answerType,
			values: [],
			subjects: [],
			recency: false,
			highStakes: false,
			effort: "fact_check",
			reason: "",
		},
		plan: { dimensions: [], subQuestions: [] },
		claims,
		groups: [],
		conflicts: [],
		sources: said.map(({ title = "Manual" }, at) => ({
			id: `s${at}`,
			url: `u${at}`,
			title,
			label: title,
			origin: `o${at}`,
		})),
		gaps: [],
	};
}

const given = (question: string, ...said: Said[]) => answer(told(question, said));

describe("a value is an answer when its statement is about what is asked", () => {
	it.each<[string, Said, string]>([
		["What is the default value of heap_room?", { term: "heap_room (integer)", quote: "The default is 64MB." }, "64MB"],
		["What is the default value of heap_room?", { term: "heap_room (integer)", quote: "It defaults to 64MB." }, "64MB"],
		[
			"What is the default colour scheme?",
			{ quote: "Solar Dusk is the default colour scheme in Lumen." },
			"Solar Dusk",
		],
		[
			"What is the default port number that Lumen listens on?",
			{ quote: "The port the daemon of Lumen listens on; 7070 by default." },
			"7070",
		],
		[
			"How large is a journal segment?",
			{ quote: "The log is cut into journal segments, which are normally 24MB apiece." },
			"24MB",
		],
		["How many joins can a query contain at most?", { quote: "A query may contain at most 48 joins." }, "48"],
	])("%s %o", (question, said, expected) => {
		const found = given(question, said);
		expect(found).toMatchObject({ text: expected, confidence: "medium" });
	});

	it("a table's cell beside the label and below the header", () => {
		const header = ["Item", "Upper Limit", "Note"];
		const found = given(
			"What is the maximum number of shelves per rack?",
			{ header, quote: "shelves per rack | 1,200 | fewer on old racks" },
			{ header, quote: "shelves in a whole aisle | 2,400 | none" },
			{ quote: "The maximum number of shelves for a rack is further reduced when its third beam is weak." },
		);
		expect(found).toMatchObject({ text: "1,200", confidence: "medium", complete: true, claimIds: ["c0"] });
	});
});

describe("no headline comes from", () => {
	it.each<[string, string, Said]>([
		[
			"a mention in another setting's definition",
			"What is the default value of heap_room?",
			{
				term: "hash_share (float)",
				quote: "The default value is 2.0, which makes hashing use twice the usual heap_room amount.",
			},
		],
		[
			"a longer name that holds the one asked for",
			"What is the default value of heap_room?",
			{ term: "vacuum_heap_room (integer)", quote: "It defaults to -1." },
		],
		[
			"a non-default setting",
			"What is the default value of heap_room?",
			{ quote: "Non-default settings, such as custom values of heap_room, change the order." },
		],
		[
			"a number without a unit, where a size is asked for",
			"How large is a journal segment by default?",
			{ quote: "The default setting of a journal segment is -1." },
		],
		[
			"a rank, where a number is asked for",
			"What is the maximum number of shelves per rack?",
			{ quote: "The maximum number of shelves per rack is told in the third column." },
		],
		[
			"another command's sentence",
			"Which lock mode does DROP SHELF take?",
			{ quote: "Waiting for writers: MOVE SHELF is waiting for a lock mode." },
		],
	])("%s", (_, question, said) => {
		expect(given(question, said)).toBeUndefined();
	});
});

describe("at most low confidence goes to", () => {
	it.each<[string, string, Said]>([
		[
			"the thing that was made, or its abbreviation",
			"Who developed LUMEN?",
			{ quote: "Lumenware is an object system (OBS) based on LUMEN, developed at the University of Norland." },
		],
		[
			"a user of the developers' work",
			"Who developed Lumen?",
			{ quote: "These notes are for Glowbox system developers and users of Lumen." },
		],
		[
			"a rate",
			"What is the maximum size of a shelf?",
			{ quote: "The maximum size of a shelf is counted at 512 bytes per page." },
		],
		[
			"another project on a page about it",
			"When was the Lumen project started?",
			{ title: "How Lumen is tested", quote: "In 2016 a team at Norland started the Basalt project." },
		],
		[
			"a value under a condition",
			"Which mode should shelves have?",
			{ quote: "Shelves are checked: if a shelf is mode 2775, it is shared." },
		],
	])("%s", (_, question, said) => {
		expect(["low", undefined]).toContain(given(question, said)?.confidence);
	});
});

describe("what is denied", () => {
	it("gives way to what is stated", () => {
		const found = given(
			"Which storage engine does Lumen use?",
			{ quote: "Lumen does not use the Basalt storage engine." },
			{ quote: "Lumen uses the Granite storage engine." },
		);
		expect(found?.text).toMatch(/^Granite/);
		expect(found?.alternatives).toEqual([]);
	});
});

describe("who did it", () => {
	it.each([
		["Ann Lee and Bob Ray later developed Lumen in 1990.", /^(?:Ann Lee|Bob Ray)/],
		["Lumen was developed by Ann Lee at home.", /^Ann Lee$/],
	])("%s", (quote, expected) => {
		const found = given("Who developed Lumen?", { quote });
		expect(found?.text).toMatch(expected);
		expect(found?.confidence).toBe("medium");
	});
});

describe("confidence", () => {
	const one = { quote: "Solar Dusk is the default colour scheme of Lumen." };
	const question = "What is the default colour scheme?";

	it("is high when two origins state the same value", () => {
		expect(given(question, one, { quote: "By the way, Solar Dusk is the default colour scheme." })?.confidence).toBe(
			"high",
		);
	});

	it("is low when another value is stated as clearly, which is named", () => {
		const found = given(question, one, { quote: "Pale Moon is the default colour scheme of Lumen." });
		expect(found?.confidence).toBe("low");
		expect(found?.alternatives).toHaveLength(1);
	});
});

describe("lists", () => {
	const question = "Which lock levels does Lumen support?";

	it("give their members", () => {
		const found = given(question, {
			quote: "Each job of Lumen has a lock level, which can be either “open”, “shared”, “held”, or “sealed”.",
		});
		expect(found?.text).toMatch(/open.*shared.*held.*sealed/);
	});

	it("are not answered by one member", () => {
		const found = given(question, {
			quote: "Before Lumen 9, a request for the Sealed lock level gave the same behaviour.",
		});
		expect(found?.confidence ?? "low").toBe("low");
	});
});
