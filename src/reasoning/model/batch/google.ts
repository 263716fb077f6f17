import type { ModelSettings } from "../model.ts";
import type { BatchApi, BatchResult, BatchState } from "./batch-api.ts";
import {
	asCount,
	asFields,
	asList,
	asText,
	createBatchHttp,
	type Fields,
	fieldsOf,
	idOf,
	isBefore,
} from "./batch-http.ts";

/** HTTP's status for the codes of gRPC. */
const statusOfCode: Readonly<Record<number, number>> = {
	3: 400,
	4: 504,
	5: 404,
	7: 403,
	8: 429,
	9: 400,
	11: 400,
	14: 503,
	16: 401,
};
/** gRPC's code for a request that was canceled. */
const canceledCode = 1;

const endWords: Readonly<Record<string, "expired" | "canceled" | undefined>> = {
	BATCH_STATE_SUCCEEDED: undefined,
	BATCH_STATE_FAILED: undefined,
	BATCH_STATE_CANCELLED: "canceled",
	BATCH_STATE_EXPIRED: "expired",
};

/** Gemini's batches, their requests in line. */
export function createGoogleBatches(settings: ModelSettings): BatchApi {
	const http = createBatchHttp(settings);
	const read = (text: string) => fieldsOf(settings, text);
	const batchOf = async (id: string, signal: AbortSignal) => read(await http.get({ path: `/${id}`, signal }));
	return {
		priceShare: 0.5,
		async submit({ name, items }, signal) {
			const requests = items.map(({ id, body }) => ({ request: body, metadata: { key: id } }));
			const body = { batch: { displayName: name, inputConfig: { requests: { requests } } } };
			const model = settings.model.includes("/") ? settings.model : `models/${settings.model}`;
			return idOf(settings, read(await http.send({ path: `/${model}:batchGenerateContent`, signal, body })).name);
		},
		async find({ name, since }, signal) {
			for (let token = ""; ; ) {
				const page = read(await http.get({ path: `/batches?pageSize=100${token}`, signal }));
				for (const batch of asList(page.operations)) {
					const { displayName, createTime } = asFields(batch.metadata);
					if (displayName === name) return { certain: idOf(settings, batch.name), possible: [] };
					if (isBefore(createTime, since)) return { possible: [] };
				}
				const next = asText(page.nextPageToken);
				if (next === "") return { possible: [] };
				token = `&pageToken=${encodeURIComponent(next)}`;
			}
		},
		async state(id, signal) {
			return stateOf(await batchOf(id, signal));
		},
		async results(id, signal) {
			const batch = await batchOf(id, signal);
			const { inlinedResponses } = { ...asFields(asFields(batch.metadata).output), ...asFields(batch.response) };
			return asList(asFields(inlinedResponses).inlinedResponses).map(resultOf);
		},
		async cancel(id, signal) {
			await http.send({ path: `/${id}:cancel`, signal, body: {} });
		},
	};
}

function stateOf(batch: Fields): BatchState {
	const { state, batchStats } = asFields(batch.metadata);
	const stats = asFields(batchStats);
	const word = asText(state);
	const message = asText(asFields(batch.error).message);
	return {
		...{ isEnded: batch.done === true || word in endWords, word },
		done: asCount(stats.successfulRequestCount) + asCount(stats.failedRequestCount),
		...(word === "BATCH_STATE_FAILED" ? { failure: message || "no reason is given" } : {}),
	};
}

function resultOf(entry: Fields): BatchResult {
	const id = asText(asFields(entry.metadata).key);
	if (entry.response !== undefined) return { id, status: 200, body: asFields(entry.response) };
	const error = asFields(entry.error);
	const code = asCount(error.code);
	if (code === canceledCode || error.status === "CANCELLED") return { id, notDone: "canceled" };
	return { id, status: code >= 400 ? code : (statusOfCode[code] ?? 500), body: { error } };
}
