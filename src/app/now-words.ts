import { pluralize } from "../base/text.ts";
import type { ResearchEvent } from "../evidence/event.ts";
import type { ResearchState, Turn } from "../evidence/state.ts";
import { unreadReasonWords } from "../evidence/unread-page.ts";
import { currentWave } from "../evidence/wave.ts";
import { documentName } from "./event-words.ts";

/**
 * What a run does after an event, until something tells more; undefined where the event does not say it. `state` is the state after it. The
 * text may hold control characters.
 */
export function nowAfter(event: ResearchEvent, state: ResearchState): string | undefined {
	switch (event.type) {
		case "started":
			return "understanding the question";
		case "planned":
			return "planning";
		case "decided":
			return event.action.kind === "stop" ? "writing and checking the report" : "";
		case "searched":
			return "choosing pages";
		case "chosen":
			return event.choices.length === 0
				? "reading on"
				: `reading ${event.choices.map(({ url }) => documentName(url, state)).join(", ")}`;
		case "unread":
			return `${event.obstacle ? unreadReasonWords[event.obstacle] : "not readable"}: ${documentName(event.url, state)}`;
		case "read":
			return `weighing ${event.source.label}`;
		case "drafted":
			return "reading the draft critically";
		case "reviewed":
			return "revising the draft";
		case "revised":
			return "checking each sentence against its quotes";
		case "judged":
			return "finishing the report";
		default:
			return undefined;
	}
}

/** What an event says of the threads of the wave, by their sub-questions, and what of it failed. `state` is the state after it. Texts may hold control characters. */
export function threadsAfter(
	event: ResearchEvent,
	state: ResearchState,
): { doing: Record<string, string>; failed: string[] } {
	const wave = currentWave(state);
	const idle = { doing: {}, failed: [] };
	const of = (turn: Turn | undefined, text: string) =>
		turn?.subQuestionId === undefined ? {} : { [turn.subQuestionId]: text };
	switch (event.type) {
		case "rewritten":
			return {
				doing: of(wave[event.order], `searching: ${[...event.queries, ...event.titles].join(" · ")}`),
				failed: [],
			};
		case "searched": {
			const failed = [
				...event.failed.map(({ query, reason }) => `search “${query}”: ${reason}`),
				...(event.faults ?? []).map(({ service, reason }) => `${service}: ${reason}`),
			];
			return { doing: of(wave[event.order], `${pluralize(event.found, "result")} found`), failed };
		}
		case "read":
			return {
				doing: of(
					wave.find(({ read }) => read.includes(event.source.id)),
					`weighing ${event.source.label}`,
				),
				failed: [],
			};
		case "unread": {
			const turn = wave.find(({ unread }) => unread.some(({ url }) => url === event.url));
			const why = event.obstacle ? unreadReasonWords[event.obstacle] : "not readable";
			const name = documentName(event.url, state);
			return { doing: of(turn, `${why}: ${name}`), failed: [`${name}: ${why} (${event.reason})`] };
		}
		case "extracted": {
			const label = state.sources.find(({ id }) => id === event.sourceId)?.label ?? "a page";
			const taken = `${pluralize(event.claims.length, "claim")} from ${label}`;
			return { doing: { [event.subQuestionId]: taken }, failed: [] };
		}
		default:
			return idle;
	}
}
