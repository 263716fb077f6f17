import { UsageError } from "../base/errors.ts";
import { scrub } from "../base/scrub.ts";
import { densityOf, roundYields } from "../evidence/density.ts";
import { fold } from "../evidence/fold.ts";
import { type Spending, spendingOf } from "../evidence/spending.ts";
import type { ResearchState, SurveyPass } from "../evidence/state.ts";
import { passStepName } from "../research/survey/passes.ts";
import type { LoggedStep, RunRecord, Store } from "../store/store.ts";
import { spendingSoFar } from "./follow-run.ts";
import { renderHtml } from "./report/html.ts";
import { renderStoredPage } from "./report/page-html.ts";
import { pageTextsOf, reportInputOf } from "./run-files.ts";
import { eventsOf, loadState } from "./run-log.ts";
import { runNamed } from "./run-named.ts";
import { type ShownPass, shownPassOf } from "./survey-so-far.ts";

/** A pass of a survey with what it is about, how far it is, and why it ended. */
export interface PassSummary extends Omit<ShownPass, "subQuestions"> {
	/** From 1: the first round covers the plan, each later one the gaps. */
	round: number;
	/** Its objective: the survey's sub-questions that it researches. */
	subQuestions: { id: string; text: string }[];
	/** Why its research ended, or why it could not be carried out; absent while it goes on. */
	ended?: string | undefined;
	/** Whether it has written a report of its own. */
	reported: boolean;
	/** Active time, ms. */
	elapsedMs: number;
	/** On models, of the steps that have ended; absent without a model. */
	spending?: Spending | undefined;
}

/** What the passes of one round brought together. */
export interface RoundSummary {
	round: number;
	newFacts: number;
	newPages: number;
	/** New facts per new page: the survey goes on while it rises. */
	density: number;
}

/** The passes of surveys, as a part of `App`. Each throws `RUN_UNKNOWN`; where a pass is named, also `PASS_UNKNOWN`. */
export interface Passes {
	/** In the order of the survey; both are empty for another run. */
	passes(id: string): Promise<{ passes: PassSummary[]; rounds: RoundSummary[] }>;
	/** A pass with its state, which is that of a run of its own. */
	pass(id: string, passId: string): Promise<{ survey: string; pass: PassSummary; state: ResearchState }>;
	/** The pass's own report as HTML. Throws `PASS_UNREPORTED`. */
	passReport(id: string, passId: string): Promise<string>;
	/** A page that the pass has read, with the quotes of its claims marked, as HTML. Throws `PAGE_UNKNOWN`. */
	passPage(id: string, passId: string, sourceId: string): Promise<string>;
}

export function passesOf(store: Store, out: string): Passes {
	async function load(id: string) {
		const run = await runNamed(store, id);
		const state = await loadState(store, run.id);
		const passes = state.passes ?? [];
		const children = passes.length === 0 ? [] : await store.children(run.id);
		const logs = new Map(children.map(({ name, log }) => [name, log]));
		const calls = passes.length === 0 ? [] : await store.calls(run.id);
		const shown = passes.map((pass) => {
			const log = logs.get(passStepName(pass.slice)) ?? [];
			const steps = new Set(log.map(({ name }) => name));
			const own = calls.filter(({ request }) => request.step !== undefined && steps.has(request.step));
			const spending = run.status === "running" ? spendingSoFar(own) : spendingOf(own);
			return { pass, log, spending: calls.length === 0 ? undefined : spending };
		});
		return { run, state, shown };
	}

	async function named(id: string, passId: string) {
		const { run, state, shown } = await load(id);
		const found = shown.find(({ pass }) => pass.slice.id === passId);
		if (!found) {
			const ids = shown.map(({ pass }) => pass.slice.id);
			throw new UsageError("PASS_UNKNOWN", `run ${run.id.slice(0, 8)} has no pass ${JSON.stringify(passId)}`, {
				hint: ids.length === 0 ? "only a survey has passes" : `its passes: ${ids.join(", ")}`,
			});
		}
		const own = fold(eventsOf(found.log));
		return { run, survey: state, pass: summaryOf(run, state, found), state: own };
	}

	async function withTexts(id: string, passId: string) {
		const { run, pass, state } = await named(id, passId);
		return { run, pass, state, texts: await pageTextsOf(state, store.pages, `${out}/${run.id}`, true) };
	}

	return {
		async passes(id) {
			const { run, state, shown } = await load(id);
			const rounds = shown.length === 0 ? [] : roundYields(state);
			return {
				passes: shown.map((one) => summaryOf(run, state, one)),
				rounds: rounds.map((one, at) => {
					return { round: at + 1, newFacts: one.facts, newPages: one.pages, density: densityOf(one) };
				}),
			};
		},
		async pass(id, passId) {
			const { survey, pass, state } = await named(id, passId);
			return { survey: survey.question, pass, state };
		},
		async passReport(id, passId) {
			const { run, pass, state, texts } = await withTexts(id, passId);
			const html = renderHtml(reportInputOf(run, state, texts, undefined));
			if (html !== undefined) return scrub(html);
			throw new UsageError("PASS_UNREPORTED", `pass ${pass.id} has no report`, {
				hint: pass.status === "finished" ? "it found no evidence" : "it is not finished yet",
			});
		},
		async passPage(id, passId, sourceId) {
			const { pass, state, texts } = await withTexts(id, passId);
			const [source, text] = [state.sources.find((one) => one.id === sourceId), texts.get(sourceId)];
			if (!source || text === undefined)
				throw new UsageError("PAGE_UNKNOWN", `pass ${pass.id} has no stored page ${JSON.stringify(sourceId)}`, {
					hint: "name a page by the id of its source",
				});
			const claims = state.claims.filter((claim) => claim.sourceId === sourceId);
			return scrub(renderStoredPage(source, text, claims));
		},
	};
}

interface LoadedPass {
	pass: SurveyPass;
	log: LoggedStep[];
	spending: Spending | undefined;
}

function summaryOf(run: RunRecord, survey: ResearchState, { pass, log, spending }: LoadedPass): PassSummary {
	const { round, done, report, failed } = pass;
	const own = fold(eventsOf(log));
	const texts = new Map(survey.subQuestions.map(({ id, text }) => [id, text]));
	const { subQuestions: ids, ...shown } = shownPassOf(pass, run.status);
	const figures = done ? {} : { steps: own.turns.length, sources: own.sources.length, claims: own.claims.length };
	const ended = failed ?? own.stop?.detail;
	return {
		...{ ...shown, ...figures, round, elapsedMs: own.elapsedMs, reported: report !== undefined },
		subQuestions: ids.map((id) => ({ id, text: texts.get(id) ?? id })),
		...(ended === undefined ? {} : { ended }),
		...(spending === undefined ? {} : { spending }),
	};
}
