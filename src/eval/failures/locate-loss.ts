import { isCalled } from "../../app/ablate/measures.ts";
import type { LoggedEvent } from "../../app/api.ts";
import { pluralize, shortLine } from "../../base/text.ts";
import type { EventType } from "../../evidence/event.ts";
import { blocksIn, citedIn, type Draft } from "../../evidence/report.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { contentStems } from "../../text/words.ts";
import { blockText } from "../../verification/check-block.ts";
import { holdsPoint, passagesOf, statementsOf, states } from "../code-grader.ts";
import type { Criterion, EvalQuestion } from "../question.ts";
import { type Loss, type LossStage, lossStageNames } from "./stage.ts";

/** A finished run, as far as a loss is looked for in it. */
export interface SearchedRun {
	state: ResearchState;
	log: readonly LoggedEvent[];
	/** The text of a page that the run read, by its hash; undefined if it is not stored any more. */
	pageText(hash: string): Promise<string | undefined>;
}

/** From this share of its content words on, a text is about a criterion, or a query asks for it. */
const aboutShare = 0.5;
const shownLongest = 160;

/**
 * The first stage of the method at which a criterion was lost, by code: from the end of the run to its beginning, each stage is asked whether
 * it still had what the criterion wants. A document is recognised by its name; an answer by its accepted wordings; anything else by half of its content
 * words, which is a guess and is said to be one.
 */
export async function locateLoss(question: EvalQuestion, criterion: Criterion, run: SearchedRun): Promise<Loss> {
	if (criterion.weight < 0)
		return lossAt(run, "judged_wrong", "the report states what it should not", lastOf("written"));
	if (criterion.unanswerable)
		return lossAt(run, "judged_wrong", "the report answers what its sources do not", lastOf("written"));
	if (criterion.document !== undefined) return documentLoss(criterion, run);
	return textLoss(question, criterion, run);
}

/** Where a gold document was lost. */
function documentLoss({ document = "", text }: Criterion, run: SearchedRun): Loss {
	const { state } = run;
	const source = state.sources.find((one) => isCalled(one, document));
	if (!source) return unreadLoss((one) => isCalled(one, document), text, text !== document, run);
	const own = state.claims.filter(({ sourceId }) => sourceId === source.id);
	const name = shortLine(source.title || source.label, shownLongest);
	if (own.length === 0)
		return lossAt(
			run,
			"not_extracted",
			`no claim was taken from “${name}”`,
			ofSource("extracted", source.id),
			ofRead(source.id),
		);
	return claimsLoss(
		own.map(({ id }) => id),
		`“${name}”`,
		run,
	);
}

/** Where something that was not read was lost: to choosing, to searching, or to reading. `isIt`: tells the document by its name. */
function unreadLoss(
	isIt: (one: { url: string; title?: string | undefined }) => boolean,
	wanted: string,
	hasName: boolean,
	run: SearchedRun,
): Loss {
	const { state } = run;
	const unread = state.unread.find(isIt);
	if (unread)
		return lossAt(
			run,
			"not_readable",
			`“${unread.title ?? unread.url}”: ${unread.reason}`,
			(event) => event.type === "unread" && event.url === unread.url,
		);
	const chosen = state.turns.flatMap(({ choices }) => choices).find(isIt);
	if (chosen)
		return lossAt(
			run,
			"not_readable",
			"it was chosen, and the run ended before it was read",
			(event) => event.type === "chosen" && event.choices.some(({ url }) => url === chosen.url),
		);
	for (const turn of state.turns) {
		const at = turn.hits.findIndex(isIt);
		const hit = turn.hits[at];
		const dropped = turn.left?.find(isIt);
		if (!hit && !dropped) continue;
		const why = hit
			? `it was result ${at + 1} of ${turn.hits.length} for “${shortLine(turn.queries.join("”, “"), shownLongest)}”`
			: `the result filter dropped it: ${dropped?.reason}`;
		return lossAt(
			run,
			"not_chosen",
			why,
			(event) => event.type === "searched" && event.hits.some(isIt),
			(event) => event.type === "chosen" && event.left?.some(isIt) === true,
		);
	}
	return unfoundLoss(wanted, hasName, run);
}

/** No search returned it: was it asked for at all? `hasName`: `wanted` names it, so that a query can be compared with it. */
function unfoundLoss(wanted: string, hasName: boolean, run: SearchedRun): Loss {
	const queries = run.state.turns.flatMap((turn) => turn.queries);
	if (queries.length === 0) return lossAt(run, "never_searched", "no query was sent", lastOf("decided"));
	const asked = hasName ? queries.filter((query) => isAbout(query, wanted)) : queries;
	if (asked.length === 0)
		return lossAt(
			run,
			"never_searched",
			`none of ${pluralize(queries.length, "query", "queries")} names “${shortLine(wanted, shownLongest)}”`,
			lastOf("decided"),
		);
	const last = asked.at(-1) ?? "";
	return lossAt(
		run,
		"not_found",
		`no result for “${shortLine(last, shownLongest)}” is it`,
		(event) => event.type === "searched" && (event.lists?.some(({ query }) => query === last) ?? false),
		lastOf("searched"),
	);
}

