import type { z } from "zod";
import { UsageError } from "../../base/errors.ts";
import type { ModelOptions } from "../../evidence/event.ts";
import type { SpendingLimits } from "../../evidence/spending-limit.ts";
import type { Asker, PromptPart } from "../../reasoning/model/asker.ts";
import { createAsker } from "../../reasoning/model/asking/create-asker.ts";
import type { BatchApi, BatchState } from "../../reasoning/model/batch/batch-api.ts";
import { scaledPrice } from "../../reasoning/model/batch/batch-model.ts";
import { openBatchApi } from "../../reasoning/model/batch/open-batch-api.ts";
import type { Model } from "../../reasoning/model/model.ts";
import { costOf } from "../../reasoning/model/money/cost.ts";
import { type Ledger, openLedger } from "../../reasoning/model/money/ledger.ts";
import { reasoningTokens, requestSizes } from "../../reasoning/model/money/request-sizes.ts";
import { gradePrompt, type Prompt } from "../../reasoning/model/prompts.ts";
import { providers } from "../../reasoning/model/wire/providers.ts";
import type { RunContext } from "../../store/store.ts";
import type { ModelConnection } from "../config/model-config.ts";
import type { Config } from "../config.ts";
import type { Estimate } from "../many-runs.ts";
import { modelAddressesOf } from "../model-address.ts";
import { openModels } from "../open-models.ts";
import type { Hooks } from "../progress.ts";
import type { ModelAddresses } from "../run.ts";
import { JudgeBatches, type LiveBatch } from "./judge-batches.ts";

export interface JudgeOptions {
	baseUrl: string | undefined;
	/** Whether a limit on cost must be kept. */
	isCapped: boolean;
	/** Whether they are asked in batches. */
	byBatch: boolean;
}

/** What a judge is to grade. */
export interface GradeRequest<T> {
	prompt: Prompt;
	parts: PromptPart[];
	schema: z.ZodType<T>;
	/** What is wrong with an answer that fits the schema; see `RoleRequest`. */
	fault?: ((answer: T, attempt?: 1 | 2) => string | undefined) | undefined;
}

/** A model that grades reports. It sees a question, a report and criteria, and never which system wrote the report. */
export interface Judge {
	/** `provider:model`. */
	name: string;
	/** Throws a `ModelError`. A request whose key has an answer in the ledger is not sent again. */
	grade<T>(request: GradeRequest<T>, signal: AbortSignal): Promise<T>;
}

/** The models of the judges before the first request. */
export interface OpenedJudges {
	addresses: Record<string, ModelAddresses>;
	/** What `requests` requests to each judge are expected to use; undefined without judges. */
	estimate(requests: number): Estimate | undefined;
	/** Asks a provider to end a batch; undefined where it has none of its name. */
	cancelBatch(batch: LiveBatch, signal: AbortSignal): Promise<CanceledBatch | undefined>;
	/** The judges, on the ledger of the evaluation's own run. `byBatch`: also the same judges asked in batches. */
	open(
		run: RunContext,
		options: { limits: SpendingLimits; byBatch: boolean },
		hooks: Hooks,
	): Promise<{ judges: Judge[]; batched?: BatchedJudges | undefined }>;
}

/** A batch that a provider was asked to end. */
interface CanceledBatch extends BatchState {
	id: string;
}

/** Judges whose requests go into batches of their providers, in the order of `judges`. */
export interface BatchedJudges {
	judges: Judge[];
	/** Throws `BATCH_REFUSED` where a provider took a batch of none. */
	check(): void;
}

export { gradePrompt, type PromptPart };

/**
 * Opens the models of judges. Nothing is sent. Throws as `openModels`, `MODEL_PRICE_UNKNOWN` where a limit on cost cannot be kept, and
 * `BATCH_UNSUPPORTED`.
 */
