import { setTimeout as sleep } from "node:timers/promises";
import { AssayError, messageOf } from "../../base/errors.ts";
import { contentHash, shortHash } from "../../base/hash.ts";
import type { Json } from "../../base/json.ts";
import { limits } from "../../base/limits.ts";
import { pluralize } from "../../base/text.ts";
import { rejectOnAbort } from "../../net/reject-on-abort.ts";
import type { BatchApi, BatchItem, BatchResult, BatchState } from "../../reasoning/model/batch/batch-api.ts";
import { isUnsure, mayPass } from "../../reasoning/model/batch/batch-http.ts";
import { type BatchRequest, batchModel } from "../../reasoning/model/batch/batch-model.ts";
import { ModelError } from "../../reasoning/model/error.ts";
import type { Model } from "../../reasoning/model/model.ts";
import { isOwnMachine } from "../../reasoning/model/money/own-machine.ts";
import { apiBaseUrl } from "../../reasoning/model/wire/providers.ts";
import { backoffMs } from "../../reasoning/model/wire/retry-wait.ts";
import type { RunContext } from "../../store/store.ts";
import type { Hooks } from "../progress.ts";

/** The steps of a batch, each with the batch's name: what it holds, its id at the provider, that it holds nothing of use. */
const [begunPrefix, sentPrefix, overPrefix] = ["batch:", "batch-sent:", "batch-over:"];

/** What is recorded before a batch is sent. */
type Begun = { judge: string; ids: string[]; at: string };

interface Batch extends Begun {
	name: string;
	/** Its requests, where this process made it. A batch of an earlier process is only waited for. */
	items?: BatchItem[];
	headers?: Record<string, string>;
	/** The provider's id, once it is known. */
	id?: string;
	/** Requests of it that ended. */
	done: number;
	results?: Promise<Results>;
}

/** The results of a batch by the ids of its requests; undefined for a batch that was never sent. */
type Results = ReadonlyMap<string, BatchResult> | undefined;

interface Gathered {
	item: BatchItem;
	headers: Record<string, string>;
	results: PromiseWithResolvers<Results>;
}

/** A batch that may be under way, for who stops the evaluation. */
export interface LiveBatch {
	judge: string;
	name: string;
	/** The provider's id; absent while its submission is not confirmed. */
	id?: string | undefined;
	requests: number;
	/** When its submission began. */
	since: Date;
}

/** The batches of an evaluation that were begun, and were not given up, in its log. */
export function liveBatches(log: readonly { name: string; output: Json }[]): LiveBatch[] {
	const outputs = new Map(log.map(({ name, output }) => [name, output]));
	return [...outputs].flatMap(([step, output]) => {
		const name = step.slice(begunPrefix.length);
		if (!step.startsWith(begunPrefix) || outputs.has(overPrefix + name)) return [];
		const { judge, ids, at } = output as Begun;
		const sent = outputs.get(sentPrefix + name) as { id: string } | undefined;
		return [{ judge, name, id: sent?.id, requests: ids.length, since: new Date(at) }];
	});
}

/** Whether an earlier process began batches. Their answers are fetched before anything else is asked. */
export function hasBegunBatches({ recorded }: Pick<RunContext, "recorded">): boolean {
	return recorded.some(
		(name) => name.startsWith(begunPrefix) && !recorded.includes(overPrefix + name.slice(begunPrefix.length)),
	);
}

/**
 * Gathers the requests to one judge into batches, and waits for their results. What a batch holds is recorded before it is sent, and its
 * id at the provider afterwards. So a process that resumes the evaluation waits for the batches of an earlier one; a batch whose
 * submission was not confirmed is looked for at the provider before its requests are sent again.
 */
