import { z } from "zod";
import { subQuestionOrigins } from "../../evidence/plan.ts";

/**
 * The schema of `trace.json`; `docs/trace.schema.json` is made from it. Fields may be added, none may be renamed, removed or given
 * another type. Objects may hold more fields than are named here.
 */

const count = z.int().min(0);
const share = z.number().min(0).max(1).optional();

const change = z
	.record(z.string(), z.unknown())
	.describe(
		"How the evidence changed: a JSON Merge Patch (RFC 7396). `start`, the steps in order, and `end`, applied to {}, give the final evidence. Its parts are objects by key: `subQuestions`, `coverage`, `sources`, `claims` and `groups` by id, `unread` by address, `disputes` by the ids of both claims, `followUps` by text; `notes` and `budget`.",
	);

const action = z.looseObject({
	kind: z.enum(["cover", "hop", "recover", "challenge", "stop"]),
	reason: z.string(),
	subQuestionId: z.string().optional().describe("Empty for a sub-question that the action would add."),
});

const offer = z.looseObject({
	rule: z.string().describe("The rule of the planner that offered it."),
	action,
	question: z.string().optional().describe("The sub-question that it would add."),
	promise: z.number().optional().describe("How likely a follow-up question leads to what is missing, 0–1."),
	coverage: z
		.object({ status: z.enum(["uncovered", "thin", "covered"]), directClaims: count, turns: count })
		.optional()
		.describe("Of its sub-question, before the decision."),
	taken: z.literal(true).optional(),
});
const offers = z
	.array(offer)
	.describe(
		"What the planner's rules offered, in the order of the ranking; empty in older runs or if a limit decided.",
	);

const request = z.object({
	call: count.describe("Its position in `calls`, and in `timing.callsMs`, from 0."),
	role: z.string(),
	model: z.string(),
	status: z.enum(["answered", "failed", "lost"]),
	input: count.describe("Tokens."),
	output: count.describe("Tokens."),
	usd: z.number().optional().describe("Absent if the model's price is unknown."),
});
const requests = z.array(request).optional().describe("Requests to models; absent in a run without models.");

const summary = z.looseObject({
	...{ claims: count, groups: count, disputed: count, sources: count, covered: count, thin: count, uncovered: count },
});

const step = z.looseObject({
	step: z.int().min(1),
	wave: z.int().min(1).describe("The wave that it belongs to; its steps ran in parallel."),
	pass: z.string().optional().describe("The pass that took it, of a survey; its wave is then the survey's round."),
	decision: action,
	signal: z.enum(["NEW_EVIDENCE", "CONFLICT_FOUND", "REDUNDANT", "DEAD_END", "NO_RETRIEVAL_RESULTS"]).optional(),
	chance: share.describe(
		"The learned step scorer's chance that the run will have read all that it needs; lookups without a model only (docs/learning.md).",
	),
	queries: z.array(z.string()),
	found: count.describe("Documents that the searches returned."),
	hits: z.array(z.looseObject({ url: z.string(), label: z.string() })),
	choices: z.array(z.object({ url: z.string(), reason: z.string() })),
	read: z.array(z.object({ id: z.string(), title: z.string().optional() })),
	claims: z.array(z.string()).describe("Ids of the claims that it recorded."),
	dropped: count.describe("Claims whose quote is not in the page."),
	before: summary,
	after: summary.optional(),
	change,
	requests: requests.describe("Requests of this step alone; those of all steps of its wave are in `waves`."),
});

const traceSchema = z
	.looseObject({
		version: z.literal(1),
		question: z.string(),
		options: z.looseObject({}).describe("The options of the run."),
		reasoner: z.string(),
		subQuestions: z.array(
			z.looseObject({
				id: z.string(),
				text: z.string(),
				origin: z.enum(subQuestionOrigins),
			}),
		),
		start: z.object({ change, requests }).describe("Before the first step: the plan, and pages that the user named."),
		waves: z.array(
			z.object({
				wave: z.int().min(1),
				offers,
				requests: requests.describe("Requests of the wave's steps together, e.g. the choice of pages."),
			}),
		),
		steps: z.array(step),
		end: z.object({ offers, change, requests }).describe("After the last step: why the run stopped, and the report."),
		evidenceHash: z
			.string()
			.describe(
				"SHA-256 of the final evidence as JSON with sorted keys and without white space: a replay must match it.",
			),
		stop: z.looseObject({ reason: z.string(), detail: z.string() }).optional(),
		figures: z
			.object({
				backed: share.describe("Core sub-questions with evidence."),
				coverage: share.describe("Sub-questions that are covered: with evidence from two sources."),
				searchEfficiency: share.describe("Steps that brought new evidence or a dispute."),
				conflictRate: share.describe("Groups of claims that are disputed."),
				duplicateRate: share.describe("Claims that repeat another claim of their group."),
				groundingRate: share.describe("Checks of the report's sentences, quotes, numbers and names that passed."),
				sites: count.describe("Domains on the web that pages were read from."),
				investigatorOverlap: z
					.object({ investigators: count, waves: count, specs: share, pages: share, claims: share })
					.optional()
					.describe("How much two investigators of one wave share: mean Jaccard indices of words, pages and facts."),
			})
			.describe("Figures of the whole run; shares from 0 to 1, absent where there is nothing to count."),
		calls: z
			.array(z.looseObject({ role: z.string(), model: z.string(), status: z.enum(["answered", "failed", "lost"]) }))
			.optional()
			.describe("Each request to a model, in order; absent in a run without models."),
		toolCalls: z
			.array(z.looseObject({ tool: z.string(), arguments: z.string(), status: z.enum(["answered", "failed", "lost"]) }))
			.optional()
			.describe("Each call of a tool of an MCP server, in order; absent where none was called."),
		timing: z
			.looseObject({
				run: z.string(),
				pulses: z
					.array(z.string())
					.optional()
					.describe("Of a campaign: the ids of its pulses' runs, whose own traces have the steps."),
				begun: z.string(),
				elapsedMs: count,
				decidedAtMs: z.array(count).describe("By step."),
				callsMs: z.array(count.optional().nullable()).optional().describe("By request; null if it was lost."),
			})
			.describe("All that depends on the clock."),
	})
	.describe("The trace of a run of assay.");

/** The schema as JSON Schema, as it is published. */
export function traceJsonSchema(): string {
	return `${JSON.stringify(z.toJSONSchema(traceSchema, { io: "output" }), null, "\t")}\n`;
}
