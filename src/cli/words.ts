import type { ResearchEvent, ResearchState, UserMessage } from "../app/api.ts";
import { describeEvent } from "../app/event-words.ts";
import type { Progress, Range, SentMessage, StoreWait } from "../app/index.ts";
import { messageName } from "../app/message-words.ts";
import { formatDollars, formatTokens } from "../app/report/spending-words.ts";
import { pluralize } from "../base/text.ts";
import type { Suspension } from "../base/working-time.ts";
import { formatDuration, oneLine } from "./terminal/text.ts";

/** `anthropic:a: 14–31 calls, 60k–210k tokens, $0.31–1.20, never more than $2.00 and 40 calls`. */
export function estimateWords({ models, calls, tokens, usd, limits }: Progress & { type: "estimate" }): string {
	const price = usd === undefined ? "price unknown" : usd.high === 0 ? "$0" : rangeWords(usd);
	const most = [
		...(limits.cost === undefined ? [] : [formatDollars(limits.cost)]),
		...(limits.requests === undefined ? [] : [`${limits.requests} calls`]),
		...(limits.tokens === undefined ? [] : [`${formatTokens(limits.tokens)} tokens`]),
	];
	const cap = most.length === 0 ? "" : `, never more than ${most.join(" and ")}`;
	const names = models.length === 0 ? "" : `${models.join(" and ")}: `;
	const callsText = calls.low === calls.high ? pluralize(calls.low, "call") : `${calls.low}–${calls.high} calls`;
	return `${names}${callsText}, ${formatTokens(tokens.low)}–${formatTokens(tokens.high)} tokens, ${price}${cap}`;
}

/** `standard: usually $0.62 to $1.00, $0.05 to $0.07 for a single fact; at most 20 minutes`. `probably`: not measured at this depth. */
export function usualWords({ depth, usual, models, deadlineMs }: Progress & { type: "estimate" }): string {
	const minutes = Math.round(deadlineMs / 6_000) / 10;
	const time = `at most ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
	if (usual === undefined || usual.open.high === 0) return `${depth}: ${time}`;
	const { open, fact, isMeasured } = usual;
	const range = ({ low, high }: Range) => `${formatDollars(low)} to ${formatDollars(high)}`;
	const those = models.length > 1 ? "these models" : "this model";
	return `${depth}: ${isMeasured ? "usually" : "probably"} ${range(open)} with ${those}, ${range(fact)} for a single fact; ${time}`;
}

/** `postgres assay on db:5432 is away since 17:03:12; waiting for it, at most 1 min: nothing that was recorded is lost`. */
export function waitWords({ why, where, since, forMs }: StoreWait): string {
	const at = since.toTimeString().slice(0, 8);
	const what =
		why === "away" ? `${where} is away since ${at}` : `another program has the files in ${where} locked since ${at}`;
	return `${what}; waiting for it, at most ${Math.round(forMs / 60_000)} min: nothing that was recorded is lost`;
}

/** `postgres assay on db:5432 is back after 0:07; the run goes on`. */
export function waitEndWords({ why, where, since }: StoreWait, now: Date): string {
	const lasted = formatDuration(now.getTime() - since.getTime());
	return `${where} is ${why === "away" ? "back" : "no longer locked"} after ${lasted}; the run goes on`;
}

/** Shown once the process runs again: it was suspended, or the machine slept. */
export function suspendedWords({ ms }: Suspension): string {
	return `suspended for ${formatDuration(ms)}: this does not count to the time of the run`;
}

/** A message that the run has not taken yet, and the run that takes it. */
export interface WaitingMessage extends Pick<SentMessage, "isSurvey" | "isLate"> {
	message: Pick<UserMessage, "id" | "kind" | "text">;
	runId: string | undefined;
}

/** `“only since 2020”: recorded, taken before the next wave`. */
export function waitingMessageWords({ message, isSurvey, isLate, runId }: WaitingMessage): string {
	const wave = isLate ? nothingToFinish : "taken before the next wave";
	const when = {
		stop: "taken now",
		pause: "taken after the step in progress",
		finish: wave,
		redirect: isLate
			? lateWords(runId)
			: isSurvey
				? "taken in the next round, when the passes at work have ended"
				: wave,
	}[message.kind];
	return `${messageName(message)}: recorded, ${when}`;
}

/** What becomes of a redirect that comes while the report is being written. */
export function lateWords(runId: string | undefined): string {
	return `too late for this report, which is being written; to search for it then: assay extend ${runId === undefined ? "ID" : shortId(runId)}`;
}

export const nothingToFinish = "the report is being written already";

/** `$0.31–1.20`. */
export function rangeWords(usd: Range): string {
	return `${formatDollars(usd.low)}–${formatDollars(usd.high).slice(1)}`;
}

/**
 * The current activity after `ms`: a wait is counted down, a long activity shows its duration.
 * `planning: waiting for the lead model · 0:42`.
 */
export function activityWords(text: string, ms: number): string {
	const wait = waitPattern.exec(text);
	if (wait) {
		const left = Math.ceil(Number(wait[1]) - ms / 1_000);
		return text.slice(0, wait.index) + (left > 0 ? `, again in ${left} s` : ", asking again");
	}
	return ms >= durationShownFromMs && text !== "" ? `${text} · ${formatDuration(ms)}` : text;
}

const waitPattern = /, again in (\d+) s$/;

/** Whether an activity is a wait before something is tried again. */
export function isWaiting(text: string): boolean {
	return waitPattern.test(text);
}

/** Activities longer than this show their duration. ms */
const durationShownFromMs = 10_000;

/** A run's name on screens. Any unique prefix of an id is accepted. */
export function shortId(id: string): string {
	return id.slice(0, 8);
}

/** A line of a readable log: the kind of event, and its content. */
export interface LogLine {
	label: string;
	text: string;
}

/** An event as plain lines; `state` is the state after it. */
export function logLines(event: ResearchEvent, state: ResearchState): LogLine[] {
	const byRules = (event.fallbacks ?? []).map(({ role, reason }): [string, string] => ["rules", `${role}: ${reason}`]);
	return [...byRules, ...describeEvent(event, state)].map(([label, text]) => ({ label, text: oneLine(text) }));
}
