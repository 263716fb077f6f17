/**
 * `npm run bench -- readings [--base-url URL --model NAME] [--plain 12] [--at-once 1] [--kept FILE]`: what the needle prior adds to the
 * readings of a model. The held-out multi-hop questions with a year are asked with a year that is seven years off, and `plain` others as
 * they are. The model gives route, readings and plan in the product's one request; from the same answer the search goes on with the prior
 * and without it. Measured: how often the right year is named, the right reading is first, and the share of gold paragraphs among the first
 * ten results of the likeliest reading's words and of the first wave's queries. `--kept`: each answer is kept there as a line of JSON, and
 * one that is there is not asked for again, so without `--base-url` the table of the kept answers is printed.
 */
import { appendFileSync, existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { emptyState, foldEvent } from "../src/evidence/fold.ts";
import type { ResearchState } from "../src/evidence/state.ts";
import { createModelReasoner } from "../src/reasoning/model/index.ts";
import { createRulesReasoner } from "../src/reasoning/rules/index.ts";
import type { EventBody, Step } from "../src/research/journal.ts";
import { guided } from "../src/research/planners/guided.ts";
import { routeQuestion } from "../src/research/route.ts";
import { isHardLookup } from "../src/research/state-access.ts";
import type { Tools } from "../src/research/tools.ts";
import { weighReadingsBySearch } from "../src/research/weigh-readings.ts";
import { type Corpus, openCorpus } from "../src/sources/corpus/corpus.ts";
import { optionsFor, toolsFor } from "../test/support/flow.ts";
import {
	indexFolder,
	multihopCorpus,
	type Question,
	readQuestions,
	recallOf,
	withWrongDetail,
	yearPattern,
} from "./needle.ts";
import { inTurns } from "./support/in-turns.ts";
import { measuredModel } from "./support/measured.ts";
import { rowsIn } from "./support/rows.ts";
import { handAnswered, stepContext } from "./support/single-steps.ts";
import { splitOf } from "./support/split.ts";
import { intervals } from "./support/statistics.ts";
import { Table } from "./support/table.ts";

const results = 10;

/** A question as it is asked. `year`: the right one, where another is asked. */
interface Asked extends Question {
	year?: string;
}

/** A model's answer to a question. */
interface Routed {
	id: string;
	event: EventBody;
}

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			"base-url": { type: "string" },
			model: { type: "string", default: "model" },
			plain: { type: "string", default: "12" },
			"at-once": { type: "string", default: "1" },
			kept: { type: "string" },
		},
	});
	const { "base-url": baseUrl, kept } = values;
	const known = kept !== undefined && existsSync(kept) ? rowsIn<Routed>(kept) : [];
	const all = askedQuestions(Number(values.plain));
	const asked = all.filter((one) => baseUrl !== undefined || known.some(({ id }) => id === one.id));
	const corpus = await openCorpus({ folders: [multihopCorpus], indexFolder, vectors: false });
	const model = measuredModel(handAnswered(baseUrl, values.model));
	const reasoner = createModelReasoner({ asker: model.asker, fallback: createRulesReasoner(), name: model.name });
	const tools: Tools = { ...toolsFor(corpus), reasoner };
	const table = new Table<"wrong year" | "plain">();
	try {
		await inTurns(asked, Number(values["at-once"]), async (question) => {
			const begun = begin(question, model.name);
			const before = known.find(({ id }) => id === question.id)?.event;
			const event = before ?? (await eventOf(routeQuestion(begun, tools)));
			if (event === undefined) throw new Error(`no route for ${question.id}`);
			if (kept !== undefined && !before)
				appendFileSync(kept, `${JSON.stringify({ id: question.id, event } satisfies Routed)}\n`);
			await measure(table, question, folded(begun, event), tools, corpus);
		});
	} finally {
		await corpus.close();
	}
	table.print("readings of held-out multi-hop questions");
	const { requests, input, output } = model.counts();
	console.log(
		`${all.length - asked.length} answers missing; ${requests} requests now, ${input} tokens in, ${output} out; ${intervals}`,
	);
}

