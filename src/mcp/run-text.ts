import { type RunView, runViewOf } from "../app/api.ts";
import type { App, RunResult, RunSummary } from "../app/index.ts";
import { pluralize } from "../base/text.ts";
import { failureOf, type Runner } from "../serving/runner.ts";
import type { Answer } from "./tool.ts";

const coverageMarks = { covered: "covered", thin: "partly", uncovered: "open" };

export function linksOf(id: string): Answer["links"] {
	const short = id.slice(0, 8);
	return [
		{ uri: `assay://runs/${id}/report`, name: `report of ${short}`, mimeType: "text/markdown" },
		{ uri: `assay://runs/${id}/evidence`, name: `evidence of ${short}`, mimeType: "application/json" },
		{ uri: `assay://runs/${id}/trace`, name: `trace of ${short}`, mimeType: "text/plain" },
	];
}

/** How a run stands, in words and as data. */
export async function standingOf(app: App, runner: Runner, id: string): Promise<Answer> {
	const summary = await app.find(id);
	const shown = await app.show(summary.id);
	const status = runner.statusOf({ ...summary, status: "status" in shown ? shown.status : summary.status });
	const failure = await failureOf(app, runner, summary.id);
	const queue = "queue" in shown ? shown.queue : undefined;
	const view = shown.state && runViewOf(shown.state);
	const waitsFor = "needed" in shown ? shown.needed : undefined;
	const spending = shown.spending && { usd: shown.spending.usd, requests: shown.spending.calls };
	const { question } = summary;
	const lines = [
		`run ${summary.id} is ${status}`,
		...(queue ? [`it waits: ${queue.text}`] : []),
		`question: ${question}`,
		...(view ? viewLines(view) : []),
		...(spending ? [`spent on models: $${spending.usd.toFixed(2)} in ${pluralize(spending.requests, "request")}`] : []),
		...(failure ? [`the last work on it ended early: ${failure.message}`] : []),
		...nextLines(status, summary.id, waitsFor, "output" in shown ? shown : undefined),
	];
	return {
		text: lines.join("\n"),
		data: {
			run: { id: summary.id, status, question, createdAt: summary.createdAt },
			state: view,
			spending,
			waitsFor,
			failure,
			queue,
		},
		...(status === "completed" ? { links: linksOf(summary.id) ?? [] } : {}),
	};
}

function viewLines(view: RunView): string[] {
	const { figures, subQuestions, doing, wave, elapsedMs, stop, answer } = view;
	const { sources, claims, groups, disputed } = figures;
	return [
		`wave ${wave}, ${Math.round(elapsedMs / 1_000)} s of work, ${view.reasoner}`,
		`found: ${pluralize(claims, "claim")} from ${pluralize(sources, "page")}, the direct ones in ${pluralize(groups, "group")}; ${disputed} disputed`,
		...subQuestions.map(({ id, text, coverage, claims }) => {
			return `${id} ${coverageMarks[coverage]}: ${text} (${pluralize(claims, "claim")})`;
		}),
		...(answer === undefined ? [] : [`answer so far: ${answer}`]),
		...doing.map(({ kind, subQuestionId, reason }) => `now: ${kind} for ${subQuestionId}: ${reason}`),
		...(stop ? [`the search ended: ${stop.detail}`] : []),
	];
}

function nextLines(
	status: RunSummary["status"],
	id: string,
	waitsFor: RunSummary["needed"],
	result: RunResult | undefined,
): string[] {
	const short = id.slice(0, 8);
	if (waitsFor?.kind === "answers")
		return [
			"the run waits for answers:",
			...waitsFor.questions.map((one, at) => `${at + 1}. ${one.question} (${one.why})`),
			`→ resume with id ${short} and "answer", in this order ("-" leaves one open)`,
		];
	if (waitsFor?.kind === "plan")
		return [
			"the run waits for a decision on its plan:",
			waitsFor.text,
			`→ resume with id ${short} and "accept": true, or "planText" with a changed plan`,
		];
	if (status === "running" || status === "queued")
		return [`→ progress with id ${short} and "wait": 30; steer, pause, finish or stop`];
	if (status === "interrupted" || status === "failed")
		return [`→ resume with id ${short}: nothing that was done is repeated`];
	return [
		result?.exitCode === 3
			? "→ no evidence was found; report says what was tried"
			: `→ report or evidence with id ${short}`,
	];
}
