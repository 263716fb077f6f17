import { UsageError } from "../base/errors.ts";
import type { Json } from "../base/json.ts";
import type { PatchedObject } from "../base/merge-patch.ts";
import { oneLine, pluralize } from "../base/text.ts";
import type { CallRecord } from "../evidence/call.ts";
import { locatorText } from "../evidence/source.ts";
import type { ResearchState, Summary, Turn } from "../evidence/state.ts";
import type { RunRecord } from "../store/store.ts";
import { documentName, signalWords, stopReasonWords } from "./event-words.ts";
import { receivedWords } from "./message-words.ts";
import { callStatusOf } from "./report/model-work.ts";
import { formatDollars, formatTokens } from "./report/spending-words.ts";
import { figuresText, traceFiguresOf } from "./report/trace-figures.ts";
import type { LoggedEvent } from "./run-log.ts";
import { groupedSoFar, type ShownPass, shownPassOf } from "./survey-so-far.ts";
import { evidenceChangesOf, type RankedOffer, type StepCounts } from "./trace/step-changes.ts";
import { requestsByStep } from "./trace/step-requests.ts";

/** A line of a trace: the kind of information and its content. Texts may hold control characters. */
export type TraceLine = [label: string, text: string];

/** Entries of the evidence that a line of changes names, at most. */
const keysNamed = 8;
/** Results and claims of a step that are named, at most; `trace.json` has all. */
const namedMost = 12;
const chanceWords = "that the run will have read all that it needs, as the step scorer learned it";

/**
 * The steps of a run, of a survey by pass: why each was taken, and what it did to the evidence; then why the run stopped, and its
 * figures. `log`: of the whole run.
 */
export function traceOverview(
	state: ResearchState,
	status: RunRecord["status"],
	log: readonly LoggedEvent[],
): TraceLine[] {
	const { counts } = evidenceChangesOf(log.map(({ event }) => event));
	const stepLines = (turns: readonly Turn[]) =>
		turns.flatMap((turn): TraceLine[] => [
			[`step ${turn.n}`, `${turn.action.kind} ${turn.subQuestionId ?? ""}: ${turn.action.reason}`],
			["", effectWords(turn, counts.get(turn.n), knownClaims(state, turn))],
		]);
	const passes = (state.passes ?? []).map((pass) => shownPassOf(pass, status));
	const { stop, messages = [] } = state;
	return [
		...messages.map((one): TraceLine => ["you", `before wave ${one.wave}: ${oneLine(receivedWords(one))}`]),
		...stepLines(state.turns.filter(({ pass }) => pass === undefined)),
		...passes.flatMap((pass): TraceLine[] => [
			[`pass ${pass.id}`, passWords(pass).replace(" · ", ": ")],
			...stepLines(state.turns.filter((turn) => turn.pass === pass.id)),
		]),
		...(stop ? [["stop", `${stop.reason}: ${stopReasonWords[stop.reason]} (${stop.detail})`] as TraceLine] : []),
		["figures", figuresText(traceFiguresOf(groupedSoFar(state)))],
	];
}

/** `finished · q1, q2 · 8 steps · 5 pages · 31 claims · What is …?`. */
export function passWords({ status, subQuestions, steps, sources, claims, title }: ShownPass): string {
	const figures = [pluralize(steps, "step"), pluralize(sources, "page"), pluralize(claims, "claim")];
	return [status, subQuestions.join(", "), ...figures, title].join(" · ");
}

/** The claims of a step that an earlier step had found, for another sub-question or in another search. */
function knownClaims({ turns }: ResearchState, { n, claims }: Turn): Set<string> {
	const before = new Set(turns.filter((one) => one.n < n).flatMap((one) => one.claims));
	return new Set(claims).intersection(before);
}

/** `new evidence`; where the step found no claim that was not known, what it is new to. */
function signalText({ signal, claims, subQuestionId }: Turn, known: ReadonlySet<string>): string {
	if (!signal) return "";
	const isNewElsewhere = claims.some((id) => !known.has(id));
	if (isNewElsewhere && (signal === "DEAD_END" || signal === "REDUNDANT"))
		return `${signal === "REDUNDANT" ? "nothing new" : "no answer"} on ${subQuestionId ?? "it"} itself`;
	const isKnown = signal === "NEW_EVIDENCE" && claims.length > 0 && claims.every((id) => known.has(id));
	return isKnown ? `known claims that are new evidence for ${subQuestionId ?? "it"}` : signalWords[signal];
}

