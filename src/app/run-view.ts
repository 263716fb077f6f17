import type { Confidence } from "../evidence/claim.ts";
import { summaryOf } from "../evidence/coverage.ts";
import type { CoverageStatus } from "../evidence/coverage-status.ts";
import type { DepthName, SubQuestion } from "../evidence/plan.ts";
import { citedIn, type Judgement } from "../evidence/report.ts";
import type { Signal } from "../evidence/signal.ts";
import type { SpendingLimits } from "../evidence/spending-limit.ts";
import { spendingLimitsOf } from "../evidence/spending-limit.ts";
import type { ResearchState, Summary } from "../evidence/state.ts";
import { currentWave, waveCount } from "../evidence/wave.ts";
import { renderPlan } from "../research/plan-text.ts";
import { receivedWords } from "./message-words.ts";
import { flowOf } from "./report/figures/flow.ts";

/** Facts of a view at most, the newest; disputed ones are always among them. */
const findingsMax = 60;

/** What a screen shows of a run's state. It is small, unlike the state: texts of claims and pages are fetched one by one. */
export interface RunView {
	question: string;
	/** Absent until the run has begun. `limits`: those that the user set. */
	options?:
		| {
				depth: DepthName;
				deadlineMs: number;
				maxSources: number;
				maxSteps: number;
				corpus: string[];
				search: string[];
				model: string | undefined;
				limits: SpendingLimits;
				/** What a run that extends another looks for. */
				focus?: string | undefined;
		  }
		| undefined;
	/** What the question may mean; `weight` from 0 to 1. */
	readings: { id: string; text: string; kind: string; weight: number }[];
	/** What the user is asked before the research; empty once it is answered. */
	questions: { question: string; why: string }[];
	/** The plan as text that the user may edit; absent unless the run waits for that. */
	planText?: string | undefined;
	/** What the user sent, and in words what became of it. */
	messages: { text: string; kind: string; wave: number; words: string }[];
	/** What sources state, oldest first: each fact once. `where`: the pages that state it. */
	findings: {
		id: string;
		text: string;
		confidence: Confidence;
		disputed: boolean;
		origins: number;
		where: string[];
		cited: boolean;
	}[];
	/** Names of models, or of the rules. */
	reasoner: string;
	/** The kind of report that the question calls for. */
	shape?: string | undefined;
	/** The number of waves that were begun, and of steps in them. */
	wave: number;
	steps: number;
	/** What each step that has ended brought, oldest first. */
	signals: Signal[];
	/** The documents of the folders that are searched; absent without folders. */
	documents?: number | undefined;
	/** The report while it is written and checked, each sentence with its verdict once it has one. Absent before and after. */
	draft?: { heading: string; sentences: { text: string; verdict?: Judgement["verdict"] | undefined }[] }[] | undefined;
	figures: Summary;
	subQuestions: (Pick<SubQuestion, "id" | "text" | "dimension" | "stance" | "priority" | "origin"> & {
		coverage: CoverageStatus;
		claims: number;
		sources: number;
		/** The user dropped it. */
		dropped: boolean;
		/** The waves that worked on it, with what each brought. */
		waves: { wave: number; signal?: Signal | undefined; queries: string[] }[];
	})[];
	/** What became of the pages that the searches found: the stages of PRISMA's flow diagram. */
	flow: { title: string; count: number }[];
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
		...{
			question: state.question,
			readings: readingsOf(state),
			findings: findingsOf(state),
			options: optionsOf(state),
		},
		planText: state.options?.confirm && !state.confirmed ? renderPlan(state.question, state.plan) : undefined,
		questions: state.clarification?.answers ? [] : (state.clarification?.questions ?? []),
		messages: (state.messages ?? []).map((one) => {
			const { text, kind, wave } = one;
			return { text, kind, wave, words: receivedWords(one) };
		}),
		...{ reasoner, shape: state.route?.shape, wave: waveCount(state), figures: summaryOf(state) },
		...{ steps: state.turns.length, signals: state.turns.flatMap(({ signal }) => signal ?? []) },
		documents: state.options?.corpus.length ? state.source?.documents : undefined,
		draft: draftOf(state),
		subQuestions: state.subQuestions.map(({ id, text, dimension, stance, priority, origin, dropped }) => ({
			...{ id, text, dimension, stance, priority, origin },
			coverage: coverage[id]?.status ?? "uncovered",
			claims: coverage[id]?.directClaims ?? 0,
			sources: coverage[id]?.sources ?? 0,
			dropped: dropped === true,
			waves: state.turns
				.filter(({ subQuestionId }) => subQuestionId === id)
				.map(({ wave, signal, queries }) => ({ wave, signal, queries })),
		})),
		flow: flowOf(state).stages.map(({ title, count }) => ({ title, count })),
		doing: stop || done ? [] : currentWave(state).flatMap(({ action }) => (action.kind === "stop" ? [] : [action])),
		sources: state.sources.map(({ id, title, url, label, hash, date }) => ({ id, title, url, label, hash, date })),
		stop: stop && { reason: stop.reason, detail: stop.detail },
		answer: (state.report?.answer ?? state.answer)?.text,
		...{ done, elapsedMs },
	};
}

function readingsOf({ readings }: ResearchState): RunView["readings"] {
	return readings.map(({ id, text, kind, weight }) => ({ id, text, kind, weight }));
}

function draftOf({ done, writing }: ResearchState): RunView["draft"] {
	const { draft, rewrite, judgements } = writing;
	if (done || !draft) return undefined;
	const verdicts = new Map(judgements.flat().map(({ sentence, verdict }) => [sentence, verdict]));
	return (rewrite ?? draft).sections.map(({ heading, sentences }) => {
		return { heading, sentences: sentences.map(({ text }) => ({ text, verdict: verdicts.get(text) })) };
	});
}

function optionsOf({ options }: ResearchState): RunView["options"] {
	if (!options) return undefined;
	const { depth, deadlineMs, maxSources, maxSteps, corpus, web, model } = options;
	const limits = spendingLimitsOf(model);
	const focus = options.earlier?.focus;
	return {
		depth,
		deadlineMs,
		maxSources,
		maxSteps,
		corpus,
		search: web?.search ?? [],
		model: model?.lead,
		limits,
		focus,
	};
}

function findingsOf({ groups, sources, report }: ResearchState): RunView["findings"] {
	const labels = new Map(sources.map(({ id, label }) => [id, label]));
	const cited = new Set(report ? citedIn(report) : []);
	const newest = new Set(groups.slice(-findingsMax));
	return groups
		.filter((group) => newest.has(group) || group.disputed)
		.map(({ id, text, confidence, disputed, origins, sourceIds, claimIds }) => ({
			...{ id, text, confidence, disputed, origins, where: sourceIds.map((one) => labels.get(one) ?? one) },
			cited: claimIds.some((claim) => cited.has(claim)),
		}));
}
