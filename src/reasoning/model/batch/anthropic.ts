import type { ModelSettings } from "../model.ts";
import type { BatchApi, BatchResult } from "./batch-api.ts";
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
	linesOf,
} from "./batch-http.ts";

const path = "/messages/batches";

/** The status that a request alone would have had, by the type of its error. */
const statusOfType: Readonly<Record<string, number>> = {
	invalid_request_error: 400,
	authentication_error: 401,
	billing_error: 402,
	permission_error: 403,
	not_found_error: 404,
	request_too_large: 413,
	rate_limit_error: 429,
	timeout_error: 504,
	overloaded_error: 529,
};

/** Anthropic's Message Batches. A batch has no name of ours there: it is known by the ids of its requests, which only its results hold. */
export function createAnthropicBatches(settings: ModelSettings): BatchApi {
	const http = createBatchHttp(settings);
	const read = (text: string) => fieldsOf(settings, text);
	return {
		priceShare: 0.5,
		async submit({ items, headers }, signal) {
			const requests = items.map(({ id, body }) => ({ custom_id: id, params: body }));
			return idOf(settings, read(await http.send({ path, signal, headers, body: { requests } })).id);
		},
		async find({ since, requests }, signal) {
			const possible: string[] = [];
			for (let after = ""; ; ) {
				const page = read(await http.get({ path: `${path}?limit=100${after}`, signal }));
				const batches = asList(page.data);
				for (const batch of batches) {
					if (isBefore(batch.created_at, since)) return { possible };
					if (Object.values(countsOf(batch)).reduce((sum, one) => sum + one, 0) === requests)
						possible.push(idOf(settings, batch.id));
				}
				if (page.has_more !== true || batches.length === 0) return { possible };
				after = `&after_id=${encodeURIComponent(asText(page.last_id))}`;
			}
		},
		async state(id, signal) {
			const batch = read(await http.get({ path: `${path}/${id}`, signal }));
			const { processing, ...ended } = countsOf(batch);
			const word = asText(batch.processing_status);
			return { isEnded: word === "ended", word, done: Object.values(ended).reduce((sum, one) => sum + one, 0) };
		},
		async results(id, signal) {
			return linesOf(await http.get({ path: `${path}/${id}/results`, signal })).map(resultOf);
		},
		async cancel(id, signal) {
			await http.send({ path: `${path}/${id}/cancel`, signal, body: {} });
		},
	};
}

function countsOf({ request_counts }: Fields) {
	const counts = asFields(request_counts);
	const of = (name: string) => asCount(counts[name]);
	return {
		...{ processing: of("processing"), succeeded: of("succeeded"), errored: of("errored") },
		...{ canceled: of("canceled"), expired: of("expired") },
	};
}

function resultOf(line: Fields): BatchResult {
	const id = asText(line.custom_id);
	const result = asFields(line.result);
	if (result.type === "succeeded") return { id, status: 200, body: asFields(result.message) };
	if (result.type === "canceled" || result.type === "expired") return { id, notDone: result.type };
	const error = asFields(result.error);
	return { id, status: statusOfType[asText(asFields(error.error).type)] ?? 500, body: error };
}
