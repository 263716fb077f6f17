import type { Role } from "../../evidence/call.ts";
import type { Effort } from "../../evidence/event.ts";
import type { Model } from "./model.ts";

/** `review`: the model of the roles that check others' work, if the run has one for them. */
export type ModelKind = "lead" | "utility" | "review";

/** The model of each role: `lead` where judgement counts, `utility` for what is asked often. */
const roleModels: Record<Role, "lead" | "utility"> = {
	begin: "lead",
	clarify: "lead",
	route: "utility",
	interpret: "lead",
	plan: "lead",
	steer: "lead",
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
	conclude: "lead",
	polish: "utility",
	judgePulse: "lead",
	vote: "lead",
	grade: "lead",
};

/** The roles that check others' work: a run may have a model of its own for them (cross-model verification). */
const reviewRoles: ReadonlySet<Role> = new Set(["review", "judgeSupport", "vote"]);

/** The default limit of a role's answer, without the reasoning before it. Tokens. */
const answerLimits: Record<Role, number> = {
	begin: 5_000,
	clarify: 800,
	route: 1_000,
	interpret: 1_500,
	plan: 3_000,
	steer: 1_000,
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
	conclude: 2_000,
	// Some 20,000 characters of paragraphs, with their JSON.
	polish: 8_000,
	judgePulse: 1_000,
	vote: 1_000,
	// Some 40 verdicts with their reasons.
	grade: 4_000,
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
const reportRoles: ReadonlySet<Role> = new Set([
	"draft",
	"review",
	"revise",
	"judgeSupport",
	"vote",
	"conclude",
	"polish",
]);

/** Which roles have another model than usual. */
export interface RoleModels {
	/** The investigators' model, where it is not the utility model. */
	investigators?: "lead" | undefined;
	/** The model of the review roles, where the run has one for them. */
	reviewer?: unknown;
}

export function modelKindOf(role: Role, { investigators, reviewer }: RoleModels = {}): ModelKind {
	if (reviewer !== undefined && reviewRoles.has(role)) return "review";
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
