import { shortHash } from "../base/hash.ts";
import { type GradingTask, gradings } from "./judge-grader.ts";
import type { EvalQuestion } from "./question.ts";

/** Characters of passages in one request; a single statement may have more. */
const passagesLongest = 24_000;

/**
 * The requests of a labelled suite: as many statements in one as a judge is asked of a report. Each question's criterion bears the
 * question's id. The order is that of hashes: a set may be sorted by its labels.
 */
export function labelledTasks(questions: readonly EvalQuestion[]): GradingTask[] {
	const most = gradings.citation?.batch ?? 1;
	const tasks: GradingTask[] = [];
	let length = 0;
	for (const { id, criteria } of questions.toSorted((a, b) => (shortHash(a.id) < shortHash(b.id) ? -1 : 1))) {
		const [criterion] = criteria;
		if (!criterion) continue;
		const own = (criterion.passages ?? []).reduce((sum, { text }) => sum + text.length, 0);
		const last = tasks.at(-1);
		if (last && last.criteria.length < most && length + own <= passagesLongest) {
			last.criteria.push({ ...criterion, id });
			length += own;
		} else {
			tasks.push({ kind: criterion.kind, criteria: [{ ...criterion, id }] });
			length = own;
		}
	}
	return tasks;
}
