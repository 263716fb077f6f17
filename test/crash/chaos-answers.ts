import type { ProviderAnswer } from "../support/provider.ts";

/** Ways in which a weak model spoils what it says. Each is given what would have been right, and random numbers from 0 to 1. */
export type Spoil = (right: ProviderAnswer, random: () => number, role: string) => ProviderAnswer;

type Json = null | boolean | number | string | Json[] | { [field: string]: Json };

/** What stands in an answer's fields where something sensible should. */
const absurd: readonly Json[] = [
	...[null, true, -1, 1e308, 0.1 + 0.2, 2 ** 53, "", " ", [], {}, [[]], "null", "1e999"],
	...[
		"\u0000",
		"a\u0000b\ud83d",
		"\udc00 half",
		"\u202e\u200b",
		"c999",
		"p0",
		"r1",
		"](javascript:alert(1))",
		"| a | b |\n|-|-|",
	],
	"x".repeat(20_000),
];

/** Whether an answer goes to tools, where its text is of no account. */
const calls = (right: ProviderAnswer) => right.toolCalls !== undefined;

/** The same for an answer in text and for the arguments of a call. */
function bent(right: ProviderAnswer, bend: (json: Json) => Json): ProviderAnswer {
	if (right.toolCalls)
		return {
			...right,
			toolCalls: right.toolCalls.map((call) => ({
				...call,
				arguments: JSON.stringify(bend(JSON.parse(call.arguments))),
			})),
		};
	return { ...right, text: JSON.stringify(bend(JSON.parse(right.text ?? "{}"))) };
}

function said(right: ProviderAnswer, say: (json: string) => string): ProviderAnswer {
	if (right.toolCalls)
		return { ...right, toolCalls: right.toolCalls.map((call) => ({ ...call, arguments: say(call.arguments) })) };
	return { ...right, text: say(right.text ?? "") };
}

function strings(json: Json, change: (text: string, field: string) => string, field = ""): Json {
	if (typeof json === "string") return change(json, field);
	if (Array.isArray(json)) return json.map((one) => strings(one, change, field));
	if (json === null || typeof json !== "object") return json;
	return Object.fromEntries(Object.entries(json).map(([name, one]) => [name, strings(one, change, name)]));
}

/** Some of the values, at any depth, are others; some fields are gone, and some are new. */
function twisted(json: Json, random: () => number): Json {
	if (random() < 0.12) return absurd[Math.floor(random() * absurd.length)] ?? null;
	if (Array.isArray(json)) return json.flatMap((one) => (random() < 0.1 ? [] : [twisted(one, random)]));
	if (json === null || typeof json !== "object") return json;
	const fields = Object.entries(json).filter(() => random() > 0.06);
	const more: [string, Json][] =
		random() < 0.1
			? [
					["__proto__", { polluted: true }],
					["note", "as you wished"],
				]
			: [];
	return Object.fromEntries([...fields.map(([name, one]): [string, Json] => [name, twisted(one, random)]), ...more]);
}

const invented = "Larkdb was withdrawn in 1875 after 4,321 complaints, said Professor Nobody.";
const refusals = [
	"I'm sorry, but I can't help with that request.",
	"As an AI language model, I cannot assist with this.",
	"抱歉，我无法协助处理这个请求。",
];

