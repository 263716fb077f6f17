import { cleanJson } from "../../../base/clean.ts";
import { AssayError, messageOf, UsageError } from "../../../base/errors.ts";
import type { Json } from "../../../base/json.ts";
import {
	type CallRecord,
	type CallRequest,
	type CallResult,
	type ModelMessage,
	modelCallsOf,
} from "../../../evidence/call.ts";
import { noUsage, type Spending, spendingOf } from "../../../evidence/spending.ts";
import { type SpendingKind, spendingKinds } from "../../../evidence/spending-limit.ts";
import type { ToolCallToPay } from "../../../evidence/tool-call.ts";
import { ModelError } from "../error.ts";
import type { Model, ModelReply, ModelRequest } from "../model.ts";
import { type Budget, type BudgetPurpose, openBudget, type Reservation } from "./budget.ts";
import { chargedTokens, chargedUsd, failureUsage } from "./charge.ts";
import { maxCost } from "./cost.ts";
import { maxInputTokens } from "./max-input-tokens.ts";

/** The log of a run's requests; the store's `CallLog` is one. */
export interface LedgerLog {
	begin(request: CallRequest): Promise<number>;
	end(key: string, attempt: number, result: CallResult): Promise<void>;
}

export interface LedgerOptions {
	log: LedgerLog;
	/** The log's rows when the run was begun or resumed. A row without a result is lost, as its process is dead. */
	records: readonly CallRecord[];
	/** The models that will be used. With a limit on cost, each must have a price. */
	models?: readonly Pick<Model, "name" | "price">[] | undefined;
	limits?: LedgerLimits | undefined;
	onChange?: ((spending: Spending) => void) | undefined;
	/** Milliseconds since 1970. */
	now?: (() => number) | undefined;
}

/** The most that the run may use, and the part of it that is kept for the report (whole numbers, except of cost). */
export type LedgerLimits = Partial<Record<SpendingKind, { most: number; report: number }>>;

export interface LedgerAskOptions {
	/** `research` may not use the report reserve; `report` may use all of a limit. */
	purpose: BudgetPurpose;
	/** The request to send. Its size bounds its cost. */
	request: ModelRequest;
	signal?: AbortSignal | undefined;
}

export interface Ledger {
	/**
	 * Gives the recorded answer of the request's key, else what `send` gives, which is paid for. `send` begins once its row is
	 * on disk and the most that it can use fits under each limit; it waits for requests in flight if they decide that. Fills in
	 * `call.reservedUsd` and, under a limit on tokens, `call.reservedTokens`. Throws what `send` throws, a `ModelError` `MODEL_BUDGET` when the request can never fit, or the
	 * signal's reason.
	 */
	ask(
		call: CallRequest,
		model: Model,
		send: () => Promise<ModelReply>,
		options: LedgerAskOptions,
	): Promise<ModelMessage>;
	/**
	 * Makes a call of a tool, whose row is on disk before `work` begins. `summary`: what the row holds of the result. Throws what `work`
	 * throws, or a `ModelError` `MODEL_BUDGET` where its price does not fit under the limit on cost.
	 */
	callTool<T>(call: ToolCallToPay, work: () => Promise<T>, summary: (result: T) => string): Promise<T>;
	spending(): Spending;
	/** The limit under which a request of the research did not fit. */
	usedUp(): SpendingKind | undefined;
}

