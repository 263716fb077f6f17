import type { ModelCall, ModelMessage, Role } from "../../../evidence/call.ts";
import type { ChatMessage } from "../model.ts";
import { messageTokens } from "./fit-prompt.ts";

/**
 * One growing conversation for the requests of all roles, one after the other. Investigators see the earlier messages, but their
 * own turns are not kept, as each of their requests carries its transcript.
 */
export interface Conversation {
	/** The latest exchanges that fit this many tokens, in order, but no fewer than `least`. */
	latestMessages(tokens: number, least?: number): ChatMessage[];
	/** Adds an exchange. A recorded answer that is given again keeps its place. */
	add(exchange: { key: string; role: Role; words: string; message: ModelMessage }): void;
	/** Runs pieces of work one at a time, in the order of their arrival. */
	inOrder<T>(work: () => Promise<T>): Promise<T>;
}

/** `records`: the ledger of a resumed run. */
export function createConversation(records: readonly ModelCall[]): Conversation {
	const exchanges = new Map<string, ChatMessage[]>();
	let last: Promise<unknown> = Promise.resolve();

	function add({ key, role, words, message }: Parameters<Conversation["add"]>[0]): void {
		if (role === "nextAction") return;
		const text = message.text.trim() || "(no answer)";
		exchanges.set(key, [
			{ role: "user", text: words },
			{ role: "assistant", text, toolCalls: [] },
		]);
	}

	for (const { request, result } of records)
		if (result?.message) add({ key: request.key, role: request.role, words: request.prompt, message: result.message });

	return {
		add,
		latestMessages(tokens, least = 0) {
			let remaining = tokens;
			const latest: ChatMessage[][] = [];
			for (const exchange of [...exchanges.values()].reverse()) {
				remaining -= exchange.reduce((sum, message) => sum + messageTokens(message), 0);
				if (remaining < 0 && latest.length >= least) break;
				latest.unshift(exchange);
			}
			return latest.flat();
		},
		inOrder(work) {
			const next = last.then(work);
			last = next.catch(() => undefined);
			return next;
		},
	};
}
