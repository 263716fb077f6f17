import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rowsOf } from "../../../../test/support/rows.ts";
import { AssayError } from "../../../base/errors.ts";
import { type DepthName, depths, type SubQuestion } from "../../../evidence/plan.ts";
import { contentStems } from "../../../text/words.ts";
import { plan } from "./plan.ts";
import { route } from "./route.ts";

function asked(question: string, depth: DepthName = "standard"): SubQuestion[] {
	return plan({ question, route: route(question), readings: [], depth: depths[depth] }).subQuestions;
}

const texts = (question: string, depth?: DepthName) => asked(question, depth).map(({ text }) => text);

/** A question, and words (as stems) that each of its sub-questions must hold. */
const questions = rowsOf(`
	how does tcp congestion control work | tcp congestion
	What are the pros and cons of microservices? | microservices
	What is the best way to back up a PostgreSQL database? | PostgreSQL database
	Why doesn't PostgreSQL reuse dead tuples immediately? | PostgreSQL
	In Kubernetes, how are pods scheduled? | pods Kubernetes
	What are the causes of the French Revolution? | French Revolution
	Why do leaves change color in autumn? | leaves
	What causes inflation to rise? | inflation
	How many moons does Jupiter have? | Jupiter moons
	When was the director of The Piano born? | Piano
	Which is older, the Eiffel Tower or the Statue of Liberty? | Eiffel Liberty
	Is Pluto a planet? | Pluto planet
	What are the differences between asyncio and threading in Python, and when should each be used? | Python
	How do optimistic and pessimistic locking differ? | locking
	PostgreSQL vs MySQL for analytics | analytics
	Should I use Redis or Memcached for session storage? | session storage
	List all page-level lock modes and what they conflict with | page lock modes
	List the members of the Beatles with their instruments | Beatles
	What are the default values of work_mem, shared_buffers and max_connections? | default value
	What is the default port of PostgreSQL and who wrote it? | PostgreSQL
	Find the default port of PostgreSQL | default port PostgreSQL
	WHAT IS THE DEFAULT PORT OF POSTGRESQL?!! | default port postgresql
	MVCC | MVCC
	PostgreSQL vacuum tuning | PostgreSQL vacuum tuning
	Tell me about photosynthesis. | photosynthesis
	Explain how Raft elects a leader | Raft
	Could you please explain what a write-ahead log is? | write ahead log
	What is "eventual consistency"? | eventual consistency
	Who wrote "Why I Am Not a Christian" and when was it published? | Christian
	We run PostgreSQL 15 on forty servers and tables get bloated over the weekends. Our team is unsure about autovacuum. How does it decide when to run, and what settings matter most? | autovacuum
	I have been reading about batteries for my thesis. Lithium prices fell last year. What are the main limitations of solid-state batteries? | solid state batteries
	How does a bloom filter reduce disk reads in an LSM tree, and when is it useless? | bloom filter
	Who directed the film that won the Palme d'Or in 1994, and where was he born? | film Palme
	Compare Cassandra, MongoDB and CouchDB in terms of consistency and licensing | consistency
	Give an overview of the Meiji Restoration | Meiji Restoration
	how come ice floats on water | ice
	What should I check before upgrading a Postgres cluster? | upgrading Postgres cluster
	Summarise the arguments for and against nuclear energy | nuclear energy
	Our nightly import takes six hours and locks the orders table. We looked at partitioning last spring. What else can be done to shorten that? | nightly import orders table
	Wie funktioniert Autovacuum in PostgreSQL? | Autovacuum
	Pourquoi le ciel est-il bleu ? | ciel
`);

