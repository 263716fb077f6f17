import { jaccard } from "../../src/base/text.ts";
import { askedOf, type ChatBody, keyOf, roleOf, textOf } from "./chat.ts";
import { type ProviderAnswer, startProvider } from "./provider.ts";
import { delayed } from "./simulated.ts";

/** One exchange of `test/recorded/*.jsonl`: what was asked, and what a careful reader answered. */
export interface Exchange {
	role: string;
	key: string;
	/** The words that were asked last, without the role's own prompt; for people. */
	asked: string;
	/** Plain text, or `{"content", "tool_calls": [{name, arguments}]}`. */
	answer: string;
}

export interface Replay {
	baseUrl: string;
	/** The keys that were answered, in order. */
	answered: string[];
	/** Requests that nobody had answered: what was asked, by role. */
	unknown: { role: string; asked: string }[];
	close(): Promise<void>;
}

/** A request this much like a recorded one of its role asks for the same. Share of united runs of three words. */
const alike = 0.5;

/**
 * An OpenAI-compatible server on loopback that answers as the recorded reader did, and knows nothing else. A request in other words is
 * answered as the recorded one that it is most like, so that a line more or less in a request does not make a recording worthless. Two
 * investigators may be asked the same last: then the answer counts whose words the conversation holds, and not who asks first.
 */
export async function startReplay(exchanges: readonly Exchange[], latencyMs = 0): Promise<Replay> {
	const known = exchanges.map((one) => ({ ...one, runs: runsIn(one.asked), words: wordsIn(one.answer) }));
	const find = (body: ChatBody, key: string) => {
		const exact = given.get(key) ?? known.find((one) => one.key === key);
		if (exact) return exact;
		const runs = runsIn(askedOf(body));
		const said = new Set(wordsIn(body.messages.map(({ content }) => textOf(content)).join("\n")));
		const free = known.filter((one) => one.role === roleOf(body) && !answered.includes(one.key));
		const [best] = free
			.map((one) => ({ one, share: jaccard(one.runs, runs), shareOfAnswer: shareIn(said, one.words) }))
			.toSorted((a, b) => b.share - a.share || b.shareOfAnswer - a.shareOfAnswer);
		return best && best.share >= alike ? best.one : undefined;
	};
	/** By the key of a request, so that one that is repeated after a kill is answered as before. */
	const given = new Map<string, (typeof known)[number]>();
	const answered: string[] = [];
	const unknown: Replay["unknown"] = [];
	const { baseUrl, close } = await startProvider(({ body }) => {
		const asked = body as unknown as ChatBody;
		const found = find(asked, keyOf(asked));
		if (!found) {
			unknown.push({ role: roleOf(asked), asked: askedOf(asked) });
			return { status: 400, json: { error: { message: "this request was never recorded" } } };
		}
		given.set(keyOf(asked), found);
		answered.push(found.key);
		const answer = recordedAnswer(asked, found.answer);
		return latencyMs > 0 ? delayed(answer, latencyMs) : answer;
	});
	return { baseUrl, answered, unknown, close };
}

function wordsIn(text: string): string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function shareIn(said: ReadonlySet<string>, words: readonly string[]): number {
	return words.length === 0 ? 0 : words.filter((word) => said.has(word)).length / words.length;
}

function runsIn(text: string): Set<string> {
	const words = wordsIn(text);
	return new Set(words.slice(2).map((_word, at) => words.slice(at, at + 3).join(" ")));
}

/** A recorded answer as the server gives it; tokens are counted as a quarter of the characters. */
export function recordedAnswer(asked: ChatBody, answer: string): ProviderAnswer {
	const sizes = { prompt_tokens: JSON.stringify(asked).length / 4, completion_tokens: answer.length / 4 };
	const usage = Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, Math.ceil(size)]));
	return { ...answerOf(answer.trim()), usage };
}

/** An answer as the server gives it: tool calls when it is written in their form. */
function answerOf(text: string): ProviderAnswer {
	if (!text.startsWith("{") || !text.includes('"tool_calls"')) return { text };
	const { content, tool_calls: calls } = JSON.parse(text) as {
		content?: string;
		tool_calls: { name: string; arguments?: unknown }[];
	};
	return {
		text: content ?? "",
		toolCalls: calls.map(({ name, arguments: given }) => ({ name, arguments: JSON.stringify(given ?? {}) })),
	};
}
