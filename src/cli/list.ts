import type { NeededInput } from "../app/api.ts";
import { figureWords } from "../app/event-words.ts";
import type { RunSummary } from "../app/index.ts";
import { messageName, receivedWords } from "../app/message-words.ts";
import { meterWords } from "../app/report/spending-words.ts";
import { runTitle } from "../app/run-summary.ts";
import { passWords } from "../app/trace-words.ts";
import { pluralize } from "../base/text.ts";
import { asTypedCommand } from "./terminal/output.ts";
import { type Paint, paintLine, type TextStyle } from "./terminal/paint.ts";
import { oneLine, safeText, wrapText } from "./terminal/text.ts";
import { shortId } from "./words.ts";

/** A run's status; of a completed run, its outcome. */
function runStatus({ status, outcome }: RunSummary): { text: string; style: TextStyle } {
	if (status === "completed" && outcome) return outcomeStatus[outcome];
	// A completed campaign has no outcome of its own.
	return { text: status === "completed" ? outcomeStatus.complete.text : status, style: statusStyles[status] };
}

const statusStyles: Record<RunSummary["status"], TextStyle> = {
	queued: "quiet",
	running: "accent",
	interrupted: "warn",
	waiting: "warn",
	completed: "good",
	failed: "bad",
};

const outcomeStatus: Record<NonNullable<RunSummary["outcome"]>, { text: string; style: TextStyle }> = {
	complete: { text: "complete", style: "good" },
	partial: { text: "partial", style: "warn" },
	no_evidence: { text: "no evidence", style: "warn" },
};

/** One line for each run: id, status, start, figures, question. */
export function listLines(runs: readonly RunSummary[], width: number, paint: Paint, now: Date): string[] {
	return runs.map((run) => {
		const wide = width >= 90;
		const { text, style } = runStatus(run);
		return paintLine(paint, width, [
			{ style: "accent", text: shortId(run.id) },
			{ style: "plain", text: "  " },
			{ style, text: text.padEnd(11) },
			{ style: "quiet", text: `  ${ageWords(run.createdAt, now).padEnd(wide ? 12 : 7)}` },
			...(wide
				? [
						{
							style: "quiet" as const,
							text: ` ${`${pluralize(run.steps, "step")}, ${pluralize(run.sources, "page")}`.padEnd(20)} `,
						},
					]
				: []),
			{ style: "plain", text: ` ${oneLine(runTitle(run))}` },
		]);
	});
}

/** Runs whose commands a list names, at most. */
const waitingShownMax = 3;

/** What to type for the runs that wait for their user; empty when none does. */
export function waitingLines(runs: readonly RunSummary[]): string[] {
	const waiting = runs.filter(({ needed }) => needed);
	const lines = waiting.slice(0, waitingShownMax).map(({ id, needed }) => {
		const [what, take] = needed?.kind === "plan" ? ["plan", "--accept"] : ["questions", '--answer "…"'];
		const verb = needed?.kind === "plan" ? "accept it" : "answer them";
		return `${shortId(id)} waits; to see its ${what}: assay show ${shortId(id)}; to ${verb}: assay resume ${shortId(id)} ${take}`;
	});
	const more = waiting.length - lines.length;
	return more > 0 ? [...lines, `${pluralize(more, "more run")} ${more === 1 ? "waits" : "wait"}`] : lines;
}

/** The lines of a trace. Nothing is cut: they may be piped. */
export function traceText(lines: readonly [label: string, text: string][], paint: Paint): string {
	const labelWidth = Math.max(0, ...lines.map(([label]) => label.length));
	const rows = lines.map(([label, text]) => `${paint("quiet", label.padEnd(labelWidth))}  ${safeText(text)}`);
	return rows.length === 0 ? "no step was taken\n" : `${rows.join("\n")}\n`;
}

/** Of the labels of a summary. Cells. */
const labelWidth = 10;

