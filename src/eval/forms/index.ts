import type { Form } from "./form.ts";
import { labelledCitations } from "./labelled.ts";
import { deepResearchGym, deepScholar, keyPoints } from "./points.ts";
import { deepResearchBench, deepResearchBench2, draco, researcherBench, researchRubrics } from "./rubrics.ts";
import { shortAnswer } from "./short-answer.ts";

/** The forms that a suite can have, by name. */
export const forms: ReadonlyMap<string, Form> = new Map(
	[
		...[shortAnswer, keyPoints, researchRubrics, draco, deepResearchBench, deepResearchBench2],
		...[deepResearchGym, deepScholar, researcherBench, labelledCitations],
	].map((form) => [form.name, form]),
);
