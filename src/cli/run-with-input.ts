import { HandedOver, InputNeeded, type NeededInput } from "../app/api.ts";
import type { Config } from "../app/config.ts";
import type { App, Hooks, ModelConnection, Progress, RunResult, UserDecision, WhereToWork } from "../app/index.ts";
import { pluralize } from "../base/text.ts";
import { editPlan } from "./edit-plan.ts";
import { followHint } from "./failure.ts";
import { commandsFor } from "./list.ts";
import { deliver } from "./present.ts";
import type { CommonFlags } from "./program.ts";
import { type CommandState, runWithProgress } from "./run-with-progress.ts";
import { askLine, canAsk } from "./terminal/ask.ts";
import { asTypedCommand, jsonText, print, say } from "./terminal/output.ts";
import { oneLine, safeText } from "./terminal/text.ts";
import { estimateWords, shortId } from "./words.ts";

/** The exit code of a command whose run waits for its user. */
const waitingExitCode = 5;

type Estimate = Progress & { type: "estimate" };
type Work = (app: App, hooks: Hooks) => Promise<RunResult>;

/** What a run waits for, and what its decision may cost. */
interface Pending {
	runId: string;
	question: string | undefined;
	needed: NeededInput;
	estimate: Estimate | undefined;
}

/**
 * Runs research to its end and shows the result. Where the run waits for its user, asks on a terminal and goes on; elsewhere prints what
 * is needed and how to answer. While it asks, nothing runs: no time of the deadline passes. Returns the exit code if the run waits, or if
 * workers have it and nobody is to follow it.
 */
export async function runWithInput(
	commandState: CommandState,
	shown: { config: Config; flags: CommonFlags; title: string; connection: ModelConnection & WhereToWork },
	first: Work,
): Promise<RunResult | number> {
	const { config, flags, connection } = shown;
	const options = { ...shown, goesOn: connection.onWorkers };
	let estimate: Estimate | undefined;
	let question: string | undefined;
	for (let work = first; ; ) {
		const current = work;
		const observed: Work = (app, hooks) =>
			current(app, {
				...hooks,
				onProgress: (progress) => {
					if (progress.type === "estimate") estimate = progress;
					if (progress.type === "event") question = progress.state.question;
					hooks.onProgress(progress);
				},
			});
		try {
			return await runWithProgress(commandState, options, observed, (app, done) => deliver(app, done, config, flags));
		} catch (error) {
			const { runId } = commandState;
			if (error instanceof HandedOver) {
				commandState.endDisplay("stopped");
				await printHandedOver(error.runId, flags);
				return 0;
			}
			if (!(error instanceof InputNeeded) || runId === undefined) throw error;
			commandState.endDisplay("stopped");
			const pending = { runId, question, needed: error.needed, estimate };
			const decision = await decide(pending, config, flags);
			if (decision === undefined) return waitingExitCode;
			work = (app, hooks) => app.resume(runId, hooks, { ...connection, ...decision });
		}
	}
}

/** The user's decision; undefined if there is none now. */
async function decide(pending: Pending, config: Config, flags: CommonFlags): Promise<UserDecision | undefined> {
	if (canAsk(flags) && !flags.quiet) {
		if (pending.needed.kind === "answers") return askAnswers(pending.needed.questions, pending.runId);
		return askPlan(pending.needed, pending, config);
	}
	await printPending(pending, flags);
	return undefined;
}

async function askAnswers(
	questions: readonly { question: string; why: string }[],
	runId: string,
): Promise<UserDecision | undefined> {
	say("Before the research (an empty line leaves a question open):");
	const answer: string[] = [];
	for (const { question, why } of questions) {
		say(`${oneLine(question)}${why === "" ? "" : `  (${oneLine(why)})`}`);
		const line = await askLine("> ", { runId });
		if (line === undefined) return undefined;
		answer.push(line === "" ? "-" : line);
	}
	return { answer };
}

/** The plan, accepted or edited; undefined to stop. */
async function askPlan(
	{ text, pagesMax, stepsMax }: NeededInput & { kind: "plan" },
	{ runId, estimate }: Pending,
	config: Config,
): Promise<UserDecision | undefined> {
	let plan = text;
	say(safeText(plan));
	say(costWords(pagesMax, stepsMax, estimate));
	for (;;) {
		const answer = (await askLine("[a]ccept, [e]dit or [s]top? [A/e/s] ", { runId }))?.toLowerCase();
		if (answer === undefined || answer.startsWith("s")) {
			say(`stopped before any search; to see the plan again: assay resume ${shortId(runId)}`);
			return undefined;
		}
		if (answer === "" || answer.startsWith("a")) return plan === text ? { accept: true } : { planText: plan };
		if (answer.startsWith("e")) {
			plan = (await editPlan(plan, runId, config)) ?? plan;
			say(safeText(plan));
		}
	}
}

async function printHandedOver(runId: string, flags: CommonFlags): Promise<void> {
	await print(flags.json ? jsonText({ id: runId, status: "queued" }) : `${runId}\n`);
	if (!flags.json && !flags.quiet) say(`the run is queued for a worker; ${followHint(runId)}`);
}

/** For a script: what is needed on standard output, how to give it on standard error. */
async function printPending({ runId, question, needed, estimate }: Pending, flags: CommonFlags): Promise<void> {
	const id = shortId(runId);
	if (flags.json) {
		const next = commandsFor(runId, needed).map(([, text]) => asTypedCommand(text));
		return print(jsonText({ id: runId, question, waitsFor: needed.kind, ...needed, kind: undefined, estimate, next }));
	}
	if (needed.kind === "answers") {
		await print(needed.questions.map(({ question }, at) => `${at + 1}. ${oneLine(question)}\n`).join(""));
		say(`assay: the run waits for your answers, in this order: assay resume ${id} --answer "…" --answer "…"`);
		say(`  → "-" leaves one open; to go on without any: assay resume ${id} --answer -`);
		return;
	}
	await print(safeText(needed.text));
	say(`assay: nothing was searched yet; ${costWords(needed.pagesMax, needed.stepsMax, estimate)}`);
	say(`  → to accept the plan: assay resume ${id} --accept; to change it: assay resume ${id} --plan FILE`);
}

function costWords(pagesMax: number, stepsMax: number, estimate: Estimate | undefined): string {
	const work = `at most ${pluralize(pagesMax, "page")} in ${pluralize(stepsMax, "step")}`;
	return `${work}; ${estimate ? estimateWords(estimate) : "no model, $0 (what a model would cost: --estimate --model NAME)"}`;
}
