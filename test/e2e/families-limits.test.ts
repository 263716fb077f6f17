import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { openApp, type RunResult } from "../../src/app/index.ts";
import type { OptionsInput } from "../../src/app/options/schema.ts";
import { type ChatBody, roleOf, textOf } from "../support/chat.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { type ProviderScript, startProvider } from "../support/provider.ts";
import { delayed, simulatedAnswer } from "../support/simulated.ts";

// The whole flow where something runs out: a window, the time; and where a number has to be worked out.

interface Asked {
	question: string;
	files: Record<string, string>;
	baseUrl: string;
	/** The user's own table of models. */
	table?: object;
	options?: OptionsInput;
}

async function run({ question, files, baseUrl, table, options }: Asked): Promise<RunResult> {
	const home = emptyFolder();
	if (table) writeFileSync(join(home, "models.json"), JSON.stringify({ "openai-compatible:m": table }));
	const app = await openApp(readConfig({ home }, { ASSAY_BASE_URL: baseUrl }));
	onTestFinished(() => app.close());
	return app.research(
		{
			question,
			corpus: [folderOf(files)],
			depth: "quick",
			vectors: false,
			model: "openai-compatible:m",
			...options,
		},
		{ onProgress: () => undefined, signal: new AbortController().signal },
	);
}

async function served(script: ProviderScript) {
	const server = await startProvider(script);
	onTestFinished(() => server.close());
	return server;
}

const bodyOf = ({ body }: { body: unknown }) => body as ChatBody;

test("a difference that an investigator works out with run_code stands in the report as its calculation", async () => {
	const results: string[] = [];
	const { baseUrl } = await served((request) => {
		const body = bodyOf(request);
		const sentence = "The Skerry bridge is 1,889 − 1,402 = 487 metres longer than the Ronnel bridge.";
		switch (roleOf(body)) {
			case "nextAction":
				return investigate(body, results);
			case "answer":
				return json({
					found: true,
					answer: "1,889 metres",
					claims: ["c1", "c2"],
					confidence: "high",
					why: "1,889 − 1,402 = 487",
					complete: true,
				});
			case "draft":
				return json({ sections: [{ heading: "", paragraphs: [[{ text: sentence, claims: ["c1", "c2"] }]] }] });
			default:
				return simulatedAnswer(body);
		}
	});
	const { output, exitCode } = await run({
		question: "What is the difference in length between the Skerry bridge and the Ronnel bridge?",
		files: bridges,
		baseUrl,
		options: { gather: "agent" },
	});
	expect(exitCode).toBe(0);
	expect(results).toContain("487");
	expect(output.report).toContain("1,889 − 1,402 = 487 metres");
	expect(output.removed).toEqual([]);
	expect(output.checks.every(({ failed }) => failed === 0)).toBe(true);
	expect(output.checks).toContainEqual({ kind: "number", passed: expect.any(Number), failed: 0 });
	expect(output.answer?.why).toContain("1,889 − 1,402 = 487");
});

const bridges = {
	"skerry.md": "# The Skerry bridge\n\nThe Skerry bridge is 1,889 metres long. It was opened in spring.\n",
	"ronnel.md": "# The Ronnel bridge\n\nThe Ronnel bridge is 1,402 metres long. It carries two tracks.\n",
};

/** Searches, reads both pages, subtracts the numbers that it read, and reports them. */
function investigate(body: ChatBody, seen: string[]) {
	const results = body.messages.filter(({ role }) => role === "tool").map(({ content }) => textOf(content));
	const said = body.messages.filter(({ role }) => role === "assistant").length;
	const call = (...calls: [string, object][]) => ({
		toolCalls: calls.map(([name, given]) => ({ name, arguments: JSON.stringify(given) })),
	});
	if (said === 0) return call(["search", { query: "bridge metres long" }]);
	if (said === 1) return call(["read", { id: "r1" }], ["read", { id: "r2" }]);
	const read = results.slice(1, 3).map((text) => /The \w+ bridge is ([\d,]+) metres long\./.exec(text));
	const numbers = read.map((found) => Number(found?.[1]?.replace(",", ""))).toSorted((a, b) => b - a);
	if (said === 2) return call(["run_code", { code: `console.log(${numbers.join(" - ")})` }]);
	seen.push(/^\d+$/m.exec(results[3] ?? "")?.[0] ?? "");
	const claims = read.map((found, at) => ({
		claim: found?.[0],
		quote: found?.[0],
		source_id: `r${at + 1}`,
		confidence: "high",
		stance: "supporting",
		class: "direct",
	}));
	return call(["report", { summary: "Both lengths are stated.", claims, gaps: [] }]);
}

const needle = "The garbage collector of Larkdb wakes up every 4711 seconds.";
const filler = (from: number) =>
	Array.from(
		{ length: 530 },
		(_, n) => `Chapter note ${from + n}: the server logs row ${(from + n) * 7} at rest.`,
	).join("\n");
const manual = `# The Larkdb manual\n\n${filler(1)}\n\n${needle}\n\n${filler(531)}\n`;

test.each(["pipeline", "agent"] as const)(
	"a page ten times as long as the window is read around what was found, by %s",
	async (gather) => {
		expect(manual.length).toBeGreaterThan(50_000);
		const { baseUrl, requests } = await served((request) => found(bodyOf(request)));
		const { output } = await run({
			question: "What is the interval at which the garbage collector of Larkdb wakes up?",
			files: { ...larkdb, "manual.md": manual },
			baseUrl,
			table: { input: 0, output: 0, window: 6_000 },
			options: { gather },
		});
		expect(output.report).toContain(needle.replace(/\.$/, ""));
		expect(output.fallbacks).toEqual([]);
		for (const { body } of requests) expect(tokensIn(body)).toBeLessThanOrEqual(6_000);
	},
);

