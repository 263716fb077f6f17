import type { ModelMessage } from "../../../evidence/call.ts";
import type { RoleContext, ToolSpec } from "../../reasoner.ts";
import type { ToolRequest } from "../asker.ts";
import type { ChatMessage, Model } from "../model.ts";
import type { Prompt } from "../prompts.ts";
import { refusalError, unusableError } from "./assess-answer.ts";
import { composeMessages } from "./compose-messages.ts";
import type { Conversation } from "./conversation.ts";
import { fenceSeed } from "./fence.ts";
import { messageTokens, tokensOf } from "./fit-prompt.ts";
import type { UnsizedRequest } from "./sender.ts";
import { allowedCalls } from "./tool-calls.ts";
import { transcriptMessages, withFences } from "./transcript.ts";

export interface ToolRequestSetup {
	model: Model;
	prompt: Prompt;
	deliver(delivery: UnsizedRequest, context: RoleContext | undefined): Promise<ModelMessage>;
	conversation?: Conversation | undefined;
}

/** The largest share of the room that the parts take from the transcript. */
const PARTS_SHARE = 0.5;

/** Requests an investigator's next message, with at least one call of an allowed tool. */
export async function askWithTools(
	request: ToolRequest,
	{ model, prompt, deliver, conversation }: ToolRequestSetup,
	context: RoleContext | undefined,
): Promise<ModelMessage> {
	const { role, parts, transcript, tools, only, note } = request;
	const allowed = only === undefined ? tools : tools.filter(({ name }) => name === only);

	function unsizedRequest(repair: ChatMessage[], times: number): UnsizedRequest {
		const end: ChatMessage[] = [...repair, ...(note ? [{ role: "user" as const, text: note }] : [])];
		return {
			role,
			model,
			prompt,
			tools,
			toolChoice: only === undefined ? "required" : { name: only },
			content: [
				parts,
				transcript.map(({ message, results }) => [message.text, message.toolCalls, results]),
				repair,
				note ?? "",
			],
			try: repair.length > 0 ? 2 : 1,
			times,
			compose(tokens) {
				const ends = end.reduce((sum, message) => sum + messageTokens(message), 0);
				const head = parts.reduce((sum, part) => sum + tokensOf(part.text), tokensOf(prompt.task + prompt.rules));
				const room = tokens - ends - Math.min(head, Math.floor(tokens * PARTS_SHARE));
				const since = [...withFences(transcriptMessages(transcript, room), fenceSeed(parts)), ...end];
				const { messages, words } = composeMessages({ prompt, parts, since, conversation, tokens });
				return { messages, words: newText(words, since, transcript.length > 0 || repair.length > 0) };
			},
		};
	}

	const first = await deliver(unsizedRequest([], 1), context);
	const usable = checkCalls(first, allowed, model);
	if ("message" in usable) return usable.message;
	const times = first.finish === "length" ? 2 : 1;
	const second = checkCalls(
		await deliver(unsizedRequest(toolRepairMessages(first, usable.fault), times), context),
		allowed,
		model,
	);
	if ("message" in second) return second.message;
	throw unusableError(role, model, second.fault);
}

function checkCalls(
	message: ModelMessage,
	allowed: ToolSpec[],
	model: Model,
): { message: ModelMessage } | { fault: string } {
	if (message.finish === "refusal") throw refusalError("nextAction", model, message.text);
	const toolCalls = allowedCalls(message, allowed);
	if (toolCalls.length > 0) return { message: { ...message, toolCalls } };
	const names = allowed.map(({ name }) => name).join(", ");
	if (message.toolCalls.length > 0)
		return { fault: `it calls a tool that cannot be called now; call one of: ${names}` };
	return {
		fault: `it calls no tool${message.finish === "length" ? " before it breaks off" : ""}; call one of: ${names}`,
	};
}

/** The unusable message is repeated as text, as a conversation cannot hold a call without a result. */
function toolRepairMessages(message: ModelMessage, fault: string): ChatMessage[] {
	const text = message.text.trim();
	return [
		...(text ? [{ role: "assistant" as const, text: text.slice(0, 2_000).toWellFormed(), toolCalls: [] }] : []),
		{ role: "user", text: `That message cannot be used: ${fault}.` },
	];
}

/** For the log: the text that is new since the turn before. */
function newText(words: string, since: ChatMessage[], isLater: boolean): string {
	if (!isLater) return [words, ...since.map(textOf)].join("\n\n");
	const lastAnswer = since.findLastIndex(({ role }) => role === "assistant");
	return since
		.slice(lastAnswer + 1)
		.map(textOf)
		.join("\n\n");
}

function textOf(message: ChatMessage): string {
	return message.role === "tool" ? message.results.map(({ text }) => text).join("\n\n") : message.text;
}
