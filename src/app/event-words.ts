import { pluralize } from "../base/text.ts";
import type { Attempt } from "../evidence/agreement.ts";
import { userAnswers } from "../evidence/clarification.ts";
import { summaryOf } from "../evidence/coverage.ts";
import type { Revisit } from "../evidence/earlier-run.ts";
import type { FollowUpNoted, GapGrid, ResearchEvent, ServiceFault } from "../evidence/event.ts";
import type { SubQuestion } from "../evidence/plan.ts";
import type { Reading } from "../evidence/question.ts";
import type { StopReason } from "../evidence/report.ts";
import type { Signal } from "../evidence/signal.ts";
import { isWeb } from "../evidence/source.ts";
import type { ResearchState, Turn } from "../evidence/state.ts";
import { unreadReasonWords } from "../evidence/unread-page.ts";
import type { Vote } from "../evidence/votes.ts";
import { actionAt, currentWave } from "../evidence/wave.ts";
import { receivedWords } from "./message-words.ts";

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
	STOPPED_BY_USER: "you asked for the report",
	NO_EVIDENCE: "nothing was found that answers the question",
};

/** A document's readable name: its path in the corpus, its host and path on the web, or the end of its address. */
export function documentName(url: string, state: ResearchState | undefined): string {
	const source =
		state?.sources.find((source) => source.url === url) ??
		state?.turns.flatMap(({ hits }) => hits).find((hit) => hit.url === url);
	if (source) return source.label;
	if (isWeb({ url }) && URL.canParse(url)) return new URL(url).hostname;
	const end = url.slice(url.lastIndexOf("/") + 1) || url;
	try {
		return decodeURIComponent(end);
	} catch {
		return end;
	}
}

function sourceLabel(id: string, { sources, inherited }: ResearchState): string {
	return [...sources, ...(inherited?.sources ?? [])].find((source) => source.id === id)?.label ?? id;
}

/** `changed, 2 quotes are gone`. */
function revisitWords(revisit: Revisit): string {
	switch (revisit.outcome) {
		case "unchanged":
			return "unchanged";
		case "changed":
			return revisit.lost.length === 0
				? "changed"
				: `changed, ${pluralize(revisit.lost.length, "quote")} no longer there`;
		case "gone":
			return `gone (${revisit.reason})`;
		case "unreachable":
			return `not reachable now (${revisit.reason})`;
	}
}

/** The services that answered, and the paid ones that the first search will try. */
function servicesLine(answered: readonly string[], untried: readonly string[]): [string, string][] {
	const parts = [
		answered.length > 0 ? `${answered.join(", ")} ${answered.length === 1 ? "answers" : "answer"}` : "",
		untried.length > 0 ? `${untried.join(", ")} not tried before the first search, since each query is paid for` : "",
	].filter((part) => part !== "");
	return parts.length === 0 ? [] : [["services", parts.join("; ")]];
}

