import type { Conflict } from "./claim.ts";
import type { Source } from "./source.ts";
import type { ResearchState, Turn } from "./state.ts";

/** Waves that were begun. */
export function wavesOf({ turns }: Pick<ResearchState, "turns">): number {
	return turns.at(-1)?.wave ?? 0;
}

/** The actions of the wave that was begun last, in plan order. */
export function waveOf({ turns }: ResearchState): Turn[] {
	const wave = turns.at(-1)?.wave;
	return turns.filter((turn) => turn.wave === wave);
}

/** The action with this place in the wave; its first one where there is none. */
export function actionAt(state: ResearchState, order: number): Turn | undefined {
	const wave = waveOf(state);
	return wave[order] ?? wave[0];
}

/** The action whose search led to a page; the wave's first one where none did. */
export function ledTo(state: ResearchState, url: string): Turn | undefined {
	const wave = waveOf(state);
	return wave.find(({ choices }) => choices.some((one) => one.url === url)) ?? wave.find(found(url)) ?? wave[0];
}

/** Each choice belongs to the first action whose search found it. */
export function chosenBy(state: ResearchState, turn: Turn, url: string): boolean {
	const wave = waveOf(state);
	return (wave.find(found(url)) ?? wave[0])?.n === turn.n;
}

function found(url: string): (turn: Turn) => boolean {
	return ({ hits }) => hits.some((hit) => hit.url === url);
}

/** The action that read a source in this wave; its first one where none did. */
export function readBy(state: ResearchState, { id, url }: Pick<Source, "id" | "url">): Turn | undefined {
	const wave = waveOf(state);
	return wave.find(({ read, again }) => read.includes(id) || again.includes(url)) ?? wave[0];
}

/** A claim counts for the first action on each sub-question that it bears on, whoever read its page; for the reader where there is none. */
export function gainedBy(state: ResearchState, ids: readonly string[], reader: Turn | undefined): Turn[] {
	const wave = waveOf(state);
	const bearing = ids.flatMap((id) => wave.find(({ subQuestionId }) => subQuestionId === id) ?? []);
	return bearing.length > 0 || !reader ? bearing : [reader];
}

/** A dispute counts for the first action that brought a side of it. */
export function disputeOf(state: ResearchState, { a, b }: Conflict): Turn | undefined {
	const wave = waveOf(state);
	return wave.find(({ claims }) => claims.includes(a) || claims.includes(b)) ?? wave[0];
}

/** The state with one of its actions changed. */
export function changed(
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