describe("every plan", () => {
	it.each(questions)("%s", (question, topic = "") => {
		for (const depth of ["quick", "standard", "deep"] as const) {
			const subQuestions = asked(question, depth);
			expect(subQuestions.length).toBeLessThanOrEqual(depths[depth].subQuestions);
			expect(subQuestions[0]?.priority).toBe("core");
			expect(new Set(subQuestions.map(({ text }) => text.toLowerCase())).size).toBe(subQuestions.length);
			for (const { text, threads } of subQuestions) {
				// A question word inside a frame is a question that was put in as a name.
				expect(text).not.toMatch(
					/\b(?:of|is|are|does|do|between)\s+(?:how|what|why|which|who|does|list|compare|explain)\b/i,
				);
				// The text before it may precede it. The adversarial check quotes the whole question.
				expect(/[.?!:]\s/u.test(text) ? "" : text).not.toMatch(/\b(?:its|their|them|it|they)\b/i);
				expect(text).toMatch(/^\P{Ll}/u);
				for (const one of [text, ...threads]) {
					const held = new Set(contentStems(one));
					expect(contentStems(topic).filter((stem) => !held.has(stem))).toEqual([]);
				}
				expect(new Set(threads).size).toBe(threads.length);
				expect(threads.length).toBeGreaterThan(0);
				expect(threads.length).toBeLessThanOrEqual(2);
			}
		}
	});

	it("has an adversarial sub-question in its own words", () => {
		for (const [question = ""] of questions.slice(0, -2)) {
			const against = asked(question).filter(({ stance }) => stance === "adversarial");
			expect(against.length, question).toBe(1);
			expect(against[0]?.text.toLowerCase()).not.toBe(question.toLowerCase());
		}
	});

	it("exists for any text with a word in it, and is deterministic", () => {
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string(),
					fc.lorem({ maxCount: 30 }),
					fc.array(fc.constantFrom(...fragments), { maxLength: 14 }).map((words) => words.join(" ")),
				),
				(text) => {
					try {
						const first = asked(text);
						expect(first.length).toBeGreaterThan(0);
						expect(first.length).toBeLessThanOrEqual(depths.standard.subQuestions);
						expect(
							first.every((one) => one.text.trim() !== "" && one.threads.every((thread) => thread.trim() !== "")),
						).toBe(true);
						expect(asked(text)).toEqual(first);
					} catch (error) {
						if (!(error instanceof AssayError) || error.code !== "QUESTION_EMPTY") throw error;
					}
				},
			),
			{ numRuns: 150 },
		);
	});
});

const fragments =
	"what how why is are does do the a of and or when which its it compare list explain between PostgreSQL vacuum table limits , ? work differ in for to".split(
		" ",
	);

