/**
 * `npm run bench -- skeptics [--base-url URL --model NAME] [--count 14] [--at-once 2] [--kept FILE]`: whether skeptics refute wrong answers
 * and leave right ones. `count` right and as many wrong answers of two kinds (`support/judged-answers.ts`), each to a question of its own,
 * go through the product's own votes: three for each answer. The votes of one answer are sent far from each other, in an order drawn by
 * seed, so that a person who answers for the model cannot tell them. Beside it: to accept always, and one vote instead of three.
 * `--kept`: each vote is kept there as a line of JSON, and one that is there is not asked for again, so without `--base-url` the table of
 * the kept votes is printed. `--show` prints the answers with their evidence.
 */
import { appendFileSync, existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { seededRandom } from "../src/base/seeded-random.ts";
import { emptyState } from "../src/evidence/fold.ts";
import type { ResearchState } from "../src/evidence/state.ts";
import { isRefuted, skepticsCount, type Vote } from "../src/evidence/votes.ts";
import { createModelReasoner } from "../src/reasoning/model/index.ts";
import { createRulesReasoner } from "../src/reasoning/rules/index.ts";
import { askSkeptics } from "../src/research/skeptics.ts";
import { optionsFor } from "../test/support/flow.ts";
import { routeOf } from "./reading/common.ts";
import { inTurns } from "./support/in-turns.ts";
import { type JudgedAnswer, judgedAnswers, shuffled } from "./support/judged-answers.ts";
import { measuredModel } from "./support/measured.ts";
import { rowsIn } from "./support/rows.ts";
import { handAnswered, stepContext } from "./support/single-steps.ts";
import { intervals, shareOf } from "./support/statistics.ts";
import { Table } from "./support/table.ts";

const seed = 20_261_127;

/** One vote of the `skeptic` (from 0) on an answer. */
interface Cast {
	id: string;
	isRight: boolean;
	skeptic: number;
	vote: Vote;
}

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			"base-url": { type: "string" },
			model: { type: "string", default: "model" },
			count: { type: "string", default: "14" },
			"at-once": { type: "string", default: "2" },
			kept: { type: "string" },
			show: { type: "boolean", default: false },
		},
	});
	const answers = judgedAnswers(Number(values.count), seed);
	if (values.show) return answers.forEach(show);
	const { kept, "base-url": baseUrl } = values;
	const cast = kept !== undefined && existsSync(kept) ? rowsIn<Cast>(kept) : [];
	const isCast = (answer: JudgedAnswer, skeptic: number) =>
		cast.some((one) => one.id === answer.id && one.isRight === answer.isRight && one.skeptic === skeptic);
	const random = seededRandom(seed);
	const rounds = Array.from({ length: skepticsCount }, (_, round) =>
		shuffled(
			answers.map((answer, at) => ({ answer, skeptic: (at + round) % skepticsCount })),
			random,
		),
	);
	const open = rounds.flat().filter(({ answer, skeptic }) => !isCast(answer, skeptic));
	const model = measuredModel(handAnswered(baseUrl, values.model));
	const reasoner = createModelReasoner({ asker: model.asker, fallback: createRulesReasoner(), name: model.name });
	await inTurns(baseUrl === undefined ? [] : open, Number(values["at-once"]), async ({ answer, skeptic }) => {
		const step = askSkeptics(stateOf(answer, model.name), { reasoner })[skeptic];
		const event = await step?.work(stepContext(step.name));
		if (event?.type !== "voted") throw new Error(`no vote on ${answer.id}`);
		const one: Cast = { id: answer.id, isRight: answer.isRight, skeptic, vote: event.vote };
		cast.push(one);
		if (kept !== undefined) appendFileSync(kept, `${JSON.stringify(one)}\n`);
		console.log(`${cast.length} of ${answers.length * skepticsCount} votes`);
	});
	print(answers, cast);
	const { requests, input, output } = model.counts();
	console.log(
		`seed ${seed}; ${answers.length * skepticsCount - cast.length} votes missing; ${requests} requests now, ${input} tokens in, ${output} out; ${intervals}`,
	);
}

function show({ claims, answer, sources: _sources, ...one }: JudgedAnswer): void {
	console.log(JSON.stringify({ ...one, answer, claims: claims.map(({ id, quote }) => `${id}: ${quote}`) }, null, 1));
}

/** The state of a run whose lookup needs more than a fact check, with its answer drafted. */
function stateOf({ question, answerType, answer, claims, sources }: JudgedAnswer, model: string): ResearchState {
	const roles = { lead: model, utility: model, gather: "pipeline", session: "isolated" } as const;
	return {
		...emptyState,
		...{ question, claims, sources },
		options: optionsFor("standard", { model: { ...roles, review: true, support: true, rewrite: true } }),
		route: { ...routeOf(answerType), effort: "complex", reason: "one value, reached through facts in between" },
		writing: { judgements: [], answer, draft: { answer, sections: [] } },
	};
}

/** Whether the votes that are missing cannot change the result. */
function isDecided(votes: readonly Vote[]): boolean {
	const missing = Array.from(
		{ length: skepticsCount - votes.length },
		(): Vote => ({ verdict: "refuted", why: "", claimIds: [] }),
	);
	return isRefuted([...votes, ...missing]) === isRefuted(votes);
}

function print(answers: readonly JudgedAnswer[], cast: readonly Cast[]): void {
	const table = new Table<"wrong" | "right">();
	for (const kind of ["all", "planted", "another value"] as const)
		for (const side of ["wrong", "right"] as const) {
			const some = answers.filter((one) => (kind === "all" || one.kind === kind) && one.isRight === (side === "right"));
			const votesOf = ({ id, isRight }: JudgedAnswer) =>
				cast.filter((one) => one.id === id && one.isRight === isRight).map(({ vote }) => vote);
			const votes = some.flatMap(votesOf);
			const refuted = some.filter((one) => isRefuted(votesOf(one))).length;
			const share = (verdict: Vote["verdict"]) => votes.filter((vote) => vote.verdict === verdict).length;
			table.cell(side, `${kind}: refuted by accepting always`, shareOf(0, some.length));
			const decided = some.filter((one) => isDecided(votesOf(one)));
			table.cell(side, `${kind}: refuted by three votes`, shareOf(refuted, decided.length));
			table.cell(side, `${kind}: single votes that refute`, shareOf(share("refuted"), votes.length));
			table.cell(side, `${kind}: single votes that abstain`, shareOf(share("abstained"), votes.length));
			table.cell(side, `${kind}: single votes for it`, shareOf(share("correct"), votes.length));
		}
	table.print(`skeptics: ${answers.length} answers of held-out questions`);
}
