import { contentHash } from "../../../base/hash.ts";
import type { Json } from "../../../base/json.ts";
import { limits } from "../../../base/limits.ts";
import type { ModelMessage, Role } from "../../../evidence/call.ts";
import type { RoleContext } from "../../reasoner.ts";
import { ModelError } from "../error.ts";
import type { ChatMessage, Model, ModelRequest } from "../model.ts";
import type { Ledger } from "../money/ledger.ts";
import type { Prompt } from "../prompts.ts";
import { outputLimit, purposeOf } from "../role-settings.ts";
import type { ActivityReporter } from "./activity.ts";
import type { AnswerSchema } from "./answer-schema.ts";
import type { Conversation } from "./conversation.ts";
import { messageTokens, tokensOf } from "./fit-prompt.ts";

/** One request of a role, before it is sized to the model's window. */
export interface UnsizedRequest {
	role: Role;
	model: Model;
	prompt: Prompt;
	schema?: AnswerSchema | undefined;
	tools?: ModelRequest["tools"];
	toolChoice?: ModelRequest["toolChoice"];
	/** The whole request, uncut. With model, role, prompt and schema it makes the request's key in the ledger. */
	content: unknown;
	try: 1 | 2;
	/** The most tokens of the answer, without reasoning; the role's usual limit when undefined. */
	answer?: number | undefined;
	/** A factor on the usual output limit. */
	times: number;
	/** Receives the text of the answer so far, now and then. */
	onText?: ((text: string) => void) | undefined;
	/** The messages that fit this many input tokens, and the new words in them. */
	compose(tokens: number): { messages: ChatMessage[]; words: string };
}

/** The factor by which a request shrinks when the provider says that it does not fit, and how often that is tried. */
const SHRINK_FACTOR = 0.6;
const SHRINKS_MOST = 3;
/** Token counts are upper guesses, so a text that cannot be cut is still sent when this share of the guess would fit. */
const GUESS_SHARE = 0.75;

/** Sends requests through the ledger: sized to the window, smaller after an overflow, again after a response that broke off. */
export function createSender(ledger: Ledger, activity: ActivityReporter, conversation: Conversation | undefined) {
	/** The windows of models that turned out smaller than stated, by name. Tokens. */
	const windows = new Map<string, number>();

	function windowOf(model: Model): number {
		return Math.min(model.window, windows.get(model.name) ?? model.window);
	}

	async function deliver(unsized: UnsizedRequest, context: RoleContext | undefined): Promise<ModelMessage> {
		let previousText: string | undefined;
		for (let shrinks = 0; ; shrinks++) {
			const request = sizeRequest(unsized, windowOf(unsized.model));
			const size = requestTokens(request.request);
			// A smaller window also lowers the output limit, so the same messages may then fit.
			const text = JSON.stringify([request.request.messages, request.request.maxOutput]);
			const window = windowOf(unsized.model);
			if (text === previousText || (size * GUESS_SHARE + request.request.maxOutput > window && shrinks === 0))
				throw withRoleName(unsized, overflowError(unsized, size, window));
			previousText = text;
			try {
				const message = await sendPaid(unsized, request, context);
				conversation?.add({ key: keyOf(unsized), role: unsized.role, words: request.words, message });
				return message;
			} catch (error) {
				const isOver = error instanceof ModelError && error.code === "MODEL_CONTEXT_OVERFLOW";
				if (!isOver || shrinks === SHRINKS_MOST) throw withRoleName(unsized, error);
				const smaller = Math.floor((size + request.request.maxOutput) * SHRINK_FACTOR);
				windows.set(unsized.model.name, Math.min(windowOf(unsized.model), smaller));
			}
		}
	}

	/**
	 * Sends through the ledger, and again when no response came or it broke off. Each try may be paid for, so each is an attempt
	 * of its own.
	 */
	async function sendPaid(
		unsized: UnsizedRequest,
		{ request, words }: { request: ModelRequest; words: string },
		context: RoleContext | undefined,
	): Promise<ModelMessage> {
		const { role, model, prompt, schema } = unsized;
		const signal = context?.signal;
		const call = {
			key: keyOf(unsized),
			role,
			model: model.name,
			promptHash: prompt.hash,
			schemaHash: schema?.hash,
			try: unsized.try,
			prompt: words,
			...(context?.step === undefined ? {} : { step: context.step }),
		};
		const send = () =>
			activity.during(role, (callbacks) => model.send(request, { signal, ...callbacks }), unsized.onText);
		const ask = () => ledger.ask(call, model, send, { purpose: context?.purpose ?? purposeOf(role), request, signal });
		for (let sent = 1; ; sent++) {
			try {
				return await ask();
			} catch (error) {
				if (!isBrokenResponse(error) || sent >= limits.modelUnansweredTries || signal?.aborted) throw error;
			}
		}
	}

	return { deliver };
}

/** The key ignores the window and the cuts made to fit it, so that an answer counts whatever window is assumed later. */
function keyOf({
	model,
	role,
	prompt,
	schema,
	tools,
	toolChoice,
	content: asked,
	answer,
	times,
	try: nth,
}: UnsizedRequest): string {
	return contentHash({
		model: model.name,
		role,
		prompt: prompt.hash,
		schema: schema?.hash ?? null,
		tools: tools ?? null,
		toolChoice: toolChoice ?? null,
		asked,
		answer: answer ?? null,
		times,
		try: nth,
	});
}

function sizeRequest(unsized: UnsizedRequest, window: number): { request: ModelRequest; words: string } {
	const { role, model, schema, tools, toolChoice } = unsized;
	const maxOutput = outputLimit(
		role,
		{ settings: model.settings, maxOutput: model.maxOutput, window },
		unsized.answer,
		unsized.times,
	);
	const forms = formTokens(schema?.wire) + formTokens(tools as Json | undefined);
	const { messages, words } = unsized.compose(window - maxOutput - forms);
	return {
		request: {
			messages,
			...(schema ? { schema: { name: role, json: schema.wire } } : {}),
			...(tools ? { tools } : {}),
			...(toolChoice ? { toolChoice } : {}),
			maxOutput,
		},
		words,
	};
}

function formTokens(form: Json | undefined): number {
	return form === undefined ? 0 : tokensOf(JSON.stringify(form));
}

function requestTokens({ messages, schema, tools }: ModelRequest): number {
	return (
		messages.reduce((sum, message) => sum + messageTokens(message), formTokens(schema?.json)) +
		formTokens(tools as Json | undefined)
	);
}

function isBrokenResponse(error: unknown): boolean {
	return error instanceof ModelError && (error.code === "MODEL_STREAM_BROKEN" || error.code === "MODEL_SILENT");
}

/** Adds the role's name to a failure. */
function withRoleName({ role }: UnsizedRequest, error: unknown): unknown {
	if (!(error instanceof ModelError) || new RegExp(`\\b${role}\\b`).test(error.message)) return error;
	return new ModelError(error.code, `${role}: ${error.message}`, {
		...(error.hint === undefined ? {} : { hint: error.hint }),
		cause: error,
		usage: error.usage,
		limit: error.limit,
	});
}

function overflowError({ role, model }: UnsizedRequest, tokens: number, window: number): ModelError {
	return new ModelError(
		"MODEL_CONTEXT_OVERFLOW",
		`What the role ${role} must say takes about ${tokens} tokens, more than fit into the window of ${model.name} (${window}).`,
		{ hint: "choose a model with a larger window, or say its window if it has one" },
	);
}
