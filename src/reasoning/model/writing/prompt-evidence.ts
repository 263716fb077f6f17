import { oneLine } from "../../../base/text.ts";
import { type Claim, claimKinds } from "../../../evidence/claim.ts";
import { describeCopy, findCopies } from "../../../evidence/copies.ts";
import { describeSpeaker } from "../../../evidence/describe-speaker.ts";
import { disputesIn } from "../../../evidence/dispute.ts";
import { claimsSupersededByEdition } from "../../../evidence/editions.ts";
import { isWeb } from "../../../evidence/source.ts";
import { capitalizedWords, contentStems } from "../../../text/words.ts";
import type { PageLookup } from "../../../verification/check-sentence.ts";
import { type Cluster, quotedFacts, quoteKeyOf, singleFindings, synthesisClusters } from "../../claim-clusters.ts";
import { mainPoints } from "../../main-points.ts";
import type { WriteInput } from "../../reasoner.ts";
import type { PromptPart } from "../asker.ts";

/** The evidence as the prompts of the writing roles show it, and the claims behind the numbers that they cite. */
export interface PromptEvidence {
	parts: PromptPart[];
	/** The number of claims shown, with those on another's line. */
	shownCount: number;
	/** The claim of a number (`c3`, `[c3]`, `C3`, `3`); undefined when it was not shown. */
	claimByMark: (mark: string) => Claim | undefined;
	/** The number of a claim (`c3`); undefined when it was not shown. */
	markOf: (claimId: string) => string | undefined;
	/** A prompt part with only these claims, under the same numbers; with all when the list is empty. */
	partOf: (claimIds: readonly string[]) => PromptPart;
	page: PageLookup;
	/** The clusters of all claims, shown or not; empty where no clusters are shown. `mark`: `k1`, as a writer names it. */
	clusters: (Cluster & { mark: string })[];
	/** Texts whose names an inference may use besides its claims: the question, and the speakers of these sources. */
	inferenceContext: (sourceIds: readonly string[]) => string[];
}

/** Ids of claims that a draft does not cite. `named`: a remark names them or their cluster; `alike`: they share words with one. */
export interface UncitedClaims {
	named: readonly string[];
	alike: readonly string[];
}

/** The claims' share of the room. The rest is for other parts, fences and letters of several bytes. */
const claimsShare = 0.7;
/** A page's title is cut to this length. Characters. */
const titleLongest = 120;

/**
 * Numbers the claims in the order in which they were recorded, direct ones first, each quote once. Claims that say the same share a
 * line, and each can be cited. A synthesis has its lines by cluster, other shapes by page. Without room, background claims are dropped
 * first, then the least relevant; `cited` claims stay. `room`: characters of all parts together. `uncited`: shows of other claims only
 * these, all by page, and the cited ones by their quotes alone; those that a remark names stay even before cited ones.
 */
export function buildPromptEvidence(
	input: WriteInput,
	room: number,
	cited: readonly string[] = [],
	uncited?: UncitedClaims,
): PromptEvidence {
	const pages = new Map(input.sources.map((source) => [source.id, source]));
	const briefIds = new Set(uncited && cited);
	const wantedIds = uncited && new Set([...cited, ...uncited.named, ...uncited.alike]);
	const clusters = synthesisClusters(input).map((cluster, index) => ({ ...cluster, mark: `k${index + 1}` }));
	const main = new Set(mainPoints(input).flatMap(({ claim, also }) => [claim, ...also]));
	const all = linesOf(input, main).filter((line) => !wantedIds || holdsAny(line, wantedIds));
	const fitting = linesThatFit(all, room * claimsShare, {
		first: [new Set(uncited?.named), new Set(cited)],
		// Measured as it will be shown.
		text: (line) => (holdsAny(line, briefIds) ? briefLineText(line) : lineText(line, pages, [], true)),
	});
	const lines = uncited ? fitting : withEachCluster(fitting, all, clusters);
	const shown = lines.flatMap((line) => [line, ...line.also]).toSorted((a, b) => markNumber(a) - markNumber(b));
	const byMark = new Map(shown.map(({ claim, mark }) => [mark, claim]));
	const byQuote = new Map(shown.map(({ claim, mark }) => [quoteKeyOf(claim), mark]));
	const byId = new Map(
		input.claims.flatMap((claim) => {
			const mark = byQuote.get(quoteKeyOf(claim));
			return mark === undefined ? [] : [[claim.id, mark] as const];
		}),
	);
	const texts = new Map((input.pages ?? []).map(({ url, text }) => [url, text]));
	const titles = new Map(input.sources.map(({ id, title }) => [id, title]));
	const markOf = (id: string) => byId.get(id);
	const lineMarks = new Map(
		lines.flatMap((line) => [line, ...line.also].map(({ mark }) => [mark, line.mark] as const)),
	);
	const mainPart =
		clusters.length > 0 && !uncited
			? claimsByClusterPart(input, lines, clusters)
			: claimsByPagePart(input, lines, briefIds);
	return {
		clusters,
		shownCount: shown.length,
		parts: [mainPart, ...agreementPart(input, (id) => lineMarks.get(markOf(id) ?? ""))],
		claimByMark: (mark) => byMark.get(`c${/^\W*c?(\d{1,5})\W*$/i.exec(mark.trim())?.[1] ?? ""}`),
		markOf,
		partOf: (ids) =>
			claimsByPagePart(
				input,
				ids.length === 0 ? lines : shown.filter(({ claim }) => ids.includes(claim.id)).map(asLine),
			),
		page: { title: (id) => titles.get(id), text: (id) => texts.get(pages.get(id)?.url ?? "") },
		inferenceContext: (ids) => [input.question, ...ids.flatMap((id) => describeSpeaker(pages.get(id) ?? {}))],
	};
}

