export type DimensionKind = "factual" | "mechanistic" | "critical" | "practical" | "contextual";

/** A kind of question about the topic, never a section header (METHOD §3). */
export interface Dimension {
	kind: DimensionKind;
	question: string;
}

export type Stance = "supporting" | "adversarial";

/**
 * The origin of a sub-question: the plan, a gap found between waves, a page that was read (a bridging entity, or a reference), or an object that
 * several sources name.
 */
export const subQuestionOrigins = ["plan", "gap", "hop", "citation", "object"] as const;
export type SubQuestionOrigin = (typeof subQuestionOrigins)[number];

export interface SubQuestion {
	/** `q1`, `q2`, … in the order of their creation. */
	id: string;
	text: string;
	dimension: DimensionKind;
	stance: Stance;
	priority: "core" | "optional";
	readingId: string;
	origin: SubQuestionOrigin;
	/** Names, titles or terms that a search must hold; for a hop, the bridging entity. */
	focus: string[];
	/** The value of the route that it captures, if any. */
	value?: string | undefined;
	/** The subject of the route that it asks about, if any. */
	subject?: string | undefined;
	/** For a hop: the page that suggested it. */
	from?: string | undefined;
	/** For a reference of a web page: the address of the work, if it may be read. */
	link?: string | undefined;
	/** Its queries: 1 for a narrow sub-question, 2 for a broad one (METHOD §3, threads). */
	threads: string[];
	/** It is the whole question, researched by a redundant worker from its reading and its first query. */
	worker?: true | undefined;
	/** The user wrote it into the plan before the research: the report has a section for it, or names it as not found. */
	byUser?: true | undefined;
	/** The user dropped it during the run: nothing more is searched for it, and it is no gap. */
	dropped?: true | undefined;
}

export interface Plan {
	dimensions: Dimension[];
	subQuestions: SubQuestion[];
	/** Parts of the question that the depth has no sub-question for. Absent if there are none. */
	unplanned?: string[] | undefined;
}

export type DepthName = "quick" | "standard" | "deep" | "survey";

/** The limits of a depth (METHOD §3, table). */
export interface Depth {
	/** Sub-questions of the first plan, at most: it holds as many as the question needs. */
	subQuestions: number;
	gapRounds: number;
	/** Maximum number of pages read in a run. */
	sources: number;
	/** Maximum number of research steps (actions) in a run. */
	steps: number;
}

/** `deadlineMs`: the run ends by then, unless the user sets another deadline. */
export const depths: Record<DepthName, Depth & { deadlineMs: number }> = {
	quick: { subQuestions: 3, gapRounds: 1, sources: 10, steps: 15, deadlineMs: 300_000 },
	standard: { subQuestions: 5, gapRounds: 3, sources: 20, steps: 45, deadlineMs: 1_200_000 },
	deep: { subQuestions: 10, gapRounds: 5, sources: 40, steps: 75, deadlineMs: 1_800_000 },
	/** Several passes, each a run of its own below this one; the limits hold for all together. */
	survey: { subQuestions: 16, gapRounds: 3, sources: 100, steps: 150, deadlineMs: 3_600_000 },
};
