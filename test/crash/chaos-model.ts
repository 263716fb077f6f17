import type { Role } from "../../src/evidence/call.ts";
import { promptFiles, promptOf } from "../../src/reasoning/model/prompts.ts";
import { type ChatBody, keyOf, textOf } from "../support/chat.ts";
import { chunk, type Piece, type ProviderAnswer, type ProviderRequest, startProvider } from "../support/provider.ts";
import { seededRandom } from "../support/random.ts";
import { simulatedAnswer } from "../support/simulated.ts";
import { spoils, toolSpoils } from "./chaos-answers.ts";

/** How a server misbehaves. */
export interface Mood {
	seed: number;
	/** Share of the requests that are not answered rightly. */
	rate: number;
	/** Only these kinds; all of them when not given. */
	kinds?: readonly string[] | undefined;
	/** A role that never gets a usable answer. */
	brokenRole?: string | undefined;
	/** How its tokenizer cuts. UTF-8 bytes a token. */
	bytesPerToken: number;
	/** USD a million tokens. */
	price: { input: number; output: number };
	/** Said in its error messages, as some servers do. */
	apiKey: string;
}

interface Body extends ChatBody {
	max_tokens?: number;
	response_format?: { type?: string; json_schema?: { name?: string; schema?: unknown } };
}

/** A request as it was answered. */
interface Given {
	role: string;
	kind: string;
}

/** Faults of the server, not of what its model says. The last ones take time: so many of them in one process's life. */
const serverFaults: Readonly<Record<string, number>> = {
	cut: Number.POSITIVE_INFINITY,
	errorInStream: Number.POSITIVE_INFINITY,
	unsupported: Number.POSITIVE_INFINITY,
	overflow: 3,
	page: Number.POSITIVE_INFINITY,
	notStreamed: Number.POSITIVE_INFINITY,
	absurdUsage: Number.POSITIVE_INFINITY,
	noUsage: Number.POSITIVE_INFINITY,
	limit: 4,
	longLimit: 1,
	keyRefused: 1,
	accountEmpty: 1,
	overloaded: 3,
	hang: 2,
	giant: 2,
	wildCode: 2,
};

/** What no role can use, and no provider is at fault for. */
const useless = ["empty", "refusal", "wrongSchema", "filtered", "thinkOnly"];

/**
 * A model's server that spoils its answers: each request draws by its content and by how often it came, so a seed tells what
 * happens whatever the order. It keeps an account of its own: all input of what it answers with a stream, and all output.
 */