/** Describes an unfinished or failed run: what is known so far, and what to type next. */
export function summaryLines(run: RunSummary, width: number, paint: Paint): string[] {
	const line = (label: string, text: string, style: TextStyle = "plain") =>
		paintLine(paint, width, [
			{ style: "quiet", text: label.padEnd(labelWidth) },
			{ style, text: oneLine(text) },
		]);
	// The user copies it, so it is never cut.
	const command = (label: string, text: string) =>
		`${paint("quiet", label.padEnd(labelWidth))}${safeText(asTypedCommand(text))}`;
	const id = shortId(run.id);
	const { state, needed } = run;
	return [
		line("Question", runTitle(run), "strong"),
		line("Run", `${run.id}, ${run.status}, begun ${run.createdAt.toISOString().slice(0, 16).replace("T", " ")} UTC`),
		...(run.queue ? [command("Waits", waitWords(run.queue))] : []),
		...(run.error ? errorLines(run.error, width, paint) : []),
		...(state ? [line("So far", `${pluralize(state.turns.length, "step")} · ${figureWords(state)}`)] : []),
		...(state?.messages ?? []).map((one) => line("You", receivedWords(one))),
		...(run.waiting ?? []).map((one) => line("You", `${messageName(one)}: recorded, not taken yet`)),
		...(run.passes?.map((pass) => line(`Pass ${pass.id}`, passWords(pass))) ?? []),
		...(run.spending ? [line("Spent", meterWords(run.spending))] : []),
		...(state?.answer
			? [line("Answer", `${state.answer.text} (${state.answer.confidence} confidence, not yet final)`, "accent")]
			: []),
		...(state?.groups.slice(0, 8).map((group) => line(group.disputed ? "Disputed" : "Claim", group.text)) ?? []),
		...(run.status === "running" || run.status === "queued" ? [command("Follow", `assay watch ${id}`)] : []),
		...(run.status === "interrupted" ? [command("Go on", `assay resume ${id}`)] : []),
		...(needed
			? ["", ...neededLines(needed), ...commandsFor(run.id, needed).map(([label, text]) => command(label, text))]
			: []),
	];
}

/** Why a run failed. It says what to do, so it is never cut. */
function errorLines(error: string, width: number, paint: Paint): string[] {
	return wrapText(oneLine(error), width - labelWidth).map(
		(text, at) => `${paint("quiet", (at === 0 ? "Error" : "").padEnd(labelWidth))}${paint("bad", text)}`,
	);
}

function neededLines(needed: NeededInput): string[] {
	if (needed.kind === "plan") return [safeText(needed.text)];
	return [...needed.questions.map(({ question }, at) => `${at + 1}. ${oneLine(question)}`), ""];
}

/** What to type for a run that waits for its user: a label and the command of each answer. */
export function commandsFor(runId: string, needed: NeededInput): [label: string, command: string][] {
	const resume = `assay resume ${shortId(runId)}`;
	if (needed.kind === "plan")
		return [
			["Accept", `${resume} --accept`],
			["Change", `${resume} --plan FILE`],
		];
	return [
		["Answer", `${resume}${' --answer "…"'.repeat(needed.questions.length)}`],
		["Skip all", `${resume} --answer -`],
	];
}

/** `for 12 s: no worker is running; to start one: assay worker` */
function waitWords({ waitedMs, text }: NonNullable<RunSummary["queue"]>): string {
	return waitedMs === undefined ? text : `for ${Math.round(waitedMs / 1_000)} s: ${text}`;
}

/** `just now`, `5 min`, `3 h`, `2 d`, or the date. */
export function ageWords(then: Date, now: Date): string {
	const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000);
	if (minutes < 1) return "now";
	if (minutes < 60) return `${minutes} min`;
	if (minutes < 60 * 24) return `${Math.floor(minutes / 60)} h`;
	if (minutes < 60 * 24 * 14) return `${Math.floor(minutes / 60 / 24)} d`;
	return then.toISOString().slice(0, 10);
}
