import { z } from "zod";
import { distinctBy } from "../../../base/distinct.ts";
import { comparisonForm } from "../../../base/text.ts";
import type { ClarifyingQuestion } from "../../../evidence/clarification.ts";
import type { ClarifyInput, RoleContext } from "../../reasoner.ts";
import type { Asker } from "../asker.ts";
import { optionalText, questionPart, truncatedLine } from "../prompt-parts.ts";

const questionLongest = 300;
const whyLongest = 200;

const schema = z.object({ questions: z.array(z.object({ question: z.string(), why: optionalText })) });

/** Questions to the user whose answers would change the research; none where the question is clear. */
export async function clarify(
	asker: Asker,
	{ question, most }: ClarifyInput,
	context?: RoleContext,
): Promise<ClarifyingQuestion[]> {
	const parts = [questionPart(question), { title: "Room", text: `At most ${most} questions.`, kind: "own" as const }];
	const { questions } = await asker.ask({ role: "clarify", parts, schema }, context);
	const lines = questions.map((one) => ({
		question: truncatedLine(one.question, questionLongest),
		why: truncatedLine(one.why, whyLongest),
	}));
	return distinctBy(lines, (one) => comparisonForm(one.question), [""]).slice(0, most);
}
