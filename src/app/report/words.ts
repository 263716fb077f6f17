import { comparisonForm, pluralize } from "../../base/text.ts";
import { userAnswers } from "../../evidence/clarification.ts";
import { describeSpeaker } from "../../evidence/describe-speaker.ts";
import type { SkippedFile } from "../../evidence/event.ts";
import { notSearched } from "../../evidence/gaps.ts";
import { outcomeOf } from "../../evidence/outcome.ts";
import { investigatorOverlapOf } from "../../evidence/overlap.ts";
import { partWords } from "../../evidence/parts.ts";
import { type EvidenceTable, type Gap, isUncertain, nearestPassages, type Report } from "../../evidence/report.ts";
import { queryKey } from "../../evidence/search-memo.ts";
import type { Source } from "../../evidence/source.ts";
import type { ResearchState } from "../../evidence/state.ts";
import type { ReceivedMessage } from "../../evidence/user-message.ts";
import { isRefuted, type Vote } from "../../evidence/votes.ts";
import { quotationContent, splitBrackets } from "../../text/quotations.ts";
import { readingWords, stopReasonWords, voteWords } from "../event-words.ts";
import { checksLine, evidenceLine, takenOutLines } from "./check-words.ts";
import type { ReportInput, ReportView } from "./input.ts";
import { describeModels, modelLines } from "./model-words.ts";
import { hasInferences, inferenceLegend } from "./prose.ts";
import { overlapWords } from "./trace-figures.ts";
import { webLines } from "./web-words.ts";

/** The sentences that all formats of the report share. Plain text; renderers escape them. */

/** Replaces "evidence was found" where the report says that no passage is certain to answer the question or a part of it. */
const nearPassagesWords = "passages near every core question were read";

/** Who wrote the report, and what that means for the reader. `mark`: how a format shows what answers in a passage. */
export function authorship(state: ResearchState, mark: "bold" | "highlighted"): string {
	const sections = state.report?.sections ?? [];
	const blocks = sections.flatMap((section) => section.blocks ?? []);
	const showsBlocks = blocks.length > 0;
	const bold = blocks.some(({ marked }) => marked.length > 0)
		? `What answers, or comes nearest to the question, is ${mark}, and `
		: "";
	const passages = showsBlocks ? ` ${bold}[…] stands where something is left out.` : "";
	const legend = state.report && hasInferences(state.report) && !state.report.bottomLine?.length ? inferenceLegend : "";
	if (isWrittenByRules(state))
		return (
			`Researched by ${describeModels(state)}, but written by rules, because the model's draft could not be used: ` +
			`what the sources say is quoted word for word.${passages}`
		);
	if (state.reasoner !== "extractive")
		return `Written by ${describeModels(state)}; each factual sentence names the quotations that it rests on.${legend}`;
	return (
		"Written without a language model: what the sources say is quoted word for word, chosen and ordered by rules." +
		`${passages}${hasResolvedNames(state) ? " Words in [square brackets] name what a pronoun stood for." : ""}`
	);
}

/** Whether a sentence of the report has square brackets with words that none of its quotes holds so: a name in place of a pronoun. */
function hasResolvedNames({ report, claims }: ResearchState): boolean {
	const quotes = new Map(claims.map(({ id, quote }) => [id, quotationContent(quote)]));
	return [...(report?.bottomLine ?? []), ...(report?.sections ?? []).flatMap(({ sentences }) => sentences)].some(
		({ text, claimIds }) =>
			splitBrackets(text).some(
				({ kind, text: words }) =>
					kind === "bracket" && words !== "…" && !claimIds.some((id) => quotes.get(id)?.includes(`[${words}]`)),
			),
	);
}

/**
 * How the question was understood, where it can be understood in more than one way: the likeliest reading (unless it is the question
 * in its own words), the others that were researched, and those that were not.
 */
export function readingNote({ question, readings, subQuestions }: ResearchState): string | undefined {
	const [likeliest, ...others] = readings.toSorted((a, b) => b.weight - a.weight);
	if (!likeliest || others.length === 0) return undefined;
	const researched = new Set(subQuestions.map(({ readingId }) => readingId));
	const words = (text: string) =>
		comparisonForm(text)
			.match(/[\p{L}\p{N}]+/gu)
			?.join(" ");
	const notes: [string, typeof others][] = [
		["Understood as", words(likeliest.text) === words(question) ? [] : [likeliest]],
		["Also researched as", others.filter(({ id }) => researched.has(id))],
		["Not researched as", others.filter(({ id }) => !researched.has(id))],
	];
	return notes
		.filter(([, ones]) => ones.length > 0)
		.map(([label, ones]) => `${label}: ${ones.map(({ text }) => `“${quotationContent(text)}”`).join(", ")}`)
		.join(" · ");
}

