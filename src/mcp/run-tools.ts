import { z } from "zod";
import type { ModelConnection, ResearchRequest, UserDecision } from "../app/index.ts";
import { askBody, extendBody, researchBody, resumeBody, steerBody } from "../serving/request-schemas.ts";
import type { Work } from "../serving/runner.ts";
import { waitForEnd } from "./follow.ts";
import { reportAnswer } from "./result-tools.ts";
import { standingOf } from "./run-text.ts";
import { type Answer, type Call, runId, type Services, type Tool } from "./tool.ts";

/** The longest that `progress` waits: many clients give up on a call after a minute. Seconds. */
const waitMax = 50;
/** Runs that `list` names. */
const listedMax = 50;

const wait = z
	.boolean()
	.optional()
	.describe(
		"True: answer with the report once the run has ended. False: answer at once with the run's id. Default: true where the client asks for progress notifications.",
	);
const waitNote =
	"Waits for the report and sends progress notifications if the client asks for them or `wait` is true, else it answers at once with the run's id: follow it with the tool progress. Cancelling the call stops the run; nothing is lost, and the tool resume goes on with it.";

/** The tools that begin, follow and influence runs. */
export function runTools({ app, runner }: Services): Tool[] {
	/** Begins work, and answers at once or at its end. */
	async function start(work: Work, call: Call, mayWait: unknown): Promise<Answer> {
		const { id, isOwn } = await runner.start(work, (passing) => {
			if (passing.type === "note" || passing.type === "destination") call.progress?.(passing.text);
			else if (passing.type === "index") call.progress?.(`index: ${passing.phase} ${passing.done} of ${passing.total}`);
		});
		const isWaiting = mayWait === undefined ? call.progress !== undefined : mayWait === true;
		if (!isWaiting) return standingOf(app, runner, id);
		call.progress?.(`run ${id} is at work`);
		try {
			await waitForEnd({ app, runner, id, signal: call.signal }, call.progress);
		} catch (error) {
			if (!call.signal.aborted) throw error;
			// Another call may have begun it: then it is not this one's to stop.
			if (isOwn) await app.stop(id).catch(() => undefined);
			call.log(
				`the call was cancelled, and run ${id.slice(0, 8)} ${isOwn ? "stops" : "goes on"}; nothing is lost: to go on with it, call the tool resume with its id, or type: assay resume ${id.slice(0, 8)}`,
			);
			throw error;
		}
		const { status } = await app.find(id);
		return status === "completed" ? reportAnswer(app, id, "markdown") : standingOf(app, runner, id);
	}

	const control = (name: "pause" | "finish" | "stop", title: string, description: string): Tool => ({
		...{ name, title, description, isIdempotent: true },
		input: z.strictObject({ id: runId }),
		async handle({ id }) {
			const { runId } = await app[name](String(id));
			return {
				text: `${name} is recorded for run ${runId.slice(0, 8)}\n→ progress shows when it is taken`,
				data: { runId },
			};
		},
	});

	return [
		{
			name: "start",
			title: "Start a research",
			description: `Researches a question on the web ("search") or in folders of documents ("corpus"), and writes a report whose every factual sentence can be checked. An unfinished run of the same question and options is resumed. ${waitNote}`,
			input: researchBody.extend({ wait }),
			isOpenWorld: true,
			handle: ({ wait, ...request }, call) =>
				start((hooks) => app.research(request as ResearchRequest, hooks), call, wait),
		},
		{
			name: "resume",
			title: "Go on with a run",
			description: `Goes on with a run that was interrupted, stopped or paused, or that waits for answers or a decision on its plan. Nothing that was done is repeated. ${waitNote}`,
			input: resumeBody.extend({ id: runId, wait }),
			...{ isIdempotent: true, isOpenWorld: true },
			handle: ({ id, wait, ...given }, call) =>
				start((hooks) => app.resume(String(id), hooks, given as ModelConnection & UserDecision), call, wait),
		},
		{
			name: "ask",
			title: "Ask a further question of a run",
			description: `Answers a further question from the pages that a run has stored, as a run of its own. Nothing else is searched. ${waitNote}`,
			input: askBody.extend({ id: runId, wait }),
			isOpenWorld: true,
			handle: ({ id, wait, ...request }, call) =>
				start((hooks) => app.ask(String(id), request as ResearchRequest, hooks), call, wait),
		},
		{
			name: "extend",
			title: "Continue a finished run",
			description: `Continues a run as a new one: from all that it found, for what it lacks and for "focus". ${waitNote}`,
			input: extendBody.extend({ id: runId, wait }),
			isOpenWorld: true,
			handle: ({ id, wait, ...options }, call) => start((hooks) => app.extend(String(id), options, hooks), call, wait),
		},
		{
			name: "progress",
			title: "Show how a run stands",
			description:
				"Status, wave, coverage of each sub-question, findings, cost and time of a run. With `wait` it answers when the run ends, or after so many seconds.",
			input: z.strictObject({
				id: runId,
				wait: z.number().min(0).max(waitMax).optional().describe(`Seconds to wait for the end, at most ${waitMax}.`),
			}),
			isReadOnly: true,
			async handle({ id: named, wait: seconds }, call) {
				const { id } = await app.find(String(named));
				if (typeof seconds === "number" && seconds > 0) {
					const timeout = AbortSignal.timeout(seconds * 1_000);
					const signal = AbortSignal.any([call.signal, timeout]);
					await waitForEnd({ app, runner, id, signal }, call.progress).catch((error: unknown) => {
						if (!timeout.aborted) throw error;
					});
				}
				return standingOf(app, runner, id);
			},
		},
		{
			name: "list",
			title: "List runs",
			description: "All runs, newest first, with their status.",
			input: z.strictObject({}),
			isReadOnly: true,
			async handle() {
				const runs = (await app.list()).slice(0, listedMax).map((run) => {
					const { id, question, kind, outcome, createdAt } = run;
					return { id, status: runner.statusOf(run), question, kind, outcome, createdAt };
				});
				const lines = runs.map(({ id, status, question }) => `${id.slice(0, 8)} ${status}: ${question}`);
				return { text: lines.join("\n") || "no runs yet\n→ begin one with the tool start", data: { runs } };
			},
		},
		{
			name: "steer",
			title: "Tell a run what to look for",
			description: "Tells a run what to look for from now on. It changes the plan before the next wave.",
			input: steerBody.extend({ id: runId }),
			isIdempotent: true,
			async handle({ id, text }) {
				const { runId, isSurvey, isLate } = await app.steer(String(id), String(text));
				const next = isLate
					? "too late for its report, which is being written; to search for it then, use the tool extend"
					: `it changes its plan before its next ${isSurvey ? "round" : "wave"}`;
				return {
					text: `recorded for run ${runId.slice(0, 8)}: ${next}`,
					data: { runId },
				};
			},
		},
		control("pause", "Pause a run", "Ends the work on a run after the step in progress. It can be resumed."),
		control("finish", "Finish a run", "Lets a run begin no further wave and write its report from what there is."),
		control(
			"stop",
			"Stop a run",
			"Ends the work on a run now. It can be resumed, and nothing that was done is repeated.",
		),
	];
}