interface MarkedClaim {
	claim: Claim;
	mark: string;
}

/** One line: a claim with those that say nothing beyond it. */
interface EvidenceLine extends MarkedClaim {
	also: MarkedClaim[];
	/** Independent origins of all its claims, where they were counted. */
	origins?: number | undefined;
	/** A newer edition of its page contradicts it. */
	superseded?: boolean | undefined;
	/** It is a main point. */
	main?: boolean | undefined;
}

function linesOf({ claims, groups, conflicts, sources }: WriteInput, main: ReadonlySet<Claim>): EvidenceLine[] {
	const facts = quotedFacts(claims);
	const order = new Map(claims.map((claim, at) => [claim, at]));
	const inOrder = facts
		.flatMap(({ claim, also }) => [claim, ...also])
		.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
	const marks = new Map(inOrder.map((claim, index) => [claim, `c${index + 1}`]));
	const marked = (claim: Claim) => ({ claim, mark: marks.get(claim) ?? "" });
	const originsOf = new Map(groups.flatMap(({ claimIds, origins }) => claimIds.map((id) => [id, origins] as const)));
	const superseded = claimsSupersededByEdition(conflicts, claims, sources);
	return facts.map(({ claim, also }) => ({
		...marked(claim),
		superseded: superseded.has(claim.id),
		main: main.has(claim),
		also: also.map(marked),
		origins: originsOf.get(claim.id),
	}));
}

/** The sub-questions and the class of all claims of a line together. */
function mergedBearing({ claim, also }: EvidenceLine): Pick<Claim, "subQuestionIds" | "class"> {
	const all = [claim, ...also.map((one) => one.claim)];
	return {
		subQuestionIds: [...new Set(all.flatMap(({ subQuestionIds }) => subQuestionIds))],
		class: all.some((one) => one.class === "direct") ? "direct" : claim.class,
	};
}

function holdsAny(line: EvidenceLine, ids: ReadonlySet<string>): boolean {
	return [line, ...line.also].some(({ claim }) => ids.has(claim.id));
}

const asLine = (marked: MarkedClaim): EvidenceLine => ({ ...marked, also: [] });
const markNumber = ({ mark }: MarkedClaim) => Number(mark.slice(1));

type SourcesById = ReadonlyMap<string, WriteInput["sources"][number]>;

/** The lines that fit, those of the `first` sets before others. `text`: a line as it is shown. */
function linesThatFit(
	all: readonly EvidenceLine[],
	characters: number,
	{ first, text }: { first: readonly ReadonlySet<string>[]; text: (line: EvidenceLine) => string },
): EvidenceLine[] {
	const rank = (line: EvidenceLine) => {
		const { class: kind } = mergedBearing(line);
		const importance = (line.main ? 2 : 0) + (kind === "direct" ? 1 : 0) + line.claim.relevance;
		const place = first.findIndex((ids) => holdsAny(line, ids));
		return (place < 0 ? 0 : (first.length - place) * 4) + importance;
	};
	let left = characters;
	const fitted = new Set<EvidenceLine>();
	for (const one of all.toSorted((a, b) => rank(b) - rank(a))) {
		left -= text(one).length + 1;
		if (left < 0) break;
		fitted.add(one);
	}
	return all.filter((one) => fitted.has(one));
}

