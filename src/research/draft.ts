import { shortHash } from "../base/hash.ts";
import { weighAnswer } from "../evidence/agreement.ts";
import { questionInContext } from "../evidence/clarification.ts";
import { isReadyToDraft } from "../evidence/coverage.ts";
import { gapsOf, openGaps } from "../evidence/gaps.ts";
import { hasPart } from "../evidence/parts.ts";
import { type Draft, holdsFacts, type Review } from "../evidence/report.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { WriteInput } from "../reasoning/reasoner.ts";
import { verify } from "../verification/verify.ts";
import type { Step } from "./journal.ts";
import { withoutNarration } from "./narration.ts";
import { withPartSections } from "./part-sections.ts";
import { withRequestSections } from "./request-sections.ts";
import { agreementInput, isReviewed, optionsOf, routeOf } from "./state-access.ts";
import { evidenceOf, pagesOf } from "./stored-pages.ts";
import { sourceLookups, type Tools } from "./tools.ts";

/** The input of the writing roles. */
export function writeInput(state: ResearchState): WriteInput {
	const rank = { direct: 0, adjacent: 1, irrelevant: 2 };
	return {
		question: questionInContext(state),
		route: routeOf(state),
		plan: { ...state.plan, subQuestions: state.subQuestions.filter(({ worker, dropped }) => !worker && !dropped) },
		claims: state.claims.toSorted((a, b) => rank[a.class] - rank[b.class]),
		groups: state.groups,
		conflicts: state.conflicts,
		sources: state.sources,
		gaps: gapsOf(state),
		open: openGaps(state).map(({ text }) => text),
		depth: optionsOf(state).depth,
		...(hasPart(state, "independence") ? {} : { countPages: true }),
	};
}

/** METHOD §9: writes the first draft, after the answer that a synthesis may have. Nothing is drafted without evidence. */
export function writeDraft(state: ResearchState, tools: Tools): Step[] {
	if (!isReadyToDraft(state)) return [];
	tools.onActivity?.("writing the report");
	const step: Step = {
		instead: "rules",
		name: `draft:${shortHash([state.claims.map(({ id }) => id), state.answer])}`,
		work: async (role) => {
			// Rules choose passages from the pages, also as a fallback for a model. A model sees only the lists of the pages.
			const pages = [...(await pagesOf(state, tools, role.signal)).values()];
			const input: WriteInput = { ...writeInput(state), pages, ...sourceLookups(tools, role.signal) };
			// The purpose `report` lets the report reserve pay for this answer.
			const answer =
				input.route.shape === "synthesis"
					? await tools.reasoner.answer(input, { ...role, purpose: "report" })
					: weighAnswer(agreementInput(state));
			const draft = await tools.reasoner.draft({ ...input, answer, isReviewed: isReviewed(state) }, role);
			if (optionsOf(state).model) return { type: "drafted", answer, draft };
			const parted = await withPartSections(draft, state, input, tools.reasoner, role);
			const whole = await withRequestSections(parted, state, input, tools.reasoner, role);
			return { type: "drafted", answer, draft: whole };
		},
	};
	return [step];
}

/** Changes the draft where its review has a remark. */
export function reviseDraft(state: ResearchState, tools: Tools): Step[] {
	const { draft: before, review } = state.writing;
	if (!before || !review || !hasRemarks(review)) return [];
	tools.onActivity?.("revising the report");
	const step: Step = {
		instead: "rules",
		name: `revise:${shortHash([before, review])}`,
		work: async (role) => {
			const { removed } = verify(before, await evidenceOf(state, tools, role.signal));
			const faults = removed.map(({ text: sentence, reason }) => ({ sentence, reason }));
			const revised = await tools.reasoner.revise({ ...writeInput(state), draft: before, review, faults }, role);
			return { type: "revised", draft: keepAnswer(before, withoutNarration(revised, before)) };
		},
	};
	return [step];
}

/** Whether a review holds a remark of any kind. Grades alone ask for nothing. */
function hasRemarks({ coverage: _grades, ...remarks }: Review): boolean {
	return Object.values(remarks).some((one) => (Array.isArray(one) ? one.length > 0 : one !== undefined));
}

/** A revision may change the wording. It never removes the answer, the bottom line or all facts. */
function keepAnswer(before: Draft, revised: Draft): Draft {
	if (!revised.sections.some(holdsFacts) && before.sections.some(holdsFacts)) return before;
	const bottomLine = revised.bottomLine ?? before.bottomLine;
	return { ...revised, ...(bottomLine ? { bottomLine } : {}), ...(before.answer ? { answer: before.answer } : {}) };
}
