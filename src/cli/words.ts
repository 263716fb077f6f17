import type {
	GapGrid,
	ResearchEvent,
	ResearchState,
	ServiceFault,
	Signal,
	StopReason,
	Turn,
	UnreadReason,
} from "../app/api.ts";
import { actionAt, currentWave, isWeb, summaryOf } from "../app/api.ts";
import type { Progress, Range, StoreWait } from "../app/index.ts";
import { formatDollars, formatTokens } from "../app/report/spending-words.ts";
import { formatDuration, oneLine, pluralize } from "./terminal/text.ts";

/** `anthropic:a: 14–31 calls, 60k–210k tokens, $0.31–1.20`. */
export function estimateWords({ models, calls, tokens, usd, capUsd }: Progress & { type: "estimate" }): string {
	const price = usd === undefined ? "price unknown" : usd.high === 0 ? "$0" : rangeWords(usd);
	const cap = capUsd === undefined ? "" : `, never more than ${formatDollars(capUsd)}`;
	const names = models.length === 0 ? "" : `${models.join(" and ")}: `;
	return `${names}${calls.low}–${calls.high} calls, ${formatTokens(tokens.low)}–${formatTokens(tokens.high)} tokens, ${price}${cap}`;
}

/** `postgres assay on db:5432 is away since 17:03:12; waiting for it, at most 1 min: nothing that was recorded is lost`. */
export function waitWords({ why, where, since, forMs }: StoreWait): string {
	const at = since.toTimeString().slice(0, 8);
	const what =
		why === "away" ? `${where} is away since ${at}` : `another program has the files in ${where} locked since ${at}`;
	return `${what}; waiting for it, at most ${Math.round(forMs / 60_000)} min: nothing that was recorded is lost`;
}

/** `postgres assay on db:5432 is back after 0:07; the run goes on`. */
export function waitEndWords({ why, where, since }: StoreWait, now: Date): string {
	const lasted = formatDuration(now.getTime() - since.getTime());
	return `${where} is ${why === "away" ? "back" : "no longer locked"} after ${lasted}; the run goes on`;
}

/** `$0.31–1.20`. */
export function rangeWords(usd: Range): string {
	return `${formatDollars(usd.low)}–${formatDollars(usd.high).slice(1)}`;
}

/**
 * The current activity after `ms`: a wait is counted down, a long activity shows its duration.
 * `planning: waiting for the lead model · 0:42`.
 */
export function activityWords(text: string, ms: number): string {
	const wait = /, again in (\d+) s$/.exec(text);
	if (wait) {
		const left = Math.ceil(Number(wait[1]) - ms / 1_000);
		return text.slice(0, wait.index) + (left > 0 ? `, again in ${left} s` : ", asking again");
	}
	return ms >= durationShownFromMs && text !== "" ? `${text} · ${formatDuration(ms)}` : text;
}

/** Activities longer than this show their duration. ms */
const durationShownFromMs = 10_000;

/** What an action did to the evidence, in words. */
export const signalWords: Record<Signal, string> = {
	NEW_EVIDENCE: "new evidence",
	CONFLICT_FOUND: "sources disagree",
	REDUNDANT: "nothing new",
	DEAD_END: "no answer there",
	NO_RETRIEVAL_RESULTS: "nothing found",
};

export const stopReasonWords: Record<StopReason, string> = {
	ANSWER_CAPTURED: "the answer was found and checked",
	COVERAGE_MET: "evidence was found on every core question",
	DIMINISHING_RETURNS: "nothing new was coming in",
	BUDGET_EXHAUSTED: "a limit was reached",
	DEADLINE: "the time was up",
	STOPPED_BY_USER: "you stopped it",
	NO_EVIDENCE: "nothing was found that answers the question",
};

/** A run's name on screens. Any unique prefix of an id is accepted. */
export function shortId(id: string): string {
	return id.slice(0, 8);
}

/** A document's readable name: its path in the corpus, its host and path on the web, or the end of its address. */
export function documentName(url: string, state: ResearchState | undefined): string {
	const source =
		state?.sources.find((source) => source.url === url) ??
		state?.turns.flatMap(({ hits }) => hits).find((hit) => hit.url === url);
	if (source) return oneLine(source.label);
	if (isWeb({ url }) && URL.canParse(url)) return oneLine(new URL(url).hostname);
	const end = url.slice(url.lastIndexOf("/") + 1) || url;
	try {
		return oneLine(decodeURIComponent(end));
	} catch {
		return oneLine(end);
	}
}

