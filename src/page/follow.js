import { useEffect, useReducer, useState } from "preact/hooks";
import { faultOf, get } from "./api.js";
import { upperFirst } from "./words.js";

/** @typedef {import("./api.js").Shown} Shown */
/**
 * How a run stands, as its stream of events shows it. `now`, `doing`, `note`, `index`: what it is doing right now, which is in no log.
 * `written`: the report as far as a model has written it. `failures`: the newest last. `at`: when the last state or place in the queue
 * arrived, ms. `pending`: what the user sent and the run has not taken yet.
 * @typedef {Partial<Shown> & { now: string, doing: Record<string, string>, failures: string[], written?: string | undefined, verdicts: Record<string, string>, skipped?: string, note?: string, index?: any, meter?: any, sent: string[], pending: { id: string, words: string }[], isLive: boolean, isLost: boolean, hasCaughtUp?: boolean, fault?: import("./api.js").Fault, at: number }} Followed
 */

/** Somebody works on it, or a worker will. @param {import("./api.js").Run} run */
const isLive = ({ status }) => status === "running" || status === "queued";

/** @type {Followed} */
const nothing = {
	now: "",
	doing: {},
	failures: [],
	verdicts: {},
	sent: [],
	pending: [],
	isLive: false,
	isLost: false,
	at: 0,
};

/** Failures that are shown, the newest. */
const failuresMax = 5;

/** What of an event of the log failed. @param {any} event @returns {string[]} */
function failuresOf(event) {
	if (event.type === "unread") return [`${event.url}: ${event.reason}`];
	const failed = (event.failed ?? []).map((/** @type {any} */ one) => `search “${one.query}”: ${one.reason}`);
	return [...failed, ...(event.faults ?? []).map((/** @type {any} */ one) => `${one.service}: ${one.reason}`)];
}

/** @param {Followed} before @param {{ type: string, data?: any }} message @returns {Followed} */
function reduce(before, { type, data }) {
	switch (type) {
		case "again":
			return { ...before, now: "", doing: {}, failures: [], pending: [], hasCaughtUp: false, fault: undefined };
		case "shown":
			return {
				...before,
				...data,
				failure: data.failure,
				meter: data.spending ? { spending: data.spending } : before.meter,
				isLive: isLive(data.run),
				at: Date.now(),
			};
		case "fault":
			return { ...before, fault: data };
		case "open":
			return { ...before, isLost: false };
		case "lost":
			return { ...before, isLost: true };
		case "state":
			return {
				...before,
				run: before.run && { ...before.run, status: data.status },
				state: data.state,
				queue: data.status === "queued" ? before.queue : undefined,
				index: undefined,
				// What is being done now was told before what the log tells anew.
				doing: before.hasCaughtUp ? { ...before.doing, ...data.doing } : { ...data.doing, ...before.doing },
				hasCaughtUp: true,
				// Not every event tells the time: without a new one the clock goes on from where it was.
				at: data.state.elapsedMs === before.state?.elapsedMs ? before.at : Date.now(),
			};
		case "activity": {
			// What the passes of a survey do at once stands beside each.
			const [, pass] = /^(pass p\d+): /.exec(data.text) ?? [];
			const doing = pass ? { ...before.doing, [pass]: data.text.slice(pass.length + 2) } : before.doing;
			return { ...before, now: data.text, doing };
		}
		case "writing":
			return { ...before, written: data.text };
		case "drafted":
			return { ...before, written: undefined };
		case "verdict":
			return { ...before, verdicts: { ...before.verdicts, [data.sentence]: data.verdict } };
		case "skip":
			return { ...before, skipped: `${data.path}: ${data.reason}` };
		case "received":
			return { ...before, pending: before.pending.filter(({ id }) => id !== data.message.id) };
		case "searched":
		case "probed":
		case "unread":
			return { ...before, failures: [...before.failures, ...failuresOf(data)].slice(-failuresMax) };
		case "investigator":
			return { ...before, doing: { ...before.doing, [data.id]: `${data.action} ${data.what}`.trim() } };
		case "note":
			return { ...before, note: data.text };
		case "destination":
			return { ...before, sent: [...new Set([...before.sent, data.text])] };
		case "message": {
			const { id, kind, text } = data.message;
			const words = `${text === "" ? upperFirst(kind) : `“${text}”`}: ${takenWhen(data)}`;
			return { ...before, pending: [...before.pending.filter((one) => one.id !== id), { id, words }] };
		}
		case "store":
			return { ...before, note: data.wait ? `waiting for the store: ${data.wait.why}` : undefined };
		case "spending":
		case "estimate":
			return { ...before, meter: { ...before.meter, ...data } };
		case "decided":
			// What the log tells anew after a connection is over; what is being done now came before it.
			return before.hasCaughtUp ? { ...before, doing: {} } : before;
		case "queue":
			return { ...before, queue: data, at: Date.now() };
		case "index":
			return {
				...before,
				index: data.phase !== "waiting" && data.total > 0 && data.done >= data.total ? undefined : data,
			};
		default:
			return before;
	}
}

