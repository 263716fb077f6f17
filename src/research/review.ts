import { shortHash } from "../base/hash.ts";
import type { Review } from "../evidence/report.ts";
import { useOf } from "../reasoning/outline.ts";
import { writeInput } from "./draft.ts";
import { isReviewed } from "./facts.ts";
import type { Journal } from "./journal.ts";
import { lengthIn, remarksOn } from "./remarks.ts";
import { pagesOf } from "./stored.ts";
import { late } from "./time.ts";
import type { Tools } from "./tools.ts";

/**
 * METHOD §9: a reviewer who sees nothing but the draft and the dimensions reads a synthesis. Returns whether there is anything to
 * revise. Lookups and tables are short enough for the support check alone.
 */
export async function review(journal: Journal, tools: Tools, turn: number): Promise<boolean> {
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
				length: lengthIn(state, draft),
			};
			if (late(role)) return { type: "reviewed", review: undefined };
			const said = await tools.reasoner.review(input, role);
			if (!said) return { type: "reviewed", review: undefined };
			const pages = [...(await pagesOf(state, tools, role.signal)).values()];
			return { type: "reviewed", review: { ...said, ...remarksOn(state, draft, pages) } };
		},
	});
	return asksForMore(journal.state.writing.review);
}

/** Whether a review holds a remark of any kind. Grades alone ask for nothing. */
function asksForMore(review: Review | undefined): boolean {
	const { coverage: _grades, ...remarks } = review ?? {};
	return Object.values(remarks).some((one) => (Array.isArray(one) ? one.length > 0 : one !== undefined));
}