/** The lines, with one of each cluster that has none among them: a writer who sees nothing of a matter cannot tell of it. */
function withEachCluster(
	fitting: readonly EvidenceLine[],
	all: readonly EvidenceLine[],
	clusters: readonly Cluster[],
): EvidenceLine[] {
	const shown = new Set(fitting.map(({ claim }) => quoteKeyOf(claim)));
	const missing = clusters.filter(({ claims }) => !claims.some((claim) => shown.has(quoteKeyOf(claim))));
	const typical = new Set(missing.map((one) => quoteKeyOf(one.typical)));
	const fits = new Set(fitting);
	return all.filter((line) => fits.has(line) || typical.has(quoteKeyOf(line.claim)));
}

/** `pageIds`: in the order of their numbers. `withPage`: names the page, for a line that is not listed under it. */
function lineText(line: EvidenceLine, pages: SourcesById, pageIds: readonly string[], withPage = false): string {
	const { claim, mark, also } = line;
	const bearing = mergedBearing(line);
	// The date distinguishes two editions of a study whose claims share a cluster.
	const pageMark = (one: Claim) =>
		[`p${pageIds.indexOf(one.sourceId) + 1}`, pages.get(one.sourceId)?.date ?? []].flat().join(", ");
	const page = pages.get(claim.sourceId);
	// The page's line gives its date. A claim of 2022 on a page of 2025 does not hold for 2025.
	const isOfPage = page !== undefined && isWeb(page) && claim.asOf === page.date;
	const notes = [
		...(withPage ? [pageMark(claim)] : []),
		...bearing.subQuestionIds,
		...(line.main ? ["main"] : []),
		...(claim.kind === undefined ? [] : [claim.kind]),
		...(bearing.class === "direct" ? [] : ["background"]),
		...(claim.stance === "adversarial" ? ["speaks against"] : []),
		...(claim.confidence === "low" || page?.speaker?.standing === "thin" ? ["weak"] : []),
		...(line.superseded ? ["superseded"] : []),
		...(claim.holder === undefined ? [] : [`said by ${oneLine(claim.holder)}`]),
		...(claim.asOf && !isOfPage ? [`as of ${claim.asOf}`] : []),
	];
	const quote = oneLine(claim.quote);
	const reading = addsContext(claim) ? contextLine(claim) : "";
	const alsoMarks = also.map((one) => `${one.mark} (${pageMark(one.claim)})`);
	const alsoLine = alsoMarks.length === 0 ? "" : `\n   also ${[...alsoMarks, ...originNotes(line)].join(", ")}`;
	return `${mark} (${notes.join(", ")}): ${quote}${reading}${alsoLine}`;
}

function briefLineText({ claim, mark, also }: EvidenceLine): string {
	const notes = [
		...(claim.holder === undefined ? [] : [`said by ${oneLine(claim.holder)}`]),
		...(claim.asOf === undefined ? [] : [`as of ${claim.asOf}`]),
	];
	const speaker = notes.length === 0 ? "" : ` (${notes.join(", ")})`;
	const same = also.length === 0 ? "" : ` = ${also.map((one) => one.mark).join(" = ")}`;
	// A sentence of the draft may name what its quote does not ("he", "the company").
	const reading = capitalizedWords(claim.text).every((name) => claim.quote.includes(name)) ? "" : contextLine(claim);
	return `${mark}${same}${speaker}: ${oneLine(claim.quote)}${reading}`;
}

const contextLine = ({ text }: Claim) => `\n   in context: ${oneLine(text)}`;

/** Whether a claim's text says what its quote leaves out, such as the person or the lead-in of its list. */
function addsContext({ text, quote }: Claim): boolean {
	const quoted = new Set(contentStems(quote));
	return contentStems(text).some((stem) => !quoted.has(stem));
}

/** The number of independent origins, for a line whose claims are from several pages. */
function originNotes({ claim, also, origins }: EvidenceLine): string[] {
	if (origins === undefined || also.every((one) => one.claim.sourceId === claim.sourceId)) return [];
	return [originsText(origins)];
}

const originsText = (origins: number) =>
	origins === 1 ? "one origin, however many pages" : `${origins} independent origins`;

/** A page's number, title and date. A web page also has its speaker, since a sentence may name it. */
function pageLine({ sources }: WriteInput, id: string, pageIds: readonly string[]): string {
	const page = sources.find((one) => one.id === id);
	const titleAndDate = [oneLine(page?.title ?? "").slice(0, titleLongest), page?.date]
		.filter((part) => part)
		.join(", ");
	const copy = findCopies(sources).get(id);
	const original =
		copy && pageIds.includes(copy.id) ? [describeCopy(copy, `page ${pageIds.indexOf(copy.id) + 1}`)] : [];
	const notes = [...describeSpeaker(page ?? {}), ...original].join(", ");
	return `Page ${pageIds.indexOf(id) + 1}: ‹${titleAndDate}›${notes === "" ? "" : ` (${notes})`}`;
}

