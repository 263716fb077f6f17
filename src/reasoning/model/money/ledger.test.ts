import { expect, test } from "vitest";
import type { CallRecord, CallRequest, CallResult, Usage } from "../../../evidence/call.ts";
import type { Spending } from "../../../evidence/spending.ts";
import { ModelError } from "../error.ts";
import type { Model, ModelReply, ModelRequest } from "../model.ts";
import { type Ledger, type LedgerOptions, openLedger } from "./ledger.ts";

/** Only output costs: at most 1 USD a request, for 1,000 tokens. */
const model: Model = {
	name: "openai:paper",
	settings: { provider: "openai", model: "paper" },
	window: 100_000,
	maxOutput: 1_000,
	price: { input: 0, output: 1_000 },
	send: () => Promise.reject(new Error("not asked here")),
};
const request: ModelRequest = { messages: [{ role: "user", text: "?" }], maxOutput: 1_000 };

const callOf = (key: string): CallRequest => ({
	key,
	role: "plan",
	model: model.name,
	promptHash: "p",
	try: 1,
	prompt: "?",
});

const used = (output: number): Usage => ({ input: 10, cacheRead: 0, cacheWrite: 0, output, reasoning: 0 });

const reply = (text: string, output = 100): ModelReply => ({
	message: { text, toolCalls: [], finish: "stop" },
	usage: used(output),
	ms: 5,
});

/** A log in memory that records the order of what happens. */
function world(options: Partial<LedgerOptions> = {}) {
	const happened: string[] = [];
	const rows: CallRecord[] = [];
	const log = {
		async begin(call: CallRequest) {
			await Promise.resolve();
			happened.push(`begin ${call.key}`);
			return rows.push({ request: call, attempt: 1, begunAt: "" });
		},
		async end(key: string, _attempt: number, result: CallResult) {
			await Promise.resolve();
			happened.push(`end ${key} ${result.error?.code ?? "said"} $${result.usd}`);
		},
	};
	return { happened, ledger: openLedger({ log, records: [], ...options }) };
}

function ask(
	ledger: Ledger,
	key: string,
	send: () => Promise<ModelReply>,
	more: { purpose?: "research" | "report"; signal?: AbortSignal } = {},
) {
	return ledger.ask(callOf(key), model, send, { purpose: "research", request, ...more });
}

const pause = () => new Promise((resolve) => setImmediate(resolve));

test("a row is on disk before its request is sent, and is settled at the real cost", async () => {
	const changes: Spending[] = [];
	const { happened, ledger } = world({ onChange: (spending) => changes.push(spending) });
	const said = await ask(ledger, "a", async () => {
		happened.push("sent");
		return reply("A");
	});
	expect(said.text).toBe("A");
	expect(happened).toEqual(["begin a", "sent", "end a said $0.1"]);
	expect(ledger.spending()).toMatchObject({ calls: 1, usd: 0.1, usage: { output: 100 }, lost: [] });
	expect(changes.map(({ calls, usd }) => [calls, usd])).toEqual([
		[1, 0],
		[1, 0.1],
	]);
});

test("text that no database returns unchanged is removed from an answer before anybody sees it", async () => {
	const recorded: CallResult[] = [];
	const log = {
		begin: async () => 1,
		end: async (_key: string, _attempt: number, end: CallResult) => void recorded.push(end),
	};
	const ledger = openLedger({ log, records: [] });
	const said: ModelReply = {
		...reply("a\0b\ud83d!"),
		message: {
			text: "a\0b\ud83d!",
			toolCalls: [{ id: "1", name: "search", arguments: { query: "\0x", list: ["\udc00"], n: 1, none: null } }],
			finish: "tool-calls",
		},
	};
	const heard = await ask(ledger, "a", async () => said);
	expect(heard).toEqual({
		text: "ab\ufffd!",
		toolCalls: [{ id: "1", name: "search", arguments: { query: "x", list: ["\ufffd"], n: 1, none: null } }],
		finish: "tool-calls",
	});
	expect(recorded[0]?.message).toEqual(heard);
});

test("a request that fits only after another has settled waits for it; later ones queue behind it", async () => {
	const { happened, ledger } = world({ limits: { cost: { most: 1.5, report: 0 } } });
	const first = Promise.withResolvers<ModelReply>();
	const all = [
		ask(ledger, "a", () => first.promise),
		ask(ledger, "b", async () => reply("B")),
		ask(ledger, "c", async () => reply("C")),
	];
	await pause();
	expect(happened).toEqual(["begin a"]);
	first.resolve(reply("A"));
	expect((await Promise.all(all)).map(({ text }) => text)).toEqual(["A", "B", "C"]);
	expect(happened.filter((one) => one.startsWith("begin"))).toEqual(["begin a", "begin b", "begin c"]);
});

