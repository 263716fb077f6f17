import type { IncomingMessage, ServerResponse } from "node:http";
import { type ChatCompletionRequest, LLMock } from "@copilotkit/aimock";
import type { Role } from "../../src/evidence/call.ts";
import type { ProviderId } from "../../src/reasoning/model/model.ts";
import { promptFiles, promptOf } from "../../src/reasoning/model/prompts.ts";
import { type ChatBody, textOf } from "./chat.ts";
import { anthropic } from "./protocols/anthropic.ts";
import { google } from "./protocols/google.ts";
import { openai } from "./protocols/openai.ts";
import type { Counted, Protocol } from "./protocols/protocol.ts";
import type { ProviderAnswer } from "./provider.ts";
import { serve } from "./server.ts";
import { simulatedAnswer } from "./simulated.ts";

/** What goes wrong with the first request of a role: 429, 503, or a stream that is cut in its middle. */
export type Fault = "limit" | "server" | "cut";

export interface FamilyOptions {
	faults?: Partial<Record<Role, Fault>>;
	answer?: (asked: ChatBody) => ProviderAnswer;
}

export interface Family {
	/** Without the path that the provider's own address has. */
	url: string;
	/** Of the answers that were given whole, in order. */
	answered: ({ role: string } & Counted)[];
	/** The faults that happened. */
	failed: { role: string; fault: Fault }[];
	close(): Promise<void>;
}

/** Of chat completions aimock counts unasked, and tells of cached tokens, at this one of its addresses only. */
const mocked: Partial<Record<ProviderId, { path: string; caches: boolean }>> = {
	openrouter: { path: "/api/v1", caches: true },
	zai: { path: "/api/v1", caches: true },
	"openai-compatible": { path: "/v1", caches: false },
};

/** aimock streams these protocols too, but tells nothing of cached tokens in them. */
const own: Partial<Record<ProviderId, { path: string; protocol: Protocol }>> = {
	anthropic: { path: "/v1", protocol: anthropic },
	openai: { path: "/v1", protocol: openai },
	google: { path: "/v1beta", protocol: google },
};

/** A provider's server on loopback, in its own protocol, whose model is the simulated one. */
export function startFamily(provider: ProviderId, options: FamilyOptions = {}): Promise<Family> {
	const ours = own[provider];
	return ours ? startOwn(ours.path, ours.protocol, options) : startMocked(mocked[provider], options);
}

/** What each server does, whatever its protocol: answers, counts, and goes wrong once. */
function staged({ faults = {}, answer = simulatedAnswer }: FamilyOptions, caches: boolean) {
	const open = new Map<string, Fault>(Object.entries(faults));
	const answered: Family["answered"] = [];
	const failed: Family["failed"] = [];
	const earlier: string[] = [];
	return {
		answered,
		failed,
		faultFor: (role: string) => open.get(role),
		fail(role: string, fault: Fault) {
			open.delete(role);
			failed.push({ role, fault });
		},
		answer(asked: ChatBody, role: string) {
			const { text = "", toolCalls = [] } = answer({ ...asked, response_format: { json_schema: { name: role } } });
			const input = Math.ceil(asked.messages.map(({ content }) => textOf(content)).join("").length / 4);
			const output = Math.ceil(JSON.stringify([text, toolCalls]).length / 4);
			// Half of what an earlier request begins with too: what a cache holds is never all of it.
			const texts = asked.messages.map(({ content }) => textOf(content)).join("\n");
			const repeated = Math.max(0, ...earlier.map((one) => commonLength(one, texts)));
			// Nothing is cached of a role whose request failed last.
			if (failed.at(-1)?.role !== role) earlier.push(texts);
			const cacheRead = caches ? Math.floor(repeated / 8) : 0;
			const counted = { input, cacheRead, cacheWrite: 0, output };
			return { said: { text, toolCalls }, counted };
		},
	};
}

async function startOwn(path: string, protocol: Protocol, options: FamilyOptions): Promise<Family> {
	const { answered, failed, ...stage } = staged(options, true);
	async function give(request: IncomingMessage, response: ServerResponse): Promise<void> {
		let raw = "";
		for await (const chunk of request) raw += String(chunk);
		const asked = protocol.chatOf(JSON.parse(raw) as never);
		const role = roleAsked(asked);
		const fault = stage.faultFor(role);
		if (fault) stage.fail(role, fault);
		if (fault === "limit" || fault === "server") {
			const status = fault === "limit" ? 429 : 503;
			response.writeHead(status, { "content-type": "application/json", "retry-after": "0" });
			response.end(JSON.stringify({ error: { message: fault === "limit" ? "slow down" : "try again" } }));
			return;
		}
		const { said, counted } = stage.answer(asked, role);
		const told = { ...counted, cacheWrite: protocol === anthropic ? Math.floor(counted.input / 5) : 0 };
		const frames = protocol.framesOf(said, told);
		response.writeHead(200, { "content-type": "text/event-stream" });
		if (fault === "cut") {
			response.write(frames.slice(0, Math.ceil(frames.length / 2)).join(""), () => response.destroy());
			return;
		}
		answered.push({ role, ...told });
		response.end(frames.join(""));
	}
	const server = await serve((request, response) => {
		give(request, response).catch((error: unknown) => response.destroy(error as Error));
	});
	return { url: server.url + path, answered, failed, close: server.close };
}

async function startMocked(of: (typeof mocked)[ProviderId], options: FamilyOptions): Promise<Family> {
	const { path = "", caches = false } = of ?? {};
	const { answered, failed, ...stage } = staged(options, caches);
	const mock = new LLMock({ port: 0, logLevel: "silent", chunkSize: 400 });
	const roleIn = (request: ChatCompletionRequest) => roleAsked(request as unknown as ChatBody);
	function respond(request: ChatCompletionRequest) {
		const role = roleIn(request);
		const fault = stage.faultFor(role);
		if (fault) stage.fail(role, fault);
		if (fault === "limit") return { error: { message: "slow down" }, status: 429, retryAfter: 0 };
		if (fault === "server") return { error: { message: "try again" }, status: 503 };
		const { said, counted } = stage.answer(request as unknown as ChatBody, role);
		if (!fault) answered.push({ role, ...counted });
		const usage = {
			prompt_tokens: counted.input,
			completion_tokens: counted.output,
			...(caches ? { prompt_tokens_details: { cached_tokens: counted.cacheRead } } : {}),
		};
		return said.toolCalls.length > 0 ? { toolCalls: said.toolCalls, usage } : { content: said.text, usage };
	}
	mock.on({ predicate: (request) => stage.faultFor(roleIn(request)) === "cut" }, respond, {
		chunkSize: 6,
		truncateAfterChunks: 5,
		latency: 5,
	});
	mock.on({}, respond);
	await mock.start();
	return { url: mock.url + path, answered, failed, close: () => mock.stop() };
}

function commonLength(a: string, b: string): number {
	let length = 0;
	while (length < a.length && a[length] === b[length]) length++;
	return length;
}

/** By the role's own prompt: not every protocol tells the name of a schema. */
function roleAsked({ messages }: Pick<ChatBody, "messages">): string {
	const system = messages.filter(({ role }) => role === "system").map(({ content }) => textOf(content));
	const roles = Object.keys(promptFiles) as Role[];
	return roles.find((role) => system.some((text) => text.includes(promptOf(role).task))) ?? "unknown";
}
