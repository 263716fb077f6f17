import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import postgres from "postgres";
import { assay } from "../../crash/kill.ts";
import { startPostgres } from "../../real/postgres.ts";
import type { ChatBody } from "../../support/chat.ts";
import { echoes } from "../../support/key-echoes.ts";
import { larkdb } from "../../support/larkdb.ts";
import type { Ended } from "../../support/process.ts";
import { chunk, type ProviderAnswer, startProvider } from "../../support/provider.ts";
import { seededRandom } from "../../support/random.ts";
import { simulatedAnswer } from "../../support/simulated.ts";
import type { Attack } from "./attack.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const beginnings = ["sk-ant-api03-", "sk-proj-", "sk-or-v1-", "AIzaSy", "gsk_", ""];

/** What a run's server does with the key: where the echoes stand. */
const places = ["answers", "refusal", "wrong key", "unknown model", "broken stream", "no stream"] as const;

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

/**
 * Runs whose provider repeats the key: in each text of each answer, in reasoning, in tool calls, headers, faults and names of
 * models, in all forms by turns. Then all that was stored and printed is searched for every form. Broken: a form that stands there.
 */
export const attack: Attack = {
	name: "a provider that repeats the key",
	async run({ seed, attempts, folder }) {
		const random = seededRandom(seed);
		const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
		const corpus = join(folder, "corpus");
		for (const [name, text] of Object.entries(larkdb)) {
			mkdirSync(dirname(join(corpus, name)), { recursive: true });
			writeFileSync(join(corpus, name), text);
		}
		const server = await startPostgres();
		const broken: string[] = [];
		let searched = 0;
		try {
			for (let attempt = 0; attempt < attempts; attempt++) {
				const length = 24 + Math.floor(random() * 60);
				const key = pick(beginnings) + Array.from({ length }, () => pick([...letters])).join("");
				const forms = echoes(key);
				const place = attempt % 2 === 0 ? "answers" : pick(places);
				let next = Math.floor(random() * forms.length);
				const echo = () => forms[next++ % forms.length]?.text ?? key;
				const provider = await startProvider(({ body }) =>
					echoing(place, simulatedAnswer(body as unknown as ChatBody), echo),
				);
				const home = join(folder, `home-${attempt}`);
				const database = attempt % 3 === 0 && !("missing" in server) ? await server.newDatabase() : "";
				const env = { ASSAY_API_KEY: key, DATABASE_URL: database };
				const gather = pick(["pipeline", "agent"]);
				const args = ["What does compaction cost in Larkdb?", "--corpus", corpus, "--no-vectors", "--depth", "quick"];
				const model = ["--gather", gather, "--model", "openai-compatible:echo", "--base-url", provider.baseUrl];
				const ends = [await assay([...args, ...model, ...(random() < 0.5 ? ["--json"] : [])], home, undefined, env)];
				ends.push(await assay(["list", "--json"], home, undefined, env));
				const id = /"id":"([0-9a-f-]+)"/.exec(ends[1]?.stdout ?? "")?.[1];
				if (id)
					ends.push(
						await assay(["show", id], home, undefined, env),
						await assay(["show", id, "--json"], home, undefined, env),
					);
				await provider.close();
				const kept = [...printed(ends), ...stored(home), ...(await rowsOf(database))];
				for (const { where, text } of kept) {
					searched += text.length;
					const letters = plain(text);
					const found = forms.filter((form) => letters.includes(plain(form.text))).map(({ form }) => form);
					if (found.length > 0)
						broken.push(`run ${attempt} (${place}), ${where}: ${found.length} forms, e.g. ${found[0]}`);
					if (/\.json$/.test(where) && !isJson(text)) broken.push(`run ${attempt} (${place}), ${where}: no JSON`);
				}
			}
		} finally {
			if (!("missing" in server)) await server.stop();
		}
		return { attempts, broken, figures: `${(searched / 1e6).toFixed(1)} MB searched` };
	},
};

function echoing(place: (typeof places)[number], answer: ProviderAnswer, echo: () => string): ProviderAnswer {
	const headers = { "x-request-id": encodeURIComponent(echo()), "retry-after": "0" };
	const error = { message: `not with ${echo()}: ${echo()}`, type: echo(), code: echo() };
	if (place === "refusal") return { status: 400, headers, json: { error } };
	if (place === "wrong key") return { status: 401, headers, json: { error } };
	if (place === "unknown model")
		return { status: 404, headers, json: { error: { message: `no such model ${echo()}` } } };
	if (place === "no stream") return { headers, json: { choices: [{ message: { content: echo() } }] } };
	if (place === "broken stream")
		return {
			headers,
			pieces: [chunk({ content: echo() }), { event: { error: { message: echo(), code: 500 } } }, "cut"],
		};
	const text = answer.text ? withEchoes(answer.text, echo) : "";
	const calls = (answer.toolCalls ?? []).map((call, index) => ({
		index,
		id: `call_${index}_${echo()}`,
		type: "function",
		function: { name: call.name, arguments: withEchoes(call.arguments, echo) },
	}));
	return {
		headers,
		pieces: [
			chunk({ role: "assistant", reasoning_content: `The key is ${echo()}.` }),
			...[...text].map((one) => chunk({ content: one })),
			...(calls.length > 0 ? [chunk({ tool_calls: calls })] : []),
			chunk({}, { finish_reason: calls.length > 0 ? "tool_calls" : "stop", usage: answer.usage }),
			{ raw: "data: [DONE]\n\n" },
		],
	};
}

/** The same JSON, an echo behind each of its texts that are no ids and no words of a form. */
function withEchoes(json: string, echo: () => string): string {
	return JSON.stringify(JSON.parse(json), (_name, value: unknown) =>
		typeof value === "string" && value.includes(" ") ? `${value} ${echo()}` : value,
	);
}

interface Kept {
	where: string;
	text: string;
}

function printed(ends: readonly Ended[]): Kept[] {
	return ends.flatMap(({ stdout, stderr }) => [
		{ where: "standard output", text: stdout },
		{ where: "standard error", text: stderr },
	]);
}

/** All files as their bytes, and the rows of databases. */
function stored(home: string): Kept[] {
	const files = readdirSync(home, { recursive: true, encoding: "utf8" })
		.map((name) => join(home, name))
		.filter((path) => statSync(path).isFile());
	return files.flatMap((path) => {
		const where = path.slice(home.length + 1);
		return [{ where, text: readFileSync(path, "latin1") }, ...(/\.db$/.test(path) ? tablesOf(path, where) : [])];
	});
}

function tablesOf(path: string, where: string): Kept[] {
	const database = new DatabaseSync(path, { readOnly: true });
	try {
		const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
		return names.map(({ name }) => {
			const rows = database.prepare(`SELECT * FROM "${String(name)}"`).all();
			return { where: `${where}, table ${String(name)}`, text: JSON.stringify(rows) };
		});
	} finally {
		database.close();
	}
}

async function rowsOf(url: string): Promise<Kept[]> {
	if (url === "") return [];
	const sql = postgres(url, { max: 1, onnotice: () => undefined });
	try {
		const tables = await sql`SELECT schemaname AS schema, tablename AS name FROM pg_tables
			WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`;
		const kept: Kept[] = [];
		for (const { schema, name } of tables) {
			const rows = await sql`SELECT * FROM ${sql(String(schema))}.${sql(String(name))}`;
			kept.push({ where: `Postgres ${schema}.${name}`, text: JSON.stringify(rows) });
		}
		return kept;
	} finally {
		await sql.end();
	}
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
