import { shortHash } from "../base/hash.ts";
import type { Review } from "../evidence/report.ts";
import { useOf } from "../reasoning/outline.ts";
import { writeInput } from "./draft.ts";
import type { Journal } from "./journal.ts";
import { draftLength, remarksByCode } from "./remarks-by-code.ts";
import { isReviewed } from "./state-access.ts";
import { pagesOf } from "./stored-pages.ts";
import { isResearchOver } from "./time.ts";
import type { Tools } from "./tools.ts";

/**
 * METHOD §9: a reviewer who sees nothing but the draft and the dimensions reads a synthesis. Returns whether there is anything to
 * revise. Lookups and tables are short enough for the support check alone.
 */
export async function reviewDraft(journal: Journal, tools: Tools, turn: number): Promise<boolean> {
	const { state } = journal;
	const { draft } = state.writing;
	if (!draft || !isReviewed(state)) return false;
	tools.onActivity?.("reviewing the draft");
	await journal.record(turn, {
		instead: "rules",
		name: `review:${shortHash(draft)}`,
		work: async (role) => {
			const input = {
				question: state.question,
				dimensions: state.plan.dimensions,
				draft,
				outline: useOf(writeInput(state), draft),
				length: draftLength(state, draft),
			};
			if (isResearchOver(role)) return { type: "reviewed", review: undefined };
			const remarks = await tools.reasoner.review(input, role);
			if (!remarks) return { type: "reviewed", review: undefined };
			const pages = [...(await pagesOf(state, tools, role.signal)).values()];
			return { type: "reviewed", review: { ...remarks, ...remarksByCode(state, draft, pages) } };
		},
	});
	return hasRemarks(journal.state.writing.review);
}

/** Whether a review holds a remark of any kind. Grades alone ask for nothing. */
function hasRemarks(review: Review | undefined): boolean {
	const { coverage: _grades, ...remarks } = review ?? {};
	return Object.values(remarks).some((one) => (Array.isArray(one) ? one.length > 0 : one !== undefined));
}
