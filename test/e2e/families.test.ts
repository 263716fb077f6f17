import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { openApp, type RunResult } from "../../src/app/index.ts";
import type { ModelOptions } from "../../src/evidence/event.ts";
import type { ProviderId } from "../../src/reasoning/model/model.ts";
import { type PrivatePostgres, startPostgres } from "../real/postgres.ts";
import { type Family, type Fault, startFamily } from "../support/families.ts";
import { sharedFolder, writeFiles } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { startSimulatedModel } from "../support/simulated.ts";

// The whole flow against each provider's own protocol: its real client, a server on loopback, a real store, and faults on the way.

const key = "sk-test-Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA";
const question = "What is the default port of the Larkdb server?";

interface Provider {
	id: ProviderId;
	model: string;
	/** What its settings in the environment begin with. */
	prefix: string;
	/** USD a million tokens. */
	price: { input: number; output: number; cacheRead?: number; cacheWrite?: number };
}

const providers: Provider[] = [
	{
		...{ id: "anthropic", model: "claude-opus-5-5", prefix: "ANTHROPIC" },
		price: { input: 500, output: 2_500, cacheRead: 50, cacheWrite: 625 },
	},
	{ id: "openai", model: "gpt-6-sol", prefix: "OPENAI", price: { input: 300, output: 1_200, cacheRead: 75 } },
	{ id: "google", model: "gemini-3.8-flash", prefix: "GOOGLE", price: { input: 40, output: 300, cacheRead: 10 } },
	{
		...{ id: "openrouter", model: "openai/gpt-6-sol", prefix: "OPENROUTER" },
		price: { input: 310, output: 1_300, cacheRead: 80 },
	},
	{ id: "zai", model: "glm-5.3", prefix: "ZAI", price: { input: 60, output: 220, cacheRead: 11 } },
	// It has no cache.
	{ id: "openai-compatible", model: "llama-5", prefix: "ASSAY", price: { input: 10, output: 20 } },
];

/** One request of each kind goes wrong. */
const faults: Record<
	ModelOptions["gather"],
	Partial<Record<"begin" | "answer" | "extractClaims" | "nextAction", Fault>>
> = {
	pipeline: { begin: "limit", answer: "server", extractClaims: "cut" },
	agent: { begin: "limit", answer: "server", nextAction: "cut" },
};

const root = sharedFolder();
const corpus = join(root, "corpus");
let database: PrivatePostgres | undefined;
const plain = {} as Record<ModelOptions["gather"], RunResult>;

beforeAll(async () => {
	writeFiles(corpus, larkdb);
	const started = await startPostgres();
	database = "missing" in started ? undefined : started;
	const model = await startSimulatedModel();
	for (const gather of ["pipeline", "agent"] as const)
		plain[gather] = await run(gather, "openai-compatible:plain", { ASSAY_BASE_URL: model.baseUrl }, `plain-${gather}`);
	await model.close();
});

afterAll(() => database?.stop());

async function run(
	gather: ModelOptions["gather"],
	lead: string,
	environment: Record<string, string>,
	name: string,
	price?: Provider["price"],
): Promise<RunResult> {
	const home = join(root, name);
	mkdirSync(home, { recursive: true });
	if (price) writeFileSync(join(home, "models.json"), JSON.stringify({ [lead]: { ...price, window: 64_000 } }));
	const app = await openApp(readConfig({ home }, { ...environment, ASSAY_UTILITY_MODEL: undefined }));
	try {
		return await app.research(
			{ question, corpus: [corpus], depth: "quick", vectors: false, model: lead, gather },
			{ onProgress: () => undefined, signal: new AbortController().signal },
		);
	} finally {
		await app.close();
	}
}

/** What a reader is told, without what belongs to one run: its id, its models, its costs. */
function told({ output }: RunResult): unknown {
	const { answer, claims, groups, sources, gaps, disputes, stopReason, removed, support, steps } = output;
	const body = output.report.split("\n").filter((line) => line.startsWith("#") || /\[\d+\]|^> /.test(line));
	return { answer, claims, groups, sources, gaps, disputes, stopReason, removed, support, steps, body };
}

const byRole = (rows: { role: string }[]) => Object.groupBy(rows, ({ role }) => role) as Record<string, typeof rows>;
const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0);