test("a request that can never fit is refused with the amount to type; the report may use the reserve", async () => {
	const { happened, ledger } = world({ limits: { cost: { most: 1.5, report: 1 } } });
	await expect(ask(ledger, "a", async () => reply("A"))).rejects.toMatchObject({
		code: "MODEL_BUDGET",
		keepsRun: false,
		message: expect.stringMatching(
			/plan, openai:paper\) may cost up to \$1\.00; of --max-cost 1\.5 only \$0\.50 is left for research/,
		),
		hint: "--max-cost 2.01 or more",
	});
	expect([ledger.usedUp(), happened]).toEqual(["cost", []]);
	expect((await ask(ledger, "b", async () => reply("B", 900), { purpose: "report" })).text).toBe("B");
	// $0.90 is paid: the rest is too little for the report, too.
	await expect(ask(ledger, "c", async () => reply("C"), { purpose: "report" })).rejects.toMatchObject({
		code: "MODEL_BUDGET",
	});
});

test("equal requests are sent once, and a recorded answer is given without sending", async () => {
	const { ledger } = world();
	let sent = 0;
	const send = async () => {
		sent++;
		await pause();
		return reply(`answer ${sent}`);
	};
	const both = await Promise.all([ask(ledger, "a", send), ask(ledger, "a", send)]);
	expect([...both, await ask(ledger, "a", send)].map(({ text }) => text)).toEqual(Array(3).fill("answer 1"));
	const record = { request: callOf("b"), attempt: 1, begunAt: "", result: { ...reply("B before"), usd: 0.1 } };
	const after = world({ records: [record] });
	expect((await ask(after.ledger, "b", send)).text).toBe("B before");
	expect(sent).toBe(1);
	expect(after.ledger.spending()).toMatchObject({ calls: 1, usd: 0.1 });
});

test("a refused request costs nothing, a failed one with a count its count, any other its highest possible cost", async () => {
	const { happened, ledger } = world();
	const fail = async (key: string, error: Error) =>
		expect(ask(ledger, key, () => Promise.reject(error))).rejects.toBe(error);
	await fail("a", new ModelError("MODEL_RATE_LIMITED", "429"));
	await fail("b", new ModelError("MODEL_STREAM_BROKEN", "cut", { usage: used(300) }));
	await fail("c", new ModelError("MODEL_STREAM_BROKEN", "cut", { usage: { ...used(300), estimated: true } }));
	await fail("d", new ModelError("MODEL_SILENT", "nothing came"));
	await fail("e", new TypeError("a bug"));
	expect(happened.filter((one) => one.startsWith("end"))).toEqual([
		"end a MODEL_RATE_LIMITED $0",
		"end b MODEL_STREAM_BROKEN $0.3",
		"end c MODEL_STREAM_BROKEN $1",
		"end d MODEL_SILENT $1",
		"end e MODEL_FAILED $1",
	]);
	// A failed request is sent again on the next call.
	expect((await ask(ledger, "a", async () => reply("A"))).text).toBe("A");
});

test("a request that was cancelled half-way stays open in the ledger, and counts with its highest possible cost", async () => {
	const { happened, ledger } = world({ limits: { cost: { most: 1.5, report: 0 } } });
	const stop = new AbortController();
	const stopped = ask(
		ledger,
		"a",
		() => new Promise((_, reject) => stop.signal.addEventListener("abort", () => reject(stop.signal.reason))),
		{ signal: stop.signal },
	);
	const waiting = ask(ledger, "b", async () => reply("B"), { signal: stop.signal });
	// The caller of an equal request that was not cancelled sends it again; here it no longer fits.
	const other = ask(ledger, "a", async () => reply("A"));
	await pause();
	stop.abort(new Error("Ctrl-C"));
	await expect(stopped).rejects.toThrow("Ctrl-C");
	await expect(waiting).rejects.toThrow("Ctrl-C");
	await expect(other).rejects.toMatchObject({ code: "MODEL_BUDGET" });
	expect(happened).toEqual(["begin a"]);
	expect(ledger.spending()).toMatchObject({ calls: 1, usd: 1, lost: [{ role: "plan", usd: 1 }] });
});

test("a dead process's row without an answer is lost and paid, also while its key is requested again", async () => {
	const lost = { request: { ...callOf("a"), reservedUsd: 1 }, attempt: 1, begunAt: "2026-01-01T00:00:00.000Z" };
	const { ledger } = world({ records: [lost], limits: { cost: { most: 2.5, report: 0 } } });
	const answer = Promise.withResolvers<ModelReply>();
	const again = ask(ledger, "a", () => answer.promise);
	await pause();
	expect(ledger.spending()).toMatchObject({ calls: 2, usd: 1, lost: [{ begunAt: lost.begunAt }] });
	answer.resolve(reply("A"));
	await again;
	expect(ledger.spending().usd).toBeCloseTo(1.1, 9);
});

