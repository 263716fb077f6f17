import type { CallRecord } from "../../evidence/call.ts";
import type { ResearchState, Turn } from "../../evidence/state.ts";
import type { LoggedEvent } from "../run-log.ts";

/** The requests of a run by what they were for. Each is in one place. */
export interface RequestsByStep {
	/** Before the first step. */
	start: CallRecord[];
	/** Of one step alone, by its number. */
	steps: ReadonlyMap<number, CallRecord[]>;
	/** Of all steps of a wave together (the choice of pages, the comparison, the gap analysis), by wave. */
	waves: ReadonlyMap<number, CallRecord[]>;
	/** Of the report. */
	end: CallRecord[];
	/** In ledgers of older releases, and of a step that was not recorded. */
	unknown: CallRecord[];
}

export function requestsByStep(
	calls: readonly CallRecord[],
	log: readonly LoggedEvent[],
	state: ResearchState,
): RequestsByStep {
	const byName = new Map(log.map((one) => [one.name, one]));
	const lastWave = state.turns.at(-1)?.wave ?? 0;
	const placed = calls.map((call) => {
		const event = byName.get(call.request.step ?? "")?.event;
		if (!event) return { call, place: "unknown" as const };
		if (event.turn === 0) return { call, place: "start" as const };
		if (event.turn > lastWave) return { call, place: "end" as const };
		const wave = state.turns.filter((turn) => turn.wave === event.turn);
		return { call, place: "wave" as const, wave: event.turn, step: stepOf(event, wave, state)?.n };
	});
	const at = (place: string) => placed.filter((one) => one.place === place).map(({ call }) => call);
	const grouped = (keyOf: (one: (typeof placed)[number]) => number | undefined) => {
		const groups = new Map<number, CallRecord[]>();
		for (const one of placed) {
			const key = keyOf(one);
			if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), one.call]);
		}
		return groups;
	};
	return {
		start: at("start"),
		steps: grouped(({ step }) => step),
		waves: grouped(({ wave, step }) => (step === undefined ? wave : undefined)),
		end: at("end"),
		unknown: at("unknown"),
	};
}

/** The step that an event of its wave belongs to; undefined if it is the whole wave's. */
function stepOf(event: LoggedEvent["event"], wave: readonly Turn[], { sources }: ResearchState): Turn | undefined {
	if (wave.length === 1) return wave[0];
	switch (event.type) {
		case "rewritten":
		case "searched":
			return wave[event.order];
		case "investigated":
			return wave.find(({ subQuestionId }) => subQuestionId === event.subQuestionId) ?? wave[event.order];
		case "extracted": {
			const url = sources.find(({ id }) => id === event.sourceId)?.url;
			return wave.find(
				({ read, again }) => read.includes(event.sourceId) || (url !== undefined && again.includes(url)),
			);
		}
		default:
			return undefined;
	}
}
