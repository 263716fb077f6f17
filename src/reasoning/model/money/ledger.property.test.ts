import fc from "fast-check";
import { expect, test } from "vitest";
import type { CallRecord, CallRequest, CallResult, Usage } from "../../../evidence/call.ts";
import { spendingOf } from "../../../evidence/spending.ts";
import { ModelError } from "../error.ts";
import type { Model, ModelRequest, Price } from "../model.ts";
import { SentTexts } from "../wire/sent-texts.ts";
import { checkedUsage as heldTo } from "../wire/usage.ts";
import { costOf } from "./cost.ts";
import { type LedgerLimits, type LedgerLog, openLedger } from "./ledger.ts";
import { maxInputTokens } from "./max-input-tokens.ts";
import { minInputTokens, minTokens } from "./min-tokens.ts";

// In even steps, as fast-check's own doubles are nearly all tiny. Often the whole possible amount is charged.
const share = fc.oneof(
	fc.constant(1),
	fc.nat(100).map((n) => n / 100),
);
const lie = fc.oneof(
	fc.nat(3_000),
	fc.constantFrom<unknown>(0, 1, -1, -1e9, 1e9, Number.NaN, Number.MAX_VALUE, 0.5, "12", null, undefined),
);
const rate = fc.nat(500).map((n) => n / 10);
const price = fc.record({
	input: rate,
	output: rate,
	cacheRead: fc.option(rate, { nil: undefined }),
	cacheWrite: fc.option(rate, { nil: undefined }),
	tiers: fc.array(fc.record({ above: fc.nat(4_000), input: rate, output: rate }), { maxLength: 2 }),
});
const requestCase = fc.record({
	key: fc.nat(15).map(String),
	model: fc.nat(1),
	characters: fc.nat(4_000),
	maxOutput: fc.integer({ min: 1, max: 4_000 }),
	purpose: fc.constantFrom("research" as const, "report" as const),
	// The shares of the possible amounts that the provider charges.
	shares: fc.tuple(share, share, share, share),
	// The counts of a lying provider, and what it really wrote.
	lies: fc.tuple(lie, lie, lie),
	written: fc.nat(20_000),
	outcome: fc.constantFrom(
		"lied",
		"lied, broken",
		"said",
		"said",
		"said",
		"uncounted",
		"refused",
		"broken",
		"broken, uncounted",
		"silent",
		"bug",
	),
	ticks: fc.nat(12),
});
type RequestCase = typeof requestCase extends fc.Arbitrary<infer T> ? T : never;

const run = fc.record({
	prices: fc.tuple(price, price),
	// Enough for one to a dozen requests.
	capUsd: fc.integer({ min: 0, max: 100 }).map((n) => n / 100),
	reportShare: share,
	// Of the limits on requests and tokens, most are tight enough to refuse something; without either, cost alone is limited.
	maxRequests: fc.option(fc.nat(20), { nil: undefined }),
	maxTokens: fc.option(fc.nat(60_000), { nil: undefined }),
	// Of each process: its requests, and the number of writes and sends after which it is killed.
	processes: fc.array(fc.record({ asks: fc.array(requestCase, { maxLength: 12 }), killedAfter: fc.nat(40) }), {
		minLength: 1,
		maxLength: 4,
	}),
});

/** The rows on disk and the provider's charges: all that outlives a process. */
interface World {
	rows: CallRecord[];
	paidUsd: number;
	researchUsd: number;
	/** Requests that reached the provider, and the tokens that it worked on: of a lying one at least. */
	sent: number;
	researchSent: number;
	tokens: number;
	researchTokens: number;
}

async function ticks(count: number): Promise<void> {
	for (let i = 0; i < count; i++) await Promise.resolve();
}

const never = new Promise<never>(() => undefined);

