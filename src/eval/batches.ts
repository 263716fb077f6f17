import type { ModelConnection } from "../app/config/model-config.ts";
import type { EvaluationAccess } from "../app/evaluation/access.ts";
import { type LiveBatch, liveBatches } from "../app/evaluation/judge-batches.ts";
import { evaluationInputOf } from "../app/evaluation/record.ts";
import type { Hooks } from "../app/progress.ts";
import { UsageError } from "../base/errors.ts";
import { pluralize } from "../base/text.ts";

/** A batch of an evaluation whose answers are not all fetched. */
interface OpenBatch extends LiveBatch {
	/** Requests to its judge without an answer yet, in all its batches. */
	open: number;
	/** The most that they can cost. USD; undefined where the judge's price is not known. */
	usd: number | undefined;
}

/** The batches of an evaluation whose answers are not fetched, from its log and ledger. Nothing is sent. */
async function openBatches({ store }: EvaluationAccess, id: string): Promise<OpenBatch[]> {
	const calls = (await store.calls(id)).filter(({ request, result }) => request.batch && !result);
	return liveBatches(await store.log(id)).flatMap((one) => {
		const open = calls.filter(({ request }) => request.model === one.judge);
		if (open.length === 0) return [];
		const isPriced = open.every(({ request }) => request.reservedUsd !== undefined);
		const usd = open.reduce((sum, { request: { reservedUsd = 0 } }) => sum + reservedUsd, 0);
		return [{ ...one, open: open.length, usd: isPriced ? usd : undefined }];
	});
}

/** Tells who stops an evaluation what goes on without it. */
export async function tellOpenBatches(access: EvaluationAccess, id: string, hooks: Hooks): Promise<void> {
	const short = id.slice(0, 8);
	for (const one of await openBatches(access, id))
		hooks.onProgress({
			type: "destination",
			text: `${batchName(one)} goes on and is billed: ${pluralize(one.open, "request")} without an answer, ${atMost(one.usd)}. To fetch the answers: assay eval resume ${short}; to end it: assay eval cancel ${short}`,
		});
}

const batchName = ({ judge, id, name }: LiveBatch) =>
	`${judge}: batch ${id ?? `${name} (whether it was taken is not known)`}`;

const atMost = (usd: number | undefined) =>
	usd === undefined ? "at a price that is not known" : `at most $${usd.toFixed(2)}`;

/**
 * Asks the providers to end the open batches of an evaluation, and returns what to tell of each. What was done by then is billed; its answers
 * are fetched when the evaluation is resumed. Throws `EVALUATION_UNKNOWN`, `BATCH_NONE`, and what a provider's refusal throws.
 */
export async function cancelBatches(
	access: EvaluationAccess,
	idOrPrefix: string,
	connection: ModelConnection,
	signal: AbortSignal,
): Promise<string[]> {
	const record = await access.store.run(idOrPrefix);
	const { judges, judgeBaseUrl } = evaluationInputOf(record);
	const open = await openBatches(access, record.id);
	const short = record.id.slice(0, 8);
	if (open.length === 0)
		throw new UsageError("BATCH_NONE", `the evaluation ${short} waits for no batch`, {
			hint: `how far it is: assay eval show ${short}`,
		});
	const opened = await access.judges(judges, { baseUrl: judgeBaseUrl, isCapped: false, byBatch: false }, connection);
	const told: string[] = [];
	for (const one of open) {
		const state = await opened.cancelBatch(one, signal);
		told.push(
			state
				? `${batchName({ ...one, id: state.id })}: ${state.word}, ${state.done} of ${pluralize(one.requests, "request")} ended; those that were answered are billed`
				: `${batchName(one)}: the provider lists none of this name`,
		);
	}
	return [
		...told,
		`To fetch what was answered, and to ask the rest singly at the full price: assay eval resume ${short}`,
	];
}
