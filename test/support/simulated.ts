import { setTimeout as sleep } from "node:timers/promises";
import { askedOf, type ChatBody, roleOf, textOf } from "./chat.ts";
import { chunk, type ProviderAnswer, type ProviderRequest, startProvider } from "./provider.ts";

/** How long the simulated model thinks, and what it is told of each request. */
export interface Simulation {
	latencyMs?: number;
	onRequest?: (role: string, request: ProviderRequest) => void;
}

/**
 * An OpenAI-compatible server whose model answers every role in its form, by simple rules over the words of the request
 * alone: it quotes sentences that share words with what is asked. It is no judge of prompts; it makes the whole flow run
 * over real HTTP, always in the same way. Tokens are counted as a quarter of the characters.
 */
export async function startSimulatedModel({ latencyMs = 0, onRequest }: Simulation = {}) {
	return startProvider((request) => {
		const body = request.body as unknown as ChatBody;
		const role = roleOf(body);
		onRequest?.(role, request);
		const answer = simulatedAnswer(body);
		return latencyMs > 0 ? delayed(answer, latencyMs) : answer;
	});
}

/** What the simulated model says to a request. */
export function simulatedAnswer(body: ChatBody): ProviderAnswer {
	const role = roleOf(body);
	const answer = role === "nextAction" ? action(body) : { text: JSON.stringify(jsonAnswer(body)) };
	const sizes = {
		prompt_tokens: JSON.stringify(body.messages).length,
		completion_tokens: JSON.stringify(answer).length,
	};
	const usage = Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, Math.ceil(size / 4)]));
	return { ...answer, usage };
}

/** The same answer, its first word after `ms`. */
export function delayed(answer: ProviderAnswer, ms: number): ProviderAnswer {
	const calls = (answer.toolCalls ?? []).map((call, index) => ({
		index,
		id: `call_${index}`,
		type: "function",
		function: call,
	}));
	return {
		pieces: [
			{ waitMs: ms },
			chunk({ role: "assistant", content: answer.text ?? "", ...(calls.length > 0 ? { tool_calls: calls } : {}) }),
			chunk({}, { finish_reason: calls.length > 0 ? "tool_calls" : "stop", usage: answer.usage }),
			{ raw: "data: [DONE]\n\n" },
		],
	};
}

/** The same answer, once `gate` is open. */
export function heldUntil(gate: Promise<unknown>, answer: ProviderAnswer): ProviderAnswer {
	const [, ...pieces] = delayed(answer, 0).pieces ?? [];
	return { pieces: [{ until: gate }, ...pieces] };
}

/** A latency for what is not a model: a page that takes so long. */
export async function slowly<T>(ms: number, work: () => Promise<T>): Promise<T> {
	await sleep(ms);
	return work();
}

function jsonAnswer(body: ChatBody): unknown {
	const form = body.response_format?.json_schema?.schema as { properties?: Record<string, unknown> } | undefined;
	if (roleOf(body) === "grade") return graded(form?.properties ?? {}, askedOf(body));
	return bareAnswer(form?.properties ?? {}, askedOf(body)) ?? answerTo(roleOf(body), askedOf(body));
}

/** A judge's verdicts: the first of the allowed words where the report holds half of an item's words, else the second. */
function graded(form: Record<string, unknown>, asked: string): unknown {
	const { verdicts } = form as {
		verdicts?: { items?: { properties?: { verdict?: { enum?: string[] }; confidence?: unknown } } };
	};
	const { verdict: words, confidence } = verdicts?.items?.properties ?? {};
	const [yes = "", no = ""] = words?.enum ?? [];
	const parts = dataOf(asked);
	const listed = parts.at(-1) ?? "";
	// A citation is judged from its own passages.
	const said = /^ {3}cited/m.test(listed) ? listed : (parts[0] ?? "");
	const report = new Set(wordsOf(said));
	const sure = confidence === undefined ? {} : { confidence: 80 };
	const items = [...listed.matchAll(/^(\d+)\. (.*)$/gm)];
	return {
		verdicts: items.map(([, number, text = ""]) => {
			const words = wordsOf(text);
			const held = words.filter((word) => report.has(word)).length;
			const verdict = held * 2 >= words.length ? yes : no;
			return { number: Number(number), reason: `${held} of its words stand in the report`, verdict, ...sure };
		}),
	};
}

/** What the bare loop of `bench/` asks, told by the form that it wants; undefined for a role of the product. */
function bareAnswer(form: Record<string, unknown>, asked: string): unknown {
	const words = wordsOf(sectionOf(asked, "The question"));
	const most = Number(/At most (\d+)/.exec(asked)?.[1] ?? 1);
	if ("queries" in form && !("titles" in form)) {
		// Each branch has goals of its own, as a model's would.
		const above = /^Goal so far: (.*)$/m.exec(asked)?.[1] ?? "";
		const query = (at: number) => ({ query: words.slice(at).join(" "), goal: `${above}Part ${at}. ` });
		return { queries: Array.from({ length: most }, (_, at) => query(at)) };
	}
	if ("learnings" in form) {
		const learnings = dataOf(asked).flatMap((page, at) =>
			sentencesOf(page)
				.slice(0, 1)
				.map((text) => ({ text, page: `p${at + 1}` })),
		);
		return { learnings, followUps: words.slice(0, most) };
	}
	if ("report" in form) return { report: `# Report\n\n${dataOf(asked).at(-1) ?? ""}` };
	return undefined;
}