/** One step in full. `log` and `calls`: of the whole run. Throws `UsageError` `STEP_UNKNOWN`. */
export function traceStep(
	state: ResearchState,
	n: number,
	log: readonly LoggedEvent[],
	calls: readonly CallRecord[],
): TraceLine[] {
	const turn = state.turns.find((one) => one.n === n);
	if (!turn)
		throw new UsageError("STEP_UNKNOWN", `the run has no step ${n}`, {
			hint: state.turns.length === 0 ? "it has taken none" : `its steps are 1 to ${state.turns.length}`,
		});
	const { action, queries, titles, sent, hits, choices, again, read, unread, left = [] } = turn;
	const asked = state.subQuestions.find(({ id }) => id === turn.subQuestionId);
	const claims = state.claims.filter(({ id }) => turn.claims.includes(id));
	const known = knownClaims(state, turn);
	const labels = new Map(state.sources.map(({ id, label }) => [id, label]));
	const changes = evidenceChangesOf(log.map(({ event }) => event));
	const chance = changes.chances.get(n);
	const counts = changes.counts.get(n) ?? { before: turn.before, after: turn.before };
	const requests = requestsByStep(calls, log, state);
	const chosen = new Set([...choices.map(({ url }) => url), ...again]);
	const many = <T>(label: string, items: readonly T[], words: (item: T) => string): TraceLine[] => [
		...items.slice(0, namedMost).map((item): TraceLine => [label, words(item)]),
		...(items.length > namedMost ? [[label, `and ${items.length - namedMost} more`] as TraceLine] : []),
	];
	const lines: TraceLine[] = [
		["step", `${n} of ${state.turns.length}, in ${turn.pass === undefined ? "wave" : "round"} ${turn.wave}`],
		...(turn.pass === undefined ? [] : [["pass", passTitle(state, turn.pass)] as TraceLine]),
		...(asked ? [["question", `${asked.id} ${asked.text}`] as TraceLine] : []),
		["why", `${action.kind}: ${action.reason}`],
		...investigationLines(turn.investigation),
		...many("offer", changes.offers.get(turn.wave) ?? [], offerWords),
		["before", summaryWords(counts.before)],
		...many(
			"search",
			[...queries.map((query) => `"${query}"`), ...titles.map((title) => `title "${title}"`)],
			(one) => one,
		),
		...(sent.length > 0 ? [["sent", `to ${sent.join(", ")}`] as TraceLine] : []),
		...turn.failed.map(({ query, reason }): TraceLine => ["failed", `"${query}": ${reason}`]),
		...turn.faults.map(({ service, reason }): TraceLine => ["failed", `${service}: ${reason}`]),
		["found", pluralize(turn.found, "document")],
		...many("chosen", choices, ({ url, reason }) => `${documentName(url, state)}: ${reason}`),
		...many("again", again, (url) => documentName(url, state)),
		...many(
			"not taken",
			hits.filter(({ url }) => !chosen.has(url)),
			({ title, label }) => `${label}: ${title}`,
		),
		...many("filtered", left, ({ title, reason }) => `${title}: ${reason}`),
		...many("read", read, (id) => labels.get(id) ?? id),
		...many("unread", unread, ({ url, reason }) => `${documentName(url, state)}: ${reason}`),
		...(["claim", "known"] as const).flatMap((label) =>
			many(
				label,
				claims.filter(({ id }) => known.has(id) === (label === "known")),
				({ text, sourceId, locator }) => `${text} (${labels.get(sourceId)}, ${locatorText(locator)})`,
			),
		),
		...(turn.dropped > 0
			? [["dropped", `${pluralize(turn.dropped, "claim")}: the quote is not in the page`] as TraceLine]
			: []),
		...turn.conflicts.map(({ why }): TraceLine => ["dispute", why]),
		...(turn.signal ? [["signal", `${turn.signal}: ${signalText(turn, known)}`] as TraceLine] : []),
		...(chance === undefined ? [] : [["chance", `${chance.toFixed(2)} ${chanceWords}`] as TraceLine]),
		...changeWords(changes.steps.get(n) ?? {}).map((words): TraceLine => ["change", words]),
		...(turn.after ? [["after", summaryWords(counts.after)] as TraceLine] : []),
		...many("request", requests.steps.get(n) ?? [], requestWords),
		...many("request", requests.waves.get(turn.wave) ?? [], (call) => `${requestWords(call)} (for the whole wave)`),
	];
	return lines.map(([label, text]) => [label, oneLine(text)]);
}

function passTitle({ passes = [] }: ResearchState, id: string): string {
	return `${id} ${passes.find(({ slice }) => slice.id === id)?.slice.title ?? ""}`;
}

