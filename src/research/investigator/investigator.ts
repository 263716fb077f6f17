import { distinctBy } from "../../base/distinct.ts";
import { AssayError } from "../../base/errors.ts";
import { shortHash } from "../../base/hash.ts";
import { limits } from "../../base/limits.ts";
import type { Fallback, ModelMessage } from "../../evidence/call.ts";
import type { Claim } from "../../evidence/claim.ts";
import type { Findings } from "../../evidence/findings.ts";
import { isWeb, type PooledHit } from "../../evidence/source.ts";
import { fallbackReason } from "../../reasoning/model/error.ts";
import type { InvestigatorExchange, NextActionInput } from "../../reasoning/reasoner.ts";
import type { RunContext } from "../../store/store.ts";
import { namesIn } from "../../text/entities.ts";
import { createRunClock } from "../run-clock.ts";
import type { Tools } from "../tools.ts";
import type { Assignment } from "./assignment.ts";
import { gatherByRules } from "./gather-by-rules.ts";
import { notesOf, takeRemainingNotes } from "./notes.ts";
import { type ParsedReport, parseReport } from "./parse-report.ts";
import { openingResults } from "./search-tool.ts";
import { requestTokens, responseTokens } from "./token-budget.ts";
import { createToolRunner } from "./tool-calls.ts";
import { toolSpecsOf } from "./tool-specs.ts";
import { openWorkspace, type ParentRun, recordStep, type Workspace, wasReadBefore } from "./workspace.ts";

const deadlineFallback: Fallback = { role: "nextAction", code: "DEADLINE", reason: "the time for research was over" };

/** The most messages in a row without a tool call: after the first it is told what to do, after the second it ends. */
const withoutCallMost = 2;
/** The most messages in a row of only refused or repeated calls. After them it must report. */
const fruitlessMost = 3;

/**
 * METHOD §8: runs an investigator with one sub-question, its own context, narrow tools and a budget. It is a run under the run
 * that it works for: each message and each tool result is a step, so it resumes where a dead process left it.
 */
