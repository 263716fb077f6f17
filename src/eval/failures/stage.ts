/** Where a criterion can be lost, in the order of the method. */
export const lossStages = {
	run_failed: "the run failed",
	never_searched: "never searched",
	not_found: "searched, not found",
	not_chosen: "found, not chosen",
	not_readable: "chosen, not readable",
	not_extracted: "read, not extracted",
	not_grouped: "extracted, not grouped",
	not_written: "known, not written",
	removed: "written, removed by verification",
	judged_wrong: "written, judged wrong",
} as const;

export type LossStage = keyof typeof lossStages;
export const lossStageNames = Object.keys(lossStages) as LossStage[];

/** Where a criterion was lost, and the event of the run's log that shows it. */
export interface Loss {
	stage: LossStage;
	/** In one sentence. */
	what: string;
	/** The event's place in the run's log, and the name of its step; absent if the run left none. */
	position?: number | undefined;
	step?: string | undefined;
}

/** A criterion that a report did not meet. */
export interface LostCriterion extends Loss {
	question: string;
	/** From 0. */
	repeat: number;
	run: string;
	criterion: string;
}

/** Losses by their stages, in the order of the method. Stages without a loss are left out. */
export function lossesByStage<T extends { stage: LossStage }>(lost: readonly T[]): { stage: LossStage; lost: T[] }[] {
	const byStage = Map.groupBy(lost, ({ stage }) => stage);
	return lossStageNames.flatMap((stage) => {
		const own = byStage.get(stage);
		return own ? [{ stage, lost: own }] : [];
	});
}