function answerTo(role: string, asked: string): unknown {
	const question = sectionOf(asked, "The question");
	switch (role) {
		case "clarify":
			return { questions: [{ question: "Which coast do you mean?", why: "each coast has a lighthouse" }] };
		case "begin": {
			const route = routed(question);
			const readings = [{ kind: "literal", text: question, weight: 1 }];
			return { ...route, readings, ...planned(question, `${asked} ${route.shape}`) };
		}
		case "route":
			return routed(question);
		case "interpret":
			return { readings: [{ kind: "literal", text: question, weight: 1 }] };
		case "plan":
			return planned(question, asked);
		case "steer": {
			const wanted = sectionOf(asked, "What the user asks for now");
			const words = { question: wanted, names: [], queries: [wordsOf(wanted).join(" ")] };
			return { added: [{ ...words, stance: "supporting", priority: "core" }], dropped: [], refocused: [] };
		}
		case "rewriteQuery":
			return { queries: [wordsOf(sectionOf(asked, "The sub-question") || question).join(" ")], titles: [] };
		case "choosePages": {
			const pages = [...asked.matchAll(/^p(\d+) /gm)].slice(0, 3);
			return { choices: pages.map(([, number]) => ({ page: `p${number}`, reason: "it shares words" })) };
		}
		case "extractClaims":
			return { claims: claimed(asked) };
		case "compareClaims":
			return { disputes: [], compatible: compatible(asked) };
		case "findGaps":
			return { missing: [], followUps: [] };
		case "answer":
			return answered(asked);
		case "revise":
			return { changes: [{ at: "s1", how: "replace", sentences: cited(asked).slice(0, 1) }] };
		case "draft":
			return { cells: [], sections: [{ heading: "", paragraphs: [cited(asked)] }] };
		case "review":
			return {
				coverage: [],
				weakClaims: [],
				logicalGaps: [],
				missingPerspectives: [],
				suggestions: ["Say the most specific fact first."],
			};
		case "vote":
			return { verdict: "correct", why: "the quote states it", claims: ["c1"] };
		case "judgeSupport":
			return { verdicts: [...asked.matchAll(/^(\d+)\. /gm)].map(([, number]) => supported(Number(number))) };
		case "conclude":
			return {
				bottomLine: markedLines(asked)
					.slice(0, 3)
					.map(({ text, marks }) => ({ text, claims: marks, kind: "fact" })),
			};
		case "polish":
			return { paragraphs: polished(asked) };
		case "judgePulse": {
			const isSecond = asked.includes("Pulse 2:");
			const objective = isSecond ? "" : "How was Larkdb first released, and by whom?";
			return { decision: isSecond ? "end" : "continue", reason: "by its number", objective, focus: ["its release"] };
		}
		default:
			return {};
	}
}

function routed(question: string) {
	const isSynthesis = /^(how|why)\b/i.test(question);
	return {
		reason: "by its first word",
		shape: isSynthesis ? "synthesis" : "lookup",
		answerType: isSynthesis ? "explanation" : "entity",
		values: isSynthesis ? [] : [question],
		subjects: [],
		recency: false,
		highStakes: false,
		effort: isSynthesis ? "complex" : "fact_check",
	};
}

function planned(question: string, asked: string) {
	const most = Number(/(\d+) sub-questions/.exec(asked)?.[1] ?? 3);
	const kinds = ["factual", "mechanistic", "critical", "practical", "contextual"] as const;
	const openings = ["What is said of", "What explains", "What speaks against", "What follows from", "What surrounds"];
	const isSynthesis = asked.includes("synthesis");
	return {
		dimensions: kinds.slice(0, 3).map((kind, at) => ({ kind, question: `${openings[at]} it: ${question}` })),
		subQuestions: Array.from({ length: isSynthesis ? Math.max(3, most) : 2 }, (_, at) => ({
			question: `${openings[at % openings.length]} ${question}${at >= openings.length ? ` (${at})` : ""}`,
			dimension: kinds[at % kinds.length],
			stance: (isSynthesis ? at === 2 : at === 1) ? "adversarial" : "supporting",
			priority: at < 3 ? "core" : "optional",
			reading: "r1",
			value: "",
			subject: "",
			names: [],
			queries: [
				wordsOf(question)
					.slice(at % 2)
					.join(" "),
			],
		})),
	};
}

/** The sentences of the page that share most words with what is asked. */
function claimed(asked: string): unknown[] {
	const [page = ""] = dataOf(asked).slice(-1);
	const wanted = new Set(wordsOf(sectionOf(asked, "The sub-questions") || asked.slice(0, 300)));
	return sentencesOf(page)
		.map((quote) => ({ quote, shared: wordsOf(quote).filter((word) => wanted.has(word)).length }))
		.filter(({ shared }) => shared > 0)
		.toSorted((a, b) => b.shared - a.shared)
		.slice(0, 3)
		.map(({ quote }) => ({
			quote,
			claim: quote,
			class: "direct",
			stance: "supporting",
			confidence: "high",
			relevance: 4,
			asOf: "",
		}));
}