/** What the user answered before the research, in the user's own words; undefined where nothing was asked or answered. */
export function userNote(state: ResearchState): string | undefined {
	const said = userAnswers(state).map(({ question, answer }) => `“${quotationContent(answer)}” (asked: ${question})`);
	return said.length === 0 ? undefined : `You said: ${said.join("; ")}`;
}

/** What the user asked for during the run, in the user's own words, with what it changed; undefined where there was nothing. */
export function requestsNote({ messages = [], coverage }: ResearchState): string | undefined {
	const asked = messages.filter(({ kind }) => kind === "redirect");
	const said = asked.map((one) => `“${quotationContent(one.text)}” (${requestEffect(one, coverage)})`);
	return said.length === 0 ? undefined : `You asked during the run: ${said.join("; ")}`;
}

function requestEffect({ outcome, change }: ReceivedMessage, coverage: ResearchState["coverage"]): string {
	if (outcome !== "taken" || !change)
		return "it came when the report was being written, so an extension of this run searches for it";
	const { added, dropped, refocused, by } = change;
	const isSearched = ({ id }: { id: string }) => (coverage[id]?.turns ?? 0) > 0;
	const isOpen = ![...added, ...refocused].every(isSearched);
	if (by === "rules" && added.length === 0) return "the plan asked for it already";
	if (by === "rules") return isOpen ? "the research ended before it was searched" : "searched in these words";
	const parts = [
		...[...added, ...refocused].map(
			(one) => `${isSearched(one) ? "searched as" : "added, but not searched"}: ${one.text}`,
		),
		...(dropped.length > 0 ? [`${pluralize(dropped.length, "sub-question")} dropped`] : []),
	];
	return parts.length > 0 ? parts.join("; ") : "the plan stayed as it was";
}

/** A table's caption, with what its blank cells mean. A blank must not read as "none". */
export function captionOf({ caption = "", rows }: EvidenceTable): string {
	const hasBlanks = rows.some(({ cells }) => cells.some((one) => "missing" in one && one.missing === ""));
	return [caption === "" ? "" : asSentence(caption), hasBlanks ? "Blank: no quote that was taken gives it." : ""]
		.filter(Boolean)
		.join(" ");
}

/** Whether the model's draft could not be used; of a survey, none of its passes' drafts. */
export function isWrittenByRules({ fallbacks, passes }: ResearchState): boolean {
	const failed = fallbacks.filter(({ role }) => role === "draft").length;
	const drafts = passes?.filter(({ report }) => report).length ?? 0;
	return failed > 0 && failed >= drafts;
}

/** The note that opens a report that a limit cut short; undefined for other reports. */
export function partialNote({ state, report }: ReportView): string | undefined {
	const { stopReason, stopDetail } = report;
	if (outcomeOf(state) !== "partial") return undefined;
	return `This report is partial: ${asSentence(stopDetail || stopReasonWords[stopReason]).replace(/^./, (first) => first.toLowerCase())}`;
}

/** Stands first where one value was asked for and none could be given. */
export const noAnswerWords = "No single answer is given as certain. These passages bear on the question:";

/** Whether a question for one value stays without an answer. False where passages are shown: the first one is likely to hold the answer. */
export function isValueMissing({ report, state }: ReportView): boolean {
	const [first] = report.sections;
	if (first?.heading === nearestPassages || (first?.blocks?.length ?? 0) > 0) return false;
	return report.shape === "lookup" && report.answer === undefined && state.route?.answerType !== "explanation";
}

/** A remark as a sentence, with a capital first and a full stop last. */
export function asSentence(remark: string): string {
	const text = remark.trim();
	if (text === "") return "";
	return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?…]["”’)\]]*$/.test(text) ? "" : ".");
}

