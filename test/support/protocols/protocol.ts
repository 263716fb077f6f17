import type { ChatBody } from "../chat.ts";

/** Tokens as a server counts them: `input` with what came from the cache and what went into it, `output` all that was written. */
export interface Counted {
	input: number;
	cacheRead: number;
	cacheWrite: number;
	output: number;
}

export interface Said {
	text: string;
	toolCalls: { name: string; arguments: string }[];
}

/** How a provider's own protocol says what a chat completion says. */
export interface Protocol {
	/** A request, as a chat completion asks it. */
	chatOf(body: never): Pick<ChatBody, "messages" | "tools" | "tool_choice">;
	/** The events of an answer's stream, each as it is written. */
	framesOf(said: Said, counted: Counted): string[];
}

export function sse(data: unknown, event?: string): string {
	return `${event ? `event: ${event}\n` : ""}data: ${JSON.stringify(data)}\n\n`;
}

/** A text in two pieces, so that a stream can break off in its middle. */
export function halves(text: string): string[] {
	const middle = Math.ceil(text.length / 2);
	return [text.slice(0, middle), text.slice(middle)].filter(Boolean);
}