/** The sentences of a draft with the claims that follow them. */
function markedLines(asked: string): { text: string; marks: string[] }[] {
	const [draft = ""] = dataOf(asked).slice(-1);
	return [...draft.matchAll(/([^\]\n]+?) \[(c\d+(?:, c\d+)*)\]/g)].map(([, text = "", marks = ""]) => ({
		text: text.trim(),
		marks: marks.split(", "),
	}));
}

/** Another verb in each paragraph; in every second one also another number, which the program must refuse. */
function polished(asked: string): { at: string; sentences: string[] }[] {
	const [data = ""] = dataOf(asked).slice(-1);
	return data.split("\n\n").map((block, index) => {
		const lines = block.split("\n").filter((line) => !line.startsWith("# "));
		const [at = "", ...sentences] = lines;
		const worded = sentences.map((text) => text.replace("The page says:", "The page states:"));
		return { at, sentences: index % 2 === 0 ? worded : worded.map((text) => text.replace(/\[/, "and 7 more [")) };
	});
}

/** All that the rules mark can hold. */
function compatible(asked: string): string[][] {
	return [...asked.matchAll(/(\d+) and (\d+) \(/g)].map(([, one = "", other = ""]) => [one, other]);
}

function supported(number: number): unknown {
	return { number, reason: "the quote says it", verdict: "supported" };
}

/** The first name or number that stands in a quote. */
function answered(asked: string): unknown {
	const [first] = quotesOf(asked);
	const span = first && (/\d[\d,.]*\d|\d/.exec(first.quote)?.[0] ?? first.quote.split(/\s+/).slice(0, 3).join(" "));
	return {
		found: Boolean(span),
		answer: span ?? "",
		claims: first ? [first.mark] : [],
		confidence: "medium",
		alternatives: [],
		why: "",
		complete: true,
	};
}

function cited(asked: string): unknown[] {
	return quotesOf(asked)
		.slice(0, 12)
		.map(({ mark, quote }) => ({ text: `The page says: “${quote}”`, claims: [mark] }));
}

/** The numbered claims of a writing role's evidence, with their quotes. */
function quotesOf(asked: string): { mark: string; quote: string }[] {
	return [...asked.matchAll(/^(c\d+) \([^)]*\): (.+)$/gm)].map(([, mark = "", quote = ""]) => ({ mark, quote }));
}

/** An investigator that searches, reads two pages, and reports of each the sentence that fits best. */
/** Reads what the first searches found, four pages at once, or searches where there were none; then it reports. */
function action(body: ChatBody): ProviderAnswer {
	// In one conversation for all roles, what was said before is of others.
	const own = body.messages.findLastIndex(({ role, content }) => {
		return role === "user" && textOf(content).includes("## Your sub-question");
	});
	const since = body.messages.slice(Math.max(0, own));
	const results = since.filter(({ role }) => role === "tool").map(({ content }) => textOf(content));
	const isForced = JSON.stringify(body.tool_choice ?? "").includes("report");
	const opening = textOf(since.find(({ role }) => role === "user")?.content);
	const asked = wordsOf(sectionOf(opening, "Your sub-question") || sectionOf(opening, "The question"));
	const [found = "", ...read] = opening.includes("Results of the first searches") ? [opening, ...results] : results;
	if (found === "" && !isForced) return call("search", { query: asked.join(" ") });
	const ids = [...new Set([...found.matchAll(/^(r\d+) /gm)].map(([, id = ""]) => id))].slice(0, 4);
	if (read.length === 0 && ids.length > 0 && !isForced) return call("read", { ids });
	return call("report", { summary: "What the first pages say.", claims: [], gaps: [] });
}

function call(name: string, given: unknown): ProviderAnswer {
	return { text: "", toolCalls: [{ name, arguments: JSON.stringify(given) }] };
}

/** The text under a heading `## …` of a request. */
function sectionOf(asked: string, title: string): string {
	const from = asked.indexOf(`## ${title}\n`);
	if (from < 0) return "";
	const rest = asked.slice(from + title.length + 4);
	return (rest.split(/\n## |\n<data /)[0] ?? "").trim().split("\n")[0] ?? "";
}

/** The texts between the fences of a request. */
function dataOf(asked: string): string[] {
	return [...asked.matchAll(/<data [^>]*>\n([\s\S]*?)\n<\/data/g)].map(([, text = ""]) => text);
}

function sentencesOf(text: string): string[] {
	return text
		.split("\n")
		.flatMap((line) => line.match(/[^.!?]+[.!?]+(?=\s|$)/g) ?? [])
		.map((sentence) => sentence.trim())
		.filter((sentence) => sentence.length > 30 && sentence.length < 300 && !/^(Title|Date):/.test(sentence));
}

function wordsOf(text: string): string[] {
	return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu))];
}
