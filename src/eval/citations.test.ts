import { expect, test } from "vitest";
import { claimOf } from "../../test/support/evidence.ts";
import { factOf, sectionWith } from "../../test/support/report.ts";
import type { Report, SupportCheck } from "../evidence/report.ts";
import { faithfulVerdict } from "./citations.ts";

test("a cited statement is faithful with all of its quotes, less by half where the support check found a part, and not where it refused it", () => {
	const claim = claimOf("The tower was built in 1887.");
	const draft = sectionWith(
		factOf("It is of 1887.", claim.id),
		factOf("It is old.", claim.id),
		factOf("It is red.", claim.id),
		factOf("It is tall.", "gone"),
		factOf("It stands."),
	);
	const shareWith = (support: Partial<SupportCheck> | undefined) =>
		faithfulVerdict({ report: { ...draft, support } as unknown as Report, claims: [claim] })[0]?.share;
	expect(shareWith(undefined)).toEqual([3, 4]);
	const judged = (sentence: string, verdict: "partial" | "unsupported") => ({
		sentence,
		verdict,
		reason: "",
		claimIds: [],
	});
	const judgements = [judged("It is old.", "partial"), judged("It is red.", "unsupported")];
	expect(shareWith({ judgements })).toEqual([1.5, 4]);
	expect(faithfulVerdict({ report: undefined, claims: [] })).toEqual([]);
});