export class JudgeBatches {
	/** The judge, asked in batches. */
	readonly model: Model;
	/** Why the provider took no batch. Its requests cost nothing. */
	refusal: AssayError | undefined;
	readonly #run: RunContext;
	readonly #api: BatchApi;
	readonly #hooks: Hooks;
	readonly #isLocal: boolean;
	/** By the id of each request. */
	readonly #batches = new Map<string, Batch>();
	readonly #gathered = new Map<string, Gathered>();
	#timer: NodeJS.Timeout | undefined;
	#count = 0;

	constructor(run: RunContext, model: Model, api: BatchApi, hooks: Hooks) {
		this.#run = run;
		this.#api = api;
		this.#hooks = hooks;
		this.#isLocal = isOwnMachine(apiBaseUrl(model.settings));
		this.model = batchModel(model, api.priceShare, (request, signal) => this.#answer(request, signal));
	}

	/** Reads the batches of earlier processes from the log. */
	async load(): Promise<void> {
		const { recorded } = this.#run;
		for (const step of recorded) {
			if (!step.startsWith(begunPrefix)) continue;
			this.#count++;
			const name = step.slice(begunPrefix.length);
			if (recorded.includes(overPrefix + name)) continue;
			const begun = (await this.#recorded(step)) as Begun;
			if (begun.judge !== this.model.name) continue;
			const sent = recorded.includes(sentPrefix + name)
				? ((await this.#recorded(sentPrefix + name)) as { id: string })
				: undefined;
			const batch: Batch = { ...begun, name, done: 0, ...(sent ? { id: sent.id } : {}) };
			for (const id of begun.ids) this.#batches.set(id, batch);
		}
	}

	async #answer(request: BatchRequest, signal: AbortSignal | undefined): Promise<BatchResult> {
		const { runId } = this.#run;
		const id = `assay-${runId.slice(0, 8)}-${contentHash([this.model.name, request.body]).slice(0, 24)}`;
		for (;;) {
			const batch = this.#batches.get(id);
			const results = await rejectOnAbort(signal, batch ? this.#resultsOf(batch) : this.#gather(id, request));
			// A batch that was never sent: its requests go into another.
			if (results) return results.get(id) ?? { id, notDone: "expired" };
		}
	}

	#gather(id: string, { body, headers }: BatchRequest): Promise<Results> {
		const known = this.#gathered.get(id);
		if (known) return known.results.promise;
		const gathered = { item: { id, body }, headers, results: Promise.withResolvers<Results>() };
		this.#gathered.set(id, gathered);
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#makeBatches(), limits.batchGatherMs);
		return gathered.results.promise;
	}

	#makeBatches(): void {
		const parts: Gathered[][] = [];
		let bytes = Number.POSITIVE_INFINITY;
		for (const one of this.#gathered.values()) {
			const size = Buffer.byteLength(JSON.stringify(one.item));
			bytes += size;
			const last = parts.at(-1);
			if (last && last.length < limits.batchRequests && bytes <= limits.batchBytes) last.push(one);
			else {
				parts.push([one]);
				bytes = size;
			}
		}
		this.#gathered.clear();
		for (const part of parts) {
			const items = part.map(({ item }) => item);
			const ids = items.map(({ id }) => id);
			const name = `assay-${this.#run.runId.slice(0, 8)}-${shortHash([ids, this.#count++])}`;
			const at = new Date().toISOString();
			const batch: Batch = { judge: this.model.name, ids, at, name, items, headers: headersOf(part), done: 0 };
			for (const id of ids) this.#batches.set(id, batch);
			const results = this.#resultsOf(batch);
			for (const one of part) one.results.resolve(results);
		}
	}

	#resultsOf(batch: Batch): Promise<Results> {
		if (!batch.results) {
			batch.results = this.#fetch(batch);
			// Each waiting request sees the error; one that came too late must not end the process.
			batch.results.catch(() => undefined);
		}
		return batch.results;
	}

	async #fetch(batch: Batch): Promise<Results> {
		const { name, ids } = batch;
		const { signal } = this.#run;
		if (batch.id === undefined) {
			const id = batch.items ? await this.#submit(batch, batch.items) : await this.#find(batch);
			if (id === undefined) {
				this.#note(`the batch ${name} of an earlier process never arrived; its requests are sent again`);
				await this.#giveUp(batch, "it was never sent");
				return undefined;
			}
			batch.id = id;
			await this.#record(sentPrefix + name, { id });
			this.#note(`${this.model.name}: batch ${id} of ${pluralize(ids.length, "request")} was taken`);
		} else this.#note(`${this.model.name}: waits for batch ${batch.id} of an earlier process`);
		delete batch.items;
		try {
			const { failure } = await this.#wait(batch, batch.id);
			if (failure !== undefined) throw await this.#refused(batch, failure);
			const results = await this.#api.results(batch.id, signal);
			await this.#api.forget?.(name, signal).catch((error: unknown) => {
				signal.throwIfAborted();
				this.#note(`${this.model.name}: what was uploaded as ${name} could not be deleted: ${messageOf(error)}`);
			});
			this.#noteResults(batch, results);
			return new Map(results.map((result) => [result.id, result]));
		} catch (error) {
			if (
				!(error instanceof ModelError) ||
				!["MODEL_UNKNOWN", "MODEL_REQUEST_REFUSED"].includes(error.code) ||
				this.refusal
			)
				throw error;
			await this.#giveUp(batch, error.message);
			throw new ModelError(
				"MODEL_ANSWER_UNUSABLE",
				`${this.model.name}: the batch ${batch.id} is not there any more, and may have been billed`,
				{ cause: error },
			);
		}
	}

	/** Sends a batch until it is taken. Where the answer is lost it is looked for before it is sent again. */
	async #submit(batch: Batch, items: BatchItem[]): Promise<string> {
		const { name, judge, ids, at, headers = {} } = batch;
		const { signal } = this.#run;
		await this.#record(begunPrefix + name, { judge, ids, at });
		let upload: string | undefined;
		for (let tries = 1; ; ) {
			let isSent = false;
			try {
				upload ??= await this.#api.upload?.(name, items, signal);
				isSent = true;
				return await this.#api.submit({ name, items, upload, headers }, signal);
			} catch (error) {
				signal.throwIfAborted();
				if (!mayPass(error)) throw await this.#refused(batch, messageOf(error), error);
				if (isSent && isUnsure(error)) {
					this.#note(`${judge}: whether the batch ${name} was taken is not known; looks for it: ${messageOf(error)}`);
					const found = await this.#find(batch);
					if (found !== undefined) return found;
				}
				if (tries >= limits.modelTries) throw error;
				await sleep(backoffMs(++tries, this.#pollMs()), undefined, { signal });
			}
		}
	}

	/** Looks for a batch at the provider twice, because one that has just been taken may not be listed yet. */
	async #find({ name, ids, at }: Batch): Promise<string | undefined> {
		const { signal } = this.#run;
		const settleMs = this.#isLocal ? limits.batchSettleLocalMs : limits.batchSettleMs;
		for (const waitMs of [0, settleMs]) {
			await sleep(waitMs, undefined, { signal });
			const { certain, possible } = await this.#api.find({ name, since: new Date(at), requests: ids.length }, signal);
			if (certain !== undefined) return certain;
			for (const id of possible) {
				this.#note(`${this.model.name}: batch ${id} may be the one that was not confirmed; its results will tell`);
				await this.#wait({ ids, done: 0 }, id);
				const results = await this.#api.results(id, signal);
				if (results.some((one) => ids.includes(one.id))) return id;
			}
		}
		return undefined;
	}

	/** Asks how far a batch is, less and less often, until it has ended. */
	async #wait(batch: Pick<Batch, "ids" | "done">, id: string): Promise<BatchState> {
		const { signal } = this.#run;
		const most = this.#isLocal ? limits.batchPollLocalMaxMs : limits.batchPollMaxMs;
		const begun = Date.now();
		let word = "";
		let awaySince: number | undefined;
		for (let waitMs = this.#pollMs(); ; waitMs = Math.min(most, waitMs * 1.5)) {
			try {
				const state = await this.#api.state(id, signal);
				awaySince = undefined;
				batch.done = state.done;
				const seconds = Math.round((Date.now() - begun) / 1_000);
				const text = `batch ${id}: ${state.word}, ${state.done} of ${batch.ids.length} done, ${seconds} s`;
				if (state.word !== word) this.#note(`${this.model.name}: ${text}`);
				else this.#hooks.onProgress({ type: "activity", text });
				if (state.isEnded) return state;
				word = state.word;
			} catch (error) {
				signal.throwIfAborted();
				awaySince ??= Date.now();
				if (!mayPass(error) || Date.now() - awaySince > limits.batchAwayMs) throw error;
				this.#hooks.onProgress({ type: "activity", text: `batch ${id}: ${messageOf(error)}; asks again` });
			}
			await sleep(waitMs, undefined, { signal });
		}
	}

	/** Gives up a batch that the provider refused. Its requests cost nothing, and are not asked singly at the full price unasked. */
	async #refused(batch: Batch, why: string, cause?: unknown): Promise<unknown> {
		await this.#giveUp(batch, why);
		// A wrong key or an empty account is the user's to mend, and says so itself.
		if (cause instanceof ModelError && cause.keepsRun && cause.code !== "MODEL_UNKNOWN") return cause;
		this.refusal = new AssayError("BATCH_REFUSED", `${this.model.name} took no batch: ${why}`, {
			hint: "the same command without --batch asks the judges at once, at the full price",
			keepsRun: true,
			cause,
		});
		return new ModelError("MODEL_REQUEST_REFUSED", this.refusal.message);
	}

	async #giveUp(batch: Batch, why: string): Promise<void> {
		await this.#record(overPrefix + batch.name, { why });
		for (const id of batch.ids) if (this.#batches.get(id) === batch) this.#batches.delete(id);
		await this.#api.forget?.(batch.name, this.#run.signal).catch(() => undefined);
	}

	#noteResults({ id, ids }: Batch, results: readonly BatchResult[]): void {
		const counts = new Map<string, number>();
		const byId = new Map(results.map((one) => [one.id, one]));
		for (const one of ids) {
			const result = byId.get(one) ?? { notDone: "expired" };
			const how = "notDone" in result ? result.notDone : result.status === 200 ? "answered" : "errored";
			counts.set(how, (counts.get(how) ?? 0) + 1);
		}
		const text = [...counts].map(([how, count]) => `${count} ${how}`).join(", ");
		const again = (counts.get("answered") ?? 0) < ids.length ? "; the others are not billed, and are asked singly" : "";
		this.#note(`${this.model.name}: batch ${id} ended: ${text}${again}`);
	}

	#record(name: string, output: Json): Promise<Json> {
		return this.#run.step(name, async () => output);
	}

	#recorded(name: string): Promise<Json> {
		return this.#run.step(name, async () => {
			throw new Error(`the step ${name} is recorded`);
		});
	}

	#pollMs(): number {
		return this.#isLocal ? limits.batchPollLocalMs : limits.batchPollMs;
	}

	#note(text: string): void {
		this.#hooks.onProgress({ type: "note", text });
	}
}

/** The headers that any of the requests needs; values of one header stand together. */
function headersOf(requests: readonly Gathered[]): Record<string, string> {
	const values = new Map<string, Set<string>>();
	for (const { headers } of requests)
		for (const [name, value] of Object.entries(headers))
			values.set(name, new Set([...(values.get(name) ?? []), ...value.split(",")]));
	return Object.fromEntries([...values].map(([name, all]) => [name, [...all].join(",")]));
}