/** The lines of "How this was made". None of them depends on the clock. */
export function makingLines(view: ReportView, { models }: ReportInput): { name: string; text: string }[] {
	const { state, report } = view;
	return [
		{ name: "Stopped because", text: stopLine(view) },
		...(state.confirmed ? [{ name: "Plan", text: `${state.confirmed} by you before the research` }] : []),
		{ name: "Work", text: workLine(state) },
		...investigatorLines(state),
		...withoutLines(state),
		...skippedLines(state),
		...webLines(state),
		...(state.parked.length > 0 ? [{ name: "Given up", text: parkedLine(state) }] : []),
		{ name: "Evidence", text: evidenceLine(view) },
		{ name: "Checks", text: checksLine(report.checks, report.removed.length) },
		...takenOutLines(report),
		...readingLines(state),
		...workerLines(state),
		...skepticLines(report),
		...(models ? modelLines(state, models) : [{ name: "Cost", text: costWithoutLedger(state) }]),
	];
}

/** How many investigators took part, and how much they overlapped. */
function investigatorLines(state: ResearchState): { name: string; text: string }[] {
	const overlap = investigatorOverlapOf(state);
	if (!overlap) return [];
	const { investigators, waves } = overlap;
	const words = overlapWords(overlap);
	const text = `${investigators} in ${pluralize(waves, "wave")}${words === "" ? "" : `; on average ${words}`}`;
	return [{ name: "Investigators", text }];
}

/** The parts of the method that were off, by a flag or by default. */
function withoutLines({ options }: ResearchState): { name: string; text: string }[] {
	const { without = [] } = options ?? {};
	return without.length === 0 ? [] : [{ name: "Parts not used", text: without.map(partWords).join(", ") }];
}

/** Why the readings of the question weigh what they do, where searches weighed them. */
function readingLines({ readings }: ResearchState): { name: string; text: string }[] {
	if (!readings.some(({ found }) => found)) return [];
	return [{ name: "Readings", text: readings.map(readingWords).join("; ") }];
}

/** What each redundant worker of a hard question found. */
function workerLines({ attempts = [], subQuestions }: ResearchState): { name: string; text: string }[] {
	if (attempts.length === 0) return [];
	const found = attempts.map(({ subQuestionId, answer }) => {
		const [query = ""] = subQuestions.find(({ id }) => id === subQuestionId)?.threads ?? [];
		return `from “${query}”: ${answer ? answer.text : "no answer"}`;
	});
	return [{ name: "Workers", text: found.join("; ") }];
}

/** Each skeptic's vote. The votes of a refuted answer stand below the answer. */
function skepticLines({ votes = [] }: Report): { name: string; text: string }[] {
	if (votes.length === 0 || isRefuted(votes)) return [];
	return [
		{
			name: "Skeptics",
			text: votes.map((vote, at) => `(${at + 1}) ${voteWords(vote).replace(/\.$/u, "")}`).join("; "),
		},
	];
}

/** The heading of the block below an answer that skeptics refute. */
export function refutedWords(votes: readonly Vote[]): string {
	const against = votes.filter(({ verdict }) => verdict === "refuted").length;
	return `Refuted: ${against} of ${votes.length} skeptics, who weighed this answer against its evidence, hold it to be wrong.`;
}

/** The cost of a run whose ledger is not at hand. */
function costWithoutLedger(state: ResearchState): string {
	return state.options?.model || state.reasoner !== "extractive"
		? `unknown: the record of the requests to ${describeModels(state)} is not at hand`
		: "$0; no model was asked";
}

/** What opens the log's detail on coverage, and is said in `stopReasonWords` anyway. */
const repeatedDetail = /^every core sub-question is backed(?:, and|,|$) */;

/** The stop reason in words and by its code, and the log's detail, which a partial report has at its head instead. */
function stopLine({ state, report }: ReportView): string {
	const { stopReason, stopDetail } = report;
	const more = outcomeOf(state) === "partial" ? "" : stopDetail.replace(repeatedDetail, "");
	const isNear = isUncertain(report);
	const words = isNear && stopReason === "COVERAGE_MET" ? nearPassagesWords : stopReasonWords[stopReason];
	return `${words} (${stopReason}${more === "" ? "" : `: ${more}`})`;
}

