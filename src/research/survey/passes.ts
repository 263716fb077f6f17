import { AssayError } from "../../base/errors.ts";
import { shortHash } from "../../base/hash.ts";
import type { Json } from "../../base/json.ts";
import { addressesSeen } from "../../evidence/inherited.ts";
import { failedPass, type PassResult, type Slice } from "../../evidence/pass.ts";
import type { ResearchState } from "../../evidence/state.ts";
import type { UserMessage } from "../../evidence/user-message.ts";
import type { RunContext } from "../../store/store.ts";
import type { EventBody, Stage, Step } from "../journal.ts";
import type { Tools } from "../tools.ts";
import { assignmentOf, type PassAssignment } from "./assignment.ts";

/** How a pass ended: its final state, and what ended it before its own end. */
export interface PassEnd {
	state: ResearchState;
	endedBy?: string | undefined;
}

/** Researches one slice in a run of its own. */
export type ResearchSlice = (run: RunContext, assignment: PassAssignment, tools: Tools) => Promise<PassEnd>;

/** Errors that end one pass and not the survey: its log is full, or one of its steps ends the program again and again. */
const passErrors = new Set(["STEP_CRASHED", "RUN_TOO_LONG"]);

/** Does the work of a pass. Returns the message of an error that ends the pass and not the survey: what is recorded by then counts. */
export async function gaveUp(work: () => Promise<void>): Promise<string | undefined> {
	try {
		await work();
		return undefined;
	} catch (error) {
		if (!(error instanceof AssayError && passErrors.has(error.code))) throw error;
		return error.message;
	}
}

/** The passes of the present round, each as a child run, at once. */
export function passesWith(researchSlice: ResearchSlice): Stage {
	return (state, tools) =>
		(state.passes ?? [])
			.filter(({ done }) => !done)
			.map(({ slice, round }) => passStep(state, tools, slice, round, researchSlice));
}

/** The same, but only the first: one conversation with a model can serve one pass at a time. */
export function nextPassWith(researchSlice: ResearchSlice): Stage {
	const all = passesWith(researchSlice);
	return async (...input) => (await all(...input)).slice(0, 1);
}

/** The name of a pass's step, and of its child run. */
export function passStepName(slice: Slice): string {
	return `pass:${slice.id}:${shortHash(slice)}`;
}

function passStep(state: ResearchState, tools: Tools, slice: Slice, round: number, research: ResearchSlice): Step {
	const name = passStepName(slice);
	const title = `pass ${slice.id} (${slice.title})`;
	const instead = (reason: string, elapsedMs: number): EventBody => ({
		...{ type: "passed", slice, pass: failedPass(title, reason), elapsedMs },
	});
	return {
		name,
		hasChildren: true,
		instead: (reason, { elapsedMs }) => instead(reason, elapsedMs()),
		work: async ({ child, leftMs, elapsedMs }) => {
			const assignment = assignmentOf(state, slice, round, leftMs("research"));
			// The first input counts: a resumed pass keeps the time that it was given.
			const body = async (run: RunContext) => {
				// Children have no children. The investigators of a pass are children of the survey, beside the pass.
				const own: RunContext = { ...run, child: (inner, input, work) => child(`${name}/${inner}`, input, work) };
				const given = run.input as unknown as PassAssignment;
				const { state: end, endedBy } = await research(own, given, toolsOfPass(tools, slice));
				const found = passResultOf(end);
				const notes = endedBy === undefined ? [] : failedPass(title, endedBy).parked;
				return { ...found, parked: [...found.parked, ...notes] } as unknown as Json;
			};
			try {
				const pass = (await child(name, assignment as unknown as Json, body)) as unknown as PassResult;
				// The time of a process that was killed inside the pass is in the pass's log only. It began at the survey's last event.
				const spentMs = state.elapsedMs + (pass.elapsedMs ?? 0);
				return { type: "passed", slice, pass, elapsedMs: Math.max(elapsedMs(), spentMs) };
			} catch (error) {
				if (!(error instanceof AssayError && passErrors.has(error.code))) throw error;
				return instead(error.message, elapsedMs());
			}
		},
	};
}

/** A pass shows what it does as an activity: its events are those of another log. */
function toolsOfPass(
	{ onEvent: _e, onWriting: _w, onVerdict: _v, openingMs: _o, ...tools }: Tools,
	{ id }: Slice,
): Tools {
	const { onActivity, inbox } = tools;
	const own = inbox && { ...inbox, messages: async () => (await inbox.messages()).filter(isForPasses) };
	return { ...tools, inbox: own, ...(onActivity ? { onActivity: (text) => onActivity(`pass ${id}: ${text}`) } : {}) };
}

/** A pass ends where the survey is to end. What the survey is to look for becomes a part of its next round. */
function isForPasses({ kind, isOutdated }: UserMessage & { isOutdated: boolean }): boolean {
	return !isOutdated && (kind === "finish" || kind === "pause");
}

/** What a run found and wrote, as a pass. */
export function passResultOf(state: ResearchState): PassResult {
	const { subQuestions, coverage, sources, unread, extractedFor, claims, conflicts, judged = [] } = state;
	const { followUps, skipped, fallbacks, parked, report, elapsedMs } = state;
	return {
		...{ subQuestions, coverage, sources, unread, extractedFor, claims, conflicts, judged },
		...{ followUps, skipped, fallbacks, parked, report, elapsedMs },
		turns: state.turns.map((turn) => ({ ...turn, hits: [], seen: addressesSeen(turn) })),
	};
}
