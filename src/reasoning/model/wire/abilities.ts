import type { ModelRequest, ModelSettings } from "../model.ts";
import { addressOf } from "./defaults.ts";

/** What a model's server was found to do, so that it is asked in a way that it understands. */
export interface Abilities {
	/** How a JSON schema is kept, best first: by the server, as a forced tool's parameters, JSON of any kind, by words alone. */
	readonly schema: "native" | "tool" | "json" | "text";
	/** Tool calls; without, tools are described in words. */
	readonly tools: boolean;
	/** A tool can be forced; without, it is asked for in words. */
	readonly choice: boolean;
	/** Reasoning effort can be set. */
	readonly effort: boolean;
	/** Summaries of reasoning are sent, a sign of life. */
	readonly summary: boolean;
	/** Usage can be asked for in a stream. */
	readonly usage: boolean;
	/** The limit of output is called `max_tokens`. */
	readonly maxTokens: boolean;
	/** The highest limit of output that the server takes; undefined until it says so. Tokens. */
	readonly most: number | undefined;
}

const everything: Abilities = {
	schema: "native",
	tools: true,
	choice: true,
	effort: true,
	summary: true,
	usage: true,
	maxTokens: true,
	most: undefined,
};

/** No model's limit of output is smaller; smaller numbers in a refusal are about something else. Tokens. */
const LEAST_OUTPUT = 512;

const rungs = ["native", "tool", "json", "text"] as const;

/** For the life of the process, by address and model. */
const known = new Map<string, Abilities>();

export function abilitiesOf(settings: ModelSettings): Abilities {
	// Z.AI knows JSON mode only, lets no tool be forced, and counts usage unasked.
	const first: Abilities =
		settings.provider === "zai" ? { ...everything, schema: "json", choice: false, usage: false } : everything;
	return known.get(nameOf(settings)) ?? first;
}

/** Notes what was found. What another request found in the meantime stands. Returns whether a new try may do better. */
export function learn(settings: ModelSettings, used: Abilities, found: Partial<Abilities> | undefined): boolean {
	if (!found) return false;
	if (abilitiesOf(settings) === used || !known.has(nameOf(settings)))
		known.set(nameOf(settings), { ...used, ...found });
	return true;
}

/** One rung down, undefined at the bottom. */
export function lower(schema: Abilities["schema"]): Partial<Abilities> | undefined {
	const next = rungs[rungs.indexOf(schema) + 1];
	return next && { schema: next };
}

/**
 * What a refused request (400, 404, 422, 5xx) says that the server cannot do; undefined when its words speak of something
 * else. Every answer takes away one ability that was used, so that trying again comes to an end.
 */
export function lacking(words: string, used: Abilities, request: ModelRequest): Partial<Abilities> | undefined {
	const forced = request.toolChoice !== undefined && request.toolChoice !== "auto";
	if (used.usage && /stream_options/i.test(words)) return { usage: false };
	if (used.maxTokens && /max_completion_tokens/i.test(words)) return { maxTokens: false };
	if (used.summary && /reasoning.?summar|summar\w+ .*verified|verified .*summar/i.test(words))
		return { summary: false };
	const most = outputLimit(words, Math.min(request.maxOutput, used.most ?? request.maxOutput));
	if (most !== undefined) return { most };
	if (request.tools?.length) {
		if (used.choice && forced && /tool.?choice|forced tool|forces tool/i.test(words)) return { choice: false };
		if (used.tools && /\btools?\b|tool.?(use|choice|call)|function.?call/i.test(words)) return { tools: false };
	} else if (request.schema) {
		const speaks = {
			native:
				/response.?format|json.?schema|schema|structured|grammar|output_config|output format|response mime|requested parameters/i,
			tool: /\btools?\b|tool.?(use|choice|call)|function.?call|schema|requested parameters/i,
			json: /response.?format|json|structured|grammar|requested parameters/i,
			text: undefined,
		}[used.schema];
		if (speaks?.test(words)) return lower(used.schema);
	}
	if (used.effort && /reasoning|thinking|\beffort\b|\bthink\b/i.test(words)) return { effort: false };
	return undefined;
}

/** The limit of output that a refusal names: the largest number in it that is below what was asked for. */
function outputLimit(words: string, asked: number): number | undefined {
	if (!/max\w*.?(completion|output|new)?.?tokens/i.test(words)) return undefined;
	const numbers = [...words.matchAll(/\b\d{1,3}(?:,\d{3})+\b|\b\d{3,}\b/g)].map(([text]) =>
		Number(text.replaceAll(",", "")),
	);
	const below = numbers.filter((number) => number < asked && number >= LEAST_OUTPUT);
	if (below.length === 0) return undefined;
	return /exclusive\)/i.test(words) ? Math.max(...below) - 1 : Math.max(...below);
}

function nameOf(settings: ModelSettings): string {
	return `${settings.provider} ${addressOf(settings)} ${settings.model}`;
}
