import { distinctBy } from "../base/distinct.ts";
import { AssayError } from "../base/errors.ts";
import { comparisonForm } from "../base/text.ts";
import type { AgreementInput } from "../evidence/agreement.ts";
import type { RunOptions } from "../evidence/event.ts";
import { hasPart } from "../evidence/parts.ts";
import { depths, type SubQuestion } from "../evidence/plan.ts";
import type { Route } from "../evidence/question.ts";
import type { ResearchState, Turn } from "../evidence/state.ts";
import { currentWave } from "../evidence/wave.ts";

/** Returns a value that an earlier stage must have recorded. A missing value means a damaged log: throws `LOG_INCOMPLETE`. */
function required<T>(value: T | undefined, what: string): T {
	if (value === undefined)
		throw new AssayError("LOG_INCOMPLETE", `the run's log holds no ${what}`, {
			hint: "start the question again; the damaged run stays listed by `assay list`",
		});
	return value;
}

export const routeOf = (state: ResearchState): Route => required(state.route, "route");
export const optionsOf = (state: ResearchState): RunOptions => required(state.options, "options");

/**
 * Whether a lookup is hard (METHOD §1, §2): its route calls it complex, or the question's own words are less likely what is meant than
 * another reading of them. Such a question is no fact check, whatever its route says.
 */
export function isHardLookup({ route, readings }: Pick<ResearchState, "route" | "readings">): boolean {
	if (route?.shape !== "lookup") return false;
	const literal = readings.find(({ kind }) => kind === "literal");
	return route.effort === "complex" || readings.some(({ weight }) => literal !== undefined && weight > literal.weight);
}

/** The sub-question that an action works on. */
export function subQuestionOf(state: ResearchState, { subQuestionId }: Turn): SubQuestion {
	return required(
		state.subQuestions.find(({ id }) => id === subQuestionId),
		`sub-question ${subQuestionId}`,
	);
}

/** A sub-question's own queries; without the part `variants` only the first. */
export function plannedQueries(state: ResearchState, { threads }: SubQuestion): string[] {
	return hasPart(state, "variants") ? threads : threads.slice(0, 1);
}

/** The run's other sub-questions, without those of redundant workers. A model extracts a page for them too. */
export function otherSubQuestions(state: ResearchState, { id }: SubQuestion): { others?: SubQuestion[] } {
	const others = state.options?.model
		? state.subQuestions.filter((one) => one.id !== id && !one.worker && !one.dropped)
		: [];
	return others.length > 0 ? { others } : {};
}

/** Pages already read, in order, as the roles see them. */
export function pagesRead(state: ResearchState): { url: string; title: string }[] {
	return state.sources.map(({ url, title }) => ({ url, title }));
}

/** Names that were looked up as titles and that the title of no result holds. */
export function untitledNames({ turns }: ResearchState): string[] {
	const titles = turns.flatMap(({ hits }) => hits.map(({ title }) => comparisonForm(title)));
	const names = distinctBy(
		turns.flatMap((turn) => turn.titles),
		comparisonForm,
	);
	return names.filter((name) => !titles.some((title) => title.includes(comparisonForm(name))));
}

/** Pages that may still be read. Those of an earlier run do not count. */
export function readsLeft(state: ResearchState): number {
	const inherited = new Set(state.inherited?.sources.map(({ id }) => id));
	const read = state.sources.filter(({ id }) => !inherited.has(id)).length;
	return Math.max(0, optionsOf(state).maxSources - read);
}

/** Whether a run without a model has read, or could not read, all documents of its folders: no search can find another. */
export function isEverythingRead({ options, source, sources, unread }: ResearchState): boolean {
	if (!options || !source || options.model || options.web || options.mcp) return false;
	return source.documents > 0 && new Set([...sources, ...unread].map(({ url }) => url)).size >= source.documents;
}

/** Whether a further search for a sub-question can bring nothing: each document was read, and its claims on it were taken. */
export function isExhausted(state: ResearchState, subQuestionId: string): boolean {
	return isEverythingRead(state) && state.sources.every(({ id }) => state.extractedFor[id]?.includes(subQuestionId));
}

/** Whether the run looks what has changed since an earlier one. */
export function isMonitor({ options }: ResearchState): boolean {
	return options?.earlier?.purpose === "monitor";
}

/** Waves that may still search for a gap. A hop needs no round. */
export function gapRoundsLeft(state: ResearchState): number {
	const gaps = state.subQuestions.filter(({ origin }) => origin === "gap");
	const waves = gaps.map(({ id }) => state.turns.find(({ subQuestionId }) => subQuestionId === id)?.wave);
	return Math.max(0, depths[optionsOf(state).depth].gapRounds - new Set(waves).size);
}

/** Whether investigators gather the evidence, instead of the pipeline. */
export function hasInvestigators(options: RunOptions | undefined): boolean {
	return options?.model?.gather === "agent";
}

/** Whether the current wave consists of redundant workers. */
export function isOfWorkers(state: ResearchState): boolean {
	const wave = currentWave(state);
	return wave.length > 0 && wave.every((turn) => subQuestionOf(state, turn).worker);
}

/** What agreement on the answer depends on. */
export function agreementInput(state: ResearchState): AgreementInput {
	const { answer, attempts, claims, groups, sources } = state;
	const { answerType } = routeOf(state);
	return { answer, attempts, answerType, claims, groups, sources, countPages: !hasPart(state, "independence") };
}

/**
 * Whether links of pages may be followed. Beside folders only with a web search: the choice of a link would tell a page's owner what
 * a document says.
 */
export function isLinkFollowingAllowed({ corpus, web }: RunOptions): boolean {
	return corpus.length === 0 || (web?.search.length ?? 0) > 0;
}

/** Whether nothing is left to search: no folders, and every search service that the user chose has failed for good. */
export function hasNothingToSearch({ options, skipped }: ResearchState): boolean {
	const search = options?.web?.search ?? [];
	if (search.length === 0 || (options?.corpus.length ?? 0) > 0) return false;
	return search.every((service) => skipped.some((one) => one.service === service));
}

/** The search services that failed for good in this run. They are not asked again. */
export function skippedServices(state: ResearchState): string[] {
	return state.skipped.map(({ service }) => service);
}

/** Whether a reviewer reads the draft before the checks. Lookups and tables are short enough for the checks alone. */
export function isReviewed(state: ResearchState): boolean {
	return optionsOf(state).model?.review === true && routeOf(state).shape === "synthesis";
}
