import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { minTokens } from "../../../src/reasoning/model/money/min-tokens.ts";
import { assay } from "../../crash/kill.ts";
import type { ChatBody } from "../../support/chat.ts";
import { larkdb } from "../../support/larkdb.ts";
import { chunk, type ProviderAnswer, startProvider } from "../../support/provider.ts";
import { seededRandom } from "../../support/random.ts";
import { simulatedAnswer } from "../../support/simulated.ts";
import type { Attack } from "./attack.ts";

/** USD; and USD a million tokens. */
const CAP = 8;
const price = { input: 15, output: 150, cacheRead: 1.5 };
/** Of each answer's reasoning. Bytes. */
const WRITTEN = 20_000;
/** UTF-8 bytes that a token of English has. */
const BYTES_A_TOKEN = 4.5;

const lies: [name: string, usage: Record<string, unknown> | null][] = [
	["1 + 1", { prompt_tokens: 1, completion_tokens: 1 }],
	["nothing", { prompt_tokens: 0, completion_tokens: 0 }],
	["all cached", { prompt_tokens: 9, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 9 } }],
	["1e9 + 1e9", { prompt_tokens: 1e9, completion_tokens: 1e9 }],
	["less than nothing", { prompt_tokens: -5, completion_tokens: -1e9 }],
	["words", { prompt_tokens: "12", completion_tokens: "3" }],
	["no count", null],
];

const words =
	"harbour light keeper granite board winter signal council reef tower lamp chart vessel engine storm record survey".split(
		" ",
	);

/** What `--json` prints, as far as it is looked at. */
interface Printed {
	error?: { code: string };
	report?: string;
	usage?: { usd: number; calls: number };
}

/** Runs whose provider writes much and reports what it likes. Broken: more was charged, or was worth it at the least, than the cap. */
export const attack: Attack = {
	name: "a provider that lies about tokens",
	async run({ seed, attempts, folder }) {
		const random = seededRandom(seed);
		const broken: string[] = [];
		const figures: string[] = [];
		const corpus = join(folder, "corpus");
		for (const [name, text] of Object.entries(larkdb)) {
			mkdirSync(dirname(join(corpus, name)), { recursive: true });
			writeFileSync(join(corpus, name), text);
		}
		for (let attempt = 0; attempt < attempts; attempt++) {
			const [name, usage] = lies[attempt % lies.length] ?? ["", null];
			const sums = { least: 0, likely: 0 };
			const server = await startProvider(({ body }) => {
				const answer = simulatedAnswer(body as unknown as ChatBody);
				const reasoning = Array.from({ length: WRITTEN / 7 }, () => words[Math.floor(random() * words.length)]).join(
					" ",
				);
				const asked = (body as unknown as ChatBody).messages.map(({ content }) => String(content ?? "")).join("\n");
				const written = reasoning + (answer.text ?? "");
				sums.least += (minTokens(asked) * price.cacheRead + minTokens(written) * price.output) / 1e6;
				sums.likely += (asked.length * price.input + written.length * price.output) / BYTES_A_TOKEN / 1e6;
				return lying(answer, reasoning, usage);
			});
			const home = join(folder, `home-${attempt}`);
			const options = [
				"--corpus",
				corpus,
				"--depth",
				"deep",
				"--no-vectors",
				"--max-cost",
				String(CAP),
				"--json",
				"--home",
				home,
			];
			const model = ["--model", "openai-compatible:liar", "--base-url", server.baseUrl];
			const table = join(folder, "models.json");
			writeFileSync(
				table,
				JSON.stringify({ "openai-compatible:liar": { ...price, window: 200_000, maxOutput: 32_000 } }),
			);
			const question = "What are the costs and the benefits of compaction in Larkdb, and which settings change them?";
			const end = await assay([question, ...options, ...model], home, undefined, { ASSAY_MODELS_FILE: table });
			await server.close();
			const read = JSON.parse(end.stdout) as Printed;
			if (read.error) {
				figures.push(`${name}: ended with ${read.error.code}`);
				continue;
			}
			const charged = read.usage?.usd ?? Number.NaN;
			const line = `${name}: ${read.usage?.calls} calls, charged $${charged.toFixed(2)}, worth $${sums.least.toFixed(2)} at the least, $${sums.likely.toFixed(2)} likely`;
			figures.push(line);
			if (!(charged <= CAP) || sums.least > CAP) broken.push(`cap $${CAP}: ${line}`);
			// Zero counts are what servers send that do not count.
			const isToTell = usage !== null && name !== "nothing" && name !== "words";
			if (isToTell && !read.report?.includes("cannot be true")) broken.push(`${name}: the report does not say it`);
		}
		return { attempts, broken, figures: figures.join("; ") };
	},
};

function lying({ text = "", toolCalls = [] }: ProviderAnswer, reasoning: string, usage: object | null): ProviderAnswer {
	const calls = toolCalls.map((call, index) => ({ index, id: `call_${index}`, type: "function", function: call }));
	return {
		pieces: [
			chunk({ role: "assistant", reasoning_content: reasoning }),
			chunk({ content: text, ...(calls.length > 0 ? { tool_calls: calls } : {}) }),
			chunk({}, { finish_reason: calls.length > 0 ? "tool_calls" : "stop", ...(usage ? { usage } : {}) }),
			{ raw: "data: [DONE]\n\n" },
		],
	};
}