export const spoils: Readonly<Record<string, Spoil>> = {
	thinkTags: (right) => said(right, (json) => `<think>\nThey want {"json": true}. Well…\n</think>\n\n${json}`),
	thinkUnclosed: (right) => said(right, (json) => `<think>Let me see. First, ${json}`),
	thinkOnly: (right) => ({
		...right,
		toolCalls: undefined,
		text: "<think>I wonder what they mean by this question, and",
	}),
	fenced: (right) =>
		said(
			right,
			(json) => `Certainly! Here is the answer:\n\n\`\`\`json\n${json}\n\`\`\`\n\nLet me know if {you} need more.`,
		),
	loose: (right) =>
		said(right, (json) =>
			json
				.replace(/"(\w+)":/g, "'$1': ")
				.replace("{", "{ // as asked\n")
				.replace(/([\]}])/g, ",$1"),
		),
	python: (right) =>
		said(right, (json) =>
			json
				.replaceAll(":true", ": True")
				.replaceAll(":false", ": False")
				.replace(/"(\w+)":/g, "'$1':"),
		),
	truncated: (right, random) => ({
		...said(right, (json) => json.slice(0, Math.floor(json.length * random()))),
		finish: "length",
	}),
	stoppedEarly: (right, random) => said(right, (json) => json.slice(0, Math.floor(json.length * random()))),
	empty: (right) => ({ ...right, toolCalls: undefined, text: "" }),
	filtered: (right) => ({ ...right, toolCalls: undefined, text: "", finish: "content_filter" }),
	refusal: (right, random) => ({
		...right,
		toolCalls: undefined,
		text: refusals[Math.floor(random() * refusals.length)] ?? "",
	}),
	wrongSchema: (right) => bent(right, () => ({ result: "ok", items: [1, 2, 3], status: { code: 200 } })),
	wrapped: (right) => (calls(right) ? right : bent(right, (json) => ({ answer: json, confidence: "high" }))),
	twisted: (right, random) => bent(right, (json) => twisted(json, random)),
	language: (right) =>
		bent(right, (json) =>
			strings(json, (text, field) =>
				/text|claim|reason|why|question|quote|summary|heading/.test(field)
					? `これは引用です：${text.length} 文字の文。`
					: text,
			),
		),
	invented: (right) =>
		bent(right, (json) =>
			strings(json, (text, field) => (/^(quote|text|claim|answer)$/.test(field) ? invented : text)),
		),
	uncited: (right) =>
		bent(right, (json) => {
			const text = JSON.stringify(json).replace(/"claims":\["c\d+"(,"c\d+")*\]/g, '"claims":[]');
			return JSON.parse(text) as Json;
		}),
	strangeMarks: (right) =>
		bent(right, (json) => JSON.parse(JSON.stringify(json).replace(/"([cpr])\d+"/g, '"$1999"')) as Json),
	controls: (right) => bent(right, (json) => strings(json, (text) => `${text}\u0000\ud83d\u001b[31m`)),
	deep: (right) => said(right, () => `${'{"a":['.repeat(4_000)}1${"]}".repeat(4_000)}`),
	brackets: (right) => said(right, () => "[".repeat(50_000)),
	giant: (right, random) =>
		random() < 0.5
			? said(right, (json) => json + " ".repeat(5_000_000))
			: { ...right, toolCalls: undefined, text: "and so on, ".repeat(450_000) },
};

/** Ways of an investigator with its tools. */
export const toolSpoils: Readonly<Record<string, Spoil>> = {
	brokenArguments: (right) => said(right, (json) => json.slice(0, -3)),
	unknownTool: (right) => ({
		...right,
		toolCalls: [{ name: "browse_web", arguments: '{"url":"http://example.com"}' }],
	}),
	unknownId: (right) => ({
		...right,
		toolCalls: [
			{ name: "read", arguments: '{"id":"r99"}' },
			{ name: "read_document", arguments: '{"id":"r77","query":"port"}' },
		],
	}),
	inventedReport: (right) => ({
		...right,
		toolCalls: [
			{
				name: "report",
				arguments: JSON.stringify({
					summary: invented,
					claims: [
						{
							claim: invented,
							quote: invented,
							source_id: "r1",
							confidence: "high",
							stance: "supporting",
							class: "direct",
						},
					],
					gaps: [invented],
				}),
			},
		],
	}),
	manyCalls: (right) => ({
		...right,
		toolCalls: Array.from({ length: 20 }, (_, at) => ({ name: "search", arguments: `{"query":"larkdb ${at}"}` })),
	}),
	oddArguments: (right) => ({
		...right,
		toolCalls: [
			{ name: "search", arguments: '{"query":5}' },
			{ name: "search", arguments: JSON.stringify({ query: "port ".repeat(20_000) }) },
			{ name: "read", arguments: "[]" },
			{ name: "search", arguments: '{"query":"\\u0000\\ud800"}' },
		],
	}),
	wildCode: (right, random) => ({
		...right,
		toolCalls: [
			{
				name: "run_code",
				arguments: JSON.stringify({
					code: random() < 0.2 ? "while (true) {}" : "process.exit(1); throw new Error('at x.ts:1')",
				}),
			},
		],
	}),
	callInText: (right) => ({
		...right,
		toolCalls: undefined,
		text: `I will call <tool_call>${JSON.stringify(right.toolCalls?.map((call) => ({ name: call.name, arguments: JSON.parse(call.arguments) }))[0] ?? {})}</tool_call>`,
	}),
};
