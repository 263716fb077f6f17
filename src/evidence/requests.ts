import { comparisonForm } from "../base/text.ts";
import type { SubQuestion } from "./plan.ts";
import { citedIn, type Draft, showsPart } from "./report.ts";
import type { ResearchState } from "./state.ts";
import { takenRedirects } from "./user-message.ts";

type Asked = Pick<ResearchState, "subQuestions" | "options" | "inherited" | "messages">;

/** The sub-question of the focus that the user gave an extension. */
export function focusOf({ options, subQuestions }: Asked): SubQuestion | undefined {
	const focus = options?.earlier?.focus;
	return focus === undefined ? undefined : askedFor(focus, subQuestions);
}

/**
 * The sub-questions that the user asked for beside the question: the focus of an extension, what came too late for the earlier report, what
 * the user wrote into the plan, and the redirects. Each once, without those that the user dropped.
 */
export function requestsOf(state: Asked): SubQuestion[] {
	const { inherited, subQuestions } = state;
	const late = (inherited?.late ?? []).map((text) => askedFor(text, subQuestions));
	const written = subQuestions.filter(({ byUser }) => byUser);
	const redirects = takenRedirects(state).flatMap(({ change }) => change?.added ?? []);
	const all = [focusOf(state), ...late, ...written, ...redirects].flatMap((one) => one ?? []);
	const dropped = new Set(subQuestions.flatMap((one) => (one.dropped ? [one.id] : [])));
	return [...new Map(all.map((one) => [one.id, one])).values()].filter(({ id }) => !dropped.has(id));
}

function askedFor(wanted: string, subQuestions: readonly SubQuestion[]): SubQuestion | undefined {
	return subQuestions.findLast(({ text }) => comparisonForm(text) === comparisonForm(wanted));
}

/**
 * Whether a draft shows something for a request. Rules show it under its words. A model chooses the headings, so what counts there is
 * that the draft cites a claim on it.
 */
export function showsRequest(
	{ claims, options }: Pick<ResearchState, "claims" | "options">,
	draft: Pick<Draft, "sections" | "bottomLine" | "table" | "answer">,
	{ id, text }: SubQuestion,
): boolean {
	if (!options?.model) return showsPart(draft.sections, text);
	const cited = new Set(citedIn({ ...draft, disputes: [] }));
	return claims.some((claim) => claim.subQuestionIds.includes(id) && cited.has(claim.id));
}
