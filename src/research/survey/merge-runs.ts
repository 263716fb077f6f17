import type { RunOptions } from "../../evidence/event.ts";
import { emptyState, foldEvent } from "../../evidence/fold.ts";
import type { PassResult } from "../../evidence/pass.ts";
import type { Report } from "../../evidence/report.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { verify } from "../../verification/verify.ts";
import { evidenceFrom } from "../stored-pages.ts";
import { storedPageOf, type Tools } from "../tools.ts";
import { assembleReport } from "../write.ts";
import { mergeReports, surestConclusions } from "./merge-reports.ts";
import { passResultOf } from "./passes.ts";

/** A finished run of a study, with what it was to find out. */
export interface StudyRun {
	objective: string;
	state: ResearchState;
}

/** The evidence of several runs on one question, in their order, as the rounds of a survey. It has no report. Pure. */
function mergeEvidence(question: string, runs: readonly StudyRun[]): ResearchState {
	const [first] = runs;
	if (!first) return emptyState;
	const { options, reasoner, source, route } = first.state;
	const place = { turn: 0, order: 0 };
	let state: ResearchState = emptyState;
	if (options && source) state = foldEvent(state, { type: "started", question, options, reasoner, source, ...place });
	if (route) state = foldEvent(state, { type: "routed", route, readings: first.state.readings, ...place });
	let elapsedMs = 0;
	runs.forEach(({ objective, state: own }, at) => {
		const limits = own.options as RunOptions;
		const slice = {
			...{ id: `p${at + 1}`, question: objective, title: objective, subQuestionIds: [] },
			...{ maxSources: limits?.maxSources ?? 0, maxSteps: limits?.maxSteps ?? 0 },
		};
		const round = { turn: at + 1, order: 0 };
		state = foldEvent(state, { type: "sliced", slices: [slice], elapsedMs, ...round });
		elapsedMs += own.elapsedMs;
		state = foldEvent(state, {
			type: "passed",
			slice,
			pass: at === 0 ? passResultOf(own) : withoutPlan(passResultOf(own)),
			elapsedMs,
			...round,
		});
		state = foldEvent(state, { type: "compared", conflicts: [], ...round });
	});
	const last = runs.at(-1)?.state;
	// The first run's plan is the study's: later ones look for what it lacks.
	const plan = { ...first.state.plan, subQuestions: state.subQuestions.slice(0, first.state.plan.subQuestions.length) };
	return { ...state, plan, missing: last?.missing, stop: last?.stop, elapsedMs, done: true };
}

/** Later runs look for what the first one lacks: what they do not find is no gap of its own. */
function withoutPlan(pass: PassResult): PassResult {
	return { ...pass, subQuestions: pass.subQuestions.map((one) => ({ ...one, origin: "gap" })) };
}

/**
 * The evidence and the reports of several runs as those of one: one list of sources, every marker renamed, what is said twice said
 * once. Code checks all of it again, against the stored pages. Without a report in any of them there is none.
 */
export async function mergeRuns(
	question: string,
	runs: readonly StudyRun[],
	pages: Pick<Tools["pages"], "get">,
): Promise<ResearchState> {
	const state = mergeEvidence(question, runs);
	const reports = (state.passes ?? []).flatMap(({ slice, report }) => (report ? [{ slice, report }] : []));
	if (reports.length === 0) return state;
	const bottomLine = surestConclusions(reports);
	// The skeptics of that run voted on its answer.
	const { answer, votes } = reports.find(({ report }) => report.answer)?.report ?? {};
	const draft = {
		...mergeReports(reports, state.claims, question),
		...(bottomLine.length > 0 ? { bottomLine } : {}),
		...(answer ? { answer } : {}),
	};
	const stored = await Promise.all(
		state.sources.map(async (source) => [source.id, await storedPageOf(pages, source)] as const),
	);
	const texts = new Map(stored.flatMap(([id, page]) => (page ? [[id, page] as const] : [])));
	const isWhole = texts.size === state.sources.length;
	// Pages that were cleaned up cannot be checked again; their runs' own checks stand.
	const {
		draft: checked,
		removed,
		checks,
	} = isWhole ? verify(draft, evidenceFrom(state, texts)) : { draft, removed: [], checks: [] };
	const before = reports.flatMap(({ report }) => (report as Report).removed);
	const written = { ...state, writing: { ...state.writing, votes } };
	return {
		...state,
		report: assembleReport(written, checked, undefined, { removed: [...before, ...removed], checks }),
	};
}
