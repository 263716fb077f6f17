import { distinctBy } from "../../base/distinct.ts";
import { AssayError } from "../../base/errors.ts";
import { shortHash } from "../../base/hash.ts";
import { limits } from "../../base/limits.ts";
import type { Fallback, ModelMessage } from "../../evidence/call.ts";
import type { Claim } from "../../evidence/claim.ts";
import type { Findings } from "../../evidence/findings.ts";
import type { InvestigatorExchange } from "../../reasoning/reasoner.ts";
import type { RunContext } from "../../store/store.ts";
import { createClock } from "../clock.ts";
import type { Tools } from "../tools.ts";
import type { Assignment } from "./assignment.ts";
import { createCaller } from "./calls.ts";
import { type Desk, type Lead, openDesk, recorded } from "./desk.ts";
import { gatherInstead } from "./instead.ts";
import { notesOf, takeAllNotes } from "./notes.ts";
import { type Taken, takeReport } from "./report.ts";
import { openingOf } from "./search.ts";
import { toolSpecsOf } from "./specs.ts";

const late: Fallback = { role: "nextAction", code: "DEADLINE", reason: "the time for research was over" };

/** The most messages in a row without a tool call: after the first it is told what to do, after the second it ends. */
const silentMost = 2;
/** The most messages in a row of only refused or repeated calls. After them it must report. */
const idleMost = 3;

/**
 * METHOD §8: runs an investigator with one sub-question, its own context, narrow tools and a budget. It is a run under the run
 * that it works for: each message and each tool result is a step, so it resumes where a dead process left it.
 */
export async function runInvestigator(
	run: RunContext,
	assignment: Assignment,
	tools: Tools,
	lead: Lead,
): Promise<Findings> {
	const { shared } = lead;
	const elsewhere = shared ? await recorded(run, "left", (signal) => shared.leftTo(assignment, signal)) : [];
	const desk = openDesk(run, tools, assignment, lead, elsewhere);
	const opening = await openingOf(desk);
	const caller = createCaller(desk);
	const clock = createClock(lead.elapsedMs());
	const transcript: InvestigatorExchange[] = [];
	let left = assignment.messages;
	let silent = 0;
	let idle = 0;
	let faulty: Taken | undefined;
	let emptyHanded: Taken | undefined;
	let atLimit = false;
	let failed: Fallback | undefined;

	for (; left > 0 && silent < silentMost; left--) {
		const over = await timeIsOver(run, clock, transcript.length, lead.researchMs);
		const isLast = left === 1;
		if (!faulty) atLimit = over || isLast;
		// It has read nothing and has no time for more, so rules gather without it.
		if (over && desk.pages.size === 0) {
			failed = late;
			break;
		}
		const stuck = idle >= idleMost;
		if (idle > idleMost || (stuck && desk.pages.size === 0)) break;
		const mustReport = over || stuck || faulty !== undefined;
		const said = await ask(mustReport ? "report" : undefined, isLast);
		if ("failed" in said) {
			failed = said.failed;
			break;
		}
		const { message } = said;
		silent = message.toolCalls.length === 0 ? silent + 1 : 0;
		const report = message.toolCalls.find(({ name }) => name === "report");
		// Pages in the same message are read before its report is parsed.
		const { results, anew } = await resultsOf(message, mustReport ? [] : isLast ? lastTools : undefined);
		const taken = report && takeReport(desk, report.arguments);
		if (taken && (faulty || taken.faults.length === 0)) {
			transcript.push({ message, results: [] });
			const whole = merged(faulty, taken);
			if (!isUnfounded(whole, mustReport)) return findings(whole, endedBy());
			emptyHanded = whole;
			break;
		}
		transcript.push({
			message,
			results: results.map((one) => (one.call === report ? { ...one, text: mendText(taken) } : one)),
		});
		// A message without a call counts in `withoutCall`. A report that is to be repaired counts in neither.
		if (anew > 0) {
			idle = 0;
			// Its last pages were read. Their claims are extracted without another message.
			if (isLast && !taken) return findings(nothingSaid, "budget");
		} else if (message.toolCalls.length > 0 && !taken) idle++;
		if (taken) {
			faulty = taken;
			// It gets one more message for the repair, whatever is left. This turn of the loop uses up the other one.
			left = 2;
		}
	}
	const wasRead = desk.pages.size > 0;
	if (faulty && wasRead) {
		if (failed) lead.onFallback(failed);
		return findings(faulty, endedBy());
	}
	lead.onFallback(failed ?? unusable());
	if (!wasRead) await gatherInstead(desk, failed === late ? limits.choiceMin : limits.choiceMax);
	await takeAllNotes(desk);
	// What it missed is no gap any more once its pages gave claims.
	const said = notesOf(desk).claims.length === 0 ? emptyHanded : undefined;
	const taken = { summary: said?.summary ?? "", gaps: said?.gaps ?? [], claims: [], faults: [] };
	return findings(taken, atLimit && !wasRead ? "budget" : "failed");

	/** Whether a report is empty and unfounded: it read nothing and had to report, or it knew nothing and never searched itself. */
	function isUnfounded({ claims }: Taken, mustReport: boolean): boolean {
		if (claims.length > 0 || desk.pages.size > 0) return false;
		return mustReport || (desk.queries.length <= (assignment.first ?? []).length && assignment.known.length === 0);
	}

	function unusable(): Fallback {
		const why = emptyHanded
			? "it reported nothing and had read nothing"
			: silent >= silentMost
				? `${silentMost} messages in a row called no tool`
				: "it did not report";
		return { role: "nextAction", code: "MODEL_ANSWER_UNUSABLE", reason: `${assignment.subQuestion.id}: ${why}` };
	}

	/** Asks for the next message. Records the message, or why it did not come. */
	function ask(only: string | undefined, isLast: boolean): Promise<{ message: ModelMessage } | { failed: Fallback }> {
		const { question, route, reading, subQuestion, known } = assignment;
		const asked = {
			question,
			route,
			reading,
			subQuestion,
			known,
			opening: transcript.length === 0 ? opening.text : opening.later,
			transcript: shortened(transcript),
			tools: toolSpecsOf(assignment).filter(({ name }) => !isLast || only !== undefined || lastTools.includes(name)),
			messagesLeft: left,
			only,
		};
		return recorded(
			run,
			`message:${transcript.length + 1}:${shortHash([subQuestion, known, opening, transcript, only])}`,
			async (signal) => {
				try {
					return { message: await lead.nextAction(asked, { signal, leftMs: () => toReport(lead) }) };
				} catch (error) {
					if (!(error instanceof AssayError) || error.keepsRun || signal.aborted) throw error;
					return { failed: { role: "nextAction" as const, code: error.code, reason: error.message } };
				}
			},
			(reason) => ({ failed: { role: "nextAction" as const, code: "STEP_CRASHED", reason } }),
		);
	}

	/** `allowed`: the tools that may be called; all when undefined. */
	async function resultsOf({ toolCalls }: ModelMessage, allowed: readonly string[] | undefined) {
		const working = toolCalls.filter(({ name }) => name !== "report" && (allowed?.includes(name) ?? true));
		const { results, anew } = await caller.carryOut(working);
		const refused = { text: "Refused: only report may be called now." };
		return { results: toolCalls.map((call) => ({ call, ...(results[working.indexOf(call)] ?? refused) })), anew };
	}

	function endedBy(): Findings["ended"] {
		return atLimit ? "budget" : "reported";
	}

	function findings(taken: Taken, ended: Findings["ended"]): Findings {
		return findingsOf(desk, taken, { ended, messages: transcript.length });
	}
}

