import { mean } from "../../base/bootstrap.ts";
import type { GradedRun } from "../graded-run.ts";
import { type Criterion, code, type EvalQuestion, type Verdict } from "../question.ts";

/** From this on, the mean of the judges counts as met. */
const metLeast = 0.5;

/**
 * The criteria that a report did not meet, and those it should not have met and did: by the mean of its judges, or by code where no judge
 * gave a verdict. One without a verdict is not lost: nobody knows.
 */
export function lostCriteria({ criteria }: EvalQuestion, verdicts: readonly Verdict[]): Criterion[] {
	return criteria.filter((criterion) => {
		if (criterion.dimension !== undefined) return false;
		const own = verdicts.filter((one) => one.criterion === criterion.id);
		const met = (ones: readonly Verdict[]) => ones.flatMap((one) => one.met ?? []);
		const judged = met(own.filter(({ judge }) => judge !== code));
		const values = judged.length > 0 ? judged : met(own);
		if (values.length === 0) return false;
		return criterion.weight < 0 ? mean(values) >= metLeast : mean(values) < metLeast;
	});
}

/** How many criteria the graded runs were to meet, each run counted. */
export function wantedCriteria(questions: readonly EvalQuestion[], runs: readonly GradedRun[]): number {
	const byId = new Map(questions.map(({ id, criteria }) => [id, criteria.filter(isWanted).length]));
	return runs.reduce((sum, { question }) => sum + (byId.get(question) ?? 0), 0);
}

function isWanted({ weight, dimension }: Criterion): boolean {
	return weight > 0 && dimension === undefined;
}
