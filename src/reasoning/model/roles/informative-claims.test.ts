import { expect, test } from "vitest";
import { claimOf } from "../../../../test/support/evidence.ts";
import type { Claim } from "../../../evidence/claim.ts";
import { mostInformative } from "./informative-claims.ts";

function counted(text: string, value: string, more: Partial<Claim> = {}): Claim {
	return claimOf(text, { values: [{ kind: "number", text: value, normal: value }], ...more });
}

test("each statement comes once: corrections first, then adversarial claims, then those of the sub-question", () => {
	const claims = [
		counted("Seal strandings in Corrick Bay were 640 in 2030.", "640", { subQuestionIds: ["q2"] }),
		counted("In 2030 seal strandings in Corrick Bay were 640.", "640", { subQuestionIds: ["q2"] }),
		claimOf("The bay is lit by old lamps.", { subQuestionIds: ["q1"] }),
		claimOf("Lamps explain little of it.", { subQuestionIds: ["q2"], stance: "adversarial" }),
		counted("Corrick had 320 strandings and not 640.", "320", { subQuestionIds: ["q2"] }),
	];
	expect(mostInformative(claims, "q1").map(({ text }) => text)).toEqual([
		"Corrick had 320 strandings and not 640.",
		"Lamps explain little of it.",
		"The bay is lit by old lamps.",
		"Seal strandings in Corrick Bay were 640 in 2030.",
	]);
});

test("the same figure of two places is two facts, and the rows of a corrected table are no corrections", () => {
	const row = (place: string) =>
		counted(`In the corrected table ${place} has 412 strandings.`, "412", { quote: `${place} | 412` });
	const withdrawn = claimOf("The paper was withdrawn.");
	expect(mostInformative([row("Corrick"), row("Ardmoor"), withdrawn]).map(({ text }) => text)).toEqual([
		withdrawn.text,
		row("Corrick").text,
		row("Ardmoor").text,
	]);
});