const claimsTitle = "The claims, each with its verbatim quote";

/** The claims by page. `brief`: ids of claims that are shown by their quotes alone, since the draft says what they mean. */
function claimsByPagePart(
	input: WriteInput,
	lines: readonly EvidenceLine[],
	brief: ReadonlySet<string> = new Set(),
): PromptPart {
	const pages = new Map(input.sources.map((source) => [source.id, source]));
	const pageIds = sourceIdsOf(lines);
	const blocks = pageIds.map((id) => {
		const ownLines = lines.filter(({ claim }) => claim.sourceId === id);
		return [
			pageLine(input, id, pageIds),
			...ownLines.map((line) => (holdsAny(line, brief) ? briefLineText(line) : lineText(line, pages, pageIds))),
		].join("\n");
	});
	return { title: claimsTitle, text: blocks.join("\n\n"), kind: "data", cuttable: true };
}

/** The list of pages, then the claims by cluster, each with its page. */
function claimsByClusterPart(
	input: WriteInput,
	lines: readonly EvidenceLine[],
	clusters: PromptEvidence["clusters"],
): PromptPart {
	const pages = new Map(input.sources.map((source) => [source.id, source]));
	const pageIds = sourceIdsOf(lines);
	const byClaim = new Map(lines.map((one) => [quoteKeyOf(one.claim), one]));
	const blocks = clusters.flatMap(({ mark, name, claims }) => {
		const members = claims
			.flatMap((claim) => byClaim.get(quoteKeyOf(claim)) ?? [])
			.toSorted((a, b) => kindRank(a.claim) - kindRank(b.claim));
		if (members.length === 0) return [];
		const rows = members.map((one) => lineText(one, pages, pageIds, true));
		return [[`Cluster ${mark} (${name || singleFindings}):`, ...rows].join("\n")];
	});
	const pageLines = pageIds.map((id) => pageLine(input, id, pageIds)).join("\n");
	return { title: claimsTitle, text: [pageLines, ...blocks].join("\n\n"), kind: "data", cuttable: true };
}

/** Ids of the lines' sources. A page's number is its position among them. */
function sourceIdsOf(lines: readonly EvidenceLine[]): string[] {
	return [
		...new Set(
			lines
				.flatMap((line) => [line, ...line.also])
				.toSorted((a, b) => markNumber(a) - markNumber(b))
				.map(({ claim }) => claim.sourceId),
		),
	];
}

/** Sorts claims of one kind together. */
function kindRank({ kind }: Claim): number {
	return kind === undefined ? claimKinds.length : claimKinds.indexOf(kind);
}

/** The lines that say the same, with their independent origins, and those that contradict each other. */
function agreementPart(
	{ claims, groups, conflicts }: WriteInput,
	markOf: (id: string) => string | undefined,
): PromptPart[] {
	const marks = (ids: readonly string[]) => [...new Set(ids.flatMap((id) => markOf(id) ?? []))];
	const agreeing = groups
		.map((group) => ({ ...group, marks: marks(group.claimIds) }))
		.filter((group) => group.marks.length > 1)
		.map(
			({ marks: same, origins, confidence }) =>
				`${same.join(" = ")}: ${originsText(origins)}; ${confidence} confidence`,
		);
	const conflictLines = disputesIn(conflicts, claims, groups).flatMap(
		({ about, why, class: kind, settleable, sides }) => {
			const shown = sides.map(({ claimIds }) => marks(claimIds).join(", ")).filter((side) => side !== "");
			if (shown.length < 2) return [];
			const notes = [
				...(kind === undefined ? [] : [`they differ in ${kind}`]),
				...(settleable === undefined ? [] : [settleable ? "more data could settle it" : "a genuine disagreement"]),
			];
			const noteText = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
			return [`${shown.join(" against ")}: ${oneLine(about === undefined ? why : `${about}, ${why}`)}${noteText}`];
		},
	);
	const rows = [
		...(agreeing.length > 0 ? ["Say the same:", ...agreeing] : []),
		...(conflictLines.length > 0 ? ["Contradict each other:", ...conflictLines] : []),
	];
	if (rows.length === 0) return [];
	return [{ title: "Agreement and conflict", text: rows.join("\n"), kind: "data", cuttable: true }];
}