/** Runs one process: it sends everything at once, and dies in the middle if `killedAfter` comes first. */
async function runProcess(
	world: World,
	prices: readonly Price[],
	limits: LedgerLimits,
	asks: readonly RequestCase[],
	killedAfter: number,
): Promise<void> {
	const death = Promise.withResolvers<void>();
	let left = killedAfter;
	/** False when the process is dead, so that it changes nothing. It may die just after an act, before it learns the result. */
	const acts = (): boolean => {
		left -= 1;
		if (left <= 0) death.resolve();
		return left >= 0;
	};
	const untilDead = () => (left <= 0 ? never : undefined);
	const log: LedgerLog = {
		async begin(request: CallRequest) {
			await ticks(2);
			if (!acts()) return never;
			const attempt = world.rows.filter((row) => row.request.key === request.key).length + 1;
			world.rows.push({ request: structuredClone(request), attempt, begunAt: "2026-01-01T00:00:00.000Z" });
			await untilDead();
			return attempt;
		},
		async end(key: string, attempt: number, result: CallResult) {
			await ticks(1);
			if (!acts()) return never;
			const row = world.rows.find((one) => one.request.key === key && one.attempt === attempt);
			if (row) row.result ??= structuredClone(result);
			await untilDead();
		},
	};
	const ledger = openLedger({ log, records: structuredClone(world.rows), limits });
	const all = asks.map(async (one) => {
		await ticks(one.ticks);
		const request: ModelRequest = {
			messages: [{ role: "user", text: "word ".repeat(one.characters / 5) }],
			maxOutput: one.maxOutput,
		};
		const at = prices[one.model] ?? { input: 0, output: 0 };
		const model: Model = {
			name: `openai:${one.model}`,
			settings: { provider: "openai", model: String(one.model) },
			window: 100_000,
			maxOutput: 4_000,
			price: at,
			send: () => never,
		};
		const call: CallRequest = { key: one.key, role: "route", model: model.name, promptHash: "p", try: 1, prompt: "" };
		const send = async () => {
			expect(world.rows.some((row) => row.request.key === one.key && row.result?.message)).toBe(false);
			expect(world.rows.some((row) => row.request.key === one.key && !row.result)).toBe(true);
			if (!acts()) return never;
			const written = "word ".repeat(one.written / 5);
			const usage = usageOf(one, maxInputTokens(request));
			const isLie = one.outcome.startsWith("lied");
			const paidUsd = isLie ? leastCost(request, written, at) : costOf(usage, at);
			const tokens = isLie
				? minInputTokens(request) + Math.min(minTokens(written), request.maxOutput)
				: usage.input + usage.output;
			world.sent += 1;
			if (one.purpose === "research") world.researchSent += 1;
			if (one.outcome !== "refused") {
				world.paidUsd += paidUsd;
				world.tokens += tokens;
				if (one.purpose === "research") world.researchUsd += paidUsd;
				if (one.purpose === "research") world.researchTokens += tokens;
			}
			await ticks(one.ticks);
			await untilDead();
			const error = (code: ConstructorParameters<typeof ModelError>[0], known?: Usage) =>
				new ModelError(code, one.outcome, { usage: known });
			const guessed: Usage = { ...usage, input: 1, output: 1, cacheRead: 0, cacheWrite: 0, estimated: true };
			const lied = heldTo(reportedCounts(one), request, written, new SentTexts());
			if (one.outcome === "refused") throw error("MODEL_RATE_LIMITED");
			if (one.outcome === "lied, broken") throw error("MODEL_STREAM_BROKEN", lied);
			if (one.outcome === "broken") throw error("MODEL_STREAM_BROKEN", usage);
			if (one.outcome === "broken, uncounted") throw error("MODEL_STREAM_BROKEN", guessed);
			if (one.outcome === "silent") throw error("MODEL_SILENT");
			if (one.outcome === "bug") throw new TypeError("a bug");
			const message = { text: one.key, toolCalls: [], finish: "stop" as const };
			if (one.outcome === "lied") return { message, usage: lied, ms: 1 };
			return { message, usage: one.outcome === "uncounted" ? guessed : usage, ms: 1 };
		};
		const message = await ledger.ask(call, model, send, { purpose: one.purpose, request });
		expect(message.text).toBe(one.key);
		expect(world.rows.some((row) => row.request.key === one.key && row.result?.message)).toBe(true);
	});
	const settled = Promise.allSettled(all);
	const outcomes = await Promise.race([settled, death.promise]);
	for (const outcome of outcomes ?? [])
		if (outcome.status === "rejected" && !(outcome.reason instanceof ModelError) && outcome.reason?.message !== "a bug")
			throw outcome.reason;
	// Whatever was in flight when the process died has no effect.
	left = 0;
	await ticks(50);
}