export function openLedger(options: LedgerOptions): Ledger {
	const { log, limits = {}, onChange, now = Date.now } = options;
	const isCostLimited = limits.cost !== undefined;
	const records: CallRecord[] = [...options.records];
	const answers = new Map<string, ModelMessage>();
	for (const { request, result } of records)
		if (result?.message && !answers.has(request.key)) answers.set(request.key, result.message);
	for (const model of options.models ?? []) checkPrice(model, isCostLimited);

	/** Rows of requests that an earlier process sent in a batch: they are not lost, because their answers can still be fetched. */
	const batched = new Set(records.filter(({ request, result }) => request.batch && !result));
	const settled = records.filter((row) => !batched.has(row));
	const budgets = spendingKinds
		.filter((kind) => limits[kind] !== undefined)
		.map((kind) => openBudget({ kind, ...limits[kind], used: usedBefore(kind, settled) }));
	const pending = new Map(
		[...batched].map((row) => [row.request.key, { row, reservation: holdAll(budgets, reservedBy(row)) }]),
	);
	const sending = new Map<string, { signal: AbortSignal | undefined; answer: Promise<ModelMessage> }>();
	const inFlight = new Set<CallRecord>(batched);
	let sum: Spending | undefined;

	function spending(): Spending {
		sum ??= spendingOf(records, inFlight);
		return sum;
	}

	function reportChange(): void {
		sum = undefined;
		onChange?.(spending());
	}

	async function ask(
		call: CallRequest,
		model: Model,
		send: () => Promise<ModelReply>,
		options: LedgerAskOptions,
	): Promise<ModelMessage> {
		const { key } = call;
		const { signal } = options;
		for (;;) {
			signal?.throwIfAborted();
			const recorded = answers.get(key);
			if (recorded) return recorded;
			const other = sending.get(key);
			if (!other) break;
			try {
				return await unlessAborted(other.answer, signal);
			} catch (error) {
				// The other sender was cancelled, which does not affect this request.
				if (signal?.aborted || !other.signal?.aborted) throw error;
			}
		}
		const answer = sendPaid(call, model, send, options);
		sending.set(key, { signal, answer });
		try {
			return await answer;
		} finally {
			sending.delete(key);
		}
	}

	async function sendPaid(
		call: CallRequest,
		model: Model,
		send: () => Promise<ModelReply>,
		{ purpose, request, signal }: LedgerAskOptions,
	): Promise<ModelMessage> {
		checkPrice(model, isCostLimited);
		const earlier = model.isBatch ? pending.get(call.key) : undefined;
		const maxTokens = { input: maxInputTokens(request), output: request.maxOutput };
		const reservedUsd = earlier ? earlier.row.request.reservedUsd : model.price && maxCost(maxTokens, model.price);
		const what = `The next request (${call.role}, ${model.name})`;
		const reservedTokens = maxTokens.input + maxTokens.output;
		const most = { cost: reservedUsd ?? 0, requests: 1, tokens: reservedTokens };
		const reservation = earlier?.reservation ?? (await reserveAll(budgets, most, { purpose, what, signal }));
		const withTokens = limits.tokens === undefined ? {} : { reservedTokens };
		const inBatch = model.isBatch ? { batch: true as const } : {};
		const row: CallRecord = earlier?.row ?? {
			request: { ...call, ...inBatch, reservedUsd, ...withTokens },
			attempt: 0,
			begunAt: new Date(now()).toISOString(),
		};
		pending.delete(call.key);
		if (!earlier) {
			try {
				signal?.throwIfAborted();
				row.attempt = await log.begin(row.request);
			} catch (error) {
				// The request was not sent. If its row is on disk all the same, the next process counts it as lost.
				reservation.settle({ cost: 0, requests: 0, tokens: 0 });
				throw error;
			}
			records.push(row);
			inFlight.add(row);
		}
		reportChange();

		/**
		 * Settles the reservation and the row once the result is on disk. A row that can have no result is lost, at the most that it
		 * can have used.
		 */
		async function settle(result: CallResult | undefined): Promise<void> {
			let used = most;
			try {
				if (!result) return;
				await log.end(call.key, row.attempt, result);
				row.result = result;
				if (result.message) answers.set(call.key, result.message);
				used = { cost: result.usd ?? 0, requests: 1, tokens: chargedTokens(result.usage, reservedTokens) };
			} finally {
				inFlight.delete(row);
				reservation.settle(used);
				reportChange();
			}
		}

		const begun = now();
		try {
			const { message: original, usage, ms } = await send();
			// This process must see the same text as one that finds it in the log.
			const message = cleanJson(original as unknown as Json) as unknown as ModelMessage;
			const result: CallResult = { message, usage, usd: chargedUsd(usage, model.price, reservedUsd), ms };
			await settle(result);
			return message;
		} catch (error) {
			if (row.result || !inFlight.has(row)) throw error;
			// Cancelled half-way: the cost is unknown, and nothing may be recorded any more. A batch goes on without us.
			if (signal?.aborted || (model.isBatch && error instanceof AssayError && error.keepsRun)) await settle(undefined);
			else {
				const usage = failureUsage(error, maxTokens);
				await settle({
					error: { code: error instanceof ModelError ? error.code : "MODEL_FAILED", message: messageOf(error) },
					usage,
					usd: chargedUsd(usage, model.price, reservedUsd),
					ms: now() - begun,
				});
			}
			throw error;
		}
	}

	async function callTool<T>(
		{ key, label, input, usd, signal }: ToolCallToPay,
		work: () => Promise<T>,
		summary: (result: T) => string,
	): Promise<T> {
		const used = { cost: usd ?? 0, requests: 0, tokens: 0 };
		const reservation = await reserveAll(budgets, used, { purpose: "tool", what: `The call of ${label}`, signal });
		const call = { key, model: label, prompt: input, try: 1, reservedUsd: usd };
		const request: CallRequest = { ...call, role: "callTool", promptHash: "" };
		const row: CallRecord = { request, attempt: 0, begunAt: new Date(now()).toISOString() };
		try {
			signal?.throwIfAborted();
			row.attempt = await log.begin(request);
		} catch (error) {
			reservation.settle({ ...used, cost: 0 });
			throw error;
		}
		records.push(row);
		inFlight.add(row);
		reportChange();
		const begun = now();
		const end = async (outcome: Pick<CallResult, "message" | "error">) => {
			const result: CallResult = { ...outcome, usage: noUsage, usd, ms: now() - begun };
			await log.end(key, row.attempt, result);
			row.result = result;
		};
		try {
			const result = await work();
			await end({ message: { text: summary(result), toolCalls: [], finish: "stop" } });
			return result;
		} catch (error) {
			// Cancelled half-way: whether it was carried out is not known, and it counts as lost.
			if (!row.result && !signal?.aborted)
				await end({
					error: { code: error instanceof AssayError ? error.code : "CALL_FAILED", message: messageOf(error) },
				});
			throw error;
		} finally {
			inFlight.delete(row);
			reservation.settle(used);
			reportChange();
		}
	}

	return { ask, callTool, spending, usedUp: () => budgets.find((budget) => budget.hasRefused())?.kind };
}

