import { expect, test } from "vitest";
import { claimOf } from "../../test/support/evidence.ts";
import { relevantClaims } from "./relevant-claims.ts";

test("the claims that bear on a sub-question come first, however late they were found", () => {
	const other = Array.from({ length: 30 }, (_, at) => claimOf(`The quay of Corrick has ${at} lamps.`));
	const found = claimOf("Larch resists rot for 40 years.", { subQuestionIds: ["q2"] });
	const near = claimOf("Untreated larch decks of the quay last longest.", { subQuestionIds: ["q3"] });
	const subQuestion = { id: "q2", text: "How long does a deck of larch last?" };
	expect(relevantClaims([...other, near, found], subQuestion)).toEqual([found, near]);
});