export async function runInvestigator(
	run: RunContext,
	assignment: Assignment,
	tools: Tools,
	parent: ParentRun,
): Promise<Findings> {
	const { shared } = parent;
	const assigned = shared ? await recordStep(run, "assigned", () => shared.assignedPages()) : [];
	const workspace = openWorkspace(run, tools, assignment, parent, assigned);
	const opening = await openingResults(workspace);
	const transcript: InvestigatorExchange[] = [];
	// The queries of a gap led only to pages that the run has read, or to others.
	if (assignment.messages <= limits.waveMessages && hasNothingToRead(workspace))
		return endWith(emptyReport, "reported");
	const caller = createToolRunner(workspace);
	const clock = createRunClock(parent.elapsedMs(), tools.now);
	let remaining = assignment.messages;
	let withoutCall = 0;
	let fruitless = 0;
	let faultyReport: ParsedReport | undefined;
	let unfoundedReport: ParsedReport | undefined;
	let atLimit = false;
	let failed: Fallback | undefined;

	for (; remaining > 0 && withoutCall < withoutCallMost; remaining--) {
		const over = await isTimeOver(run, clock, transcript.length, parent);
		const isLast = remaining === 1;
		const isOutOfCalls = caller.left() <= 0;
		if (!faultyReport) atLimit = over || isLast || isOutOfCalls;
		// It has read nothing and has no time for more, so rules gather without it.
		if (over && workspace.pages.size === 0) {
			failed = deadlineFallback;
			break;
		}
		const stuck = fruitless >= fruitlessMost;
		if (fruitless > fruitlessMost || (stuck && workspace.pages.size === 0)) break;
		const mustReport = over || stuck || isOutOfCalls || faultyReport !== undefined;
		const input = requestOf(mustReport ? "report" : undefined, isLast);
		if (requestTokens(input) > workspace.tokensLeft) return endWithoutTokens();
		const reply = await nextMessage(input);
		if ("failed" in reply) {
			failed = reply.failed;
			break;
		}
		const { message } = reply;
		workspace.tokensLeft -= requestTokens(input) + responseTokens(message);
		withoutCall = message.toolCalls.length === 0 ? withoutCall + 1 : 0;
		const report = message.toolCalls.find(({ name }) => name === "report");
		// Pages in the same message are read before its report is parsed.
		const { results, newCalls } = await resultsOf(message, mustReport ? [] : isLast ? lastTools : undefined);
		const parsed = report && parseReport(workspace, report.arguments);
		if (parsed && (faultyReport || parsed.faults.length === 0)) {
			transcript.push({ message, results: [] });
			const mergedReport = mergeReports(faultyReport, parsed);
			if (!isUnfounded(mergedReport, mustReport)) return endWith(mergedReport, endReason());
			unfoundedReport = mergedReport;
			break;
		}
		transcript.push({
			message,
			results: results.map((one) => (one.call === report ? { ...one, text: repairRequest(parsed) } : one)),
		});
		// A message without a call counts in `withoutCall`. A report that is to be repaired counts in neither.
		if (newCalls > 0) {
			fruitless = 0;
			// Its last pages were read. Their claims are extracted without another message.
			if (isLast && !parsed) return endWith(emptyReport, "budget");
			// In a wave a last message is for the results of a search: one that only read needs none.
			const isInWave = assignment.messages <= limits.waveMessages;
			if (remaining === 2 && isInWave && !parsed && !hasSearched(message) && workspace.pages.size > 0)
				return endWith(emptyReport, "reported");
		} else if (message.toolCalls.length > 0 && !parsed) fruitless++;
		if (parsed) {
			faultyReport = parsed;
			// It gets one more message for the repair, whatever is left. This turn of the loop uses up the other one.
			remaining = 2;
		}
	}
	const wasRead = workspace.pages.size > 0;
	if (faultyReport && wasRead) {
		if (failed) parent.onFallback(failed);
		return endWith(faultyReport, endReason());
	}
	parent.onFallback(failed ?? unusableFallback());
	if (!wasRead)
		await gatherByRules(workspace, failed === deadlineFallback ? limits.pagesPerStepMin : limits.pagesPerStepMax);
	await takeRemainingNotes(workspace);
	// What it missed is no gap any more once its pages gave claims.
	const lastReport = notesOf(workspace).claims.length === 0 ? unfoundedReport : undefined;
	const report = { summary: lastReport?.summary ?? "", gaps: lastReport?.gaps ?? [], claims: [], faults: [] };
	return endWith(report, atLimit && !wasRead ? "budget" : "failed");

	/** Ends with what its pages hold, because the next request would pass its token budget. */
	async function endWithoutTokens(): Promise<Findings> {
		await takeRemainingNotes(workspace);
		const { summary = "", gaps = [], claims = [], faults = [] } = faultyReport ?? {};
		const gap = `it was not looked for to the end: the budget of ${assignment.spec?.budget.tokens} tokens was used up`;
		return endWith({ summary, gaps: [...gaps, gap], claims, faults }, "budget");
	}

	/** Whether a report is empty and unfounded: it read nothing and had to report, or it knew nothing and never searched itself. */
	function isUnfounded({ claims }: ParsedReport, mustReport: boolean): boolean {
		if (claims.length > 0 || workspace.pages.size > 0) return false;
		return mustReport || (workspace.queries.length <= (assignment.first ?? []).length && assignment.known.length === 0);
	}

	function unusableFallback(): Fallback {
		const why = unfoundedReport
			? "it reported nothing and had read nothing"
			: withoutCall >= withoutCallMost
				? `${withoutCallMost} messages in a row called no tool`
				: "it did not report";
		return { role: "nextAction", code: "MODEL_ANSWER_UNUSABLE", reason: `${assignment.subQuestion.id}: ${why}` };
	}

	function requestOf(only: string | undefined, isLast: boolean): NextActionInput {
		const { question, route, reading, subQuestion, known, spec, web } = assignment;
		return {
			question,
			route,
			reading,
			subQuestion,
			known,
			...(spec ? { bounds: { angles: spec.angles, sources: web ? spec.sources : [], excluded: spec.excluded } } : {}),
			opening: transcript.length === 0 ? opening.text : opening.later,
			transcript: shortenTranscript(transcript),
			tools: toolSpecsOf(assignment, tools.source.tools).filter(
				({ name }) => !isLast || only !== undefined || lastTools.includes(name),
			),
			messagesLeft: remaining,
			only,
		};
	}

	/** Asks for the next message. Records the message, or why it did not come. */
	function nextMessage(input: NextActionInput): Promise<{ message: ModelMessage } | { failed: Fallback }> {
		const { subQuestion, known, only } = input;
		return recordStep(
			run,
			`message:${transcript.length + 1}:${shortHash([subQuestion, known, opening, transcript, only])}`,
			async (signal) => {
				try {
					const context = { signal, step: parent.step, leftMs: () => reportMsLeft(parent) };
					return { message: await parent.nextAction(input, context) };
				} catch (error) {
					if (!(error instanceof AssayError) || error.keepsRun || signal.aborted) throw error;
					return { failed: { role: "nextAction" as const, ...fallbackReason(error) } };
				}
			},
			(reason) => ({ failed: { role: "nextAction" as const, code: "STEP_CRASHED", reason } }),
		);
	}

	/** `allowed`: the tools that may be called; all when undefined. */
	async function resultsOf({ toolCalls }: ModelMessage, allowed: readonly string[] | undefined) {
		const working = toolCalls.filter(({ name }) => name !== "report" && (allowed?.includes(name) ?? true));
		const { results, newCalls } = await caller.execute(working);
		const refused = { text: "Refused: only report may be called now." };
		return { results: toolCalls.map((call) => ({ call, ...(results[working.indexOf(call)] ?? refused) })), newCalls };
	}

	function endReason(): Findings["ended"] {
		return atLimit ? "budget" : "reported";
	}

	function endWith(taken: ParsedReport, ended: Findings["ended"]): Findings {
		return findingsOf(workspace, taken, { ended, messages: transcript.length });
	}
}

