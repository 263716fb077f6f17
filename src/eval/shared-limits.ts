import { shareOfCost } from "../app/many-runs.ts";
import { UsageError } from "../base/errors.ts";
import { type SpendingKind, type SpendingLimits, spendingFlags, spendingKinds } from "../evidence/spending-limit.ts";

/** The share of a limit that judges get beside runs with models. */
const judgeShare = 0.25;

/**
 * What the runs and judges of an evaluation may use, so that together they keep its limits: judges a quarter, each run an equal share of the
 * rest. Throws `UsageError` where nothing has a limit's use, or a share is no request at all.
 */
export function sharedLimits(
	all: SpendingLimits,
	{ runs, hasModel, hasJudges }: { runs: number; hasModel: boolean; hasJudges: boolean },
): { judges: SpendingLimits; run: SpendingLimits } {
	const judges: SpendingLimits = {};
	const run: SpendingLimits = {};
	for (const kind of spendingKinds) {
		const most = all[kind];
		if (most === undefined) continue;
		const flag = spendingFlags[kind];
		if (!hasModel && !hasJudges)
			throw new UsageError("LIMIT_UNUSED", `${flag} limits what models use, and none is named`, {
				hint: `name one: --model or --judge; or leave out ${flag}`,
			});
		const forJudges = hasJudges ? most * (hasModel ? judgeShare : 1) : 0;
		if (hasJudges) judges[kind] = whole(kind, forJudges);
		if (hasModel)
			run[kind] = kind === "cost" ? shareOfCost(most - forJudges, runs) : whole(kind, (most - forJudges) / runs);
		if (judges[kind] === 0 || run[kind] === 0)
			throw new UsageError(
				"LIMIT_TOO_SMALL",
				`${flag} ${most} is for ${runs} runs${hasJudges ? " and the judges" : ""} together: too little for one ${kind === "requests" ? "request" : "token"} each`,
				{
					hint: `a higher ${flag}, or fewer questions: --limit N`,
				},
			);
	}
	return { judges, run };
}

/** Throws the refusal of one run's limits with what the user typed. */
export function refuseShare(error: unknown, all: SpendingLimits, runs: number): never {
	const typed = spendingKinds.flatMap((kind) =>
		all[kind] === undefined ? [] : [`${spendingFlags[kind]} ${all[kind]}`],
	);
	if (!(error instanceof UsageError) || !error.code.endsWith("_TOO_SMALL") || typed.length === 0) throw error;
	throw new UsageError(
		error.code,
		`${typed.join(", ")}: for all ${runs} runs and the judges; of the share of one run, ${error.message}`,
		{
			hint: `a higher limit, or fewer questions: --limit N`,
		},
	);
}

function whole(kind: SpendingKind, share: number): number {
	return kind === "cost" ? share : Math.floor(share);
}
