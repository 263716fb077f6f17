import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ChatBody } from "./chat.ts";
import { anthropic } from "./protocols/anthropic.ts";
import { google } from "./protocols/google.ts";
import { openai } from "./protocols/openai.ts";
import type { Counted, Protocol } from "./protocols/protocol.ts";
import { serve } from "./server.ts";
import { simulatedAnswer } from "./simulated.ts";

export type BatchFamily = "anthropic" | "openai" | "google";

/** Where a test can act: a request has come and nothing is done; it is done and not answered; half of the results are sent; all are. */
export type BatchPoint =
	| "upload"
	| "uploaded"
	| "submit"
	| "submitted"
	| "poll"
	| "results"
	| "results-half"
	| "results-sent";

export type ItemFault = "errored" | "expired" | "canceled" | "unreadable";

interface Options {
	/** Called at each point. `cut`: the connection is cut there. */
	at?: (point: BatchPoint) => "cut" | undefined;
	/** How often a batch is asked for before it has ended. */
	polls?: number;
	/** What goes wrong with a request of a batch, by its place. */
	fault?: (place: number) => ItemFault | undefined;
	/** The whole batch is refused at its submission, with this status, or after it. */
	refuse?: number | "later";
}

interface Item {
	id: string;
	body: Record<string, unknown>;
	result?: ItemFault | "answered";
}

interface Batch {
	id: string;
	name: string;
	items: Item[];
	polls: number;
	isCanceled: boolean;
	createdAt: Date;
}

const family = { anthropic, openai, google } satisfies Record<BatchFamily, Protocol>;
type Fields = Record<string, unknown>;

/**
 * A provider on loopback that takes batches in its own protocol, and single requests, too. It counts what it carries out, as a provider
 * bills it. Its model is the simulated one. Keys must be sent with each request.
 */