/** A line of a readable log: the kind of event, and its content. */
export interface LogLine {
	label: string;
	text: string;
}

/** An event as plain lines; `state` is the state after it. */
export function logLines(event: ResearchEvent, state: ResearchState): LogLine[] {
	const byRules = (event.fallbacks ?? []).map(({ role, reason }): [string, string] => ["rules", `${role}: ${reason}`]);
	return [...byRules, ...describeEvent(event, state)].map(([label, text]) => ({ label, text: oneLine(text) }));
}

/** The services that answered, and the paid ones that the first search will try. */
function servicesLine(answered: readonly string[], untried: readonly string[]): [string, string][] {
	const parts = [
		answered.length > 0 ? `${answered.join(", ")} ${answered.length === 1 ? "answers" : "answer"}` : "",
		untried.length > 0 ? `${untried.join(", ")} not tried before the first search, since each query is paid for` : "",
	].filter((part) => part !== "");
	return parts.length === 0 ? [] : [["services", parts.join("; ")]];
}

function describeEvent(event: ResearchEvent, state: ResearchState): [label: string, text: string][] {
	switch (event.type) {
		case "started":
			return [["ask", event.question], ...searchedSources(event)];
		case "probed":
			return [...servicesLine(event.answered, event.untried ?? []), ...faultLines(event.faults)];
		case "routed":
			return [["route", `${event.route.shape} (${event.route.answerType.replace("_", "/")}): ${event.route.reason}`]];
		case "interpreted":
			return event.readings.map((reading) => [
				"reading",
				`${reading.kind} ${Math.round(reading.weight * 100)} %: ${reading.text}`,
			]);
		case "planned":
			return event.plan.subQuestions.map((one) => [
				"plan",
				`${one.id} ${one.priority}, ${one.stance === "adversarial" ? "against, " : ""}${one.dimension}: ${one.text}`,
			]);
		case "decided":
			return decisionLines(event, state);
		case "rewritten":
			return [
				[
					"search",
					[...event.queries, ...event.titles.map((title) => `title: ${title}`)].map((one) => `"${one}"`).join(", "),
				],
			];
		case "searched":
			return [
				["found", pluralize(event.found, "document")],
				...sentLines(event.sent ?? [], actionAt(state, event.order)),
				...event.failed.map(({ query, reason }): [string, string] => ["failed", `"${query}": ${reason}`]),
				...faultLines(event.faults ?? []),
			];
		case "chosen":
			return [["choose", chosenWords(event.choices.length, event.again.length)]];
		case "read":
			return [["read", `${event.source.label}: ${event.source.title}`]];
		case "unread":
			return [
				[
					"unread",
					`${event.obstacle ? `${unreadReasonName(event.obstacle)}: ` : ""}${documentName(event.url, state)}: ${event.reason}`,
				],
			];
		case "extracted": {
			const source = state.sources.find(({ id }) => id === event.sourceId);
			const dropped = event.dropped === 0 ? "" : `, ${event.dropped} dropped (quote not in the page)`;
			return [
				[
					"claims",
					`${event.claims.length} from ${source?.label ?? event.sourceId} for ${event.subQuestionId}${dropped}`,
				],
			];
		}
		case "investigated": {
			const { claims, sources, gaps, ended, queries, sent = [], faults = [] } = event.findings;
			const cut = { budget: ", made to report at its limit", failed: ", its pages weighed without it", reported: "" }[
				ended
			];
			return [
				...(sent.length > 0 ? [["sent", sentWords(queries, sent)] as [string, string]] : []),
				...faultLines(faults),
				[
					"findings",
					`${event.subQuestionId}: ${pluralize(claims.length, "claim")} from ${pluralize(sources.length, "page")}, ${pluralize(gaps.length, "gap")}${cut}`,
				],
			];
		}
		case "compared": {
			const signals = currentWave(state).flatMap(({ signal }) => signal ?? []);
			return [
				...event.conflicts.map(({ why }): [string, string] => ["dispute", why]),
				...(signals.length > 0
					? [["signal", `${signals.join(", ")} · ${figureWords(state)}`] as [string, string]]
					: []),
			];
		}
		case "followed":
			return [
				...(event.analysis ? gapLines(event.analysis) : []),
				...event.followUps.map((followUp): [string, string] => ["lead", `${followUp.text} (${followUp.reason})`]),
			];
		case "answered":
			return event.answer ? [["answer", `${event.answer.text} (${event.answer.confidence} confidence)`]] : [];
		case "drafted":
			return [["draft", `${pluralize(event.draft.sections.length, "section")}`]];
		case "reviewed":
			return event.review ? [["review", `${pluralize(event.review.suggestions.length, "suggestion")}`]] : [];
		case "revised":
			return [["revise", `${pluralize(event.draft.sections.length, "section")}`]];
		case "judged": {
			const passed = event.judgements.filter(({ verdict }) => verdict === "supported" || verdict === "partial").length;
			if (event.judgements.length === 0) return [];
			return [["support", `${passed} of ${pluralize(event.judgements.length, "sentence")} supported by their quotes`]];
		}
		case "redrafted":
			return [["rewrite", "sentences that their quotes did not support"]];
		case "written":
			return [
				[
					"report",
					event.report ? `${pluralize(event.report.sourceIds.length, "source")} cited` : "none: no evidence was found",
				],
			];
	}
}

