import type { Claim } from "../../../evidence/claim.ts";
import { describeSpeaker } from "../../../evidence/describe-speaker.ts";
import { disputesIn } from "../../../evidence/dispute.ts";
import { type DistinctFact, distinctFacts } from "../../../evidence/distinct-facts.ts";
import { isWeb, type Page } from "../../../evidence/source.ts";
import { bearingOn } from "../../bearing.ts";
import type { GapsInput } from "../../reasoner.ts";
import type { Asker, PromptPart } from "../asker.ts";
import { claimLongest, lines, oneLine, questionPart, routePart } from "./parts.ts";
import { mostTelling } from "./telling.ts";

/** Findings shown for one sub-question, at most; the rest is counted. `near`: adjacent ones are added up to this many. */
const findingsEach = { lookup: 10, other: 12, near: 3 };
/** A finding is one sentence and is shown whole. The limit is for what is no sentence. Characters. */
const findingLongest = 600;
/** Page texts for a lookup, in all and of one page; a bridging name is mostly near the top. Characters. */
const textsLongest = 10_000;
const textEach = 1_500;
/** Searches shown for one sub-question: the latest. */
const searchesEach = 8;
const disputesShown = 10;
const missedShown = 30;
const leadsShown = 8;
const titleLongest = 150;

/** The prompt parts of a gap analysis: question and route, pages, then what was found and searched for each sub-question. */
export function evidenceParts(input: GapsInput, asker: Asker): PromptPart[] {
	const { question, route, claims, pages, max, roundsLeft } = input;
	const titles = pages.map((page, at) => {
		const place = [
			oneLine(page.label, 120),
			...(isWeb(page) ? [...describeSpeaker(page).filter((by) => !page.label.startsWith(by)), page.date ?? ""] : []),
		];
		const untaken = isWeb(page) && !claims.some((claim) => stands(claim, page)) ? ", nothing taken from it yet" : "";
		return `p${at + 1} ${oneLine(page.title, titleLongest)} (${place.filter(Boolean).join(", ")})${untaken}`;
	});
	const rounds = roundsLeft === undefined ? "" : ` Rounds of follow-ups left: ${roundsLeft}.`;
	const parts: PromptPart[] = [
		questionPart(question),
		routePart(route),
		{ title: "Pages read", text: titles.join("\n"), kind: "data", cuttable: true },
		{
			title: "Sub-questions: what was found, what disagrees, what was searched",
			text: gridOf(input),
			kind: "data",
			cuttable: true,
		},
		...missedPart(input),
		...leadsPart(input),
		{ title: "Room", text: `At most ${max} follow-ups.${rounds}`, kind: "own" },
	];
	if (route.shape !== "lookup") return parts;
	const taken = parts.reduce((sum, { text }) => sum + text.length, 0);
	const texts = textsOf(pages, Math.min(textsLongest, asker.room("findGaps") - taken));
	return texts === "" ? parts : [...parts, { title: "How the pages begin", text: texts, kind: "data", cuttable: true }];
}

/** The gaps of investigators. Each saw only what it found itself. */
function missedPart({ missed = [] }: GapsInput): PromptPart[] {
	const rows = lines(
		missed.map(({ id, text }) => `${id}: ${text}`),
		missedShown,
		200,
	);
	if (rows.length === 0) return [];
	return [
		{
			title: "What single investigators did not find (others may have found it since)",
			text: rows.join("\n"),
			kind: "data",
			cuttable: true,
		},
	];
}

/** The waiting follow-ups. Without them, each analysis would suggest the same ones again. */
function leadsPart({ leads = [] }: GapsInput): PromptPart[] {
	if (leads.length === 0) return [];
	const text = lines(leads, leadsShown, claimLongest).join("\n");
	return [{ title: "Follow-ups noted before, still to be searched", text, kind: "data", cuttable: true }];
}

