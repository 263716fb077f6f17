import { comparisonForm } from "../../../base/text.ts";
import type { Claim } from "../../../evidence/claim.ts";
import { describeSpeaker } from "../../../evidence/describe-speaker.ts";
import { disputesIn } from "../../../evidence/dispute.ts";
import { type DistinctFact, distinctFacts } from "../../../evidence/distinct-facts.ts";
import { isWeb, type Page } from "../../../evidence/source.ts";
import { entitiesIn } from "../../../text/entities.ts";
import type { EarlierThread, GapsInput } from "../../reasoner.ts";
import { relevantClaims } from "../../relevant-claims.ts";
import type { Asker, PromptPart } from "../asker.ts";
import { claimLongest, distinctLines, questionPart, routePart, truncatedLine, untitledPart } from "../prompt-parts.ts";
import { mostInformative } from "./informative-claims.ts";

/** Findings shown for one sub-question, at most; the rest is counted. `near`: adjacent ones are added up to this many. */
const findingsMax = { lookup: 10, other: 12, near: 3 };
/** A finding is one sentence and is shown whole. The limit is for what is no sentence. Characters. */
const findingLongest = 600;
/** Page texts for a lookup, in all and of one page; a bridging name is mostly near the top. Characters. */
const textsLongest = 10_000;
const textEach = 1_500;
/** Searches shown for one sub-question: the latest. */
const searchesEach = 8;
/** Other searches of the run, of workers and of sub-questions that are as before, at most: the latest. Characters of each. */
const otherSearchesShown = 12;
const searchLongest = 120;
const disputesShown = 10;
const missedShown = 30;
const leadsShown = 8;
const titleLongest = 150;
/** Names and figures of findings without room, at most. */
const namesShown = 12;

/** The prompt parts of a gap analysis: question and route, pages, then what was found and searched for each sub-question. */
export function gapEvidenceParts(input: GapsInput, asker: Asker): PromptPart[] {
	const { question, route, claims, pages, max, roundsLeft } = input;
	const titles = pages.map((page, at) => {
		const place = [
			truncatedLine(page.label, 120),
			...(isWeb(page) ? [...describeSpeaker(page).filter((by) => !page.label.startsWith(by)), page.date ?? ""] : []),
		];
		const unusedNote =
			isWeb(page) && !claims.some((claim) => isOnPage(claim, page)) ? ", nothing taken from it yet" : "";
		return `p${at + 1} ${truncatedLine(page.title, titleLongest)} (${place.filter(Boolean).join(", ")})${unusedNote}`;
	});
	const grid = subQuestionsText(input);
	const rounds = roundsLeft === undefined ? "" : ` Rounds of follow-ups left: ${roundsLeft}.`;
	const parts: PromptPart[] = [
		questionPart(question),
		routePart(route),
		{ title: "Pages read", text: titles.join("\n"), kind: "data", cuttable: true },
		{
			title: "Sub-questions: what was found, what disagrees, what was searched",
			text: grid,
			kind: "data",
			cuttable: true,
		},
		...otherSearchesPart(input, grid),
		...investigatorGapsPart(input),
		...followUpsPart(input),
		...untitledPart(input.untitled),
		{ title: "Room", text: `At most ${max} follow-ups.${rounds}`, kind: "own" },
	];
	if (route.shape !== "lookup") return parts;
	const usedCharacters = parts.reduce((sum, { text }) => sum + text.length, 0);
	const texts = pageBeginnings(pages, Math.min(textsLongest, asker.room("findGaps") - usedCharacters));
	return texts === "" ? parts : [...parts, { title: "How the pages begin", text: texts, kind: "data", cuttable: true }];
}

/** The searches that stand at no sub-question, so that none is asked for again. `shown`: the text that holds the others. */
function otherSearchesPart({ tried }: GapsInput, shown: string): PromptPart[] {
	const rows = distinctLines(tried.toReversed(), tried.length, searchLongest).filter((query) => !shown.includes(query));
	if (rows.length === 0) return [];
	const text = rows.slice(0, otherSearchesShown).join("; ");
	return [{ title: "Searched besides", text, kind: "data", cuttable: true }];
}

/** What was not found before. An investigator saw only what it found itself. */
function investigatorGapsPart({ missed = [] }: GapsInput): PromptPart[] {
	const rows = distinctLines(
		missed.map(({ id, text }) => (id === undefined ? text : `${id}: ${text}`)),
		missedShown,
		200,
	);
	if (rows.length === 0) return [];
	return [
		{
			title: "What was not found before (others may have found it since)",
			text: rows.join("\n"),
			kind: "data",
			cuttable: true,
		},
	];
}