/** The files that could not be read, by the reason, some of each with their paths in their folder. */
function skippedLines(state: ResearchState): { name: string; text: string }[] {
	const byReason = Map.groupBy(skippedFilesIn(state), ({ reason }) => reason);
	if (byReason.size === 0) return [];
	const parts = [...byReason].slice(0, shownMax).map(([reason, files]) => {
		const more = files.length > shownMax ? ` and ${files.length - shownMax} more` : "";
		const paths = files.slice(0, shownMax).map(({ path }) => path);
		return `${paths.join(", ")}${more} (${reason})`;
	});
	const others = byReason.size > shownMax ? [`and ${byReason.size - shownMax} more reasons`] : [];
	return [{ name: "Skipped files", text: [...parts, ...others].join("; ") }];
}

/** The skipped files, each by its path below the folder that was named. */
export function skippedFilesIn({ source, options }: ResearchState): SkippedFile[] {
	const relativePath = (path: string) => {
		const folder = options?.corpus.find((one) => path.startsWith(`${one}/`));
		return folder === undefined ? path : path.slice(folder.length + 1);
	};
	return (source?.skipped ?? []).map(({ path, reason }) => ({ path: relativePath(path), reason }));
}

function workLine(state: ResearchState): string {
	// A query that an action repeats is no further search.
	const searches = new Set(state.turns.flatMap(({ queries }) => queries.map(queryKey))).size;
	const unread = state.unread.length === 0 ? "" : `, ${pluralize(state.unread.length, "page")} that could not be read`;
	const { corpus = [], web, from: earlier } = state.options ?? {};
	const documents = state.source ? pluralize(state.source.documents, earlier === undefined ? "document" : "page") : "";
	const from =
		earlier !== undefined
			? ` of the ${documents} that run ${earlier.slice(0, 8)} stored`
			: corpus.length > 0 && !web
				? ` of ${documents}`
				: "";
	const isSearched = earlier !== undefined || corpus.length + (web?.search.length ?? 0) > 0;
	const searched = isSearched ? `, ${pluralize(searches, "search", "searches")}` : "";
	return `${pluralize(state.turns.length, "step")}${searched}, ${pluralize(state.sources.length, "page")} read${from}${unread}`;
}

function parkedLine({ parked }: ResearchState): string {
	return parked.map(({ what, reason }) => `${what} (${reason})`).join("; ");
}

/** The note on a gap without searches; a gap of the whole report needs none. */
export function unsearchedNote({ subQuestionId, lookedIn }: Gap): string {
	const reason = lookedIn.find(isReason);
	if (reason === undefined && subQuestionId === undefined) return "";
	if (reason === undefined || reason === notSearched) return "The research ended before this was searched for.";
	return asSentence(`${reason.charAt(0).toUpperCase()}${reason.slice(1)}`);
}

/** The speaker and the nature of a page, as the model that read it says: `by Ada Moor, opinion column`. Empty where unknown. */
export function speakerWords({ speaker }: Pick<Source, "speaker">): string {
	return describeSpeaker({ speaker }).join(", ");
}

function isReason(place: string): boolean {
	return place.startsWith("not searched: ");
}

/** The queries and the pages of a gap; the first few of each. */
export function splitLookedIn({ lookedIn }: Gap): { queries: string[]; pages: string[]; more: number } {
	const query = "search: ";
	const queries = lookedIn.filter((one) => one.startsWith(query)).map((one) => one.slice(query.length));
	const pages = lookedIn.filter((one) => !one.startsWith(query) && !isReason(one));
	return {
		queries: queries.slice(0, shownMax),
		pages: pages.slice(0, shownMax),
		more: Math.max(0, pages.length - shownMax),
	};
}

/** Maximum queries, pages, and skipped files of one reason that a line names; the whole list is in evidence.json. */
const shownMax = 5;

/** When and how a page of the web was read: ` on 2026-11-21 at 18:03 UTC, in a browser`; empty for other pages. */
export function captureWords({ capture }: Source): string {
	if (!capture) return "";
	const how = { fetch: "", browser: ", in a browser", steel: ", by Steel" }[capture.how];
	return ` on ${capture.at.slice(0, 10)} at ${capture.at.slice(11, 16)} UTC${how}`;
}

/** `12 ms`, `3.4 s`, `2 min 5 s`. */
function formatDuration(ms: number): string {
	if (ms < 1000) return `${Math.round(ms)} ms`;
	if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
	return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** The one line of a report that differs between two runs of the same research. */
export function runLine(run: { id: string; createdAt: Date }, elapsedMs: number): string {
	return `Run ${run.id} · begun ${run.createdAt.toISOString().slice(0, 16).replace("T", " ")} UTC · ${formatDuration(elapsedMs)}`;
}
