export type DimensionKind = "factual" | "mechanistic" | "critical" | "practical" | "contextual";

/** A kind of question about the topic, never a section header (METHOD §3). */
export interface Dimension {
	kind: DimensionKind;
	question: string;
}

export type Stance = "supporting" | "adversarial";

/** Where a sub-question came from: the plan, a gap found between rounds, or something that was read (a bridging entity). */
export type SubQuestionOrigin = "plan" | "gap" | "hop";

export interface SubQuestion {
	/** `q1`, `q2`, … in the order in which they were asked. */
	id: string;
	text: string;
	dimension: DimensionKind;
	stance: Stance;
	priority: "core" | "optional";
	readingId: string;
	origin: SubQuestionOrigin;
	/** Names, titles or terms a search must follow; for a hop, the bridging entity. */
	focus: string[];
	/** The value of the route that it captures, when it captures one. */
	value?: string | undefined;
	/** The subject of the route that it asks about, when it asks about one. */
	subject?: string | undefined;
	/** For a hop: the page that led here. */
	from?: string | undefined;
	/** 1 query for a narrow sub-question, 2 for a broad one (METHOD §3, threads). */
	threads: string[];
}

export interface Plan {
	dimensions: Dimension[];
	subQuestions: SubQuestion[];
}

export type DepthName = "quick" | "standard" | "deep";

/** METHOD §3's table. */
export interface Depth {
	subQuestions: number;
	gapRounds: number;
	/** Pages read in a run, at most. */
	sources: number;
	/** Research steps (turns of the loop) in a run, at most. */
	steps: number;
}

export const depths: Record<DepthName, Depth> = {
	quick: { subQuestions: 3, gapRounds: 1, sources: 10, steps: 15 },
	standard: { subQuestions: 5, gapRounds: 3, sources: 20, steps: 45 },
	deep: { subQuestions: 8, gapRounds: 5, sources: 40, steps: 75 },
};