/** Whether its searches found pages, but none that is new to the run and could answer the sub-question. */
function hasNothingToRead({ assignment, found, parent, readByOthers }: Workspace): boolean {
	const names = namesAdded(assignment);
	const results = [...found.values()].map(({ hit }) => hit);
	return results.length > 0 && !results.some((hit) => isNew(hit) && (isWeb(hit) || isNamed(hit)));

	function isNew({ url }: PooledHit): boolean {
		return !readByOthers.has(url) && !wasReadBefore(parent, url);
	}

	/** A search of documents always finds some. Where all are about something else, none holds a name that is asked about. */
	function isNamed({ title, snippet }: PooledHit): boolean {
		const text = `${title} ${snippet}`.toLowerCase();
		return names.length === 0 || names.some((name) => text.includes(name));
	}
}

/** The names that a sub-question adds to the question, in lower case. */
function namesAdded({ question, subQuestion, first = [] }: Assignment): string[] {
	const known = question.toLowerCase();
	return namesIn([subQuestion.text, ...first].join("\n"))
		.map((name) => name.toLowerCase())
		.filter((name) => !known.includes(name));
}

function hasSearched({ toolCalls }: ModelMessage): boolean {
	return toolCalls.some(({ name }) => name === "search");
}

/** Tools of the last message: a read is worth something without a further message, a search is not. */
const lastTools: readonly string[] = ["read", "report"];
const emptyReport: ParsedReport = { summary: "", gaps: [], claims: [], faults: [] };

/** The transcript as it is sent: only the last message's results are whole. */
function shortenTranscript(transcript: readonly InvestigatorExchange[]): InvestigatorExchange[] {
	return transcript.map(({ message, results }, at) => ({
		message,
		results: results.map(({ call, text, later = text }) => ({
			call,
			text: at === transcript.length - 1 ? text : later,
		})),
	}));
}

/** The time that is left to report: it may use the first half of what is kept for the run's report. ms */
function reportMsLeft({ leftMs }: ParentRun): number {
	return leftMs ? (leftMs("research") + leftMs("report")) / 2 : Number.POSITIVE_INFINITY;
}

/** Whether the time for research was over when the message was first requested. */
async function isTimeOver(
	run: RunContext,
	clock: ReturnType<typeof createRunClock>,
	messages: number,
	{ researchMs, advanceTo }: ParentRun,
): Promise<boolean> {
	const { elapsedMs } = await recordStep(run, `time:${messages + 1}`, async () => ({ elapsedMs: clock.elapsedMs() }));
	clock.set(elapsedMs);
	// The run's own log has no time of a process that was killed here.
	advanceTo?.(elapsedMs);
	return elapsedMs >= researchMs;
}

function repairRequest(taken: ParsedReport | undefined): string {
	return [
		"The report is not taken yet:",
		...(taken?.faults ?? []).map((fault) => `- ${fault}`),
		"Call report once more, whole: copy each quote letter for letter from one place of a page that you read, or leave its claim out. What is not there then is dropped.",
	].join("\n");
}

/** A repaired report keeps the claims that were right the first time. */
function mergeReports(first: ParsedReport | undefined, second: ParsedReport): ParsedReport {
	if (!first) return second;
	const claims = new Map<string, Claim>();
	for (const claim of [...first.claims, ...second.claims]) if (!claims.has(claim.id)) claims.set(claim.id, claim);
	return {
		summary: second.summary || first.summary,
		gaps: second.gaps.length > 0 ? second.gaps : first.gaps,
		claims: [...claims.values()],
		faults: second.faults,
	};
}

function findingsOf(workspace: Workspace, report: ParsedReport, end: Pick<Findings, "ended" | "messages">): Findings {
	const notes = notesOf(workspace);
	return {
		summary: report.summary,
		gaps: report.gaps,
		queries: workspace.queries,
		found: workspace.found.size,
		...(workspace.seen.size > 0 ? { seen: [...workspace.seen] } : {}),
		sources: [...workspace.pages.values()].map(({ source }) => source),
		unread: workspace.unread,
		...(workspace.faults.length > 0 ? { faults: workspace.faults } : {}),
		...(workspace.sent.length > 0 ? { sent: workspace.sent } : {}),
		claims: distinctBy([...notes.claims, ...report.claims], ({ id }) => id),
		dropped: notes.dropped + report.faults.length,
		...(notes.whole ? { whole: notes.whole } : {}),
		...(workspace.assignment.spec ? { tokens: workspace.assignment.spec.budget.tokens - workspace.tokensLeft } : {}),
		...end,
	};
}