function usageOf({ shares: [a, b, c, d], maxOutput }: RequestCase, most: number): Usage {
	const input = Math.floor(most * a);
	const cacheRead = Math.floor(input * b);
	const cacheWrite = Math.floor((input - cacheRead) * c);
	return { input, cacheRead, cacheWrite, output: Math.floor(maxOutput * d), reasoning: 0 };
}

/** The least cost of a lying provider's work: the fewest tokens of any tokenizer, at the cheapest tier. None of it was sent before. USD. */
function leastCost(request: ModelRequest, written: string, price: Price): number {
	const output = Math.min(minTokens(written), request.maxOutput);
	const costs = [price, ...(price.tiers ?? [])].map((rates) => {
		return minInputTokens(request) * rates.input + output * rates.output;
	});
	return Math.min(...costs) / 1_000_000;
}

function reportedCounts({ lies: [input, output, cacheRead] }: RequestCase): Parameters<typeof heldTo>[0] {
	const told = { inputTokens: { total: input, cacheRead }, outputTokens: { total: output } };
	return told as unknown as Parameters<typeof heldTo>[0];
}

test("with concurrent requests, failures, lies and kills, no limit is exceeded, and nothing recorded is resent", async () => {
	await fc.assert(
		fc.asyncProperty(run, async ({ prices, capUsd, reportShare, maxRequests, maxTokens, processes }) => {
			const world: World = {
				...{ rows: [], paidUsd: 0, researchUsd: 0 },
				...{ sent: 0, researchSent: 0, tokens: 0, researchTokens: 0 },
			};
			const reportUsd = capUsd * reportShare;
			const limitOf = (most: number) => ({ most, report: Math.floor(most * reportShare) });
			const limits: LedgerLimits = {
				cost: { most: capUsd, report: reportUsd },
				...(maxRequests === undefined ? {} : { requests: limitOf(maxRequests) }),
				...(maxTokens === undefined ? {} : { tokens: limitOf(maxTokens) }),
			};
			const { requests, tokens } = limits;
			for (const { asks, killedAfter } of processes) {
				await runProcess(world, prices, limits, asks, killedAfter);
				expect(world.paidUsd).toBeLessThanOrEqual(capUsd + 1e-9);
				expect(spendingOf(world.rows).usd).toBeLessThanOrEqual(capUsd + 1e-9);
				expect(spendingOf(world.rows).usd).toBeGreaterThanOrEqual(world.paidUsd - 1e-9);
				expect(world.researchUsd).toBeLessThanOrEqual(capUsd - reportUsd + 1e-9);
				if (requests) {
					expect(world.rows.length).toBeLessThanOrEqual(requests.most);
					expect(world.sent).toBeLessThanOrEqual(world.rows.length);
					expect(world.researchSent).toBeLessThanOrEqual(requests.most - requests.report);
				}
				if (tokens) {
					expect(world.tokens).toBeLessThanOrEqual(tokens.most);
					expect(world.researchTokens).toBeLessThanOrEqual(tokens.most - tokens.report);
				}
			}
		}),
		{ numRuns: 300 },
	);
});