test("a record that cannot be written is an error, and its cost stays booked", async () => {
	const { ledger } = world({
		limits: { cost: { most: 1.5, report: 0 } },
		log: { begin: async () => 1, end: () => Promise.reject(new Error("the disk is full")) },
	});
	await expect(ask(ledger, "a", async () => reply("A"))).rejects.toThrow("the disk is full");
	await expect(ask(ledger, "b", async () => reply("B"))).rejects.toMatchObject({ code: "MODEL_BUDGET" });
});

test("a cap needs a price, and a model that costs nothing fits any cap", async () => {
	const { price: _, ...unpriced } = model;
	expect(() =>
		world({ limits: { cost: { most: 1, report: 0 } }, models: [{ ...unpriced, price: undefined }] }),
	).toThrow(
		expect.objectContaining({ code: "MODEL_PRICE_UNKNOWN", exitCode: 2, hint: expect.stringContaining("models.json") }),
	);
	const { ledger } = world({ limits: { cost: { most: 0, report: 0 } } });
	const free = { ...model, price: { input: 0, output: 0 } };
	const answer = ledger.ask(callOf("a"), free, async () => reply("A"), { purpose: "research", request });
	expect((await answer).text).toBe("A");
	const open = world();
	await open.ledger.ask(callOf("a"), { ...model, price: undefined }, async () => reply("A"), {
		purpose: "research",
		request,
	});
	expect(open.ledger.spending()).toMatchObject({ usd: 0, unpriced: 1 });
});

test("requests and tokens are limited like cost: in flight they are reserved, after a crash they are counted", async () => {
	const lost = { request: { ...callOf("a"), reservedTokens: 2_000 }, attempt: 1, begunAt: "" };
	const answered = { request: { ...callOf("b"), reservedTokens: 2_000 }, attempt: 1, begunAt: "", result: reply("B") };
	const limited = (limits: LedgerOptions["limits"]) => world({ records: [lost, answered], limits }).ledger;
	const requests = limited({ requests: { most: 4, report: 1 } });
	const pending = Promise.withResolvers<ModelReply>();
	const third = ask(requests, "c", () => pending.promise);
	const fourth = ask(requests, "d", async () => reply("D"));
	await pause();
	expect(requests.spending().calls).toBe(3);
	pending.resolve(reply("C"));
	await third;
	await expect(fourth).rejects.toMatchObject({
		message: expect.stringMatching(/counts as 1 request; of --max-requests 4 only 0 requests are left for research/),
		limit: "requests",
	});
	expect((await ask(requests, "e", async () => reply("E"), { purpose: "report" })).text).toBe("E");
	expect(requests.usedUp()).toBe("requests");
	// 2,000 are lost and 110 used. The next may use 1,000 and its input.
	await expect(ask(limited({ tokens: { most: 3_100, report: 0 } }), "c", async () => reply("C"))).rejects.toMatchObject(
		{ code: "MODEL_BUDGET", limit: "tokens", hint: expect.stringMatching(/^--max-tokens 4000 or more/) },
	);
	expect((await ask(limited({ tokens: { most: 4_000, report: 0 } }), "c", async () => reply("C"))).text).toBe("C");
});

test("a request of an earlier process in a batch is not lost: its room is held, its answer is booked in its own row", async () => {
	const batched: Model = { ...model, isBatch: true };
	const earlier = { ...callOf("a"), batch: true as const, reservedUsd: 1 };
	const { happened, ledger } = world({
		records: [{ request: earlier, attempt: 1, begunAt: "" }],
		limits: { cost: { most: 2.5, report: 0 } },
	});
	expect(ledger.spending()).toMatchObject({ calls: 1, usd: 0, lost: [] });
	const askIn = (key: string, send: () => Promise<ModelReply>) =>
		ledger.ask(callOf(key), batched, send, { purpose: "report", request });
	const fetched = Promise.withResolvers<ModelReply>();
	const [first, second, third] = [
		askIn("a", () => fetched.promise),
		askIn("b", async () => reply("b")),
		// Beside the two there is no room for it until they have ended.
		askIn("c", async () => reply("c")),
	];
	await second;
	fetched.resolve(reply("a"));
	await Promise.all([first, third]);
	expect(happened.filter((one) => one.startsWith("begin"))).toEqual(["begin b", "begin c"]);
	expect(happened).toContain("end a said $0.1");
	expect(ledger.spending()).toMatchObject({ calls: 3, lost: [] });
	expect(ledger.spending().usd).toBeCloseTo(0.3);
});

test("where a provider is away while a batch is awaited, the row stays open for the next process", async () => {
	const { happened, ledger } = world();
	const away = new ModelError("MODEL_UNREACHABLE", "away");
	const batched: Model = { ...model, isBatch: true };
	const asked = ledger.ask(callOf("a"), batched, () => Promise.reject(away), { purpose: "report", request });
	await expect(asked).rejects.toBe(away);
	expect(happened).toEqual(["begin a"]);
});
