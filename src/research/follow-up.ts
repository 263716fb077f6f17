import { shortHash } from "../base/hash.ts";
import type { GapsInput } from "../reasoning/reasoner.ts";
import { routeOf } from "./facts.ts";
import type { Entry, Journal } from "./journal.ts";
import { pageOf, type Tools } from "./tools.ts";
import { weighedPart } from "./weighed.ts";

/** Follow-ups asked of the reasoner after a turn, at most. */
const followUpsMax = 8;

/** METHOD §4.4 and §7, gap analysis: what was read changes what is searched next. */
export function followUp(journal: Journal, tools: Tools, turn: number): Entry {
	const { state } = journal;
	const tried = [...new Set(state.turns.flatMap((one) => one.queries))];
	return {
		name: `follow-up:${turn}:${shortHash([state.sources.map(({ hash }) => hash), tried])}`,
		instead: () => ({ type: "followed", followUps: [] }),
		work: async (role) => {
			const pages = [];
			for (const source of state.sources) {
				const claimed = state.claims.filter(({ sourceId }) => sourceId === source.id);
				const places = claimed.map(({ start, quote }) => ({ start, end: start + quote.length }));
				pages.push(weighedPart(await pageOf(tools, source, role.signal), places).page);
			}
			const wanted: GapsInput = {
				question: state.question,
				route: routeOf(state),
				plan: { ...state.plan, subQuestions: state.subQuestions },
				claims: state.claims,
				pages,
				tried,
				waiting: state.plan.subQuestions.map(({ id }) => id).filter((id) => (state.coverage[id]?.turns ?? 0) === 0),
				missed: state.subQuestions.flatMap(({ id }) => (state.coverage[id]?.gaps ?? []).map((text) => ({ id, text }))),
				leads: state.followUps.slice(0, followUpsMax).map(({ text }) => text),
				max: followUpsMax,
			};
			const { followUps, missing } = await tools.reasoner.findGaps(wanted, role);
			return { type: "followed", followUps: followUps.slice(0, followUpsMax), missing };
		},
	};
}
