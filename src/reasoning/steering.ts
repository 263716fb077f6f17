import type { SubQuestion } from "../evidence/plan.ts";

/** A user's instruction to a run, and the plan that it may change. */
export interface SteerInput {
	question: string;
	/** `status`: how far it was researched, in words. */
	subQuestions: (Pick<SubQuestion, "id" | "text" | "priority" | "stance"> & { status: string })[];
	/** In the user's own words. */
	redirect: string;
	/** At most this many new sub-questions. */
	max: number;
}

/** The wording of a sub-question. */
type Wording = Pick<SubQuestion, "text" | "focus" | "threads">;

export interface SteerResult {
	added: (Wording & Pick<SubQuestion, "priority" | "stance">)[];
	/** Ids of sub-questions. */
	dropped: string[];
	refocused: (Wording & Pick<SubQuestion, "id">)[];
}