/** Those with a year, which is asked wrong, and the first `plain` of the others. */
function askedQuestions(plain: number): Asked[] {
	const held = readQuestions().filter(({ id }) => splitOf(id) === "held-out");
	const yearOf = ({ text }: Question) => yearPattern.exec(text)?.[0];
	const wrong = held.flatMap((one): Asked[] => {
		const year = yearOf(one);
		return year === undefined ? [] : [{ ...one, year, text: withWrongDetail(one.text, 0, []) ?? one.text }];
	});
	return [...wrong, ...held.filter((one) => yearOf(one) === undefined).slice(0, plain)];
}

function begin({ text }: Asked, model: string): ResearchState {
	const roles = { lead: model, utility: model, gather: "pipeline", session: "isolated" } as const;
	const checks = { review: true, support: true, rewrite: true };
	// Redundant workers would take the first wave of a hard question.
	const options = optionsFor("standard", {
		corpus: [multihopCorpus],
		model: { ...roles, ...checks },
		without: ["redundancy"],
	});
	return { ...emptyState, question: text, options };
}

async function measure(
	table: Table<"wrong year" | "plain">,
	question: Asked,
	without: ResearchState,
	tools: Tools,
	corpus: Corpus,
): Promise<void> {
	const weighed = await eventOf(weighReadingsBySearch(without, tools));
	const states = { without, with: weighed ? folded(without, weighed) : without };
	const column = question.year === undefined ? "plain" : "wrong year";
	const score = (row: string, value: number | boolean) => table.score(column, row, Number(value));
	const { year, gold } = question;
	score("readings", without.readings.length);
	score("is a lookup", without.route?.shape === "lookup");
	score("gold, the question's own words", await goldFound(corpus, [question.text], gold));
	if (year !== undefined)
		score(
			"a reading names the right year",
			without.readings.some(({ text }) => text.includes(year)),
		);
	for (const [name, state] of Object.entries(states)) {
		const likeliest = state.readings.toSorted((a, b) => b.weight - a.weight)[0];
		const first = likeliest?.text ?? question.text;
		if (year === undefined) score(`${name} prior: the literal reading is first`, likeliest?.kind === "literal");
		else score(`${name} prior: the right year is first`, first.includes(year));
		score(
			`${name} prior: the weight of the literal reading`,
			state.readings.find(({ kind }) => kind === "literal")?.weight ?? 0,
		);
		score(`${name} prior: a hard question`, isHardLookup(state));
		score(`${name} prior: gold, the first reading's words`, await goldFound(corpus, [first], gold));
		score(`${name} prior: gold, the first wave's queries`, await goldFound(corpus, firstQueries(state), gold));
	}
}

/** The queries of the sub-questions that the planner searches first. */
function firstQueries(state: ResearchState): string[] {
	const wave = new Set(guided(state).flatMap(({ action }) => (action.kind === "stop" ? [] : action.subQuestionId)));
	return state.subQuestions.filter(({ id }) => wave.has(id)).flatMap(({ threads }) => threads);
}

/** The share of gold among the first results of all queries, taken in turns. */
async function goldFound(corpus: Corpus, queries: readonly string[], gold: ReadonlySet<string>): Promise<number> {
	const lists = await Promise.all(queries.map((query) => corpus.search(query, results)));
	const inOrder = Array.from({ length: results }, (_, place) =>
		lists.flatMap((list) => list[place]?.title ?? []),
	).flat();
	return recallOf([...new Set(inOrder)].slice(0, results), gold);
}

async function eventOf([step]: readonly Step[]): Promise<EventBody | undefined> {
	return step?.work(stepContext(step.name));
}

function folded(state: ResearchState, event: EventBody): ResearchState {
	return foldEvent(state, { ...event, turn: 0, order: 0 });
}