export async function openJudges(
	names: readonly string[],
	{ baseUrl, isCapped, byBatch }: JudgeOptions,
	config: Config,
	connection: ModelConnection,
): Promise<OpenedJudges> {
	const opened = await Promise.all(
		names.map(async (name) => {
			const options: ModelOptions = {
				...{ lead: name, utility: name, gather: "pipeline", session: "isolated" },
				...{ review: false, support: false, rewrite: false },
				...(baseUrl === undefined ? {} : { baseUrl }),
			};
			const models = await openModels({ depth: "quick" }, options, config.models(), connection);
			if (isCapped && models.lead.price === undefined)
				throw new UsageError(
					"MODEL_PRICE_UNKNOWN",
					`the price of the judge ${name} is not known, so --max-cost cannot be kept`,
					{
						hint: `put {"${name}": {"input": 3, "output": 15}} (USD a million tokens) into ${config.models().tableFile}, or leave out --max-cost`,
					},
				);
			const { settings } = models.lead;
			const api = openBatchApi(settings);
			if (byBatch && !api)
				throw new UsageError(
					"BATCH_UNSUPPORTED",
					`${providers[settings.provider].title} takes no batches, so ${name} cannot be asked by --batch`,
					{
						hint: "leave out --batch, or name a judge of anthropic, openai, google or openai-compatible",
					},
				);
			return { name, model: models.lead, api, addresses: modelAddressesOf(models) };
		}),
	);
	const models = opened.map(({ model }) => model);
	return {
		addresses: Object.fromEntries(opened.map(({ name, addresses }) => [name, addresses])),
		estimate: (requests) => estimateOf(byBatch ? opened.map(withBatchPrice) : models, requests),
		async cancelBatch(batch, signal) {
			const api = opened.find(({ name }) => name === batch.judge)?.api;
			const id = batch.id ?? (await api?.find(batch, signal))?.certain;
			if (!api || id === undefined) return undefined;
			await api.cancel(id, signal);
			return { id, ...(await api.state(id, signal)) };
		},
		async open(run, { limits, byBatch: isBatched }, hooks) {
			const records = await run.calls.list();
			const ledger = openLedger({
				...{ log: run.calls, records, models },
				limits: Object.fromEntries(Object.entries(limits).map(([kind, most]) => [kind, { most, report: 0 }])),
				onChange: (spending) => hooks.onProgress({ type: "spending", spending, limits }),
			});
			// The day on which it began: a resumed evaluation asks as before.
			const today = run.createdAt.toISOString().slice(0, 10);
			const judges = models.map((model) => judgeOn(ledger, model, today));
			if (!isBatched) return { judges };
			const batches = opened.flatMap(({ model, api }) => (api ? [new JudgeBatches(run, model, api, hooks)] : []));
			for (const one of batches) await one.load();
			const check = () => {
				for (const { refusal } of batches) if (refusal) throw refusal;
			};
			return { judges, batched: { judges: batches.map(({ model }) => judgeOn(ledger, model, today)), check } };
		},
	};
}

/** A judge whose requests go through the ledger. */
function judgeOn(ledger: Ledger, model: Model, today: string): Judge {
	const askers = new Map<string, Asker>();
	const askerFor = (prompt: Prompt) => {
		const known = askers.get(prompt.hash);
		if (known) return known;
		const asker = createAsker({
			lead: model,
			utility: model,
			ledger,
			session: "isolated",
			prompts: () => prompt,
			today,
		});
		askers.set(prompt.hash, asker);
		return asker;
	};
	return {
		name: model.name,
		grade: ({ prompt, parts, schema, fault }, signal) =>
			askerFor(prompt).ask({ role: "grade", parts, schema, fault }, { signal, purpose: "report" }),
	};
}

function withBatchPrice({ model, api }: { model: Model; api: BatchApi | undefined }): Model {
	return { ...model, price: model.price && scaledPrice(model.price, api?.priceShare ?? 1) };
}

function estimateOf(models: readonly Model[], requests: number): Estimate | undefined {
	if (models.length === 0 || requests === 0) return undefined;
	const { input, output } = requestSizes.grade;
	const calls = models.length * requests;
	const totalAt = (end: "low" | "high") =>
		models.map(({ price, settings }) => {
			const written = output[end] + reasoningTokens[settings.effort ?? "default"][end];
			const usage = { input: input[end], cacheRead: 0, cacheWrite: 0, output: written, reasoning: 0 };
			return { tokens: requests * (input[end] + written), usd: price && requests * costOf(usage, price) };
		});
	const [low, high] = [totalAt("low"), totalAt("high")];
	const total = (all: readonly { tokens: number }[]) => all.reduce((sum, { tokens }) => sum + tokens, 0);
	const dollars = (all: readonly { usd?: number | undefined }[]) => all.reduce((sum, { usd = 0 }) => sum + usd, 0);
	const isPriced = models.every(({ price }) => price !== undefined);
	return {
		...{ type: "estimate", models: models.map(({ name }) => name), calls: { low: calls, high: calls } },
		tokens: { low: total(low), high: total(high) },
		usd: isPriced ? { low: dollars(low), high: dollars(high) } : undefined,
		...{ usual: undefined, depth: "quick", deadlineMs: 0, limits: {} },
	};
}
