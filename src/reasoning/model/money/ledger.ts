import { cleanJson } from "../../../base/clean.ts";
import { messageOf, UsageError } from "../../../base/errors.ts";
import type { Json } from "../../../base/json.ts";
import type { CallRecord, CallRequest, CallResult, ModelMessage } from "../../../evidence/call.ts";
import { type Spending, spendingOf } from "../../../evidence/spending.ts";
import { ModelError } from "../error.ts";
import type { Model, ModelReply, ModelRequest } from "../model.ts";
import { mostTokens } from "./bound.ts";
import { paidFor, worth } from "./paid.ts";
import { openPurse, type Purpose, type Purse } from "./purse.ts";
import { mostCost } from "./worth.ts";

/** Where a run's requests are written down; the store's `CallLog` is one. */
export interface LedgerLog {
	begin(request: CallRequest): Promise<number>;
	end(key: string, attempt: number, result: CallResult): Promise<void>;
}

export interface LedgerOptions {
	log: LedgerLog;
	/** What the log held when the run was begun or gone on with. A row without a result is lost: its process is dead. */
	records: readonly CallRecord[];
	/** The models that will be asked. With a cap, each must have a price. */
	models?: readonly Pick<Model, "name" | "price">[] | undefined;
	/** The most that the run may cost. USD. */
	capUsd?: number | undefined;
	/** Of the cap, what is kept for the report. USD. */
	reportUsd?: number | undefined;
	onChange?: ((spending: Spending) => void) | undefined;
	/** Milliseconds since 1970. */
	now?: (() => number) | undefined;
}

export interface AskOptions {
	/** `research` leaves the report's reserve alone; `report` may use all of the cap. */
	purpose: Purpose;
	/** What will be sent: its size is the most that is paid. */
	request: ModelRequest;
	signal?: AbortSignal | undefined;
}

export interface Ledger {
	/**
	 * The answer to a request: the recorded one when its key has one, else what `send` gives, which is paid for. `send` begins
	 * only when the most that it can cost fits under the cap (it waits for what is in flight, if that decides) and its row is
	 * on the disk. `call.reservedUsd` is filled in. Throws what `send` throws; a `ModelError` `MODEL_BUDGET` when it can never
	 * fit; the signal's reason.
	 */
	ask(call: CallRequest, model: Model, send: () => Promise<ModelReply>, options: AskOptions): Promise<ModelMessage>;
	spending(): Spending;
	/** A request of the research did not fit under the cap. */
	usedUp(): boolean;
}

export function openLedger(options: LedgerOptions): Ledger {
	const { log, capUsd, onChange, now = Date.now } = options;
	const records: CallRecord[] = [...options.records];
	const answers = new Map<string, ModelMessage>();
	for (const { request, result } of records)
		if (result?.message && !answers.has(request.key)) answers.set(request.key, result.message);
	for (const model of options.models ?? []) checkPrice(model, capUsd);

	const purse = openPurse({ capUsd, reportUsd: options.reportUsd, paidUsd: spendingOf(records).usd });
	const sending = new Map<string, { signal: AbortSignal | undefined; answer: Promise<ModelMessage> }>();
	const inFlight = new Set<CallRecord>();
	let sum: Spending | undefined;

	function spending(): Spending {
		sum ??= spendingOf(records, inFlight);
		return sum;
	}

	function changed(): void {
		sum = undefined;
		onChange?.(spending());
	}

	async function ask(
		call: CallRequest,
		model: Model,
		send: () => Promise<ModelReply>,
		asked: AskOptions,
	): Promise<ModelMessage> {
		const { key } = call;
		const { signal } = asked;
		for (;;) {
			signal?.throwIfAborted();
			const known = answers.get(key);
			if (known) return known;
			const other = sending.get(key);
			if (!other) break;
			try {
				return await unlessAborted(other.answer, signal);
			} catch (error) {
				// Who sent it has given up, which says nothing about this one.
				if (signal?.aborted || !other.signal?.aborted) throw error;
			}
		}
		const answer = pay(call, model, send, asked, purse);
		sending.set(key, { signal, answer });
		try {
			return await answer;
		} finally {
			sending.delete(key);
		}
	}

	async function pay(
		call: CallRequest,
		model: Model,
		send: () => Promise<ModelReply>,
		{ purpose, request, signal }: AskOptions,
		from: Purse,
	): Promise<ModelMessage> {
		checkPrice(model, capUsd);
		const most = { input: mostTokens(request), output: request.maxOutput };
		const reservedUsd = model.price && mostCost(most, model.price);
		const what = `The next request (${call.role}, ${model.name})`;
		const hold = await from.reserve(reservedUsd ?? 0, { purpose, what, signal });
		const row: CallRecord = { request: { ...call, reservedUsd }, attempt: 0, begunAt: new Date(now()).toISOString() };
		try {
			signal?.throwIfAborted();
			row.attempt = await log.begin(row.request);
		} catch (error) {
			// Not sent. Should the row be on the disk all the same, the next process counts it as lost.
			hold.settle(0);
			throw error;
		}
		records.push(row);
		inFlight.add(row);
		changed();

		/** Money and row are settled when the result is on the disk, or will never be: then the row is lost, at its most. */
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
				hold.settle(paid);
				changed();
			}
		}

		const begun = now();
		try {
			const { message: said, usage, ms } = await send();
			// The same text for this process as for one that finds it in the log.
			const message = cleanJson(said as unknown as Json) as unknown as ModelMessage;
			const result: CallResult = { message, usage, usd: worth(usage, model.price, reservedUsd), ms };
			await settle(result);
			return message;
		} catch (error) {
			if (row.result || !inFlight.has(row)) throw error;
			// Stopped half-way: what it cost is not known, and nothing may be recorded any more.
			if (signal?.aborted) await settle(undefined);
			else {
				const usage = paidFor(error, most);
				await settle({
					error: { code: error instanceof ModelError ? error.code : "MODEL_FAILED", message: messageOf(error) },
					usage,
					usd: worth(usage, model.price, reservedUsd),
					ms: now() - begun,
				});
			}
			throw error;
		}
	}

	return { ask, spending, usedUp: () => purse.refused() };
}

function checkPrice({ name, price }: Pick<Model, "name" | "price">, capUsd: number | undefined): void {
	if (capUsd === undefined || price) return;
	throw new UsageError("MODEL_PRICE_UNKNOWN", `The price of ${name} is not known, so --max-cost cannot be kept.`, {
		hint: `put "${name}": {"input": 3, "output": 15} (USD a million tokens) into models.json, or leave out --max-cost`,
	});
}

/** What `work` gives, or at once the signal's reason; `work` itself goes on. */
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
