import type { Role } from "../../evidence/call.ts";
import type { Effort } from "../../evidence/event.ts";
import type { Model } from "./model.ts";

/** The model of each role: `lead` where judgement counts, `utility` for what is asked often. */
const roleModels: Record<Role, "lead" | "utility"> = {
	begin: "lead",
	clarify: "lead",
	route: "utility",
	interpret: "lead",
	plan: "lead",
	rewriteQuery: "utility",
	choosePages: "utility",
	extractClaims: "utility",
	compareClaims: "utility",
	findGaps: "lead",
	nextAction: "utility",
	answer: "lead",
	draft: "lead",
	review: "lead",
	revise: "lead",
	judgeSupport: "utility",
};

/** The default limit of a role's answer, without the reasoning before it. Tokens. */
const answerLimits: Record<Role, number> = {
	begin: 5_000,
	clarify: 800,
	route: 1_000,
	interpret: 1_500,
	plan: 3_000,
	rewriteQuery: 500,
	choosePages: 1_000,
	// Some 40 claims with their quotes.
	extractClaims: 7_000,
	compareClaims: 1_500,
	findGaps: 2_000,
	nextAction: 4_000,
	answer: 1_500,
	draft: 12_000,
	review: 3_000,
	revise: 12_000,
	judgeSupport: 3_000,
};

/** Room for reasoning on top of the answer. Tokens. Many models reason without being told to. */
const reasoningRoom: Record<Effort, number> = {
	none: 0,
	minimal: 1_000,
	low: 4_000,
	medium: 8_000,
	high: 16_000,
	xhigh: 24_000,
	max: 32_000,
};
const defaultReasoningRoom = reasoningRoom.low;

/** The largest share of a window that the answer gets: the rest is for the input. */
const outputShare = 0.4;

/** The roles that write the report. Their cost is reserved before research spends the rest. `answer` is also asked while searching. */
const reportRoles: ReadonlySet<Role> = new Set(["draft", "review", "revise", "judgeSupport"]);

/** `investigators`: their model, where it is not the usual one. */
export function modelKindOf(role: Role, investigators?: "lead" | undefined): "lead" | "utility" {
	return role === "nextAction" && investigators ? investigators : roleModels[role];
}

export function purposeOf(role: Role): "research" | "report" {
	return reportRoles.has(role) ? "report" : "research";
}

/** The most tokens that one request may write, reasoning included. `times` raises the limit after an answer that was cut off. */
export function outputLimit(
	role: Role,
	model: Pick<Model, "settings" | "maxOutput" | "window">,
	answer: number = answerLimits[role],
	times = 1,
): number {
	const effort = model.settings.effort;
	const wanted = (answer + (effort === undefined ? defaultReasoningRoom : reasoningRoom[effort])) * times;
	return Math.max(1, Math.min(wanted, model.maxOutput, Math.floor(model.window * outputShare)));
}