/** What the rows of earlier processes have used. A row without a result is lost, at the most that it can have used. */
function usedBefore(kind: SpendingKind, records: readonly CallRecord[]): number {
	if (kind === "cost") return spendingOf(records).usd;
	const requests = modelCallsOf(records);
	if (kind === "requests") return requests.length;
	return requests.reduce((sum, { request: { reservedTokens = 0 }, result }) => {
		return sum + (result ? chargedTokens(result.usage, reservedTokens) : reservedTokens);
	}, 0);
}

type Amounts = Record<SpendingKind, number>;

/** The most that a request of an earlier process can use. */
function reservedBy({ request: { reservedUsd = 0, reservedTokens = 0 } }: CallRecord): Amounts {
	return { cost: reservedUsd, requests: 1, tokens: reservedTokens };
}

/** Takes over a reservation of an earlier process under each limit. */
function holdAll(budgets: readonly Budget[], amounts: Amounts): { settle(used: Amounts): void } {
	const held = budgets.map((budget) => ({ kind: budget.kind, reservation: budget.hold(amounts[budget.kind]) }));
	return settling(held);
}

function settling(held: readonly { kind: SpendingKind; reservation: Reservation }[]): { settle(used: Amounts): void } {
	return {
		settle: (used) => {
			for (const { kind, reservation } of held) reservation.settle(used[kind]);
		},
	};
}

/** Reserves a request under each limit, in their order, so that two requests never wait for each other. */
async function reserveAll(
	budgets: readonly Budget[],
	amounts: Amounts,
	request: Parameters<Budget["reserve"]>[1],
): Promise<{ settle(used: Amounts): void }> {
	const held: { kind: SpendingKind; reservation: Reservation }[] = [];
	try {
		for (const { kind, reserve } of budgets) held.push({ kind, reservation: await reserve(amounts[kind], request) });
	} catch (error) {
		for (const { reservation } of held) reservation.settle(0);
		throw error;
	}
	return settling(held);
}

function checkPrice({ name, price }: Pick<Model, "name" | "price">, isCostLimited: boolean): void {
	if (!isCostLimited || price) return;
	throw new UsageError("MODEL_PRICE_UNKNOWN", `The price of ${name} is not known, so --max-cost cannot be kept.`, {
		hint: `put "${name}": {"input": 3, "output": 15} (USD a million tokens) into models.json, or leave out --max-cost`,
	});
}

/** Resolves as `work` does, or rejects at once with the signal's reason; `work` itself goes on. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	if (!signal) return work;
	const { promise, reject } = Promise.withResolvers<never>();
	const abort = () => reject(signal.reason);
	signal.addEventListener("abort", abort, { once: true });
	try {
		return await Promise.race([work, promise]);
	} finally {
		signal.removeEventListener("abort", abort);
	}
}