test.each(["pipeline", "agent"] as const)(
	"a server whose window is smaller than it says is asked with less, by %s",
	async (gather) => {
		let refused = 0;
		const { baseUrl } = await served((request) => {
			if (tokensIn(request.body) <= 5_000) return found(bodyOf(request));
			refused++;
			return {
				status: 400,
				json: { error: { message: "context length exceeded: 5000 tokens", code: "context_length_exceeded" } },
			};
		});
		const { output } = await run({
			question: "What is the interval at which the garbage collector of Larkdb wakes up?",
			files: { ...larkdb, "manual.md": manual },
			baseUrl,
			table: { input: 0, output: 0, window: 32_000 },
			options: { gather },
		});
		expect(refused).toBeGreaterThan(0);
		expect(output.report).toContain(needle.replace(/\.$/, ""));
		expect(output.fallbacks).toEqual([]);
	},
);

/** What a request takes of a window: what is said, at four characters a token, and the room for the answer. */
function tokensIn(body: Record<string, unknown> | undefined): number {
	const { messages, tools, max_tokens = 0 } = body as { messages: unknown; tools?: unknown; max_tokens?: number };
	return JSON.stringify([messages, tools]).length / 4 + max_tokens;
}

/** The simulated model; an investigator looks for the words in a page instead of reading it from its start. */
function found(body: ChatBody) {
	if (roleOf(body) !== "nextAction") return simulatedAnswer(body);
	const results = body.messages.filter(({ role }) => role === "tool").map(({ content }) => textOf(content));
	const call = (name: string, given: object) => ({ toolCalls: [{ name, arguments: JSON.stringify(given) }] });
	if (results.length === 0) return call("search", { query: "garbage collector wakes up" });
	const id = /\b(r\d+)\b[^\n]*manual/i.exec(results[0] ?? "")?.[1] ?? "r1";
	if (results.length === 1) return call("read", { id });
	if (results.length === 2) return call("read_document", { id, find: "garbage collector" });
	const quote = results.at(-1)?.includes(needle) ? needle : "";
	const claims = quote
		? [{ claim: quote, quote, source_id: id, confidence: "high", stance: "supporting", class: "direct" }]
		: [];
	return call("report", { summary: "It is stated.", claims, gaps: [] });
}

const json = (value: unknown) => ({ text: JSON.stringify(value) });

test("when the deadline is near nothing more is researched, and the report is written and says why", async () => {
	// The first gathering of evidence takes longer than there is time for research: two thirds of so short a deadline.
	const [deadline, slowMs] = [9, 6_200];
	const one = async (gather: "pipeline" | "agent") => {
		const roles: string[] = [];
		const slow = gather === "agent" ? { role: "nextAction", nth: 2 } : { role: "choosePages", nth: 1 };
		const { baseUrl } = await served((request) => {
			const body = bodyOf(request);
			const role = roleOf(body);
			roles.push(role);
			const isSlow = role === slow.role && roles.filter((one) => one === role).length === slow.nth;
			return isSlow ? delayed(simulatedAnswer(body), slowMs) : simulatedAnswer(body);
		});
		const question = "What is the default port of the Larkdb server?";
		return { ...(await run({ question, files: larkdb, baseUrl, options: { gather, deadline } })), roles };
	};
	for (const { output, exitCode, roles } of await Promise.all([one("pipeline"), one("agent")])) {
		expect([output.stopReason, exitCode]).toEqual(["DEADLINE", 0]);
		expect(output.answer?.text).toBe("7171");
		expect(output.report).toMatch(/\*\*Stopped because:\*\* the time was up \(DEADLINE/);
		expect(output.report).toMatch(/\*\*Done by rules:\*\* .*time ran out/);
		// The turn that was under way is brought to its end by rules: no request of research follows the last gathering.
		expect(roles).not.toContain("compareClaims");
		expect(output.fallbacks?.filter(({ role }) => role === "compareClaims")).toEqual([
			expect.objectContaining({ code: "DEADLINE" }),
		]);
		expect(output.fallbacks?.every(({ code }) => code === "DEADLINE")).toBe(true);
	}
});

test("a model that hangs does not outlast the deadline: what was asked of it is paid and lost, and rules end the run", async () => {
	const one = async (gather: "pipeline" | "agent") => {
		const slow = gather === "agent" ? "nextAction" : "extractClaims";
		const { baseUrl } = await served((request) => {
			const body = bodyOf(request);
			return roleOf(body) === slow ? { pieces: ["hang"] } : simulatedAnswer(body);
		});
		const question = "What is the default port of the Larkdb server?";
		return run({ question, files: larkdb, baseUrl, options: { gather, deadline: 9 } });
	};
	const [pipeline, agent] = await Promise.all([one("pipeline"), one("agent")]);
	expect([pipeline.output.stopReason, pipeline.exitCode]).toEqual(["DEADLINE", 0]);
	expect(pipeline.output.answer?.text).toBe("7171");
	expect(pipeline.output.usage?.lost.length).toBeGreaterThan(0);
	expect(pipeline.output.fallbacks).toContainEqual(
		expect.objectContaining({ role: "extractClaims", code: "DEADLINE" }),
	);
	// An investigator that never said a word is done without: the program searches and reads for it.
	expect([agent.output.stopReason, agent.exitCode]).toEqual(["DEADLINE", 0]);
	expect(agent.output.answer?.text).toBe("7171");
	expect(agent.output.usage?.lost.map(({ role }) => role)).toContain("nextAction");
});
