import { expect, test } from "vitest";
import { sharedLimits } from "./shared-limits.ts";

test("judges get a quarter of each limit, runs equal shares of the rest, and together they keep it", () => {
	const all = { cost: 3, requests: 100, tokens: 1_000_000 };
	const { judges, run } = sharedLimits(all, { runs: 7, hasModel: true, hasJudges: true });
	expect(judges).toEqual({ cost: 0.75, requests: 25, tokens: 250_000 });
	expect(run).toEqual({ cost: 0.321428, requests: 10, tokens: 107_142 });
	expect(sharedLimits(all, { runs: 7, hasModel: false, hasJudges: true })).toEqual({ judges: all, run: {} });
	expect(sharedLimits({ requests: 21 }, { runs: 7, hasModel: true, hasJudges: false }).run).toEqual({ requests: 3 });
});

test.each([
	["nothing uses it", { tokens: 5 }, { runs: 1, hasModel: false, hasJudges: false }, "--max-tokens limits what models"],
	["less than a request each", { requests: 8 }, { runs: 7, hasModel: true, hasJudges: true }, "too little"],
])("a limit that cannot be kept is refused: %s", (_what, limits, who, text) => {
	expect(() => sharedLimits(limits, who)).toThrow(text);
});
