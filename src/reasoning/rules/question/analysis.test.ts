import { describe, expect, it, test } from "vitest";
import { depths } from "../../../evidence/plan.ts";
import { analysisOf, parseQuestion } from "./analysis.ts";
import { plan } from "./plan.ts";
import { route } from "./route.ts";

const planned = (question: string) =>
	plan({ question, route: route(question), readings: [], depth: depths.standard }).subQuestions;

describe("the analysis of a question", () => {
	it("removes the requested form from the search words", () => {
		const found = analysisOf(
			"Summarise the state of heat pumps for a board meeting, in three bullets, at most 200 words, in German.",
		);
		expect(found.form).toEqual({ words: 200, items: 3, language: "de", audience: "a board meeting" });
		expect(found.keyWords).toEqual(expect.arrayContaining(["heat", "pumps"]));
		expect(found.keyWords.join(" ")).not.toMatch(/bullets|words|german|meeting|200/u);
		expect(analysisOf("Which words in German have no plural?").form).toEqual({});
		expect(analysisOf("How many words can a tweet hold?").form).toEqual({});
	});

	it("recognizes a title as the topic, whatever marks and capitals it has", () => {
		const title = "Do Falcons Dream? A Study of Sleep in Raptors: What We Know and What We Do Not";
		const question = `What does related work say about ${title}?`;
		expect(analysisOf(question).topic).toBe(title);
		expect(route(question)).toMatchObject({ shape: "synthesis", subjects: [title] });
		expect(planned(question).length).toBeGreaterThan(1);
	});

	it.each([
		["is the flood wall dangerous", "judgement"],
		["does exercise cause insomnia", "judgement"],
		["Can I use hot_standby with two masters?", "yes_no"],
		["How do I rotate the log file?", "steps"],
		["Compare soft and hard links", "comparison"],
		["What changed in Larkdb 4.2?", "change"],
		["Which port does the Larkdb server use?", "value"],
	])("%s: %s", (question, kind) => {
		expect(analysisOf(question).kind).toBe(kind);
	});

	it("gives a table its rows and columns, and takes no noun for a name", () => {
		expect(
			route("What are the default port and the default user of the brokers Alder, Birch and Cedar?"),
		).toMatchObject({
			shape: "extraction",
			subjects: ["Alder", "Birch", "Cedar"],
			values: ["default port", "default user"],
		});
		expect(
			planned("Who develops Larkdb and when was it first released?")
				.map(({ text }) => text)
				.slice(0, 2),
		).toEqual(["Who develops Larkdb?", "When was Larkdb first released?"]);
	});
});

describe("several asks in one text", () => {
	it.each([
		[
			"What do I write to the dial to turn on every lamp? What share of the oil can a lamp use?",
			["What do I write to the dial to turn on every lamp", "What share of the oil can a lamp use"],
		],
		[
			"Which page do I open to see who is using the lift and how busy it is?",
			["Which page do I open to see who is using the lift and how busy it is"],
		],
		["How does the lift work and why does it stop?", ["How does the lift work", "why does the lift stop"]],
		[
			"How do I find out who holds a lock, and how can I break it?",
			["How do I find out who holds a lock", "how can I break a lock"],
		],
		["Explain what a lift is and how it works.", ["Explain what a lift is", "how lift works"]],
		[
			"What is the speed of lift 3 now, and what was it before May 2025?",
			["What is the speed of lift 3 now", "what was the speed of lift 3 before May 2025"],
		],
		[
			"What was the speed of the lift before, and what is it now?",
			["What was the speed of the lift before", "what is the speed of the lift now"],
		],
		[
			"Which tool shows the lamps and when should it be run?",
			["Which tool shows the lamps", "when should the tool that shows the lamps be run"],
		],
		[
			"Which file holds the keys and who may read it?",
			["Which file holds the keys", "who may read the file that holds the keys"],
		],
		[
			"Which command starts a lift, and which one stops it?",
			["Which command starts a lift", "which command stops a lift"],
		],
		[
			"What is the load of lift 3 and which guard works there?",
			["What is the load of lift 3", "which guard works in lift 3"],
		],
		[
			"How many days does a delivery of oil take, and how many cans of oil were ordered?",
			["How many days does a delivery of oil take", "how many cans of oil were ordered"],
		],
		["Who mends the lift and who leads the guards?", ["Who mends the lift", "who leads the guards"]],
		[
			"What is the default value of lift_speed_max, and what happens when it is exceeded?",
			["What is the default value of lift_speed_max", "what happens when lift_speed_max is exceeded"],
		],
		[
			"How many cans of oil were ordered and who is the supplier?",
			["How many cans of oil were ordered", "who is the supplier of cans of oil"],
		],
		[
			"Which guard works in the tower where oil is kept, and how high is that tower?",
			["Which guard works in the tower where oil is kept", "how high is the tower where oil is kept"],
		],
		[
			"Who wrote the rules and in which year did she retire?",
			["Who wrote the rules", "in which year did the person who wrote the rules retire"],
		],
	])("%s", (question, asks) => {
		expect(analysisOf(question).asks).toEqual(asks);
	});

	it.each([
		"What is the tower in which he was born and in which he died?",
		"Who is the man who wrote the rules and who died in 1900?",
		"Which page do I open to see who is using the lift and which floor he wants?",
		"Slow versus fast lifts on one line, which one is used when?",
	])("%s is one", (question) => {
		expect(analysisOf(question).asks).toHaveLength(1);
	});
});

