import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import fc from "fast-check";
import { expect, it, test } from "vitest";
import type { ModelRequest } from "../model.ts";
import { chargedUsd } from "../money/charge.ts";
import { costOf, maxCost } from "../money/cost.ts";
import { maxInputTokens } from "../money/max-input-tokens.ts";
import { minInputTokens, minTokens } from "../money/min-tokens.ts";
import { SentTexts } from "./sent-texts.ts";
import { checkedUsage as heldTo } from "./usage.ts";

const prose = "The lighthouse of Skerry was built in 1887 by the harbour board, of granite from the quarry behind it. ";
const request: ModelRequest = { messages: [{ role: "user", text: prose.repeat(100) }], maxOutput: 8_000 };
const answer = prose.repeat(200);
/** The counts of tokenizers: about 4.6 characters a token. */
const honest = { input: 2_300, output: 4_600 };

function usageOf(count: LanguageModelV4Usage | undefined, one: ModelRequest, written: string, sent = new SentTexts()) {
	return heldTo(count, one, written, sent);
}

/** The texts that are remembered after these requests. */
function after(...requests: ModelRequest[]): SentTexts {
	const sent = new SentTexts();
	for (const one of requests) sent.add(one);
	return sent;
}

const asking = (...texts: string[]): ModelRequest => ({
	messages: texts.map((text) => ({ role: "user", text })),
	maxOutput: 8_000,
});

function reportedCounts(input: unknown, output: unknown, cacheRead: unknown = 0): LanguageModelV4Usage {
	return {
		inputTokens: { total: input, noCache: undefined, cacheRead, cacheWrite: undefined },
		outputTokens: { total: output, text: undefined, reasoning: undefined },
	} as LanguageModelV4Usage;
}

it("an honest count is taken as it is", () => {
	expect(usageOf(reportedCounts(honest.input, honest.output, 2_000), request, answer, after(request))).toEqual({
		...honest,
		cacheRead: 2_000,
		cacheWrite: 0,
		reasoning: 0,
	});
});

it.each([
	["one token each way", reportedCounts(1, 1)],
	["no input", reportedCounts(0, honest.output)],
	["no output", reportedCounts(honest.input, 0)],
	["all of it cached, and hardly any", reportedCounts(7, 7, 7)],
])("a count of %s is replaced by an estimate from the texts", (_name, lie) => {
	const usage = usageOf(lie, request, answer);
	expect(usage.implausible).toBe(true);
	expect(usage.input).toBeGreaterThan(2_000);
	expect(usage.output).toBeGreaterThan(4_000);
	// Tokens that were not reported are not cheap as cached ones.
	expect(usage.cacheRead).toBeLessThanOrEqual(7);
});

it("a first request is charged as plain input whatever its provider calls cached, and is not implausible", () => {
	const usage = usageOf(reportedCounts(honest.input, honest.output, honest.input), request, answer);
	expect(usage).toEqual({ ...honest, cacheRead: 0, cacheWrite: 0, reasoning: 0 });
});

it("input that was never sent before cannot come from a cache", () => {
	const sent = after(asking("Another text. ".repeat(200)));
	const usage = usageOf(reportedCounts(honest.input, honest.output, honest.input), request, answer, sent);
	expect(usage).toMatchObject({ ...honest, cacheRead: 0, implausible: true });
});

it("input counts as cached only as far as an earlier request has the same beginning", () => {
	const quarry = "The quarry lies behind the harbour, and its granite is grey and hard to cut. ";
	const sent = after(asking(prose.repeat(20), quarry), asking("Another text.", prose.repeat(100)));
	const next = asking(prose.repeat(20), prose.repeat(60));
	const lied = usageOf(reportedCounts(1_840, 10, 1_840), next, "yes", sent);
	expect(lied.implausible).toBe(true);
	expect(lied.cacheRead).toBeGreaterThan(440);
	expect(lied.cacheRead).toBeLessThan(480);
	const honestly = usageOf(reportedCounts(1_840, 10, 440), next, "yes", sent);
	expect(honestly).toEqual({ input: 1_840, cacheRead: 440, cacheWrite: 0, output: 10, reasoning: 0 });
});

it("a request that continues an earlier one in the middle of a text counts as cached up to there", () => {
	const usage = usageOf(
		reportedCounts(2_310, 10, 2_200),
		asking(`${prose.repeat(100)}And more.`),
		"yes",
		after(request),
	);
	expect(usage).toEqual({ input: 2_310, cacheRead: 2_200, cacheWrite: 0, output: 10, reasoning: 0 });
});

it("a system text that an earlier process may have sent is charged as plain input, and is not implausible", () => {
	const next: ModelRequest = {
		messages: [
			{ role: "system", text: prose.repeat(80) },
			{ role: "user", text: prose.repeat(20) },
		],
		maxOutput: 8_000,
	};
	const usage = usageOf(reportedCounts(2_300, 10, 1_800), next, "yes", after(asking("Another text.")));
	expect(usage).toEqual({ input: 2_300, cacheRead: 0, cacheWrite: 0, output: 10, reasoning: 0 });
});

const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const reservedUsd = maxCost({ input: maxInputTokens(request), output: request.maxOutput }, price);

it.each([
	["a billion tokens each way", reportedCounts(1e9, 1e9)],
	["more input than was sent", reportedCounts(1e9, honest.output)],
	["more output than was allowed", reportedCounts(honest.input, 8_001)],
	["less than nothing", reportedCounts(-5, -1e9)],
	["no number", reportedCounts(Number.NaN, Number.NaN)],
	["words", reportedCounts("12", "3")],
	["parts of a token", reportedCounts(10.5, 0.25)],
])("%s is charged with the request's highest possible cost", (_name, lie) => {
	const usage = usageOf(lie, request, answer);
	expect(usage.implausible).toBe(true);
	expect(chargedUsd(usage, price, reservedUsd)).toBe(reservedUsd);
	expect(usage.input).toBeLessThanOrEqual(maxInputTokens(request));
	expect(usage.output).toBeLessThanOrEqual(request.maxOutput);
});

it("a missing count is charged with the request's highest possible cost, and is not implausible", () => {
	const usage = usageOf(undefined, request, answer);
	expect(usage).not.toHaveProperty("implausible");
	expect(chargedUsd(usage, price, reservedUsd)).toBe(reservedUsd);
});

test("whatever is reported, the charge covers at least the texts and at most the reservation", () => {
	const count = fc.oneof(fc.nat(20_000), fc.double(), fc.constantFrom(0, 1, -1, 1e9, 2 ** 53, "7", null, undefined));
	const text = fc.string({ unit: "grapheme", maxLength: 400 }).map((one) => one.repeat(20));
	fc.assert(
		fc.property(
			text,
			text,
			fc.integer({ min: 1, max: 4_000 }),
			count,
			count,
			count,
			(asked, written, maxOutput, a, b, c) => {
				const one: ModelRequest = { messages: [{ role: "user", text: asked }], maxOutput };
				const least = { input: minInputTokens(one), output: Math.min(minTokens(written), maxOutput) };
				const most = maxCost({ input: maxInputTokens(one), output: maxOutput }, price);
				const sent = after(asking("Another text."));
				const usd = chargedUsd(usageOf(reportedCounts(a, b, c), one, written, sent), price, most) ?? 0;
				const floor = costOf({ ...least, cacheRead: 0, cacheWrite: 0, reasoning: 0 }, price);
				expect(usd).toBeGreaterThanOrEqual(floor - 1e-12);
				expect(usd).toBeLessThanOrEqual(most + 1e-12);
			},
		),
	);
});