/** Where a statement was lost: an accepted answer, a key point, what a rubric asks for. */
async function textLoss(question: EvalQuestion, criterion: Criterion, run: SearchedRun): Promise<Loss> {
	const { state } = run;
	const { accepted, required, text } = criterion;
	const holds = (said: string) => {
		if (required) return holdsPoint(said, required);
		return accepted ? states(said, accepted) : isAbout(said, text, question.question);
	};
	const guess = accepted || required ? "" : " (by its words)";
	const { report, writing, claims, groups, sources } = state;
	if (report && (required ? passagesOf(report) : statementsOf(report)).some(holds))
		return lossAt(run, "judged_wrong", `the report says it${guess}, and it was judged otherwise`, lastOf("written"));
	const removed = report?.removed.find((one) => holds(one.text));
	if (removed)
		return lossAt(run, "removed", `${removed.reason}: “${shortLine(removed.text, shownLongest)}”`, lastOf("written"));
	const drafts = [writing.draft, writing.rewrite].filter((one) => one !== undefined);
	if (drafts.some((draft) => textsOf(draft).some(holds)))
		return lossAt(run, "removed", `the draft says it${guess}, and the report does not`, lastOf("written"));
	const holding = claims.filter((claim) => holds(claim.text) || holds(claim.quote));
	const grouped = new Set(groups.flatMap(({ claimIds }) => claimIds));
	const known = holding.find(({ id }) => grouped.has(id)) ?? holding[0];
	if (known)
		return claimsLoss(
			holding.map(({ id }) => id),
			`“${shortLine(known.text, shownLongest)}”${guess}`,
			run,
		);
	for (const source of sources) {
		const page = await run.pageText(source.hash);
		if (page !== undefined && holdsSomewhere(page, holds))
			return lossAt(
				run,
				"not_extracted",
				`“${source.title || source.label}” holds it${guess}`,
				ofSource("extracted", source.id),
				ofRead(source.id),
			);
	}
	const seen = state.turns.flatMap(({ hits }) => hits).find(({ snippet }) => holds(snippet));
	if (seen)
		return lossAt(
			run,
			"not_chosen",
			`a result holds it${guess}: “${seen.title}”`,
			(event) => event.type === "searched" && event.hits.some(({ url }) => url === seen.url),
		);
	// The evidence that the suite names tells where the answer was lost.
	const evidence = question.criteria
		.filter(({ document }) => document !== undefined)
		.map((one) => documentLoss(one, run))
		.toSorted((a, b) => lossStageNames.indexOf(a.stage) - lossStageNames.indexOf(b.stage))[0];
	if (evidence && lossStageNames.indexOf(evidence.stage) <= lossStageNames.indexOf("not_extracted")) return evidence;
	if (evidence)
		return lossAt(run, "not_written", "its evidence is known, and the report does not conclude it", lastOf("written"));
	return unfoundLoss(text, accepted === undefined, run);
}

/** What became of claims that hold what is wanted. */
function claimsLoss(claimIds: readonly string[], name: string, run: SearchedRun): Loss {
	const { groups, report, writing } = run.state;
	const grouped = new Set(groups.flatMap((group) => group.claimIds));
	const known = claimIds.filter((id) => grouped.has(id));
	const inEvent = (ids: readonly string[]) => (event: LoggedEvent["event"]) =>
		event.type === "extracted" && event.claims.some(({ id }) => ids.includes(id));
	if (known.length === 0)
		return lossAt(run, "not_grouped", `${name} was extracted as background, not as evidence`, inEvent(claimIds));
	const drafts = [writing.draft, writing.rewrite].filter((one) => one !== undefined);
	const written = new Set(drafts.flatMap((draft) => citedIn({ ...draft, disputes: [] })));
	const isCited = report !== undefined && citedIn(report).some((id) => known.includes(id));
	if (!isCited && known.some((id) => written.has(id)))
		return lossAt(run, "removed", `${name} is cited by the draft, and not by the report`, lastOf("written"));
	return lossAt(run, "not_written", `${name} is known, and the report does not use it`, lastOf("written"));
}

function textsOf(draft: Draft): string[] {
	const { answer, bottomLine = [], sections } = draft;
	return [
		...(answer ? [answer.text] : []),
		...bottomLine.map(({ text }) => text),
		...sections.flatMap(({ sentences }) => sentences.map(({ text }) => text)),
		...blocksIn(draft).map(blockText),
	];
}

/** Whether a text holds half of the content words of another, and at least one that the question does not. */
function isAbout(text: string, wanted: string, question = ""): boolean {
	const [has, all] = [new Set(contentStems(text)), contentStems(wanted)];
	const asked = new Set(contentStems(question));
	const shared = all.filter((stem) => has.has(stem));
	return (
		all.length > 0 &&
		shared.length >= aboutShare * all.length &&
		(question === "" || shared.some((stem) => !asked.has(stem)))
	);
}

/** Looks paragraph by paragraph: the words of a whole page say nothing. */
function holdsSomewhere(page: string, holds: (text: string) => boolean): boolean {
	return page.split(/\n{2,}/).some(holds);
}

type IsEvent = (event: LoggedEvent["event"]) => boolean;

const lastOf =
	(type: EventType): IsEvent =>
	(event) =>
		event.type === type;
const ofSource =
	(type: "extracted", sourceId: string): IsEvent =>
	(event) =>
		event.type === type && event.sourceId === sourceId;
const ofRead =
	(sourceId: string): IsEvent =>
	(event) =>
		event.type === "read" && event.source.id === sourceId;

/** A loss with the last event that one of the conditions finds, in their order. */
function lossAt({ log }: SearchedRun, stage: LossStage, what: string, ...conditions: IsEvent[]): Loss {
	const found = conditions.map((isIt) => log.findLast(({ event }) => isIt(event))).find((one) => one !== undefined);
	return { stage, what, ...(found ? { position: found.position, step: found.name } : {}) };
}