test("the members of a set are counted in their plural", () => {
	const set = (question: string) => parseQuestion(analysisOf(question))?.set;
	const labels = (question: string) => set(question)?.results.map(({ label }) => label);
	expect(labels("When was each country admitted to the Varde league, and how many are there?")).toEqual([
		"number of countries",
	]);
	expect(labels("When did each branch of the Varde line open? How many branches are there?")).toEqual([
		"number of branches",
	]);
	// Parsed once, for every page that is read.
	const question = "When was each country admitted to the Varde league?";
	expect(set(question)).toBe(set(question));
});

describe("a brief", () => {
	const brief = `Dense retrieval encodes queries and passages into one vector space. Recent systems such as Colvert and Sparta rank passages by late interaction. However, these models are costly to serve, since every token of a passage is stored. Compression by product quantisation lowers the cost of storage. We study how far residual compression can go before ranking suffers, and whether hard negatives from a cross-encoder make up for what is lost. Experiments on four collections show that two bits a dimension are enough.`;

	it("is a synthesis with sub-questions from all of its text", () => {
		expect(route(brief).shape).toBe("synthesis");
		const subQuestions = planned(brief);
		expect(subQuestions.length).toBeGreaterThan(3);
		expect(subQuestions.some(({ stance }) => stance === "adversarial")).toBe(true);
		const words = subQuestions
			.flatMap(({ threads }) => threads)
			.join(" ")
			.toLowerCase();
		for (const word of ["retrieval", "compression", "colvert", "sparta"]) expect(words).toContain(word);
		for (const { threads, text } of subQuestions) {
			expect(threads.every((thread) => thread.split(" ").length <= 20)).toBe(true);
			expect(text.length).toBeLessThan(200);
		}
	});
});

describe("other languages", () => {
	it.each([
		["Wie richte ich unter Debian ein verschlüsseltes Dateisystem ein?", "de", "Dateisystem", "Probleme"],
		["Comment configurer le réseau sans fil sous Debian ?", "fr", "réseau", "problèmes"],
		["Как настроить сетевой интерфейс в Debian?", "ru", "сетевой", "проблемы"],
		["¿Cómo se instala un paquete de software en Debian?", "es", "paquete", "problemas"],
	])("%s is planned with both stances in its own language", (question, language, word, against) => {
		expect(analysisOf(question)).toMatchObject({ language });
		const subQuestions = planned(question);
		expect(subQuestions.map(({ stance }) => stance)).toEqual(["supporting", "adversarial"]);
		for (const { threads } of subQuestions) expect(threads.join(" ").toLowerCase()).toContain(word.toLowerCase());
		expect(subQuestions[1]?.threads.join(" ")).toContain(against);
	});
});

it("a long text of many commas is analysed quickly", () => {
	const list = Array.from({ length: 40 }, (_one, at) => `tester number ${at}`).join(", ");
	const began = performance.now();
	expect(analysisOf(`We test databases with histories or logs, ${list}, by every measure of ours.`).language).toBe(
		"en",
	);
	expect(performance.now() - began).toBeLessThan(5000);
});

it("a question that points back asks about the text before it, and never about “there”", () => {
	const texts = planned("The relay in our cellar clicks all night. What is going on there?").map(({ text }) => text);
	expect(texts[0]).toContain("relay in our cellar");
	expect(texts.filter((text) => /\b(?:about|is|are) there\?/u.test(text))).toEqual([]);
});

describe("what a question asks for", () => {
	it.each([
		["Who wrote The Hobbit?", "person"],
		["What city is the company based in?", "place"],
		["In what year was the band formed?", "date"],
		["What is the population of Broken Bow?", "number"],
		["How many countries are there?", "number"],
		["The film was shot by somebody who was born in what year?", "date"],
		["Does SQLite support RIGHT JOIN?", "yes_no"],
		["Why did the empire fall?", "explanation"],
	])("%s", (question, answerType) => {
		expect(analysisOf(question)).toMatchObject({ answerType });
	});

	it.each(["Who is older, Annie Morton or Terry Richardson?", "Who was born first Annie Morton or Terry Richardson ?"])(
		"one of two names: %s",
		(question) => {
			expect(analysisOf(question)).toMatchObject({ sides: ["Annie Morton", "Terry Richardson"] });
		},
	);

	it("compares both if it does not ask for one", () => {
		const both = analysisOf("Are Local H and For Against both from the United States?");
		expect(both).toMatchObject({ sides: ["Local H", "For Against"] });
		expect(analysisOf("What is the default port of PostgreSQL?").sides).toEqual([]);
	});
});

it.each([
	["When I install it from source, how many bits does a digit have?", "value"],
	["Where the disk is slow, does the cache help?", "yes_no"],
])("%s asks one thing: its lead has the order of a statement", (question, kind) => {
	const analysis = analysisOf(question);
	expect(analysis.asks).toHaveLength(1);
	expect(analysis.kind).toBe(kind);
	expect(parseQuestion(analysis)?.table).toBeUndefined();
});
