import type { ModelMessage } from "../../../evidence/call.ts";
import type { RoleRequest } from "../asker.ts";
import { ModelError } from "../error.ts";
import type { ChatMessage, Model } from "../model.ts";
import { cutText } from "./fit-prompt.ts";
import { parseAnswer } from "./parse-answer.ts";

/** The most of a faulty answer that the model is shown again. Bytes. */
const ANSWER_SHOWN = 6_000;

export type AnswerVerdict<T> =
	| { answer: T }
	/** `partial`: the complete items of a list that was cut off, used if nothing better comes. */
	| { fault: string; wasCut: boolean; partial?: { answer: T } | undefined };

/** Assesses a message as an answer: gives the answer, or its fault. Throws when the model declined. */
export function assessAnswer<T>(
	message: ModelMessage,
	request: RoleRequest<T>,
	model: Model,
	attempt: 1 | 2,
): AnswerVerdict<T> {
	if (message.finish === "refusal") throw refusalError(request.role, model, message.text);
	const wasCut = message.finish === "length";
	if (!message.text.trim())
		return {
			fault: wasCut ? "- the answer: all the room was used up before it began" : "- the answer: it is empty",
			wasCut,
		};
	const parsed = parseAnswer(message.text, request.schema);
	if ("fault" in parsed) return { fault: wasCut ? "- the answer: it breaks off before its end" : parsed.fault, wasCut };
	const fault = request.fault?.(parsed.answer, attempt);
	if (fault) return { fault: `- ${fault}`, wasCut };
	if (wasCut && parsed.isCut) return { fault: "- the answer: it breaks off before its end", wasCut, partial: parsed };
	return parsed;
}

/** The messages of a repair: the faulty answer, and what is wrong with it. */
export function repairMessages(message: ModelMessage, fault: string, wasCut: boolean): ChatMessage[] {
	const answer = message.text.trim();
	const shorter = wasCut ? "\nThere is only so much room: think less, be shorter, and end the answer." : "";
	const words = `That answer cannot be used:\n${fault}${shorter}\nAnswer the task again, in full, with one JSON object that fits the schema and nothing else.`;
	return [
		...(answer ? [{ role: "assistant" as const, text: cutText(answer, ANSWER_SHOWN), toolCalls: [] }] : []),
		{ role: "user", text: words },
	];
}

export function refusalError(role: string, model: Model, text: string): ModelError {
	const reason = text.trim().slice(0, 200);
	return new ModelError(
		"MODEL_REFUSED",
		`${model.name} declined to do the role ${role}${reason ? `: ${reason}` : "."}`,
		{
			hint: "ask in other words, or choose another model (--model PROVIDER:NAME)",
		},
	);
}

export function unusableError(role: string, model: Model, fault: string): ModelError {
	const why = fault.replace(/^- /gm, "").replaceAll("\n", "; ");
	return new ModelError("MODEL_ANSWER_UNUSABLE", `${model.name} gave no usable answer for the role ${role}: ${why}`, {
		hint: "choose another model for it: --model, or --utility-model for the small roles",
	});
}
