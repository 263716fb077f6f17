import type { Json } from "../../../base/json.ts";
import type { ModelSettings } from "../model.ts";
import { apiBaseUrl } from "../wire/providers.ts";
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

/** The key of our name in a batch's metadata. */
const nameKey = "assay_batch";

/** OpenAI's batches, and those of servers that speak the same: a file of requests, and a batch that refers to it. */
export function createOpenAiBatches(settings: ModelSettings): BatchApi {
	const http = createBatchHttp(settings);
	const read = (text: string) => fieldsOf(settings, text);
	// The path of a request as it would be sent alone, without the address.
	const version = new URL(apiBaseUrl(settings)).pathname;
	const endpoint = `${version}/${settings.provider === "openai" ? "responses" : "chat/completions"}`;
	const fileName = (name: string) => `${name}.jsonl`;

	async function* pages(path: string, signal: AbortSignal): AsyncGenerator<Fields> {
		const mark = path.includes("?") ? "&" : "?";
		for (let after = ""; ; ) {
			const page = read(await http.get({ path: `${path}${mark}limit=100${after}`, signal }));
			const entries = asList(page.data);
			yield* entries;
			const last = asText(entries.at(-1)?.id);
			if (page.has_more !== true || last === "") return;
			after = `&after=${encodeURIComponent(last)}`;
		}
	}

	return {
		// What a server of another maker charges for a batch is not known: its price stays as it is.
		priceShare: settings.provider === "openai" ? 0.5 : 1,
		async upload(name, items, signal) {
			const lines = items.map(({ id, body }) =>
				JSON.stringify({ custom_id: id, method: "POST", url: endpoint, body: body as Json }),
			);
			const form = new FormData();
			form.append("purpose", "batch");
			form.append("file", new Blob([`${lines.join("\n")}\n`], { type: "application/jsonl" }), fileName(name));
			return idOf(settings, read(await http.send({ path: "/files", signal, body: form })).id);
		},
		async submit({ name, upload = "" }, signal) {
			const body = { input_file_id: upload, endpoint, completion_window: "24h", metadata: { [nameKey]: name } };
			return idOf(settings, read(await http.send({ path: "/batches", signal, body })).id);
		},
		async find({ name, since }, signal) {
			for await (const batch of pages("/batches", signal)) {
				if (isBefore(batch.created_at, since)) break;
				if (asFields(batch.metadata)[nameKey] === name) return { certain: idOf(settings, batch.id), possible: [] };
			}
			return { possible: [] };
		},
		async state(id, signal) {
			const batch = read(await http.get({ path: `/batches/${id}`, signal }));
			const counts = asFields(batch.request_counts);
			const word = asText(batch.status);
			const reasons = asList(asFields(batch.errors).data).map(({ message }) => asText(message));
			return {
				...{ isEnded: ["completed", "failed", "expired", "cancelled"].includes(word), word },
				done: asCount(counts.completed) + asCount(counts.failed),
				...(word === "failed" ? { failure: reasons.join("; ") || "no reason is given" } : {}),
			};
		},
		async results(id, signal) {
			const batch = read(await http.get({ path: `/batches/${id}`, signal }));
			const files = [batch.output_file_id, batch.error_file_id].filter((file) => typeof file === "string");
			const results: BatchResult[] = [];
			for (const file of files)
				results.push(
					...linesOf(await http.get({ path: `/files/${idOf(settings, file)}/content`, signal })).map(resultOf),
				);
			return results;
		},
		async cancel(id, signal) {
			await http.send({ path: `/batches/${id}/cancel`, signal, body: {} });
		},
		async forget(name, signal) {
			for await (const file of pages("/files?purpose=batch", signal))
				if (file.filename === fileName(name))
					await http.send({ method: "DELETE", path: `/files/${idOf(settings, file.id)}`, signal });
		},
	};
}

function resultOf(line: Fields): BatchResult {
	const id = asText(line.custom_id);
	const code = asText(asFields(line.error).code);
	if (code === "batch_expired") return { id, notDone: "expired" };
	if (code === "batch_cancelled") return { id, notDone: "canceled" };
	const { status_code, body } = asFields(line.response);
	if (asCount(status_code) > 0) return { id, status: asCount(status_code), body: asFields(body) };
	return { id, status: 500, body: { error: asFields(line.error) } };
}
