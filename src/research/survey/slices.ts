import { chunksOf } from "../../base/chunks.ts";
import type { Slice } from "../../evidence/pass.ts";
import type { SubQuestion } from "../../evidence/plan.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { withoutDropped } from "../../evidence/user-message.ts";
import { optionsOf, readsLeft, routeOf } from "../state-access.ts";

/** Sub-questions of one slice, at most: what one report can treat at length. */
const sliceSize = 4;
/** Passes of the first round, at most. */
const slicesMax = 6;
/** Pages of one pass, at least. */
const pagesMin = 3;
/** The share of pages and steps for the first round; rounds of gaps have the rest. */
const firstRoundShare = 0.75;
/** The share of what is left for each round of gaps. */
const gapRoundShare = 0.5;
/** A follow-up question of less promise is not worth a pass (as in the guided planner). */
const promiseMin = 0.25;

/** The slices of the first round: the plan by dimension. A lookup is not divided, since each of its hops needs the last. */
export function planSlices(state: ResearchState): Slice[] {
	const { maxSteps } = optionsOf(state);
	const pages = Math.max(1, Math.floor(readsLeft(state) * firstRoundShare));
	const most = Math.max(1, Math.min(slicesMax, Math.floor(pages / pagesMin)));
	const planned = withoutDropped(state).subQuestions;
	const parts = routeOf(state).shape === "lookup" ? [planned] : partsOf(planned, most);
	return slicesOf(state, parts, pages, Math.floor(maxSteps * firstRoundShare));
}

/**
 * The slice of a round of gaps: core sub-questions without a direct claim, then the most promising follow-up questions, which become
 * sub-questions. Empty if there is none.
 */
export function gapSlices(state: ResearchState): { slices: Slice[]; added: SubQuestion[] } {
	const open = withoutDropped(state)
		.subQuestions.filter(({ id, priority, origin }) => priority === "core" && origin === "plan" && isOpen(state, id))
		.slice(0, sliceSize);
	const followUps = state.followUps
		.filter(({ promise }) => promise >= promiseMin)
		.toSorted((a, b) => b.promise - a.promise || (a.text < b.text ? -1 : 1))
		.slice(0, sliceSize - open.length);
	const added = followUps.map(({ text, origin, priority, focus, from, queries }, at): SubQuestion => {
		const id = `q${state.subQuestions.length + at + 1}`;
		const readingId = state.readings[0]?.id ?? "r1";
		return {
			...{ id, text, dimension: "factual", stance: "supporting", priority, readingId, origin, focus, from },
			threads: queries ?? [text],
		};
	});
	const parts = [[...open, ...added]].filter((part) => part.length > 0);
	const pages = Math.ceil(readsLeft(state) * gapRoundShare);
	const steps = Math.ceil((optionsOf(state).maxSteps - state.turns.length) * gapRoundShare);
	return { slices: pages < 1 || steps < 1 ? [] : slicesOf(state, parts, pages, steps), added };
}

/** Without a direct claim, and searched by one round only: a second search in vain makes it a gap of the report. */
function isOpen(state: ResearchState, id: string): boolean {
	const rounds = (state.passes ?? []).filter(({ slice }) => slice.subQuestionIds.includes(id)).length;
	return (state.coverage[id]?.directClaims ?? 0) === 0 && rounds < 2;
}

/** Groups by dimension in plan order, large ones halved, the smallest neighbours joined while there are too many. */
function partsOf(subQuestions: readonly SubQuestion[], most: number): SubQuestion[][] {
	const parts = [...Map.groupBy(subQuestions, ({ dimension }) => dimension).values()].flatMap((part) => {
		const each = Math.ceil(part.length / Math.ceil(part.length / sliceSize));
		return chunksOf(part, each);
	});
	while (parts.length > most) {
		const sizes = parts.slice(1).map((part, at) => part.length + (parts[at]?.length ?? 0));
		const at = sizes.indexOf(Math.min(...sizes));
		parts.splice(at, 2, [...(parts[at] ?? []), ...(parts[at + 1] ?? [])]);
	}
	return parts;
}

/** Pages and steps are divided by the number of sub-questions. */
function slicesOf(state: ResearchState, parts: readonly SubQuestion[][], pages: number, steps: number): Slice[] {
	const all = parts.flat().length;
	const before = state.passes?.length ?? 0;
	const shareOf = (total: number, part: readonly SubQuestion[]) => Math.max(1, Math.floor((total * part.length) / all));
	return parts.map((part, at) => ({
		id: `p${before + at + 1}`,
		question: part.length === state.subQuestions.length ? state.question : part.map(({ text }) => text).join(" "),
		title: part[0]?.text ?? state.question,
		subQuestionIds: part.map(({ id }) => id),
		maxSources: shareOf(pages, part),
		maxSteps: shareOf(steps, part),
	}));
}