/** The waiting follow-ups. Without them, each analysis would suggest the same ones again. */
function followUpsPart({ waitingFollowUps: leads = [] }: GapsInput): PromptPart[] {
	if (leads.length === 0) return [];
	const text = distinctLines(leads, leadsShown, claimLongest).join("\n");
	return [{ title: "Follow-ups noted before, still to be searched", text, kind: "data", cuttable: true }];
}

/** Findings and searches by sub-question. A finding has one numbered line, at its first sub-question; others give its number. */
function subQuestionsText(input: GapsInput): string {
	const { plan, claims, pages, conflicts = [] } = input;
	const facts = new Map(
		distinctFacts(claims).flatMap((fact) => [fact.claim, ...fact.also].map(({ id }) => [id, fact] as const)),
	);
	const numbers = new Map<DistinctFact<Claim>, number>();
	const rows = plan.subQuestions.map((subQuestion) => {
		const { id, priority, stance, text } = subQuestion;
		const head = `${id} (${priority}, ${stance}) ${truncatedLine(text, claimLongest)}`;
		const findings = findingsFor(subQuestion, input, facts);
		const earlier = findings.before > 0 ? input.earlier?.[id] : undefined;
		if (earlier && !earlier.searched && findings.shown.length + findings.near.length === 0)
			return [head, `  as before: ${earlierText(earlier, findings.before)}`, ...statusLines(id, input)];
		const fresh = findings.shown.filter((fact) => !numbers.has(fact));
		for (const fact of fresh) numbers.set(fact, numbers.size + 1);
		const mark = (fact: DistinctFact<Claim>) => `f${numbers.get(fact)}`;
		const also = findings.shown.filter((fact) => !fresh.includes(fact)).map(mark);
		return [
			head,
			...(earlier ? [`  at the last look ${earlierText(earlier, findings.before)}; new since:`] : []),
			...fresh.map((fact) => `  ${mark(fact)} ${findingText(fact, input, pages)}`),
			...(also.length > 0 ? [`  also ${also.join(", ")}`] : []),
			...(findings.more.length > 0 ? [`  and ${findings.more.length} more findings${alsoNamed(findings)}`] : []),
			...findings.near.map((fact) => `  near it only: ${findingText(fact, input, pages)}`),
			...searchLines(id, findings.shown.length + findings.before > 0, input),
		];
	});
	const claimsById = new Map(claims.map((claim) => [claim.id, claim]));
	const findingMark = (id: string) => {
		const fact = facts.get(id);
		const number = fact && numbers.get(fact);
		return number === undefined ? truncatedLine(claimsById.get(id)?.text ?? "", findingLongest) : `f${number}`;
	};
	const disputeLines = disputesIn(conflicts, claims, [])
		.slice(0, disputesShown)
		.map(({ about, why, settleable, sides }) => {
			const how = settleable === false ? "; a genuine disagreement" : "";
			const marks = sides.map(({ claimIds }) => [...new Set(claimIds.map(findingMark))].join(", ")).join(" against ");
			return `  ${marks}: ${truncatedLine(about === undefined ? why : `${about}, ${why}`, claimLongest)}${how}`;
		});
	return [...rows.flat(), ...(disputeLines.length > 0 ? ["Disagreements", ...disputeLines] : [])].join("\n");
}

/** What is shown of one sub-question. `more`: findings without room. `before`: the number that the last analysis was shown. */
interface Findings {
	shown: DistinctFact<Claim>[];
	more: DistinctFact<Claim>[];
	near: DistinctFact<Claim>[];
	before: number;
}

function earlierText({ verdict, found, hopedFor }: EarlierThread, findings: number): string {
	const lines = [`found: ${found || "nothing"}`, ...(hopedFor === "" ? [] : [`hoped for: ${hopedFor}`])];
	return `${verdict}, of ${findings} ${findings === 1 ? "finding" : "findings"}; ${lines.join("; ")}`;
}

/** The names and figures that only findings without room hold, those of most findings first. */
function alsoNamed({ shown, more }: Findings): string {
	const told = shown.map(({ claim }) => comparisonForm(claim.text)).join("\n");
	const counts = new Map<string, number>();
	for (const { claim } of more)
		for (const name of new Set(namesAndFigures(claim)))
			if (!told.includes(comparisonForm(name))) counts.set(name, (counts.get(name) ?? 0) + 1);
	const named = [...counts].toSorted((a, b) => b[1] - a[1]).map(([name]) => name);
	const names = named.filter((name, at) => !named.slice(0, at).some((before) => before.includes(name)));
	return names.length === 0 ? "" : `, which also name ${names.slice(0, namesShown).join(", ")}`;
}

