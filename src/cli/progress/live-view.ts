import type { Claim, Judgement, ResearchEvent, ResearchState, ServiceFault, Signal } from "../../app/api.ts";
import { currentWave } from "../../app/api.ts";
import { documentName } from "../../app/event-words.ts";
import type { Progress, StoreWait } from "../../app/index.ts";
import { nowAfter, threadsAfter } from "../../app/now-words.ts";
import { meterWords } from "../../app/report/spending-words.ts";
import { workingTime } from "../../base/working-time.ts";
import { oneLine } from "../terminal/text.ts";
import { estimateWords, rangeWords, waitEndWords } from "../words.ts";

/** The data of the live view: the latest value of each part. */
export interface LiveView {
	/** The question, or a title until the log gives the question. */
	title: string;
	runId?: string | undefined;
	index?: (Progress & { type: "index" }) | undefined;
	skipped: number;
	lastSkip?: { path: string; reason: string } | undefined;
	note?: string | undefined;
	/** The spending on models, or its estimate. */
	meter?: string | undefined;
	/** The likely cost, if known. */
	likely?: string | undefined;
	/** What the run waits for before it can continue. */
	wait?: StoreWait | undefined;
	/** The current activity, in words. */
	now: string;
	/** The latest activity of each investigator at work, by its sub-question. */
	doing: Readonly<Record<string, string>>;
	state?: ResearchState | undefined;
	/** Claims and disputes, newest last. */
	found: ShownFinding[];
	signals: Signal[];
	/** What the threads did last, and what failed, newest last. */
	latest: { text: string; hasFailed: boolean }[];
	/** The sub-questions that investigators work on now. */
	investigators: readonly string[];
	/** The report as far as a model has written it: its plain text. */
	written?: string | undefined;
	/** The verdicts of the support check, by sentence. */
	verdicts: ReadonlyMap<string, Judgement["verdict"]>;
	/** When the run's clock was read last, by `workingTime()`. */
	clockAt: number;
}

export interface ShownFinding {
	kind: "claim" | "dispute" | "answer";
	text: string;
	/** The document that states it. */
	where: string;
	/** The claim's id; absent for other kinds. */
	claimId?: string | undefined;
}

/** Maximum number of findings kept for display. */
const findingsMax = 60;
/** The same for what the threads did. */
const latestMax = 60;
/** Maximum claims shown of one page, the best ones: a long page must not push all others off the screen. */
const claimsPerPageMax = 2;

export function emptyView(title: string): LiveView {
	return {
		title,
		skipped: 0,
		now: "",
		doing: {},
		found: [],
		signals: [],
		latest: [],
		investigators: [],
		verdicts: new Map(),
		clockAt: workingTime(),
	};
}

/** The picture after one more progress message. */
export function updateView(view: LiveView, progress: Progress): LiveView {
	switch (progress.type) {
		case "run":
			return { ...view, runId: progress.id };
		case "index":
			return { ...view, index: isIndexed(progress) || view.state?.report ? undefined : progress };
		case "skip":
			return { ...view, skipped: view.skipped + 1, lastSkip: progress };
		// The display writes them above the picture, where they stay.
		case "destination":
		case "message":
			return view;
		case "writing":
			return { ...view, written: progress.text };
		case "verdict":
			return { ...view, verdicts: new Map(view.verdicts).set(progress.sentence, progress.verdict) };
		case "note":
			return { ...view, note: progress.text };
		case "store": {
			const { wait } = progress;
			const waitEnd = view.wait && waitEndWords(view.wait, new Date());
			return wait ? { ...view, wait } : { ...view, wait, note: waitEnd ?? view.note };
		}
		case "activity":
			return { ...view, now: withReadableNames(progress.text, view.state) };
		case "investigator": {
			const what = oneLine(progress.what);
			const text = progress.action === "searching" ? `searching: ${what}` : `${progress.action} ${what}`;
			const { id } = progress;
			const latest = [...view.latest, { text: `${id} ${text}`.trim(), hasFailed: false }].slice(-latestMax);
			const investigators = [...new Set([...view.investigators, id])];
			return { ...view, latest, investigators, doing: { ...view.doing, [id]: text.trim() } };
		}
		case "estimate":
			return {
				...view,
				meter: `about ${estimateWords({ ...progress, models: [] })}`,
				likely: likelyWords(progress),
			};
		case "spending":
			return { ...view, meter: meterWords(progress.spending, progress.limits) };
		case "event":
			return applyEvent(view, progress);
	}
}