/** Findings and searches by sub-question. A finding has one numbered line, at its first sub-question; others give its number. */
function gridOf(input: GapsInput): string {
	const { plan, claims, pages, conflicts = [] } = input;
	const facts = new Map(
		distinctFacts(claims).flatMap((fact) => [fact.claim, ...fact.also].map(({ id }) => [id, fact] as const)),
	);
	const numbers = new Map<DistinctFact<Claim>, number>();
	const rows = plan.subQuestions.map((asked) => {
		const found = foundFor(asked, input, facts);
		const fresh = found.shown.filter((fact) => !numbers.has(fact));
		for (const fact of fresh) numbers.set(fact, numbers.size + 1);
		const mark = (fact: DistinctFact<Claim>) => `f${numbers.get(fact)}`;
		const also = found.shown.filter((fact) => !fresh.includes(fact)).map(mark);
		return [
			`${asked.id} (${asked.priority}, ${asked.stance}) ${oneLine(asked.text, claimLongest)}`,
			...fresh.map((fact) => `  ${mark(fact)} ${lineOf(fact, input, pages)}`),
			...(also.length > 0 ? [`  also ${also.join(", ")}`] : []),
			...(found.more > 0 ? [`  and ${found.more} more findings`] : []),
			...found.near.map((fact) => `  near it only: ${lineOf(fact, input, pages)}`),
			...searchedFor(asked.id, found.shown.length > 0, input),
		];
	});
	const known = new Map(claims.map((claim) => [claim.id, claim]));
	const named = (id: string) => {
		const fact = facts.get(id);
		const number = fact && numbers.get(fact);
		return number === undefined ? oneLine(known.get(id)?.text ?? "", findingLongest) : `f${number}`;
	};
	const against = disputesIn(conflicts, claims, [])
		.slice(0, disputesShown)
		.map(({ about, why, settleable, sides }) => {
			const how = settleable === false ? "; a genuine disagreement" : "";
			const marks = sides.map(({ claimIds }) => [...new Set(claimIds.map(named))].join(", ")).join(" against ");
			return `  ${marks}: ${oneLine(about === undefined ? why : `${about}, ${why}`, claimLongest)}${how}`;
		});
	return [...rows.flat(), ...(against.length > 0 ? ["Disagreements", ...against] : [])].join("\n");
}

function foundFor(
	{ id, text, focus }: GapsInput["plan"]["subQuestions"][number],
	{ route, claims, pages }: GapsInput,
	facts: ReadonlyMap<string, DistinctFact<Claim>>,
): { shown: DistinctFact<Claim>[]; more: number; near: DistinctFact<Claim>[] } {
	const lookup = route.shape === "lookup";
	const bearing = bearingOn(
		claims.filter(({ subQuestionIds }) => subQuestionIds.includes(id)),
		{ id, text, focus },
	);
	const each = [...new Set(bearing.flatMap((claim) => facts.get(claim.id) ?? []))];
	const isDirect = ({ claim, also }: DistinctFact<Claim>) => [claim, ...also].some((one) => one.class === "direct");
	const direct = each.filter(isDirect);
	const byClaim = new Map(direct.map((fact) => [fact.claim, fact]));
	const telling = pages.some(isWeb)
		? mostTelling([...byClaim.keys()]).flatMap((claim) => byClaim.get(claim) ?? [])
		: direct;
	const shown = telling.slice(0, lookup ? findingsEach.lookup : findingsEach.other);
	const near = each.filter((fact) => !isDirect(fact));
	return {
		shown,
		more: telling.length - shown.length,
		near: near.slice(0, Math.max(0, (lookup ? findingsEach.lookup : findingsEach.near) - shown.length)),
	};
}

/** A finding with its pages. A lookup shows the quote, whose names may lead further; other shapes show the claim's text. */
function lineOf({ claim, also }: DistinctFact<Claim>, { route }: GapsInput, pages: readonly Page[]): string {
	const found = [claim, ...also].map((one) => pages.findIndex((page) => stands(one, page))).filter((at) => at >= 0);
	const places = [...new Set(found)].map((at) => `p${at + 1}`);
	const said = route.shape === "lookup" ? claim.quote : claim.text;
	return `${oneLine(said, findingLongest)}${places.length === 0 ? "" : ` [${places.join(", ")}]`}`;
}

function searchedFor(id: string, isFound: boolean, { searches = [], closed = [], waiting = [] }: GapsInput): string[] {
	if (waiting.includes(id)) return ["  not searched yet"];
	const own = searches.filter((one) => one.id === id);
	const sent = own
		.flatMap(({ queries, brought }) => queries.map((query) => `${oneLine(query, 200)} → ${brought}`))
		.slice(-searchesEach);
	return [
		...(isFound ? [] : ["  nothing found that answers it"]),
		...(sent.length > 0 ? [`  searched: ${sent.join("; ")}`] : []),
		...(closed.includes(id) ? ["  closed: searched more than once in vain, and reported as not found"] : []),
	];
}

function stands({ quote, start }: Claim, { text }: Page): boolean {
	return text.startsWith(quote, start);
}

/** The beginnings of the last pages that fit, in reading order. */
function textsOf(pages: readonly Page[], room: number): string {
	const out: string[] = [];
	let left = room;
	for (let at = pages.length - 1; at >= 0; at--) {
		const page = pages[at];
		if (!page) continue;
		const text = `p${at + 1} ${oneLine(page.title, titleLongest)}\n${oneLine(page.text.slice(0, textEach), textEach)}`;
		if (text.length > left) break;
		out.unshift(text);
		left -= text.length;
	}
	return out.join("\n\n");
}
