import { z } from "zod";
import type { CallRecord, Usage } from "../../evidence/call.ts";
import { noUsage } from "../../evidence/spending.ts";
import type { ReportInput } from "./input.ts";
import { callStatusOf } from "./model-work.ts";

/** The part of the `--json` object that only a run with language models has. */

const usd = z.number().optional().describe("US dollars; absent when the model's price is unknown.");
const tokens = {
	input: z.int().describe("Tokens, cached ones included."),
	cached: z.int().describe("Of the input: read from the provider's cache."),
	cacheWritten: z.int().describe("Of the input: put into the provider's cache."),
	output: z.int().describe("Tokens, reasoning included."),
	reasoning: z.int().describe("Of the output."),
	estimated: z.boolean().optional().describe("Some were counted by assay, because the provider did not say."),
	implausible: z
		.boolean()
		.optional()
		.describe(
			"The provider's count cannot be true: charged by the length of the texts, or at the most it can have cost.",
		),
};

export const modelFields = {
	models: z
		.object({
			lead: z.string(),
			utility: z.string(),
			reviewer: z.string().optional().describe("The model of the review and the checks; absent: the other two."),
			gather: z.enum(["pipeline", "agent"]),
			session: z.enum(["isolated", "single"]),
			maxCostUsd: z.number().optional(),
			maxRequests: z.int().optional(),
			maxTokens: z.int().optional().describe("Input plus output."),
		})
		.optional()
		.describe("The language models that did the thinking; absent when none was to be asked."),
	usage: z
		.object({
			calls: z.int().describe("Requests sent, failed ones included."),
			...tokens,
			usd: z.number().describe("The sum over the calls whose price is known."),
			unpriced: z.int().describe("Calls to models whose price is unknown."),
			byRole: z.array(z.object({ role: z.string(), model: z.string(), calls: z.int(), ...tokens, usd })),
			lost: z
				.array(z.object({ role: z.string(), model: z.string(), begunAt: z.string(), usd }))
				.describe("Sent by a process that died before the answer was recorded: paid, result lost. USD: at most."),
			tools: z
				.object({ calls: z.int(), failed: z.int(), lost: z.int(), usd: z.number() })
				.optional()
				.describe("Calls of tools of MCP servers; their price is in `usd` above. Absent where none was called."),
		})
		.optional(),
	calls: z
		.array(
			z.object({
				role: z.string(),
				model: z.string(),
				promptHash: z.string(),
				schemaHash: z.string().optional(),
				try: z.int().describe("2 when the fault of the first answer was shown to the model."),
				attempt: z.int().describe("How often it had been sent, this time included."),
				status: z.enum(["answered", "failed", "lost"]),
				error: z.string().optional().describe("A code, e.g. MODEL_OVERLOADED."),
				...tokens,
				usd,
				ms: z.int().optional(),
			}),
		)
		.optional()
		.describe("Each request, in order; what was asked and answered stands in `calls.jsonl` of the run's folder."),
	toolCalls: z
		.array(
			z.object({
				tool: z.string().describe("SERVER/TOOL"),
				arguments: z.string().describe("JSON."),
				attempt: z.int(),
				status: z.enum(["answered", "failed", "lost"]),
				error: z.string().optional().describe("What failed."),
				usd,
				ms: z.int().optional(),
			}),
		)
		.optional()
		.describe("Each call of a tool of an MCP server, in order. The page of its result is among the sources."),
	fallbacks: z
		.array(z.object({ role: z.string(), code: z.string(), reason: z.string() }))
		.optional()
		.describe("What rules did, because the model's answer could not be had."),
	support: z
		.object({
			judged: z.int(),
			passed: z.int(),
			rewrite: z.enum(["not needed", "kept", "refused", "failed", "off"]),
			judgements: z.array(
				z.object({
					sentence: z.string(),
					claimIds: z.array(z.string()),
					verdict: z.enum(["supported", "partial", "unsupported", "contradicted"]),
					reason: z.string(),
					mended: z.string().optional().describe("The wording that its quotes support, used where code lets it pass."),
				}),
			),
		})
		.optional()
		.describe("The check of each cited sentence against its quotes."),
};

/** The values of these fields; none without a model. */
export function modelFieldsOf({ state, models }: ReportInput): Record<string, unknown> {
	if (!models) return {};
	const { rows, lost, usage, ...sums } = models.spending;
	return {
		models: state.options?.model,
		usage: {
			...sums,
			...tokensOf(usage),
			byRole: rows.map(({ usage: of, ...row }) => ({ ...row, ...tokensOf(of) })),
			lost,
		},
		calls: models.calls.map(callFieldsOf),
		...(models.toolCalls?.length ? { toolCalls: models.toolCalls.map(toolCallFieldsOf) } : {}),
		fallbacks: state.fallbacks,
		support: state.report?.support,
	};
}

/** A request without its texts. */
export function callFieldsOf(call: CallRecord): { ms: number | undefined; [field: string]: unknown } {
	const { request, result, attempt } = call;
	const { role, model, promptHash, schemaHash, try: nth, reservedUsd } = request;
	return {
		...{ role, model, promptHash, schemaHash, try: nth, attempt },
		status: callStatusOf(call),
		error: result?.error?.code,
		...tokensOf(result?.usage ?? noUsage),
		usd: result ? result.usd : reservedUsd,
		ms: result && Math.round(result.ms),
	};
}

/** A call of a tool. */
export function toolCallFieldsOf(call: CallRecord): { ms: number | undefined; [field: string]: unknown } {
	const { request, result, attempt } = call;
	return {
		...{ tool: request.model, arguments: request.prompt, attempt, status: callStatusOf(call) },
		error: result?.error?.message,
		usd: result ? result.usd : request.reservedUsd,
		ms: result && Math.round(result.ms),
	};
}

function tokensOf({ input, cacheRead, cacheWrite, output, reasoning, estimated, implausible }: Usage): object {
	return { input, cached: cacheRead, cacheWritten: cacheWrite, output, reasoning, estimated, implausible };
}