describe.for(["pipeline", "agent"] as const)("a quick lookup, gathered by %s", (gather) => {
	test.concurrent.for(providers.map((provider, at) => ({ provider, at })))(
		"from $provider.id",
		async ({ provider, at }, { expect, onTestFinished }) => {
			const family: Family = await startFamily(provider.id, { faults: faults[gather] });
			const lead = `${provider.id}:${provider.model}`;
			const name = `${provider.id}-${gather}`;
			// Each store has every family, and both ways of gathering.
			const url = (at + (gather === "agent" ? 1 : 0)) % 2 === 0 ? await database?.newDatabase() : undefined;
			const environment = {
				[`${provider.prefix}_API_KEY`]: key,
				[`${provider.prefix}_BASE_URL`]: family.url,
				...(url ? { DATABASE_URL: url } : {}),
			};
			onTestFinished(() => family.close());
			const result = await run(gather, lead, environment, name, provider.price);

			expect(result.exitCode).toBe(0);
			expect(family.failed.map(({ fault }) => fault).toSorted()).toEqual(["cut", "limit", "server"]);
			expect(result.output.answer?.text).toBe("7171");
			expect(told(result)).toEqual(told(plain[gather]));
			expect(result.output.fallbacks).toEqual([]);

			// What the server counted of whole answers, and the broken one beside them.
			const calls = result.output.calls ?? [];
			const whole = calls.filter(({ status }) => status === "answered");
			const broken = calls.filter(({ status }) => status === "failed");
			expect(broken.map(({ error }) => error)).toEqual(["MODEL_STREAM_BROKEN"]);
			expect(whole).toHaveLength(family.answered.length);
			for (const [role, rows] of Object.entries(byRole(family.answered) as Record<string, Family["answered"]>)) {
				const own = whole.filter((call) => call.role === role);
				expect([role, sum(own, ({ input }) => input)]).toEqual([role, sum(rows, ({ input }) => input)]);
				expect([role, sum(own, ({ output }) => output)]).toEqual([role, sum(rows, ({ output }) => output)]);
			}
			expect(sum(whole, ({ cached }) => cached)).toBe(sum(family.answered, ({ cacheRead }) => cacheRead));
			// A pipeline's requests of a short lookup go out together: only an investigator's next turn finds its last one cached.
			if (gather === "agent") expect(sum(whole, ({ cached }) => cached) > 0).toBe("cacheRead" in provider.price);
			expect(sum(whole, ({ cacheWritten }) => cacheWritten)).toBe(sum(family.answered, ({ cacheWrite }) => cacheWrite));
			const { price } = provider;
			const usd = sum(family.answered, ({ input, cacheRead, cacheWrite, output }) => {
				const fresh = (input - cacheRead - cacheWrite) * price.input;
				const cached = cacheRead * (price.cacheRead ?? 0) + cacheWrite * (price.cacheWrite ?? 0);
				return (fresh + cached + output * price.output) / 1_000_000;
			});
			const brokenUsd = sum(broken, (call) => call.usd ?? 0);
			expect(brokenUsd).toBeGreaterThan(0);
			expect(result.output.cost - brokenUsd).toBeCloseTo(usd, 2);
			expect(usd).toBeGreaterThan(0.05);
			expect(result.output.usage?.byRole.map(({ role }) => role).toSorted()).toEqual(
				[...new Set(calls.map(({ role }) => role))].toSorted(),
			);

			expect(holding(join(root, name))).toEqual([]);
			if (url) expect(await rowsHolding(url)).toBe(0);
		},
	);
});

/** Files below a folder that hold the key. */
function holding(folder: string): string[] {
	const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
	return files.filter((path) => statSync(path).isFile() && readFileSync(path, "latin1").includes(key));
}

async function rowsHolding(url: string): Promise<number> {
	const sql = postgres(url, { max: 1 });
	try {
		const tables = await sql<{ name: string }[]>`
			SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
			WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`;
		let rows = 0;
		for (const { name } of tables) {
			const [found] = await sql.unsafe(`SELECT count(*)::int AS rows FROM ${name} t WHERE t::text LIKE '%${key}%'`);
			rows += Number(found?.rows);
		}
		return rows;
	} finally {
		await sql.end();
	}
}
