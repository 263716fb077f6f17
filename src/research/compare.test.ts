import { expect, test } from "vitest";
import { claimOf, sourceOf } from "../../test/support/evidence.ts";
import type { Conflict } from "../evidence/claim.ts";
import { emptyState } from "../evidence/fold.ts";
import type { ResearchState, Turn } from "../evidence/state.ts";
import { compareWave } from "./compare.ts";
import type { Tools } from "./tools.ts";

test("a difference between two editions of a page is recorded as a matter of dates, whatever the model called it", async () => {
	const claims = ["12", "15"].map((share, at) =>
		claimOf(`Rent closed ${share} percent of shops.`, { sourceId: `s${at}` }),
	);
	const [a = "", b = ""] = claims.map(({ id }) => id);
	const sources = ["2030", "2031"].map((year, at) =>
		sourceOf(`s${at}`, { title: `Shop survey ${year}`, url: `https://survey.test/${year}` }),
	);
	const found: Conflict = { kind: "number", a, b, why: "12 against 15 percent", class: "fact", settleable: true };
	const state: ResearchState = {
		...emptyState,
		claims,
		sources,
		turns: [{ wave: 1, claims: [a, b] } as unknown as Turn],
	};
	const reasoner = { compareClaims: () => Promise.resolve({ conflicts: [found] }) };
	const [step] = compareWave(state, { reasoner } as unknown as Tools, 1);
	expect(await step?.work({} as never)).toMatchObject({ conflicts: [{ a, b, class: "date" }] });
});
