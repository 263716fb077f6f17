import type { Conflict } from "./claim.ts";
import type { Source } from "./source.ts";
import type { ResearchState, Turn } from "./state.ts";

/** The number of waves that were begun. */
export function waveCount({ turns }: Pick<ResearchState, "turns">): number {
	return turns.at(-1)?.wave ?? 0;
}

/** The actions of the current wave, in plan order. */
export function currentWave({ turns }: ResearchState): Turn[] {
	const wave = turns.at(-1)?.wave;
	return turns.filter((turn) => turn.wave === wave);
}

/** The action at this position in the wave; the first one if there is none. */
export function actionAt(state: ResearchState, order: number): Turn | undefined {
	const wave = currentWave(state);
	return wave[order] ?? wave[0];
}

/** The action that chose or found a page; the wave's first action if none did. */
export function actionLeadingTo(state: ResearchState, url: string): Turn | undefined {
	const wave = currentWave(state);
	return wave.find(({ choices }) => choices.some((one) => one.url === url)) ?? wave.find(hasHit(url)) ?? wave[0];
}

/** Whether a chosen page belongs to this action: it is the first whose search found the page. */
export function isChoiceOf(state: ResearchState, turn: Turn, url: string): boolean {
	const wave = currentWave(state);
	return (wave.find(hasHit(url)) ?? wave[0])?.n === turn.n;
}

function hasHit(url: string): (turn: Turn) => boolean {
	return ({ hits }) => hits.some((hit) => hit.url === url);
}

/** The action that read a source in this wave; the first action if none did. */
export function actionThatRead(state: ResearchState, { id, url }: Pick<Source, "id" | "url">): Turn | undefined {
	const wave = currentWave(state);
	return wave.find(({ read, again }) => read.includes(id) || again.includes(url)) ?? wave[0];
}

/** The actions for which a claim counts: the first on each of its sub-questions, whichever action read the page; else the reader. */
export function actionsGaining(state: ResearchState, ids: readonly string[], reader: Turn | undefined): Turn[] {
	const wave = currentWave(state);
	const bearing = ids.flatMap((id) => wave.find(({ subQuestionId }) => subQuestionId === id) ?? []);
	return bearing.length > 0 || !reader ? bearing : [reader];
}

/** The action for which a conflict counts: the first that found one of its claims. */
export function actionOfConflict(state: ResearchState, { a, b }: Conflict): Turn | undefined {
	const wave = currentWave(state);
	return wave.find(({ claims }) => claims.includes(a) || claims.includes(b)) ?? wave[0];
}

/** The state with one of its actions changed. */
export function updateTurn(
	state: ResearchState,
	turn: Turn | undefined,
	change: Partial<Turn> | ((turn: Turn) => Partial<Turn>),
): ResearchState {
	if (!turn) return state;
	const turns = state.turns.map((one) =>
		one.n === turn.n ? { ...one, ...(typeof change === "function" ? change(one) : change) } : one,
	);
	return { ...state, turns };
}