/** Of a run that no process will resume. */
const endings = new Set(["completed", "failed"]);
/** How often a run that nobody works on is looked at. ms */
const lookAgainMs = 3_000;

const passing = [
	...["state", "queue", "activity", "investigator", "note", "destination", "store", "spending", "estimate", "index"],
	...["writing", "verdict", "skip"],
];

/**
 * Follows a run. The browser connects again by itself, and names the last event that it has. `again` reads everything anew, as after
 * the run was resumed.
 * @param {string} id @returns {Followed & { again: () => void }}
 */
export function useRun(id) {
	const [run, dispatch] = useReducer(reduce, nothing);
	const [count, setCount] = useState(0);
	useEffect(() => {
		let isOver = false;
		/** @type {EventSource | undefined} */
		let source;
		/** @type {ReturnType<typeof setTimeout> | undefined} */
		let timer;
		const show = async () => {
			try {
				const shown = await get(`/api/runs/${id}`);
				if (!isOver) dispatch({ type: "shown", data: shown });
				return shown;
			} catch (error) {
				if (!isOver) dispatch({ type: "fault", data: faultOf(error) });
				return undefined;
			}
		};
		const follow = async () => {
			const shown = await show();
			if (isOver || !shown || endings.has(shown.run.status) || shown.run.kind === "campaign") return;
			if (!isLive(shown.run) || !shown.state) return waitForChange(shown);
			const stream = new EventSource(`/api/runs/${id}/events`);
			source = stream;
			stream.onopen = () => dispatch({ type: "open" });
			stream.onerror = () => dispatch({ type: "lost" });
			// An event of the log, or a message of the user's: both arrive under this name.
			stream.onmessage = ({ data }) => {
				const parsed = JSON.parse(data);
				dispatch(parsed.event ? { type: parsed.event.type, data: parsed.event } : { type: "message", data: parsed });
			};
			for (const type of passing)
				stream.addEventListener(type, (event) => dispatch({ type, data: JSON.parse(event.data) }));
			stream.addEventListener("end", () => {
				stream.close();
				void follow();
			});
		};
		/** Another process may resume the run, or has only begun it. @param {import("./api.js").Shown} shown */
		const waitForChange = (shown) => {
			timer = setTimeout(async () => {
				const now = await get(`/api/runs/${id}`).catch(() => undefined);
				if (isOver) return;
				const isSame = !now || (now.run.status === shown.run.status && !now.state === !shown.state);
				if (isSame) waitForChange(shown);
				else void follow();
			}, lookAgainMs);
		};
		dispatch({ type: "again" });
		void follow();
		return () => {
			isOver = true;
			clearTimeout(timer);
			source?.close();
		};
	}, [id, count]);
	return { ...run, again: () => setCount((before) => before + 1) };
}

/** What becomes of a redirect that comes while the report is being written. */
export const lateWords =
	"too late for this report, which is being written. Extend the run then, and it is searched for.";

/** When a message is taken. @param {{ message: { kind: string }, isSurvey: boolean, isLate: boolean }} sent */
function takenWhen({ message: { kind }, isSurvey, isLate }) {
	if (kind === "stop") return "sent, and taken now";
	if (kind === "pause") return "sent, and taken after the step in progress";
	if (isLate) return kind === "redirect" ? lateWords : "the report is being written already";
	return kind === "redirect" && isSurvey
		? "sent, and taken in the next round, when the passes at work have ended"
		: "sent, and taken before the next wave";
}
