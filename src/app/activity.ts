import type { CallRecord, Role } from "../evidence/call.ts";
import type { Tools } from "../research/tools.ts";
import type { Hooks, Progress } from "./progress.ts";

/** The work of each role, as a progress line shows it. */
const roleActivity: Record<Role, string> = {
	begin: "understanding the question, and planning",
	clarify: "looking for what the question leaves open",
	route: "understanding the question",
	interpret: "reading the question",
	plan: "planning",
	steer: "changing the plan as you asked",
	rewriteQuery: "wording searches",
	choosePages: "choosing pages",
	extractClaims: "weighing pages",
	compareClaims: "comparing claims",
	findGaps: "looking for gaps",
	nextAction: "investigators",
	answer: "settling the answer",
	draft: "writing the report",
	review: "reviewing the draft",
	revise: "revising the report",
	judgeSupport: "checking what the quotes support",
	conclude: "writing the short answer",
	polish: "smoothing the wording",
	judgePulse: "judging whether to go on",
	vote: "skeptics weigh the answer",
	grade: "judging",
};

/** Replaces a role's name at the start of a text by words: `extractClaims: 2 requests in flight`. Other texts stay as they are. */
function spellOutRole(text: string): string {
	const [role, rest] = [text.slice(0, text.indexOf(":")), text.slice(text.indexOf(":"))];
	return Object.hasOwn(roleActivity, role) ? roleActivity[role as Role] + rest : text;
}

const investigatorPattern = /^([a-z]+\d+) (searching|reading|calculating)(?:: (.*))?$/s;

/** Parses an activity text of the run, or of one of its investigators. */
export function parseActivity(text: string): Progress {
	const [, id, action, what = ""] = investigatorPattern.exec(text) ?? [];
	if (id !== undefined && (action === "searching" || action === "reading" || action === "calculating"))
		return { type: "investigator", id, action, what };
	return { type: "activity", text: spellOutRole(text) };
}

/**
 * The requests that a run of another process waits for, in words: those in its ledger after the last that was answered. Undefined
 * when there are none.
 */
export function describePending(calls: readonly CallRecord[]): string | undefined {
	const pending = calls.slice(calls.findLastIndex(({ result }) => result !== undefined) + 1);
	const { role, model } = pending.at(-1)?.request ?? {};
	if (role === undefined) return undefined;
	if (role === "callTool") return `calling ${model}`;
	const count = pending.filter(({ request }) => request.role === role).length;
	return `${roleActivity[role]}: ${count > 1 ? `${count} requests in flight` : "waiting for the model"}`;
}

/** What a run shows while it works, and does not record. */
export function shownLive({ onProgress }: Hooks): Pick<Tools, "onWriting" | "onVerdict" | "onActivity"> {
	return {
		onWriting: (text) => onProgress({ type: "writing", text }),
		onVerdict: (sentence, verdict) => onProgress({ type: "verdict", sentence, verdict }),
		onActivity: (text) => onProgress(parseActivity(text)),
	};
}