export async function startChaos(mood: Mood) {
	const given: Given[] = [];
	const seen = new Map<string, number>();
	let left = { ...serverFaults };
	let charged = 0;
	let isCalm = false;

	const count = (text: string) => Math.ceil(Buffer.byteLength(text) / mood.bytesPerToken);

	function answer(request: ProviderRequest): ProviderAnswer {
		const body = request.body as unknown as Body;
		const role = roleOf(body);
		const right = inForm(body, role, simulatedAnswer(meant(body, role)));
		const key = keyOf(body);
		const times = (seen.get(key) ?? 0) + 1;
		seen.set(key, times);
		const random = seededRandom(mood.seed ^ Number.parseInt(key.slice(0, 8), 16) ^ (times * 0x9e3779b1));
		const kind = drawn(role, body, random);
		given.push({ role, kind });
		const made = make(kind, right, random, role);
		return charge(made, body, kind, random);
	}

	function drawn(role: string, body: Body, random: () => number): string {
		if (isCalm) return "right";
		if (role === mood.brokenRole) return useless[Math.floor(random() * useless.length)] ?? "empty";
		if (random() >= mood.rate) return "right";
		const all = [
			...Object.keys(spoils),
			...Object.keys(serverFaults),
			...(role === "nextAction" ? [...Object.keys(toolSpoils), ...Object.keys(toolSpoils)] : []),
		];
		const kinds = [...new Set(all)]
			.filter((kind) => mood.kinds?.includes(kind) ?? true)
			.filter((kind) => role === "nextAction" || !(kind in toolSpoils));
		const kind = kinds[Math.floor(random() * kinds.length)] ?? "right";
		if (kind === "unsupported" && !body.response_format && !body.tools) return "right";
		const more = left[kind];
		if (more === undefined) return kind;
		left[kind] = more - 1;
		return more > 0 ? kind : "right";
	}

	function make(kind: string, right: ProviderAnswer, random: () => number, role: string): ProviderAnswer {
		const spoil = spoils[kind] ?? toolSpoils[kind];
		if (spoil) return spoil(right, random, role);
		const fault = (status: number, message: string, headers = {}): ProviderAnswer => ({
			status,
			headers,
			json: { error: { message: `${message} (key ${mood.apiKey})`, type: "error", code: null } },
		});
		switch (kind) {
			case "cut":
				return { ...right, pieces: [...startOf(right, random), "cut"] };
			case "hang":
				return { ...right, pieces: [...(random() < 0.5 ? startOf(right, random) : []), "hang"] };
			case "errorInStream": {
				const error = {
					error: {
						message: `Internal error while serving ${mood.apiKey}`,
						code: random() < 0.5 ? 502 : "server_error",
					},
				};
				return {
					...right,
					pieces: [...(random() < 0.5 ? startOf(right, random) : []), { event: error }, { raw: "data: [DONE]\n\n" }],
				};
			}
			case "limit":
				return fault(
					429,
					"Rate limit reached",
					random() < 0.7 ? { "retry-after": String(Math.floor(random() * 2)) } : {},
				);
			case "longLimit":
				return fault(429, "Daily limit reached", { "retry-after": "3600" });
			case "keyRefused":
				return fault(401, "Incorrect API key provided");
			case "accountEmpty":
				return fault(402, "Insufficient credits");
			case "overloaded":
				return random() < 0.5 ? fault(503, "The server is overloaded") : { status: 500 };
			case "unsupported":
				return fault(
					400,
					right.toolCalls ? "tools are not supported by this model" : "response_format is not supported by this model",
				);
			case "overflow":
				return fault(400, "This model's maximum context length is 8192 tokens; your messages are longer");
			case "notStreamed": {
				const message = { role: "assistant", content: right.text ?? "" };
				const json = { object: "chat.completion", choices: [{ index: 0, message, finish_reason: "stop" }] };
				return { ...right, json };
			}
			case "page":
				return {
					pieces: [{ raw: "<html><body>502 Bad Gateway</body></html>" }],
					headers: { "content-type": "text/html" },
				};
			default:
				return right;
		}
	}

	/** Adds the usage to an answer, as the server counts it, and the money to what is owed. */
	function charge(made: ProviderAnswer, body: Body, kind: string, random: () => number): ProviderAnswer {
		if (made.status !== undefined || kind === "page") return made;
		const forms = JSON.stringify([body.tools ?? "", body.response_format ?? ""]);
		const spoken = body.messages.map(
			({ content, tool_calls }) => textOf(content) + (tool_calls ? JSON.stringify(tool_calls) : ""),
		);
		const input = count(spoken.join("")) + count(forms) + 4 * body.messages.length;
		const whole = (made.text ?? "") + (made.toolCalls ?? []).map((call) => call.name + call.arguments).join("");
		// An error instead of an answer is not charged by any provider; one in its middle is.
		const isFree = kind === "errorInStream" && (made.pieces?.length ?? 0) < 3;
		const output = Math.min(count(whole), body.max_tokens ?? Number.POSITIVE_INFINITY);
		if (!isFree) charged += (input * mood.price.input + output * mood.price.output) / 1e6;
		const odd = [
			...[
				{ prompt_tokens: -5, completion_tokens: -1e9 },
				{ prompt_tokens: 1e9, completion_tokens: -9e8 },
				{},
				{ prompt_tokens: 0, completion_tokens: 0 },
			],
			...[
				{ prompt_tokens: null, completion_tokens: null },
				{ prompt_tokens: Number.MAX_VALUE, completion_tokens: 1 },
				{ prompt_tokens: 10.5, completion_tokens: 0.25 },
			],
			...[
				{ prompt_tokens: "12", completion_tokens: "3" },
				{ prompt_tokens: 3, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 1e7 } },
			],
		];
		const usage =
			kind === "absurdUsage"
				? (odd[Math.floor(random() * odd.length)] ?? {})
				: kind === "noUsage"
					? null
					: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
		return { ...made, usage };
	}

	const provider = await startProvider(answer);
	return {
		...provider,
		given,
		/** USD. */
		charged: () => charged,
		/** From now on every answer is right. */
		calm: () => {
			isCalm = true;
		},
		/** Another process begins. */
		renew: () => {
			left = { ...serverFaults };
		},
	};
}