/** An event as lines of a readable log: the kind of event and its content. `state` is the state after it. Texts may hold control characters. */
export function describeEvent(event: ResearchEvent, state: ResearchState): [label: string, text: string][] {
	switch (event.type) {
		case "started":
			return [["ask", event.question], ...searchedSources(event)];
		case "inherited": {
			const { run, claims, sources } = event.inherited;
			const known = `${pluralize(claims.length, "claim")} from ${pluralize(sources.length, "page")}`;
			return [["earlier", `run ${run.slice(0, 8)}: ${known}`]];
		}
		case "revisited":
			return [["again", `${sourceLabel(event.sourceId, state)}: ${revisitWords(event)}`]];
		case "asked":
			return event.questions.map(({ question, why }): [string, string] => [
				"asks you",
				why === "" ? question : `${question} (${why})`,
			]);
		case "replied":
			return userAnswers(state).map(({ answer }): [string, string] => ["you said", answer]);
		case "confirmed":
			return event.plan
				? [["plan", "edited by you"], ...planLines(event.plan.subQuestions)]
				: [["plan", "accepted by you"]];
		case "probed":
			return [...servicesLine(event.answered, event.untried ?? []), ...faultLines(event.faults)];
		case "routed":
			return [
				["route", `${event.route.shape} (${event.route.answerType.replace("_", "/")}): ${event.route.reason}`],
				...readingLines(event.readings ?? []),
				...planLines(event.plan?.subQuestions ?? []),
			];
		case "interpreted":
			return readingLines(event.readings);
		case "weighed":
			return [
				...(event.sent ? [["sent", sentWords(event.queries, event.sent)] as [string, string]] : []),
				...faultLines(event.faults ?? []),
				...readingLines(event.readings),
			];
		case "planned":
			return planLines(event.plan.subQuestions);
		case "received":
			return [["you", receivedWords({ ...event.message, ...event })]];
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
					`${event.obstacle ? `${unreadReasonWords[event.obstacle]}: ` : ""}${documentName(event.url, state)}: ${event.reason}`,
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
		case "cited":
			return leadLines(event.followUps);
		case "followed":
			return [...(event.analysis ? gapLines(event.analysis) : []), ...leadLines(event.followUps)];
		case "attempted":
			return [["worker", attemptWords(event.attempt)]];
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
		case "sliced":
			return event.slices.map(({ id, subQuestionIds, maxSources, question }) => [
				"pass",
				`${id} (${subQuestionIds.join(", ")}; up to ${pluralize(maxSources, "page")}): ${question}`,
			]);
		case "passed": {
			const { claims, sources, report, parked } = event.pass;
			const failed = parked.map(({ what, reason }): [string, string] => ["failed", `${what}: ${reason}`]);
			const wrote = report ? pluralize(report.sections.length, "section") : "nothing to report";
			const found = `${pluralize(claims.length, "claim")} from ${pluralize(sources.length, "page")}`;
			return [...failed, ["passed", `${event.slice.id}: ${found}, ${wrote}`]];
		}
		case "polished": {
			const kept = event.refused > 0 ? `, ${event.refused} kept because more than words would have changed` : "";
			return [["wording", `${pluralize(event.changed, "paragraph")} smoothed${kept}`]];
		}
		case "voted":
			return [["vote", voteWords(event.vote)]];
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

/** `q4: 1887 (medium confidence)`. */
function attemptWords({ subQuestionId, answer }: Attempt): string {
	return `${subQuestionId}: ${answer ? `${answer.text} (${answer.confidence} confidence)` : "no answer"}`;
}

/** `refuted: the newer page gives another value`. */
export function voteWords({ verdict, why }: Vote): string {
	return why === "" ? verdict : `${verdict}: ${why}`;
}

function leadLines(followUps: readonly FollowUpNoted[]): [string, string][] {
	return followUps.map(({ text, reason }) => ["lead", `${text} (${reason})`]);
}

function readingLines(readings: readonly Reading[]): [string, string][] {
	return readings.map((reading) => ["reading", readingWords(reading)]);
}

/** `misremembered 98 %: When was …? (its first results hold 100 % of its words together and 100 % of its names; 40 % before)`. */
export function readingWords({ kind, weight, text, found }: Reading): string {
	const percent = (share: number) => `${Math.round(share * 100)} %`;
	const why = found
		? ` (its first results hold ${percent(found.together)} of its words together and ${percent(found.names)} of its names; ${percent(found.before)} before)`
		: "";
	return `${kind} ${percent(weight)}: ${text}${why}`;
}

function planLines(subQuestions: readonly SubQuestion[]): [string, string][] {
	return subQuestions.map(({ id, priority, stance, dimension, text }) => [
		"plan",
		`${id} ${priority}, ${stance === "adversarial" ? "against, " : ""}${dimension}: ${text}`,
	]);
}

/** The folders, and the search services that the user chose. */
function searchedSources({ source, options }: ResearchEvent & { type: "started" }): [string, string][] {
	const { corpus, web, mcp, from } = options;
	if (from !== undefined) return [["pages", `${pluralize(source.documents, "page")} of run ${from.slice(0, 8)}`]];
	const folders = `${pluralize(source.documents, "document")}, ${pluralize(source.passages, "passage")}`;
	const lines: [string, string][] = corpus.length > 0 || !(web || mcp) ? [["corpus", folders]] : [];
	if (mcp) lines.push(["servers", mcp.servers.map(({ name }) => name).join(", ")]);
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
