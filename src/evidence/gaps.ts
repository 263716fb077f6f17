import type { Gap } from "./report.ts";
import type { ResearchState } from "./state.ts";

/**
 * What was asked and not found, with where it was looked for; pages that could not be read are gaps too. Leads that came to
 * nothing are no gaps (the trace has them), nor is optional background that nobody asked for; a search for what speaks against
 * a finding that was made and found nothing is worth telling.
 */
export function gapsOf(state: ResearchState): Gap[] {
	const open = state.subQuestions.filter(
		({ id, origin, priority, stance }) =>
			(state.coverage[id]?.directClaims ?? 0) === 0 &&
			origin === "plan" &&
			(priority === "core" || (stance === "adversarial" && (state.coverage[id]?.turns ?? 0) > 0)),
	);
	const titles = new Map(state.sources.map(({ id, title }) => [id, title]));
	return [
		...open.map((subQuestion): Gap => {
			const { queries: sent = [], read: investigated = [] } = state.coverage[subQuestion.id] ?? {};
			// What several investigators read in one turn is told apart by their findings.
			const turns = state.turns.filter(
				(turn) => turn.subQuestionId === subQuestion.id && turn.investigated.length === 0,
			);
			const read = [...turns.flatMap((turn) => turn.read), ...investigated];
			const pages = read.flatMap((id) => titles.get(id) ?? []);
			const queries = sent.map((query) => `search: ${query}`);
			return { text: subQuestion.text, subQuestionId: subQuestion.id, lookedIn: [...new Set([...queries, ...pages])] };
		}),
		...state.unread.map(({ url, reason }): Gap => ({ text: `could not be read: ${url}`, lookedIn: [reason] })),
	];
}
