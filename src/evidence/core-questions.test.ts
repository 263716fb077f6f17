import { expect, test } from "vitest";
import { claimOf, noPlan, sourceOf, subQuestionOf, synthesisRoute } from "../../test/support/evidence.ts";
import type { Claim } from "./claim.ts";
import { coreQuestionsOf } from "./core-questions.ts";
import { emptyState } from "./fold.ts";
import type { Group } from "./group.ts";
import type { Report } from "./report.ts";
import type { ResearchState } from "./state.ts";

const text = "How does Heron retry?";
const claim = claimOf("Heron retries each request twice.");
const again = claimOf("Each request is retried twice by Heron.", { sourceId: "s2" });

function openOf(claims: readonly Claim[], groups: Partial<Group>[], more: Partial<ResearchState> = {}) {
	const [state] = [
		{ ...emptyState, route: synthesisRoute, plan: noPlan, question: text, claims: [...claims], ...more },
	];
	const sources = [sourceOf("s1"), sourceOf("s2", { origin: "https://other.test/" })];
	const subQuestions = [
		subQuestionOf({ text }),
		subQuestionOf({ id: "q2", text: "What speaks against it?", stance: "adversarial" }),
		subQuestionOf({ id: "q3", text: "What is Heron?", priority: "optional" }),
		subQuestionOf({ id: "q4", text: "What is known about Osprey?", origin: "hop" }),
	];
	const questions = coreQuestionsOf({ ...state, sources, subQuestions, groups: groups as Group[] });
	expect(questions.map((one) => one.text)).toEqual([text]);
	return questions[0]?.open;
}

test("a core sub-question is open where no claim answers it, where sources disagree, and where one source alone speaks", () => {
	const group = { text: claim.text, disputed: false };
	expect(openOf([], [])).toBe("uncovered");
	expect(openOf([claimOf(claim.text, { class: "adjacent" })], [])).toBe("uncovered");
	expect(openOf([claim], [{ ...group, claimIds: [claim.id] }])).toBe("low certainty");
	const both = [{ ...group, claimIds: [claim.id, again.id] }];
	expect(openOf([claim, again], both)).toBeUndefined();
	expect(openOf([claim, again], [{ ...group, claimIds: [claim.id, again.id], disputed: true }])).toBe("disputed");
	// Claims that share its other words do not answer it.
	expect(openOf([claim, again], both, { missing: ["nothing that was read mentions Heron"] })).toBe("uncovered");
	expect(openOf([claim, again], both, { missing: ["nothing that was read mentions Osprey"] })).toBeUndefined();
});

test("sources count as disagreeing only where the report shows it", () => {
	const groups = [{ text: claim.text, disputed: true, claimIds: [claim.id, again.id] }];
	const reportOf = (disputes: Report["disputes"]) => ({ report: { disputes } as Partial<Report> as Report });
	const shown = { a: claim.id, b: again.id, kind: "number" as const, why: "two against three" };
	expect(openOf([claim, again], groups, reportOf([shown]))).toBe("disputed");
	expect(openOf([claim, again], groups, reportOf([]))).toBeUndefined();
});
