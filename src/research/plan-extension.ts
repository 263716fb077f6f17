import { distinctBy } from "../base/distinct.ts";
import { shortHash } from "../base/hash.ts";
import { comparisonForm } from "../base/text.ts";
import type { Inherited } from "../evidence/earlier-run.ts";
import type { FollowUpNoted } from "../evidence/event.ts";
import { depths, type SubQuestion } from "../evidence/plan.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { GapsInput } from "../reasoning/reasoner.ts";
import { excerptOf } from "./excerpt.ts";
import type { Step } from "./journal.ts";
import { optionsOf, routeOf } from "./state-access.ts";
import { loadPage, type Tools } from "./tools.ts";

/** What an extension searches for, before it is a sub-question. */
type Wanted = Pick<SubQuestion, "text" | "priority"> & Partial<Pick<SubQuestion, "focus" | "threads" | "stance">>;

/**
 * Plans an extension: its focus, what the user asked too late for the earlier report, the gaps and the uncertain findings of the earlier run, and newer sources become sub-questions. With a model
 * the gap analysis words what is missing. Sub-questions of the earlier plan that are not covered are searched again in any case.
 */
export function planExtension(state: ResearchState, tools: Tools): Step[] {
	const { inherited } = state;
	const options = optionsOf(state);
	if (!inherited || options.earlier?.purpose !== "extend" || state.subQuestions.length === 0) return [];
	const { focus } = options.earlier;
	const step: Step = {
		instead: "rules",
		name: `plan:extension:${shortHash([inherited.run, focus])}`,
		work: async (role) => {
			const uncertain = uncertainFindings(inherited);
			const missing = missingOf(state, inherited);
			const { followUps } =
				options.model === undefined
					? { followUps: [] }
					: await tools.reasoner.findGaps(
							await gapsInput(state, tools, [...missing, ...uncertain.map(asMissed(inherited))], role.signal),
							role,
						);
			const wanted: Wanted[] = [
				...[...(focus === undefined ? [] : [focus]), ...(inherited.late ?? [])].map(core),
				...(followUps.length > 0
					? followUps.map(wantedFollowUp)
					: [...missing.map(({ text }) => optional(text)), ...questionsOn(state, inherited, uncertain)]),
				...(routeOf(state).recency ? [optional(state.question)] : []),
			];
			return { type: "planned", plan: { dimensions: [], subQuestions: toSubQuestions(state, wanted) } };
		},
	};
	return [step];
}

/** What the earlier run missed, apart from sub-questions, which are searched again by themselves. */
function missingOf({ subQuestions }: ResearchState, { missing = [], coverage }: Inherited): Missed[] {
	const ofEach = subQuestions.flatMap(({ id }) => (coverage[id]?.gaps ?? []).map((text) => ({ id, text })));
	return [...missing.map((text) => ({ text })), ...ofEach];
}
type Missed = NonNullable<GapsInput["missed"]>[number];

/** A finding that one source alone states, or that is disputed, with the claims that it rests on. */
interface UncertainFinding {
	text: string;
	claimIds: readonly string[];
}

/** The conclusions of low certainty; where the report has no conclusions, one side of each conflict. */
function uncertainFindings({ report, groups, conflicts, claims, answer }: Inherited): UncertainFinding[] {
	const conclusions = report?.bottomLine ?? [];
	const uncertain = conclusions.filter(({ certainty }) => certainty === "low");
	const sides = new Set(conclusions.length > 0 ? [] : conflicts.map(({ a }) => a));
	const disputed = claims.filter(({ id }) => sides.has(id)).map(({ id, text }) => ({ text, claimIds: [id] }));
	const cited = new Set(answer?.confidence === "low" ? answer.claimIds : []);
	return [...uncertain, ...groups.filter(({ claimIds }) => claimIds.some((id) => cited.has(id))), ...disputed];
}

function asMissed({ claims }: Inherited): (finding: UncertainFinding) => Missed {
	return ({ text, claimIds }) => ({
		id: claims.find(({ id }) => claimIds.includes(id))?.subQuestionIds[0],
		text: `one source alone, or disputed: ${text}`,
	});
}

/** A statement is no question: the sub-question that it answers is asked again, and searched with the statement's words. */
function questionsOn(state: ResearchState, { claims }: Inherited, findings: readonly UncertainFinding[]): Wanted[] {
	const threads = new Map<string, string[]>();
	for (const { text, claimIds } of findings) {
		const [id] = claims.filter((one) => claimIds.includes(one.id)).flatMap(({ subQuestionIds }) => subQuestionIds);
		const question = state.subQuestions.find((one) => one.id === id)?.text ?? state.question;
		threads.set(question, [...(threads.get(question) ?? []), text].slice(0, threadsMax));
	}
	return [...threads].map(([text, found]) => ({ ...optional(text), threads: found }));
}

/** Searches for one sub-question. */
const threadsMax = 3;

const core = (text: string): Wanted => ({ text, priority: "core" });
const optional = (text: string): Wanted => ({ text, priority: "optional" });

function wantedFollowUp({ text, priority, focus, queries }: FollowUpNoted): Wanted {
	return { text, priority, focus, ...(queries ? { threads: queries } : {}) };
}

/** New sub-questions with the next free ids, each text once, as many as the depth allows. */
function toSubQuestions(state: ResearchState, wanted: readonly Wanted[]): SubQuestion[] {
	const known = state.subQuestions
		.filter(({ id }) => (state.coverage[id]?.turns ?? 0) === 0)
		.map(({ text }) => comparisonForm(text));
	return distinctBy(wanted, ({ text }) => comparisonForm(text), known)
		.slice(0, depths[optionsOf(state).depth].subQuestions)
		.map((one, at) => ({
			...{ dimension: "factual", stance: "supporting", origin: "plan", focus: [], threads: [one.text] },
			...one,
			id: `q${state.subQuestions.length + at + 1}`,
			readingId: state.readings[0]?.id ?? "r1",
		}));
}

async function gapsInput(
	state: ResearchState,
	tools: Tools,
	missed: Missed[],
	signal: AbortSignal,
): Promise<GapsInput> {
	const pages = [];
	for (const source of state.sources) {
		const places = state.claims
			.filter(({ sourceId }) => sourceId === source.id)
			.map(({ start, quote }) => ({ start, end: start + quote.length }));
		pages.push(excerptOf(await loadPage(tools, source, signal), places).page);
	}
	return {
		question: state.question,
		route: routeOf(state),
		plan: { ...state.plan, subQuestions: state.subQuestions },
		claims: state.claims,
		pages,
		tried: [...new Set(Object.values(state.coverage).flatMap(({ queries }) => queries))],
		conflicts: state.conflicts,
		waiting: [],
		missed,
		max: depths[optionsOf(state).depth].subQuestions,
	};
}