describe("wording", () => {
	const limitsOf = (topic: string) => `What limits, problems or disputes are known about ${topic}?`;
	const disagreement = (question: string) => `Do sources disagree about this: ${question}`;

	it.each([
		["How does assay survive a crash?", limitsOf("assay"), "What is assay?"],
		["Why did the Roman Empire fall?", limitsOf("the Roman Empire"), "What is the Roman Empire?"],
		["Explain how Raft elects a leader", limitsOf("Raft"), "What is Raft?"],
		[
			"How do I configure streaming replication in PostgreSQL?",
			limitsOf("streaming replication in PostgreSQL"),
			"What is streaming replication in PostgreSQL?",
		],
		[
			"Compare the isolation levels of PostgreSQL",
			limitsOf("isolation levels of PostgreSQL"),
			"What are isolation levels of PostgreSQL?",
		],
		[
			"Wie funktioniert Autovacuum in PostgreSQL?",
			"Autovacuum postgresql funktioniert: Probleme, Nachteile, Grenzen, Kritik",
		],
	])("%s stays as it is, and its limits and its topic are asked for", (question, ...others) => {
		expect(texts(question)).toEqual([question, ...others]);
	});

	it.each([
		"Who founded the company that makes the Zorvex scanner?",
		"What is the default value of autovacuum_naptime in PostgreSQL?",
		"Which films did Jane Campion direct before 1990?",
		"Does coffee stunt growth?",
	])("%s stays as it is, and whether sources disagree is asked", (question) => {
		expect(texts(question)).toEqual([question, disagreement(question)]);
	});

	it.each<[string, string[], string?]>([
		[
			"How does autovacuum decide when to vacuum a table, and what are its limits?",
			["How does autovacuum decide when to vacuum a table?", "What are autovacuum's limits?"],
			"autovacuum",
		],
		[
			"What are the populations of France and Germany?",
			["What is the population of France?", "What is the population of Germany?"],
		],
		[
			'Who wrote "Why I Am Not a Christian" and when was it published?',
			['Who wrote "Why I Am Not a Christian"?', 'When was "Why I Am Not a Christian" published?'],
		],
	])("%s is divided, and each part names its topic", (question, parts, topic) => {
		const check = topic ? [limitsOf(topic), `What is ${topic}?`] : [disagreement(question)];
		expect(texts(question)).toEqual([...parts, ...check]);
	});

	it("asks a comparison as a whole, then for each side", () => {
		const question = "What are the differences between asyncio and threading in Python, and when should each be used?";
		expect(texts(question)).toEqual([
			"What are the differences between asyncio and threading in Python?",
			"When should each of asyncio and threading in Python be used?",
			"What are the main characteristics of asyncio in Python?",
			"What are the main characteristics of threading in Python?",
			limitsOf("asyncio and threading in Python"),
		]);
	});

	it("has only the user's ask and one check as core sub-questions", () => {
		const core = asked("How does assay survive a crash?").filter(({ priority }) => priority === "core");
		expect(core.map(({ text }) => text)).toEqual([
			"How does assay survive a crash?",
			"What limits, problems or disputes are known about assay?",
		]);
	});

	it("names the topic of each part, not that of the first", () => {
		const focuses = asked("How does a kiln work, and how do glass and slate break?").map(({ focus }) => focus);
		expect(focuses.slice(0, 2)).toEqual([["kiln"], ["glass", "slate"]]);
	});

	it("has a sub-question for each part before any other, and names the parts that do not fit", () => {
		const question = "What is a kiln, how does a loom work, how do bells ring, and why do dams leak?";
		const planAt = (depth: DepthName) => plan({ question, route: route(question), readings: [], depth: depths[depth] });
		const quick = planAt("quick");
		const parts = ["What is a kiln?", "How does a loom work?", "How do bells ring?", "Why do dams leak?"];
		expect(quick.subQuestions.map(({ text }) => text)).toEqual(parts.slice(0, 3));
		expect(quick.unplanned).toEqual(parts.slice(3));
		const standard = planAt("standard");
		expect(standard.subQuestions.map(({ text }) => text)).toEqual([...parts, limitsOf("a kiln")]);
		expect(standard).not.toHaveProperty("unplanned");
	});

	it("asks a puzzle as a whole", () => {
		const statement = "SuperMansion starred the actress who had a recurring role as whom on Workaholics?";
		expect(texts(statement)[0]).toBe(statement);
	});
});

describe("a question about the degree of a quality", () => {
	it.each([
		["How effective are bed nets against malaria?", "bed nets"],
		["How accurate is the gauge of the Tarn weir?", "gauge of the Tarn weir"],
		["How common is colour blindness in men?", "colour blindness"],
		["How reliably does nitrogen cool a magnet?", "nitrogen"],
	])("%s is about %s", (question, topic) => {
		expect(route(question)).toMatchObject({ shape: "synthesis", subjects: [topic] });
		const [first, ...others] = texts(question);
		expect(first).toBe(question);
		const [, quality = ""] = question.split(" ");
		expect(others.join(" ")).not.toContain(quality);
	});
});

it.each([
	["How is the Tarn eel doing?", "Tarn eel"],
	["How are the bees of Lunsay faring since the fire?", "bees of Lunsay"],
])("%s: a description of a thing is not part of its name", (question, topic) => {
	expect(route(question)).toMatchObject({ shape: "synthesis", subjects: [topic] });
	expect(texts(question).slice(1).join(" ")).not.toMatch(/(?:eel doing|Lunsay faring)/u);
});

it.each([
	["What is known about bed nets and asthma?", "bed nets and asthma"],
	["What do we know about the Tarn weir?", "Tarn weir"],
])("%s asks for no single value", (question, topic) => {
	expect(route(question)).toMatchObject({ shape: "synthesis", answerType: "explanation", subjects: [topic] });
	expect(texts(question)[1]).toMatch(/^What limits, problems or disputes are known about /u);
});
