import type { Draft } from "../../../evidence/report.ts";
import type { RoleContext } from "../../reasoner.ts";
import type { Asker, PromptPart } from "../asker.ts";
import { gapsPart, questionPart, routePart } from "../prompt-parts.ts";
import { draftTask } from "../prompts.ts";
import { listsPart } from "../writing/lists.ts";
import { buildPromptEvidence, type PromptEvidence } from "../writing/prompt-evidence.ts";
import { formPart } from "../writing/report-form.ts";
import { type DraftInput, requestDraft } from "../writing/request-draft.ts";

/** The evidence shown, at most: some 270 claims, the best. Characters. */
const evidenceMax = 95_000;

/** METHOD §9: the draft of the report. Code checks it, and one request repairs what fails. */
export async function draft(asker: Asker, input: DraftInput, context?: RoleContext): Promise<Draft> {
	const evidence = buildPromptEvidence(input, Math.min(asker.room("draft"), evidenceMax));
	const parts = [
		{ title: "What to write", text: draftTask(input.route.shape), kind: "own" as const },
		questionPart(input.question),
		routePart(input.route),
		...planParts(input),
		...formPart(input, evidence),
		...evidence.parts,
		...listsPart(input, evidence),
		...gapsPart(input.open),
		...answerPart(input, evidence),
	];
	return requestDraft(asker, { parts, input, evidence }, context);
}

/** The planned sub-questions and dimensions, so that the draft forgets none. */
function planParts({ plan, route }: DraftInput): PromptPart[] {
	const planned = plan.subQuestions.filter(({ origin }) => origin === "plan");
	const rows = planned.map(
		({ id, text, stance }) => `${id}: ${text}${stance === "adversarial" ? " (what speaks against)" : ""}`,
	);
	const dimensions = route.shape === "synthesis" ? plan.dimensions.map(({ question }) => `- ${question}`) : [];
	return [
		...(rows.length > 0 ? [{ title: "Sub-questions", text: rows.join("\n"), kind: "own" as const }] : []),
		...(dimensions.length > 0
			? [{ title: "What a reader wants to understand", text: dimensions.join("\n"), kind: "own" as const }]
			: []),
	];
}

function answerPart({ answer }: DraftInput, evidence: PromptEvidence): PromptPart[] {
	if (!answer) return [];
	const marksOf = (ids: readonly string[]) => ids.flatMap((id) => evidence.markOf(id) ?? []).join(", ");
	const rows = [
		`${answer.text} (${marksOf(answer.claimIds)}); ${answer.confidence} confidence`,
		...answer.alternatives
			.filter(({ past }) => !past)
			.map((other) => `Sources also give: ${other.text} (${marksOf(other.claimIds)})`),
	];
	return [{ title: "The answer, which stands above your text", text: rows.join("\n"), kind: "data" }];
}
