import { cleanJson } from "../../../base/clean.ts";
import { messageOf, UsageError } from "../../../base/errors.ts";
import type { Json } from "../../../base/json.ts";
import type { CallRecord, CallRequest, CallResult, ModelMessage } from "../../../evidence/call.ts";
import { type Spending, spendingOf } from "../../../evidence/spending.ts";
import { ModelError } from "../error.ts";
import type { Model, ModelReply, ModelRequest } from "../model.ts";
import { type Budget, type BudgetPurpose, openBudget } from "./budget.ts";
import { chargedUsd, failureUsage } from "./charge.ts";
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
	/** The models that will be used. With a cap, each must have a price. */
	models?: readonly Pick<Model, "name" | "price">[] | undefined;
	/** The most that the run may cost. USD. */
	capUsd?: number | undefined;
	/** The report reserve: the part of the cap that is kept for the report. USD. */
	reportUsd?: number | undefined;
	onChange?: ((spending: Spending) => void) | undefined;
	/** Milliseconds since 1970. */
	now?: (() => number) | undefined;
}

export interface LedgerAskOptions {
	/** `research` may not use the report reserve; `report` may use all of the cap. */
	purpose: BudgetPurpose;
	/** The request to send. Its size bounds its cost. */
	request: ModelRequest;
	signal?: AbortSignal | undefined;
}

export interface Ledger {
	/**
	 * Gives the recorded answer of the request's key, else what `send` gives, which is paid for. `send` begins once its row is
	 * on disk and its highest cost fits under the cap; it waits for requests in flight if they decide that. Fills in
	 * `call.reservedUsd`. Throws what `send` throws, a `ModelError` `MODEL_BUDGET` when the request can never fit, or the
	 * signal's reason.
	 */
	ask(
		call: CallRequest,
		model: Model,
		send: () => Promise<ModelReply>,
		options: LedgerAskOptions,
	): Promise<ModelMessage>;
	spending(): Spending;
	/** Whether a request of the research did not fit under the cap. */
	usedUp(): boolean;
}

export function openLedger(options: LedgerOptions): Ledger {
	const { log, capUsd, onChange, now = Date.now } = options;
	const records: CallRecord[] = [...options.records];
	const answers = new Map<string, ModelMessage>();
	for (const { request, result } of records)
		if (result?.message && !answers.has(request.key)) answers.set(request.key, result.message);
	for (const model of options.models ?? []) checkPrice(model, capUsd);

	const budget = openBudget({ capUsd, reportUsd: options.reportUsd, paidUsd: spendingOf(records).usd });
	const sending = new Map<string, { signal: AbortSignal | undefined; answer: Promise<ModelMessage> }>();
	const inFlight = new Set<CallRecord>();
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
		const answer = sendPaid(call, model, send, options, budget);
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
		runBudget: Budget,
	): Promise<ModelMessage> {
		checkPrice(model, capUsd);
		const maxTokens = { input: maxInputTokens(request), output: request.maxOutput };
		const reservedUsd = model.price && maxCost(maxTokens, model.price);
		const what = `The next request (${call.role}, ${model.name})`;
		const reservation = await runBudget.reserve(reservedUsd ?? 0, { purpose, what, signal });
		const row: CallRecord = { request: { ...call, reservedUsd }, attempt: 0, begunAt: new Date(now()).toISOString() };
		try {
			signal?.throwIfAborted();
			row.attempt = await log.begin(row.request);
		} catch (error) {
			// The request was not sent. If its row is on disk all the same, the next process counts it as lost.
			reservation.settle(0);
			throw error;
		}
		records.push(row);
		inFlight.add(row);
		reportChange();

		/**
		 * Settles the reservation and the row once the result is on disk. A row that can have no result is lost, at its highest
		 * cost.
		 */
		async function settle(result: CallResult | undefined): Promise<void> {
			let paid = reservedUsd ?? 0;
			try {
				if (!result) return;
				await log.end(call.key, row.attempt, result);
				row.result = result;
				if (result.message) answers.set(call.key, result.message);
				paid = result.usd ?? 0;
			} finally {
				inFlight.delete(row);
				reservation.settle(paid);
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
			// Cancelled half-way: the cost is unknown, and nothing may be recorded any more.
			if (signal?.aborted) await settle(undefined);
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

	return { ask, spending, usedUp: () => budget.hasRefused() };
}

function checkPrice({ name, price }: Pick<Model, "name" | "price">, capUsd: number | undefined): void {
	if (capUsd === undefined || price) return;
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
