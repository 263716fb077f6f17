import type { Form } from "./form.ts";
import { labelledCitations } from "./labelled.ts";
import { asOutside, outsideReport } from "./outside.ts";
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

/** The form of an evaluation. `outside`: it judges a report of another system. Undefined if a later release made it. */
export function formOf({ form, outside }: { form: string; outside?: unknown }): Form | undefined {
	const found = form === outsideReport.name ? outsideReport : forms.get(form);
	return found && outside ? asOutside(found) : found;
}