/** The likely cost of a run: what its depth usually costs, else the estimate; never above the limit. */
function likelyWords({ usual, limits, ...estimate }: Progress & { type: "estimate" }): string | undefined {
	const usd = usual ? { low: usual.fact.low, high: usual.open.high } : estimate.usd;
	if (usd === undefined || usd.high === 0) return undefined;
	const { cost: capUsd = Number.POSITIVE_INFINITY } = limits;
	return `likely ${rangeWords({ low: Math.min(usd.low, capUsd), high: Math.min(usd.high, capUsd) })}`;
}

/** The picture if the work ends before the report: nothing is in progress any more. */
export function stoppedView(view: LiveView): LiveView {
	return { ...view, now: "stopped here", doing: {}, investigators: [], wait: undefined, index: undefined };
}

function isIndexed({ phase, done, total }: Progress & { type: "index" }): boolean {
	return phase !== "waiting" && total > 0 && done >= total;
}

/** A document's name without control characters. */
function nameOf(url: string, state: ResearchState | undefined): string {
	return oneLine(documentName(url, state));
}

/** Replaces the addresses in a text by readable names. */
function withReadableNames(text: string, state: ResearchState | undefined): string {
	return text.replace(/\b\w+:\/\/\S+/g, (url) => nameOf(url, state));
}

function applyEvent(view: LiveView, { event, state }: Progress & { type: "event" }): LiveView {
	const clockAt = state.elapsedMs === view.state?.elapsedMs ? view.clockAt : workingTime();
	const now = oneLine(nowAfter(event, state) ?? view.now);
	const next = withThreads({ ...view, state, index: undefined, clockAt, now }, event, state);
	switch (event.type) {
		case "started":
			return { ...next, title: event.question };
		case "decided":
			return { ...next, doing: {}, investigators: [] };
		case "probed":
		case "searched": {
			const faults = event.faults ?? [];
			return faults.length === 0 ? next : { ...next, note: faultWords(faults) };
		}
		case "extracted":
			return addFindings(next, bestClaims(event.claims, event.sourceId, state));
		case "investigated": {
			const pages = Map.groupBy(event.findings.claims, ({ sourceId }) => sourceId);
			const { [event.subQuestionId]: _ended, ...doing } = next.doing;
			return addFindings(
				{ ...next, doing, investigators: next.investigators.filter((id) => id !== event.subQuestionId) },
				[...pages].flatMap(([id, claims]) => bestClaims(claims, id, state)),
			);
		}
		case "compared": {
			const signals = [...next.signals, ...currentWave(state).flatMap(({ signal }) => signal ?? [])];
			return addFindings(
				{ ...next, signals },
				event.conflicts.map(({ why }) => ({ kind: "dispute", text: why, where: "" })),
			);
		}
		case "answered":
			return event.answer && event.answer.text !== view.state?.answer?.text
				? addFindings(next, [
						{ kind: "answer", text: event.answer.text, where: `${event.answer.confidence} confidence` },
					])
				: next;
		case "drafted":
			return { ...next, written: undefined };
		case "judged":
			return { ...next, verdicts: new Map(event.judgements.map(({ sentence, verdict }) => [sentence, verdict])) };
		default:
			return next;
	}
}

/** The view with what each thread of the wave does now, by its sub-question, and with what failed. */
function withThreads(view: LiveView, event: ResearchEvent, state: ResearchState): LiveView {
	const { doing, failed } = threadsAfter(event, state);
	const latest = [
		...view.latest,
		...Object.entries(doing).map(([id, text]) => ({ text: oneLine(`${id} ${text}`), hasFailed: false })),
		...failed.map((text) => ({ text: oneLine(text), hasFailed: true })),
	].slice(-latestMax);
	const shown = Object.entries(doing).map(([id, text]) => [id, oneLine(text)]);
	return { ...view, latest, doing: { ...view.doing, ...Object.fromEntries(shown) } };
}

/** `without brave: its key is wrong`. */
function faultWords(faults: readonly ServiceFault[]): string {
	return faults.map(({ service, reason, skipped }) => `${skipped ? "without " : ""}${service}: ${reason}`).join("; ");
}

/** The claims of a page that answer best. */
function bestClaims(claims: readonly Claim[], sourceId: string, state: ResearchState): ShownFinding[] {
	const where = state.sources.find(({ id }) => id === sourceId)?.label ?? "";
	return claims
		.filter((claim) => claim.class === "direct")
		.toSorted((a, b) => b.relevance - a.relevance)
		.slice(0, claimsPerPageMax)
		.map(({ id, text }) => ({ kind: "claim", text, where, claimId: id }));
}

function addFindings(view: LiveView, more: readonly ShownFinding[]): LiveView {
	const shownKeys = new Set(view.found.map(({ kind, text }) => kind + text));
	const fresh = more.filter(({ kind, text }) => !shownKeys.has(kind + text));
	return { ...view, found: [...view.found, ...fresh].slice(-findingsMax) };
}