/** `cover core: cover q1: q1 is uncovered (core) [uncovered, 0 direct claims]`. */
function offerWords({ rule, action, question, promise, coverage, taken }: RankedOffer): string {
	const ruleWords = rule.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	const target = action.kind === "stop" ? action.stopReason : (question ?? action.subQuestionId);
	const scores = [
		...(promise === undefined ? [] : [`promise ${promise.toFixed(2)}`]),
		...(coverage ? [coverage.status, pluralize(coverage.directClaims, "direct claim")] : []),
	];
	return `${taken ? "taken: " : ""}${action.kind} ${target}, by the rule "${ruleWords}": ${action.reason}${scores.length > 0 ? ` [${scores.join(", ")}]` : ""}`;
}

/** `claims: 3 added (a1b2, …)`, by part of the evidence. */
function changeWords(patch: PatchedObject): string[] {
	return Object.entries(patch).map(([part, entries]) => {
		const changed = Object.entries(entries as Record<string, unknown>);
		if (part === "budget" || part === "notes")
			return `${part}: ${changed.map(([name, value]) => (part === "budget" ? `${name} ${value}` : name)).join(", ")}`;
		const keys = changed.map(([key, value]) => (value === null ? `${key} removed` : key));
		const more = keys.length > keysNamed ? `, and ${keys.length - keysNamed} more` : "";
		return `${part}: ${keys.slice(0, keysNamed).join(", ")}${more}`;
	});
}

/** `draft anthropic:x: answered, 1,200 tokens in, 300 out, $0.012, 3.1 s`. */
function requestWords(call: CallRecord): string {
	const { request, result } = call;
	const usd = result ? result.usd : request.reservedUsd;
	const parts = [
		callStatusOf(call),
		`${formatTokens(result?.usage.input ?? 0)} tokens in`,
		`${formatTokens(result?.usage.output ?? 0)} out`,
		usd === undefined ? "price unknown" : formatDollars(usd),
		...(result ? [`${(result.ms / 1_000).toFixed(1)} s`] : []),
	];
	return `${request.role} ${request.model}: ${parts.join(", ")}`;
}

/** The spec of the investigator that carried out a step, and how it ended. */
function investigationLines(done: Turn["investigation"]): TraceLine[] {
	if (!done) return [];
	const { spec, messages, tokens, ended, summary } = done;
	const lines: TraceLine[] = spec
		? [
				...spec.excluded.map((text): TraceLine => ["not asked", text]),
				...spec.angles.map((text): TraceLine => ["look for", text]),
				["expected in", spec.sources.join("; ")],
				["tools", spec.tools.join(", ")],
				...(spec.focus.length > 0 ? [["focus", spec.focus.join("; ")] as TraceLine] : []),
				[
					"budget",
					`${pluralize(spec.budget.messages, "message")}, ${pluralize(spec.budget.calls, "call")}, ` +
						`${pluralize(spec.budget.reads, "new page")}, ${spec.budget.tokens} tokens`,
				],
				["result", resultFields(spec.result).join(", ")],
			]
		: [];
	const used = tokens === undefined ? "" : `, about ${tokens} tokens`;
	return [
		...lines,
		["used", `${pluralize(messages, "message")}${used}; ${endWords[ended]}`],
		...(summary === "" ? [] : [["reported", summary] as TraceLine]),
	];
}

const endWords = {
	reported: "it reported",
	budget: "it ended at a limit",
	failed: "it did not report, and its pages were evaluated without it",
} as const;

/** The names of the fields of a JSON Schema's object. */
function resultFields(schema: Json): string[] {
	const properties = typeof schema === "object" && schema !== null && "properties" in schema ? schema.properties : {};
	return Object.keys(properties ?? {});
}

function effectWords(turn: Turn, counts: StepCounts | undefined, known: ReadonlySet<string>): string {
	const { found, read, claims, signal } = turn;
	if (!turn.after)
		return `${found} found, ${read.length} read, ${pluralize(claims.length, "claim")} so far, not compared yet`;
	const { before, after } = counts ?? { before: turn.before, after: turn.after };
	const why = signal ? ` (${signalText(turn, known)})` : "";
	const more = (name: "claims" | "groups" | "disputed" | "covered") => after[name] - before[name];
	const changes = [
		`${more("claims")} new ${more("claims") === 1 ? "claim" : "claims"}`,
		...(known.size > 0 ? [`${known.size} known`] : []),
		...(more("disputed") > 0 ? [`${more("disputed")} more disputed`] : []),
		...(more("covered") > 0 ? [`${pluralize(more("covered"), "question")} covered`] : []),
	];
	return `${found} found, ${read.length} read, ${changes.join(", ")}${why}`;
}

function summaryWords({ sources, claims, groups, disputed, covered, thin, uncovered }: Summary): string {
	return [
		pluralize(sources, "page"),
		pluralize(claims, "claim"),
		`${pluralize(groups, "group")} of direct claims, ${disputed} disputed`,
		`questions: ${covered} covered, ${thin} thin, ${uncovered} uncovered`,
	].join(" · ");
}
