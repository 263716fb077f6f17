import { z } from "zod";
import { authorityWeight } from "../../../evidence/authority.ts";
import { correctionKindOf } from "../../../evidence/correction-notice.ts";
import { hostOf } from "../../../evidence/hosts.ts";
import { groupByText } from "../../../evidence/same-text.ts";
import { type Hit, isWeb, locatorText } from "../../../evidence/source.ts";
import type { ChooseInput, PageChoice, RoleContext } from "../../reasoner.ts";
import type { Asker, PromptPart } from "../asker.ts";
import {
	claimsPart,
	distinctLines,
	itemNumbered,
	optionalText,
	questionPart,
	routePart,
	subQuestionPart,
	truncatedLine,
} from "../prompt-parts.ts";
import { mostInformative } from "./informative-claims.ts";

/** A snippet is cut to this length, or shorter where the model's window is small. Characters. */
const snippetLongest = 450;
/** Results shown for one sub-question, and for a wave at most. Lower results are hardly ever chosen and cost as much to show. */
const hitsShown = 12;
const hitsShownOfWave = 36;
/** Of each sub-question of a wave these are shown, whatever ranks before them. */
const firstsShown = 3;
const snippetShortest = 120;
/** The text around a snippet: number, title, place, date. Characters. */
const aroundSnippet = 250;
const titleLongest = 150;
const reasonLongest = 200;
const claimsShown = 8;
const readShown = 20;

const schema = z.object({ choices: z.array(z.object({ page: z.string(), reason: optionalText })) });
type ChooseAnswer = z.infer<typeof schema>;

/** METHOD §4.2: the results to read, in reading order; none when nothing fits. */
export async function choosePages(asker: Asker, input: ChooseInput, context?: RoleContext): Promise<PageChoice[]> {
	const { max } = input;
	const hits = shownHits(input);
	if (hits.length === 0 || max <= 0) return [];
	const fault = ({ choices }: ChooseAnswer) =>
		choices.length > 0 && choices.every(({ page }) => itemNumbered(hits, page, "p") === undefined)
			? `${choices.map(({ page }) => `"${truncatedLine(page, 20)}"`).join(", ")} name no result: the results are p1 to p${hits.length}`
			: undefined;
	const answer = await asker.ask(
		{ role: "choosePages", parts: partsOf({ ...input, hits }, asker), schema, fault },
		context,
	);
	const chosen = new Map<string, PageChoice>();
	for (const { page, reason } of answer.choices) {
		const hit = itemNumbered(hits, page, "p");
		if (!hit || chosen.has(hit.url)) continue;
		chosen.set(hit.url, { url: hit.url, reason: truncatedLine(reason, reasonLongest) || "chosen without a reason" });
	}
	return [...chosen.values()].slice(0, max);
}

/** The best results, and the first of each sub-question. Many sub-questions could otherwise leave one without any. */
function shownHits({ hits, found = [], beside = [] }: ChooseInput): Hit[] {
	const firsts = new Set(
		[found, ...beside.map((one) => one.found)].flatMap((own) => {
			const known = new Set(own);
			return hits.filter(({ url }) => known.has(url)).slice(0, firstsShown);
		}),
	);
	const most = Math.min(hitsShownOfWave, hitsShown * (1 + beside.length));
	return hits.filter((hit, at) => at < most || firsts.has(hit));
}

function partsOf(input: ChooseInput, asker: Asker): PromptPart[] {
	const { question, route, purpose, hits, claims, read, max } = input;
	const web = hits.some(isWeb);
	const threads = waveSubQuestions(input);
	const ids = new Set(threads.map(({ subQuestion }) => subQuestion.id));
	const ownClaims = claims
		.filter(({ subQuestionIds }) => subQuestionIds.some((id) => ids.has(id)))
		.toSorted((a, b) => b.relevance - a.relevance);
	const partsBefore: PromptPart[] = [
		questionPart(question),
		routePart(route),
		threads.length === 1 ? subQuestionPart(input.subQuestion, web) : waveSubQuestionsPart(threads),
		...claimsPart("What is known for it", web ? mostInformative(ownClaims) : ownClaims, claimsShown),
		...(read.length === 0
			? []
			: [
					{
						title: "Pages already read",
						text: distinctLines(
							read.slice(-readShown).map((page) => (isWeb(page) ? `${page.title} (${hostOf(page.url)})` : page.title)),
							readShown,
							titleLongest,
						).join("\n"),
						kind: "data",
						cuttable: true,
					} as const,
				]),
	];
	const usedCharacters = partsBefore.reduce((sum, { text }) => sum + text.length, 0);
	const distinctHits = distinctTexts(hits);
	const finders = findersOf(hits, input);
	const room = Math.floor((asker.room("choosePages") - usedCharacters) / distinctHits.length) - aroundSnippet;
	const longest = Math.min(snippetLongest, Math.max(snippetShortest, room));
	return [
		...partsBefore,
		{
			title: "Results",
			text: distinctHits
				.map(({ hit, also }) => resultText(hit, hits.indexOf(hit), longest, also, finders.get(hit.url)))
				.join("\n\n"),
			kind: "data",
			cuttable: true,
		},
		{
			title: "What to choose",
			text: [
				`At most ${max}${threads.length > 1 ? " for all sub-questions together, some for each that has any" : ""}: every page that bears on what is asked and adds to the others; none when there is none.`,
				...(threads.length > 1 ? [] : [`The search was made to ${aims[purpose]}.`]),
				...(web ? [webAdvice] : []),
			].join(" "),
			kind: "own",
		},
	];
}