function namesAndFigures({ text, values }: Claim): string[] {
	const figures = values.map((value) => value.text).filter((figure) => /\d/u.test(figure));
	return [...entitiesIn(text).flatMap((one) => (one.unsure ? [] : [one.text])), ...figures];
}

function findingsFor(
	{ id, text, focus }: GapsInput["plan"]["subQuestions"][number],
	{ route, claims, pages, earlier }: GapsInput,
	facts: ReadonlyMap<string, DistinctFact<Claim>>,
): Findings {
	const lookup = route.shape === "lookup";
	const bearing = relevantClaims(
		claims.filter(({ subQuestionIds }) => subQuestionIds.includes(id)),
		{ id, text, focus },
	);
	const each = [...new Set(bearing.flatMap((claim) => facts.get(claim.id) ?? []))];
	const isDirect = ({ claim, also }: DistinctFact<Claim>) => [claim, ...also].some((one) => one.class === "direct");
	// What the last analysis was shown stands in what it said.
	const seen = new Set(earlier?.[id]?.claimIds);
	const isSeen = ({ claim, also }: DistinctFact<Claim>) => [claim, ...also].some((one) => seen.has(one.id));
	const direct = each.filter((fact) => isDirect(fact) && !isSeen(fact));
	const byClaim = new Map(direct.map((fact) => [fact.claim, fact]));
	const ordered = pages.some(isWeb)
		? mostInformative([...byClaim.keys()]).flatMap((claim) => byClaim.get(claim) ?? [])
		: direct;
	const shown = ordered.slice(0, lookup ? findingsMax.lookup : findingsMax.other);
	const before = each.filter((fact) => isDirect(fact) && isSeen(fact)).length;
	const near = each.filter((fact) => !isDirect(fact) && !(before > 0 && isSeen(fact)));
	return {
		shown,
		more: ordered.slice(shown.length),
		before,
		near: near.slice(0, Math.max(0, (lookup ? findingsMax.lookup : findingsMax.near) - shown.length)),
	};
}

/** A finding with its pages. A lookup shows the quote, whose names may lead further; other shapes show the claim's text. */
function findingText({ claim, also }: DistinctFact<Claim>, { route }: GapsInput, pages: readonly Page[]): string {
	const pageIndexes = [claim, ...also]
		.map((one) => pages.findIndex((page) => isOnPage(one, page)))
		.filter((at) => at >= 0);
	const places = [...new Set(pageIndexes)].map((at) => `p${at + 1}`);
	const text = route.shape === "lookup" ? claim.quote : claim.text;
	return `${truncatedLine(text, findingLongest)}${places.length === 0 ? "" : ` [${places.join(", ")}]`}`;
}

function searchLines(id: string, isFound: boolean, input: GapsInput): string[] {
	const { searches = [], unreadFound = {} } = input;
	if (input.waiting?.includes(id)) return statusLines(id, input);
	const ownSearches = searches.filter((one) => one.id === id);
	const sent = ownSearches
		.flatMap(({ queries, brought }) => queries.map((query) => `${truncatedLine(query, 200)} → ${brought}`))
		.slice(-searchesEach);
	return [
		...(isFound ? [] : ["  nothing found that answers it"]),
		...(sent.length > 0 ? [`  searched: ${sent.join("; ")}${unreadNote(unreadFound[id])}`] : []),
		...statusLines(id, input),
	];
}

function statusLines(id: string, { closed = [], waiting = [] }: GapsInput): string[] {
	if (waiting.includes(id)) return ["  not searched yet"];
	return closed.includes(id) ? ["  closed: searched more than once in vain, and reported as not found"] : [];
}

function unreadNote(pages = 0): string {
	return pages === 0 ? "" : ` (${pages} ${pages === 1 ? "page" : "pages"} found and not read)`;
}

function isOnPage({ quote, start }: Claim, { text }: Page): boolean {
	return text.startsWith(quote, start);
}

/** The beginnings of the last pages that fit, in reading order. */
function pageBeginnings(pages: readonly Page[], room: number): string {
	const out: string[] = [];
	let roomLeft = room;
	for (let at = pages.length - 1; at >= 0; at--) {
		const page = pages[at];
		if (!page) continue;
		const text = `p${at + 1} ${truncatedLine(page.title, titleLongest)}\n${truncatedLine(page.text.slice(0, textEach), textEach)}`;
		if (text.length > roomLeft) break;
		out.unshift(text);
		roomLeft -= text.length;
	}
	return out.join("\n\n");
}