/** Tools of the last message: a read is worth something without a further message, a search is not. */
const lastTools: readonly string[] = ["read", "report"];
const nothingSaid: Taken = { summary: "", gaps: [], claims: [], faults: [] };

/** The transcript as it is sent: only the last message's results are whole. */
function shortened(transcript: readonly InvestigatorExchange[]): InvestigatorExchange[] {
	return transcript.map(({ message, results }, at) => ({
		message,
		results: results.map(({ call, text, later = text }) => ({
			call,
			text: at === transcript.length - 1 ? text : later,
		})),
	}));
}

/** The time that is left to report: it may use the first half of what is kept for the run's report. ms */
function toReport({ leftMs }: Lead): number {
	return leftMs ? (leftMs("research") + leftMs("report")) / 2 : Number.POSITIVE_INFINITY;
}

/** Whether the time for research was over when the message was first requested. */
async function timeIsOver(
	run: RunContext,
	clock: ReturnType<typeof createClock>,
	messages: number,
	researchMs: number,
): Promise<boolean> {
	const { elapsedMs } = await recorded(run, `time:${messages + 1}`, async () => ({ elapsedMs: clock.elapsedMs() }));
	clock.set(elapsedMs);
	return elapsedMs >= researchMs;
}

function mendText(taken: Taken | undefined): string {
	return [
		"The report is not taken yet:",
		...(taken?.faults ?? []).map((fault) => `- ${fault}`),
		"Call report once more, whole: copy each quote letter for letter from one place of a page that you read, or leave its claim out. What is not there then is dropped.",
	].join("\n");
}

/** A repaired report keeps the claims that were right the first time. */
function merged(first: Taken | undefined, second: Taken): Taken {
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

function findingsOf(desk: Desk, taken: Taken, end: Pick<Findings, "ended" | "messages">): Findings {
	const noted = notesOf(desk);
	return {
		summary: taken.summary,
		gaps: taken.gaps,
		queries: desk.queries,
		found: desk.found.size,
		sources: [...desk.pages.values()].map(({ source }) => source),
		unread: desk.unread,
		...(desk.faults.length > 0 ? { faults: desk.faults } : {}),
		...(desk.sent.length > 0 ? { sent: desk.sent } : {}),
		claims: distinctBy([...noted.claims, ...taken.claims], ({ id }) => id),
		dropped: noted.dropped + taken.faults.length,
		...(noted.whole ? { whole: noted.whole } : {}),
		...end,
	};
}