/** The folders, and the search services that the user chose. */
function searchedSources({ source, options }: ResearchEvent & { type: "started" }): [string, string][] {
	const { corpus, web } = options;
	const folders = `${pluralize(source.documents, "document")}, ${pluralize(source.passages, "passage")}`;
	const lines: [string, string][] = corpus.length > 0 || !web ? [["corpus", folders]] : [];
	if (!web) return lines;
	const limits = [...web.sites, ...(web.since ? [`since ${web.since}`] : [])].map((one) => `, ${one}`).join("");
	if (web.search.length > 0) lines.push(["web", `${web.search.join(", ")}${limits}`]);
	if (web.urls.length > 0) lines.push(["web", `${pluralize(web.urls.length, "page")} to read first`]);
	return lines;
}

function sentLines(sent: readonly string[], turn: Turn | undefined): [string, string][] {
	const { queries = [], titles = [] } = turn ?? {};
	return sent.length === 0 ? [] : [["sent", sentWords([...queries, ...titles], sent)]];
}

/** Which words were sent outside this machine, and to whom. */
function sentWords(queries: readonly string[], sent: readonly string[]): string {
	return `to ${sent.join(", ")}: ${queries.map((query) => `"${query}"`).join(", ")}`;
}

function faultLines(faults: readonly ServiceFault[]): [string, string][] {
	return faults.map(({ service, reason, skipped }) => [skipped ? "left out" : "failed", `${service}: ${reason}`]);
}

/** `not_found` in readable words. */
function unreadReasonName(obstacle: UnreadReason): string {
	return obstacle.replaceAll("_", " ");
}

function decisionLines(
	{ action, added, beside = [] }: ResearchEvent & { type: "decided" },
	state: ResearchState,
): [string, string][] {
	if (action.kind === "stop") return [["stop", `${action.stopReason}: ${action.reason}`]];
	const first = currentWave(state)[0]?.n ?? 1;
	return [{ action, added }, ...beside].flatMap(({ action, added }, at): [string, string][] => {
		if (action.kind === "stop") return [];
		const fresh: [string, string][] = added ? [["added", `${added.id} ${added.text}`]] : [];
		return [...fresh, ["step", `${first + at} ${action.kind} ${action.subQuestionId}: ${action.reason}`]];
	});
}

function chosenWords(fresh: number, again: number): string {
	const readBefore = again === 0 ? "" : `, and ${again} read before`;
	return `${pluralize(fresh, "page")}${readBefore}`;
}

/** `3 of 5 covered; q2 partly, hoped for its price`, then the questions that nobody planned. */
function gapLines({ threads, blindSpots }: GapGrid): [string, string][] {
	if (threads.length === 0) return [];
	const covered = threads.filter(({ verdict }) => verdict === "covered").length;
	const open = threads
		.filter(({ verdict }) => verdict !== "covered")
		.map(({ id, verdict, hopedFor }) => `${id} ${verdict}${hopedFor === "" ? "" : `, hoped for ${hopedFor}`}`);
	return [
		["gaps", [`${covered} of ${threads.length} covered`, ...open].join("; ")],
		...blindSpots.map((text): [string, string] => ["unplanned", text]),
	];
}

/** `14 pages · 52 claims · 31 groups · 2 disputed`. */
export function figureWords(state: ResearchState): string {
	const { sources, claims, groups, disputed } = summaryOf(state);
	return [
		pluralize(sources, "page"),
		pluralize(claims, "claim"),
		pluralize(groups, "group"),
		`${disputed} disputed`,
	].join(" · ");
}
