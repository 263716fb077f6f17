import type { ModelMessage } from "../../../evidence/call.ts";
import type { Ask } from "../asker.ts";
import { ModelError } from "../error.ts";
import type { ChatMessage, Model } from "../model.ts";
import { readAnswer } from "./parse.ts";
import { cut } from "./size.ts";

/** The most of a faulty answer that the model is shown again. Bytes. */
const ANSWER_SHOWN = 6_000;

export type Judged<T> =
	| { answer: T }
	/** `partial`: the complete items of a list that was cut off, used if nothing better comes. */
	| { fault: string; wasCut: boolean; partial?: { answer: T } | undefined };

/** Assesses a message as an answer: gives the answer, or its fault. Throws when the model declined. */
export function judged<T>(message: ModelMessage, ask: Ask<T>, model: Model, attempt: 1 | 2): Judged<T> {
	if (message.finish === "refusal") throw refused(ask.role, model, message.text);
	const wasCut = message.finish === "length";
	if (!message.text.trim())
		return {
			fault: wasCut ? "- the answer: all the room was used up before it began" : "- the answer: it is empty",
			wasCut,
		};
	const read = readAnswer(message.text, ask.schema);
	if ("fault" in read) return { fault: wasCut ? "- the answer: it breaks off before its end" : read.fault, wasCut };
	const fault = ask.fault?.(read.answer, attempt);
	if (fault) return { fault: `- ${fault}`, wasCut };
	if (wasCut && read.isCut) return { fault: "- the answer: it breaks off before its end", wasCut, partial: read };
	return read;
}

/** The messages of a repair: the faulty answer, and what is wrong with it. */
export function repairWords(message: ModelMessage, fault: string, wasCut: boolean): ChatMessage[] {
	const said = message.text.trim();
	const shorter = wasCut ? "\nThere is only so much room: think less, be shorter, and end the answer." : "";
	const words = `That answer cannot be used:\n${fault}${shorter}\nAnswer the task again, in full, with one JSON object that fits the schema and nothing else.`;
	return [
		...(said ? [{ role: "assistant" as const, text: cut(said, ANSWER_SHOWN), toolCalls: [] }] : []),
		{ role: "user", text: words },
	];
}

export function refused(role: string, model: Model, text: string): ModelError {
	const said = text.trim().slice(0, 200);
	return new ModelError("MODEL_REFUSED", `${model.name} declined to do the role ${role}${said ? `: ${said}` : "."}`, {
		hint: "ask in other words, or choose another model (--model PROVIDER:NAME)",
	});
}

export function unusable(role: string, model: Model, fault: string): ModelError {
	const why = fault.replace(/^- /gm, "").replaceAll("\n", "; ");
	return new ModelError("MODEL_ANSWER_UNUSABLE", `${model.name} gave no usable answer for the role ${role}: ${why}`, {
		hint: "choose another model for it: --model, or --utility-model for the small roles",
	});
}
