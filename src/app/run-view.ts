import { summaryOf } from "../evidence/coverage.ts";
import type { CoverageStatus } from "../evidence/coverage-status.ts";
import type { SubQuestion } from "../evidence/plan.ts";
import type { ResearchState, Summary } from "../evidence/state.ts";
import { currentWave, waveCount } from "../evidence/wave.ts";

/** What a screen shows of a run's state. It is small, unlike the state: texts of claims and pages are fetched one by one. */
export interface RunView {
	/** Names of models, or of the rules. */
	reasoner: string;
	/** The kind of report that the question calls for. */
	shape?: string | undefined;
	/** The number of waves that were begun. */
	wave: number;
	figures: Summary;
	subQuestions: (Pick<SubQuestion, "id" | "text" | "dimension" | "stance" | "priority" | "origin"> & {
		coverage: CoverageStatus;
		claims: number;
		sources: number;
	})[];
	/** The actions of the current wave; empty once the research has stopped. */
	doing: { kind: string; subQuestionId: string; reason: string }[];
	/** In the order of reading. `hash`: of its text, by which the page is fetched. */
	sources: { id: string; title: string; url: string; label: string; hash: string; date?: string | undefined }[];
	stop?: { reason: string; detail: string } | undefined;
	/** The answer of a lookup. */
	answer?: string | undefined;
	/** Whether the report is written, or it is settled that there is none. */
	done: boolean;
	/** Active time, ms. */
	elapsedMs: number;
}

export function runViewOf(state: ResearchState): RunView {
	const { coverage, stop, done, reasoner, elapsedMs } = state;
	return {
		...{ reasoner, shape: state.route?.shape, wave: waveCount(state), figures: summaryOf(state) },
		subQuestions: state.subQuestions.map(({ id, text, dimension, stance, priority, origin }) => ({
			...{ id, text, dimension, stance, priority, origin },
			coverage: coverage[id]?.status ?? "uncovered",
			claims: coverage[id]?.directClaims ?? 0,
			sources: coverage[id]?.sources ?? 0,
		})),
		doing: stop || done ? [] : currentWave(state).flatMap(({ action }) => (action.kind === "stop" ? [] : [action])),
		sources: state.sources.map(({ id, title, url, label, hash, date }) => ({ id, title, url, label, hash, date })),
		stop: stop && { reason: stop.reason, detail: stop.detail },
		answer: (state.report?.answer ?? state.answer)?.text,
		...{ done, elapsedMs },
	};
}