/** The first part of an answer's stream. */
function startOf({ text = "", toolCalls }: ProviderAnswer, random: () => number): Piece[] {
	const call = toolCalls?.[0];
	const share = random();
	if (call) {
		const given = call.arguments.slice(0, Math.floor(call.arguments.length * share));
		return [
			chunk({
				tool_calls: [{ index: 0, id: "call_0", type: "function", function: { name: call.name, arguments: given } }],
			}),
		];
	}
	return [chunk({ role: "assistant", content: text.slice(0, 1 + Math.floor(text.length * share)) })];
}

/** The role, however the request says it: by its schema, its tools, or its prompt alone. */
function roleOf(body: Body): string {
	const names = namesOf(body.tools);
	const formal = body.response_format?.json_schema?.name ?? (names.includes("report") ? "nextAction" : names[0]);
	if (formal) return formal;
	const text = body.messages.map(({ content }) => textOf(content)).join("\n");
	const roles = Object.keys(promptFiles) as Role[];
	return (
		roles.map((role) => ({ role, at: text.lastIndexOf(promptOf(role).task) })).toSorted((a, b) => b.at - a.at)[0]
			?.role ?? ""
	);
}

function namesOf(tools: unknown): string[] {
	return ((tools ?? []) as { function?: { name?: string } }[]).flatMap(({ function: of }) => of?.name ?? []);
}

/** The request as the simulated model knows it: with its role, without a repair, tools and results in their native form. */
function meant(body: Body, role: string): ChatBody {
	const isRepair = (content: unknown) => /^That (answer|message) cannot be used/m.test(textOf(content));
	const from = body.messages.findLastIndex(
		({ role: who, content }) => who === "user" && textOf(content).includes("## Your sub-question"),
	);
	const messages = (role === "nextAction" ? body.messages.slice(Math.max(0, from)) : body.messages)
		.filter(
			({ role: who, content }, at, all) =>
				!(who === "user" && isRepair(content)) && !(who === "assistant" && isRepair(all[at + 1]?.content)),
		)
		.map((message) =>
			message.role === "user" && textOf(message.content).startsWith("Result of ")
				? { ...message, role: "tool" }
				: message,
		);
	const last = textOf(messages.at(-1)?.content);
	if (role !== "nextAction") return { messages, response_format: { json_schema: { name: role } } };
	const choice = /Use the tool "report" now/.test(last) ? "report" : (body.tool_choice ?? "");
	return { messages, tools: [{}], tool_choice: choice };
}

/** A right answer in the form that is asked for: as text, as the arguments of a forced tool, or a tool's call in words. */
function inForm(body: Body, role: string, right: ProviderAnswer): ProviderAnswer {
	const call = right.toolCalls?.[0];
	if (role === "nextAction" && !body.tools && call)
		return { text: JSON.stringify({ tool: call.name, arguments: JSON.parse(call.arguments) }) };
	const [name] = namesOf(body.tools);
	if (role !== "nextAction" && name) return { toolCalls: [{ name, arguments: right.text ?? "{}" }] };
	return right.toolCalls ? { text: right.text ?? "", toolCalls: right.toolCalls } : { text: right.text ?? "" };
}