export async function startBatchProvider(kind: BatchFamily, key: string, options: Options = {}) {
	const { at = () => undefined, polls = 2, fault = () => undefined, refuse } = options;
	const batches: Batch[] = [];
	const files = new Map<string, { name: string; text: string }>();
	/** How often each request was carried out, by what it says. */
	const billed: { batch: Map<string, number>; single: Map<string, number> } = { batch: new Map(), single: new Map() };
	const lines: string[] = [];

	function bill(body: Fields, how: keyof typeof billed): void {
		const said = JSON.stringify(family[kind].chatOf(body as never).messages);
		billed[how].set(said, (billed[how].get(said) ?? 0) + 1);
	}

	function answered(body: Fields): { text: string; counted: Counted } {
		const chat = family[kind].chatOf(body as never);
		const said = JSON.stringify(chat.messages);
		const { text = "" } = simulatedAnswer({ ...chat, response_format: { json_schema: schemaOf(body) } } as ChatBody);
		return { text, counted: { input: Math.ceil(said.length / 4), cacheRead: 0, cacheWrite: 0, output: text.length } };
	}

	function carryOut(batch: Batch): void {
		batch.items.forEach((item, place) => {
			if (item.result) return;
			item.result = batch.isCanceled ? "canceled" : (fault(place) ?? "answered");
			if (item.result === "answered" || item.result === "unreadable") bill(item.body, "batch");
		});
	}

	const ended = (batch: Batch) => batch.isCanceled || batch.polls >= polls;
	const counts = ({ items }: Batch) => {
		const of = (result: Item["result"]) => items.filter((one) => one.result === result).length;
		return { of, open: of(undefined) };
	};

	const forms = {
		anthropic: {
			batch(batch: Batch) {
				const { of, open } = counts(batch);
				return {
					...{ id: batch.id, type: "message_batch", processing_status: ended(batch) ? "ended" : "in_progress" },
					request_counts: {
						...{ processing: open, succeeded: of("answered") + of("unreadable"), errored: of("errored") },
						...{ canceled: of("canceled"), expired: of("expired") },
					},
					created_at: batch.createdAt.toISOString(),
					results_url: ended(batch) ? `https://elsewhere.example/${batch.id}` : null,
				};
			},
			list: (all: Batch[]) => ({ data: all.map(forms.anthropic.batch), has_more: false, last_id: null }),
			line({ id, body, result }: Item) {
				if (result === "canceled" || result === "expired") return { custom_id: id, result: { type: result } };
				const error = { type: "error", error: { type: "invalid_request_error", message: "this one is refused" } };
				if (result === "errored") return { custom_id: id, result: { type: "errored", error } };
				const { text, counted } = answered(body);
				const content = result === "unreadable" ? [{ type: "strange" }] : [{ type: "text", text }];
				const usage = { input_tokens: counted.input, output_tokens: counted.output };
				const message = {
					id: "msg",
					type: "message",
					role: "assistant",
					model: "claude",
					content,
					stop_reason: "end_turn",
					usage,
				};
				return { custom_id: id, result: { type: "succeeded", message } };
			},
		},
		openai: {
			batch(batch: Batch) {
				const failed = batch.items.filter(
					({ result }) => result && result !== "answered" && result !== "unreadable",
				).length;
				const isRefused = refuse === "later" && ended(batch);
				return {
					...{
						id: batch.id,
						object: "batch",
						status: isRefused ? "failed" : ended(batch) ? "completed" : "in_progress",
					},
					errors: isRefused ? { data: [{ message: "Enqueued token limit reached" }] } : null,
					request_counts: { total: batch.items.length, completed: counts(batch).of("answered"), failed },
					metadata: { assay_batch: batch.name },
					...(ended(batch) && !isRefused
						? { output_file_id: `out_${batch.id}`, error_file_id: `err_${batch.id}` }
						: {}),
				};
			},
			list: (all: Batch[]) => ({ data: all.map(forms.openai.batch), has_more: false }),
			line({ id, body, result }: Item) {
				if (result === "expired" || result === "canceled") {
					const code = result === "expired" ? "batch_expired" : "batch_cancelled";
					return { custom_id: id, response: null, error: { code, message: result } };
				}
				const error = { message: "this one is refused", type: "invalid_request_error" };
				if (result === "errored")
					return { custom_id: id, response: { status_code: 400, body: { error } }, error: null };
				const { text, counted } = answered(body);
				const output = [
					{ type: "message", id: "m", role: "assistant", content: [{ type: "output_text", text, annotations: [] }] },
				];
				const usage = { input_tokens: counted.input, output_tokens: counted.output };
				const whole = { id: "resp", created_at: 1, model: "gpt", status: "completed", output, usage };
				const response = { status_code: 200, body: result === "unreadable" ? { id: 3 } : whole };
				return { custom_id: id, response, error: null };
			},
		},
		google: {
			batch(batch: Batch, withResults = false) {
				const state = ended(batch) ? "BATCH_STATE_SUCCEEDED" : "BATCH_STATE_RUNNING";
				const stats = {
					requestCount: String(batch.items.length),
					successfulRequestCount: String(counts(batch).of("answered")),
				};
				const all = withResults ? batch.items.map(forms.google.line) : [];
				return {
					...{ name: batch.id, done: ended(batch), metadata: { displayName: batch.name, state, batchStats: stats } },
					...(ended(batch) ? { response: { inlinedResponses: { inlinedResponses: all } } } : {}),
				};
			},
			list: (all: Batch[]) => ({ operations: all.map((one) => forms.google.batch(one)) }),
			line({ id, body, result }: Item) {
				const metadata = { key: id };
				if (result === "canceled") return { metadata, error: { code: 1, message: "canceled" } };
				if (result === "expired") return { metadata, error: { code: 4, message: "it took too long" } };
				if (result === "errored") return { metadata, error: { code: 3, message: "this one is refused" } };
				const { text, counted } = answered(body);
				const candidates = [{ index: 0, content: { role: "model", parts: [{ text }] }, finishReason: "STOP" }];
				const usageMetadata = { promptTokenCount: counted.input, candidatesTokenCount: counted.output };
				return { metadata, response: result === "unreadable" ? { candidates: 3 } : { candidates, usageMetadata } };
			},
		},
	};

	async function give(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part as Buffer);
		const { method = "", url = "", headers } = request;
		const path = url.split("?")[0] ?? "";
		lines.push(`${method} ${path}`);
		const json = (value: unknown, status = 200) => {
			response.writeHead(status, { "content-type": "application/json" });
			response.end(JSON.stringify(value));
		};
		/** Whether the test ends the exchange here. */
		const cuts = (point: BatchPoint) => {
			if (at(point) !== "cut") return false;
			response.destroy();
			return true;
		};
		const sent = headers["x-api-key"] ?? headers["x-goog-api-key"] ?? headers.authorization?.replace("Bearer ", "");
		if (sent !== key) return json({ error: { message: "invalid api key" } }, 401);
		const raw = Buffer.concat(parts);
		const body = () => JSON.parse(raw.toString()) as Fields;
		const take = (name: string, items: Item[]) => {
			const id = `${kind === "google" ? "batches/" : "batch_"}${batches.length + 1}`;
			const batch = { id, name, items, polls: 0, isCanceled: false, createdAt: new Date() };
			batches.unshift(batch);
			return batch;
		};
		const poll = (batch: Batch) => {
			batch.polls++;
			if (ended(batch)) carryOut(batch);
			if (!cuts("poll")) json(forms[kind].batch(batch));
		};
		const sendResults = (text: string) => {
			if (cuts("results")) return;
			response.writeHead(200, { "content-type": "application/x-ndjson" });
			response.write(text.slice(0, text.length / 2), () => {
				if (at("results-half") === "cut") response.destroy();
				else response.end(text.slice(text.length / 2), () => at("results-sent"));
			});
		};
		const submit = (name: string, items: Item[]) => {
			if (typeof refuse === "number") return json({ error: { message: "no batches here" } }, refuse);
			if (cuts("submit")) return;
			const batch = take(name, items);
			if (!cuts("submitted")) json(forms[kind].batch(batch));
		};
		const cancel = (batch: Batch) => {
			batch.isCanceled = true;
			carryOut(batch);
			json(forms[kind].batch(batch));
		};

		const found = batches.find(({ id }) => path.includes(`/${id}`) || path.includes(`_${id}/`));
		if (kind === "anthropic" && path.startsWith("/v1/messages/batches")) {
			if (!found && method === "GET") return json(forms.anthropic.list(batches));
			if (!found) {
				const items = body().requests as { custom_id: string; params: Fields }[];
				return submit(
					"",
					items.map(({ custom_id, params }) => ({ id: custom_id, body: params })),
				);
			}
			if (path.endsWith("/cancel")) return cancel(found);
			if (!path.endsWith("/results")) return poll(found);
			return sendResults(found.items.map((one) => `${JSON.stringify(forms[kind].line(one))}\n`).join(""));
		}
		if (kind === "openai" && path.startsWith("/v1/files")) {
			const file = files.get(path.split("/")[3] ?? "");
			if (method === "DELETE") return json({ deleted: files.delete(path.split("/")[3] ?? "") });
			if (method === "POST") {
				if (cuts("upload")) return;
				const form = await new Response(Readable.toWeb(Readable.from([raw])) as ReadableStream, {
					headers: { "content-type": headers["content-type"] ?? "" },
				}).formData();
				const upload = form.get("file") as File;
				const id = `file_${files.size + 1}_${lines.length}`;
				files.set(id, { name: upload.name, text: await upload.text() });
				if (!cuts("uploaded")) json({ id });
				return;
			}
			if (path === "/v1/files")
				return json({ data: [...files].map(([id, { name }]) => ({ id, filename: name })), has_more: false });
			if (file) return sendResults(file.text);
			const isError = path.includes("err_");
			const isWrong = ({ result }: Item) => result !== "answered" && result !== "unreadable";
			const some = (found?.items ?? []).filter((one) => isWrong(one) === isError);
			return sendResults(some.map((one) => `${JSON.stringify(forms[kind].line(one))}\n`).join(""));
		}
		if (kind === "openai" && path.startsWith("/v1/batches")) {
			if (!found && method === "GET") return json(forms.openai.list(batches));
			if (!found) {
				const { input_file_id, metadata } = body() as { input_file_id: string; metadata: { assay_batch: string } };
				const entries = (files.get(input_file_id)?.text ?? "").trim().split("\n");
				const read = entries.map((line) => JSON.parse(line) as { custom_id: string; url: string; body: Fields });
				if (read.some((one) => one.url !== "/v1/responses")) return json({ error: { message: "wrong url" } }, 400);
				return submit(
					metadata.assay_batch,
					read.map((one) => ({ id: one.custom_id, body: one.body })),
				);
			}
			return path.endsWith("/cancel") ? cancel(found) : poll(found);
		}
		if (kind === "google" && path.endsWith(":batchGenerateContent")) {
			const { batch } = body() as { batch: { displayName: string; inputConfig: Fields } };
			const { requests } = batch.inputConfig.requests as { requests: { request: Fields; metadata: { key: string } }[] };
			return submit(
				batch.displayName,
				requests.map((one) => ({ id: one.metadata.key, body: one.request })),
			);
		}
		if (kind === "google" && path.startsWith("/v1beta/batches")) {
			if (!found) return json(forms.google.list(batches));
			if (path.endsWith(":cancel")) return cancel(found);
			if (!ended(found)) return poll(found);
			if (at("poll") === "cut") return void response.destroy();
			return sendResults(JSON.stringify(forms.google.batch(found, true)));
		}
		// A request by itself.
		bill(body(), "single");
		const { text, counted } = answered(body());
		response.writeHead(200, { "content-type": "text/event-stream" });
		response.end(family[kind].framesOf({ text, toolCalls: [] }, counted).join(""));
	}

	const server = await serve((request, response) => {
		give(request, response).catch((error: unknown) => response.destroy(error as Error));
	});
	/** What is billed once each batch was carried out, whether anybody waits for it or not. */
	const bills = () => {
		for (const batch of batches) carryOut(batch);
		return [[...billed.batch.values()], [...billed.single.values()]] as const;
	};
	return { url: server.url, close: server.close, batches, files, bills, lines };
}

/** The form of the answer that a request asks for, with the role that it is named after. */
function schemaOf(body: Fields): { name: string; schema: unknown } {
	const text = body.text as { format?: { schema?: unknown } } | undefined;
	const output = body.output_config as { format?: { schema?: unknown } } | undefined;
	const generation = body.generationConfig as { responseJsonSchema?: unknown } | undefined;
	const [tool] = (body.tools ?? []) as { input_schema?: unknown }[];
	const schema = text?.format?.schema ?? output?.format?.schema ?? generation?.responseJsonSchema ?? tool?.input_schema;
	return { name: "grade", schema };
}