type WaveSubQuestion = Pick<ChooseInput, "subQuestion" | "purpose">;

function waveSubQuestions({ subQuestion, purpose, beside = [] }: ChooseInput): WaveSubQuestion[] {
	return [{ subQuestion, purpose }, ...beside];
}

/** The sub-questions of a wave, each with the purpose of its search. */
function waveSubQuestionsPart(threads: readonly WaveSubQuestion[]): PromptPart {
	const rows = threads.map(
		({ subQuestion: { id, text }, purpose }) => `${id} ${truncatedLine(text, 400)} (to ${aims[purpose]})`,
	);
	const isOwn = threads.every(({ subQuestion }) => subQuestion.origin === "plan");
	return { title: "The sub-questions", text: rows.join("\n"), kind: isOwn ? "own" : "data" };
}

/** Which sub-questions' searches found each page, by address; empty where that tells no page from another. */
function findersOf(hits: readonly Hit[], { subQuestion, found = [], beside = [] }: ChooseInput): Map<string, string> {
	const all = [{ subQuestion, found }, ...beside];
	const notes = hits.flatMap(({ url }): [string, string][] => {
		const ids = all.filter((one) => one.found.includes(url)).map((one) => one.subQuestion.id);
		if (ids.length === 0) return [];
		return [[url, `found for ${ids.length === all.length ? "all" : ids.join(", ")}`]];
	});
	const isTelling = notes.length < hits.length || new Set(notes.map(([, note]) => note)).size > 1;
	return new Map(all.length > 1 && isTelling ? notes : []);
}

const webAdvice =
	"Take pages of different publishers. A text that stands on several sites is listed once, with 'also at'. Those marked correction or retraction say so of themselves.";

const aims: Record<ChooseInput["purpose"], string> = {
	cover: "answer it",
	hop: "follow the names in it",
	challenge: "find what contradicts a finding on it",
	recover: "find anything on it, since earlier searches found nothing of use",
};

function resultText(
	hit: Hit,
	at: number,
	longest: number,
	also: readonly string[],
	foundForNote: string | undefined,
): string {
	// A record's label names its place already. A web result has no place.
	const placeInFile = hit.locator.kind === "record" || isWeb(hit) ? undefined : locatorText(hit.locator);
	const kind = hit.authority === undefined || hit.authority === "general" ? undefined : hit.authority;
	const correctionKind = isWeb(hit) ? correctionKindOf(hit) : undefined;
	const copies = also.length === 0 ? undefined : `also at ${also.join(" and ")}`;
	const label = truncatedLine(hit.label, titleLongest);
	const place = [label, placeInFile, hit.date, kind, correctionKind, copies, foundForNote].filter(Boolean).join(", ");
	return `p${at + 1} ${truncatedLine(hit.title, titleLongest)} (${place})\n${truncatedLine(hit.snippet, longest)}`;
}

/**
 * The results, each text of the web once: its likeliest original by credibility, then date, then rank. `also`: the other hosts.
 */
function distinctTexts(hits: readonly Hit[]): { hit: Hit; also: string[] }[] {
	const day = ({ date = "9999" }: Hit) => date;
	const originals = new Map(
		groupByText(hits.filter(isWeb)).flatMap((same) => {
			const [first, ...others] = same.toSorted(
				(a, b) => authorityWeight(b.authority) - authorityWeight(a.authority) || day(a).localeCompare(day(b), "en"),
			);
			return first ? [[first, [...new Set(others.map(({ url }) => hostOf(url)))]] as const] : [];
		}),
	);
	return hits.flatMap((hit) => {
		if (!isWeb(hit)) return [{ hit, also: [] }];
		const also = originals.get(hit);
		return also ? [{ hit, also: also.filter((host) => host !== hostOf(hit.url)) }] : [];
	});
}
