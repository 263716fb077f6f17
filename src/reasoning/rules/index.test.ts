import { expect, test } from "vitest";
import { depths } from "../../evidence/plan.ts";
import { createRulesReasoner } from "./index.ts";

test("an address in the question is not one of its words", async () => {
	const reasoner = createRulesReasoner();
	const question = "According to https://weir.example/reports/fish-pass, how many eels passed the Tarn weir in 2031?";
	const route = await reasoner.route({ question });
	const readings = await reasoner.interpret({ question, route });
	const plan = await reasoner.plan({ question, route, readings, depth: depths.standard });
	const [subQuestion] = plan.subQuestions;
	if (!subQuestion) throw new Error("nothing was planned");
	const told = { question, route, claims: [], read: [], tried: [], tier: 0, web: true };
	const purposes = ["cover", "challenge", "hop", "recover"] as const;
	const asked = purposes.map((purpose) => reasoner.rewriteQuery({ ...told, subQuestion, purpose }));
	const queries = (await Promise.all(asked)).flatMap(({ queries: own, titles }) => [...own, ...titles]);

	expect(route).toMatchObject({ shape: "lookup", answerType: "number" });
	expect(plan.subQuestions[0]?.text).toBe("How many eels passed the Tarn weir in 2031?");
	expect(JSON.stringify([route, plan, queries])).not.toMatch(/https?|weir\.example|fish-pass|this page/u);
});
