import { expect, test } from "vitest";
import { pageOf } from "../../test/support/asked.ts";
import { claimOf, sourceOf } from "../../test/support/evidence.ts";
import { placed } from "./placed.ts";

test("a claim's id is that of its page and quote, whatever sub-question led there", () => {
	const page = pageOf("The cutter sails on Mondays.");
	const found = claimOf(page.text);
	const [first, second] = ["q1", "q2"].map((id) => placed(found, { page, source: sourceOf("s1") }, [id])[0]);
	expect(first?.id).toBe(second?.id);
});
