import { distinctBy } from "../../../base/distinct.ts";
import { oneLine } from "../../../base/text.ts";
import { type Claim, claimKinds } from "../../../evidence/claim.ts";
import { saidBy } from "../../../evidence/said-by.ts";
import { isWeb } from "../../../evidence/source.ts";
import type { PageOf } from "../../../evidence/statement.ts";
import { type Cluster, clustersOf, placeOf, single } from "../../outline.ts";
import type { WriteInput } from "../../reasoner.ts";
import type { Part } from "../asker.ts";

/** The evidence as the writing roles are shown it, and the way back from the numbers that they cite. */
export interface ShownEvidence {
	parts: Part[];
	/** Claims that are shown. */
	shown: number;
	/** The claim that a number means (`c3`, `[c3]`, `C3`, `3`); undefined for one that was not shown. */
	claim: (mark: string) => Claim | undefined;
	/** `c3`; undefined for a claim that was not shown. */
	markOf: (claimId: string) => string | undefined;
	/** These claims only, under the same numbers; all of them when none is named. */
	some: (claimIds: readonly string[]) => Part;
	page: PageOf;
	/** The clusters of all claims, those without room included; empty where no outline is shown. `mark`: `k1`, as a writer names it. */
	clusters: (Cluster & { mark: string })[];
	/** What an inference may name besides what its claims hold: the question, and who publishes each of these pages. */
	beside: (sourceIds: readonly string[]) => string[];
}

/** Left for the parts that stand beside the claims, for fences, and for letters of several bytes. Share of the room. */
const claimsShare = 0.7;
/** A page's title is shown by so much. Characters. */
const titleLongest = 120;

/**
 * Claims are numbered in the order in which they were recorded, direct ones first, each quote once. For a synthesis they stand in
 * clusters of what speaks of the same, from whichever pages; else under their pages.
 * What has no room is left out: background first, then what is least relevant; what is `cited` stays. `room`: characters of all parts
 * together.
 */
export function shownEvidence(input: WriteInput, room: number, cited: readonly string[] = []): ShownEvidence {
	const all = distinctBy(input.claims, placeOf).map((claim, index) => ({ claim, mark: `c${index + 1}` }));
	const pages = new Map(input.sources.map((source) => [source.id, source]));
	const shown = fitting(all, pages, room * claimsShare, new Set(cited));
	const byMark = new Map(shown.map(({ claim, mark }) => [mark, claim]));
	const byPlace = new Map(shown.map(({ claim, mark }) => [placeOf(claim), mark]));
	const byId = new Map(
		input.claims.flatMap((claim) => {
			const mark = byPlace.get(placeOf(claim));
			return mark === undefined ? [] : [[claim.id, mark] as const];
		}),
	);
	const clusters = clustersOf(input).map((cluster, index) => ({ ...cluster, mark: `k${index + 1}` }));
	const texts = new Map((input.pages ?? []).map(({ url, text }) => [url, text]));
	const titles = new Map(input.sources.map(({ id, title }) => [id, title]));
	const markOf = (id: string) => byId.get(id);
	const part = clusters.length > 0 ? outlinePart(input, shown, clusters) : claimsPart(input, shown);
	return {
		clusters,
		shown: shown.length,
		parts: [part, ...agreementPart(input, markOf)],
		claim: (mark) => byMark.get(`c${/^\W*c?(\d{1,5})\W*$/i.exec(mark.trim())?.[1] ?? ""}`),
		markOf,
		some: (ids) => claimsPart(input, ids.length === 0 ? shown : shown.filter(({ claim }) => ids.includes(claim.id))),
		page: { title: (id) => titles.get(id), text: (id) => texts.get(pages.get(id)?.url ?? "") },
		beside: (ids) => [input.question, ...ids.flatMap((id) => saidBy(pages.get(id) ?? {}))],
	};
}

interface Marked {
	claim: Claim;
	mark: string;
}

type Pages = ReadonlyMap<string, WriteInput["sources"][number]>;

function fitting(all: readonly Marked[], pages: Pages, characters: number, cited: ReadonlySet<string>): Marked[] {
	const rank = ({ claim }: Marked) =>
		(cited.has(claim.id) ? 2 : 0) + (claim.class === "direct" ? 1 : 0) + claim.relevance;
	let left = characters;
	const kept = new Set<Marked>();
	for (const one of all.toSorted((a, b) => rank(b) - rank(a))) {
		left -= lineOf(one, pages).length + 1;
		if (left < 0) break;
		kept.add(one);
	}
	return all.filter((one) => kept.has(one));
}

function lineOf({ claim, mark }: Marked, pages: Pages, on?: string): string {
	const page = pages.get(claim.sourceId);
	// A page's own date stands with the page: what it says of 2022 in 2025 does not hold for 2025.
	const isOfPage = page !== undefined && isWeb(page) && claim.asOf === page.date;
	const notes = [
		...(on === undefined ? [] : [on]),
		...claim.subQuestionIds,
		...(claim.kind === undefined ? [] : [claim.kind]),
		...(claim.class === "direct" ? [] : ["background"]),
		...(claim.stance === "adversarial" ? ["speaks against"] : []),
		...(claim.confidence === "low" ? ["weak"] : []),
		...(claim.holder === undefined ? [] : [`said by ${oneLine(claim.holder)}`]),
		...(claim.asOf && !isOfPage ? [`as of ${claim.asOf}`] : []),
	];
	const quote = oneLine(claim.quote);
	const reading = oneLine(claim.text) === quote ? "" : `\n   in context: ${oneLine(claim.text)}`;
	return `${mark} (${notes.join(", ")}): ${quote}${reading}`;
}

/** Who says it is named in a sentence; a document of a folder speaks for itself. */
function pageLine(page: WriteInput["sources"][number] | undefined, number: number): string {
	const named = [oneLine(page?.title ?? "").slice(0, titleLongest), page?.date].filter((part) => part).join(", ");
	const by = saidBy(page ?? {}).join(", ");
	return `Page ${number}: ‹${named}›${by === "" ? "" : ` (${by})`}`;
}

/** A page's author and date: two editions of a study, or two studies of one author, are told apart where their claims stand together. */
function writtenBy(page: WriteInput["sources"][number] | undefined): string[] {
	const author = saidBy(page ?? {}).find((one) => one.startsWith("by "));
	return [...(author === undefined ? [] : [author]), ...(page?.date === undefined ? [] : [page.date])];
}

const claimsTitle = "The claims, each with its verbatim quote";

function claimsPart(input: WriteInput, shown: readonly Marked[]): Part {
	const pages = new Map(input.sources.map((source) => [source.id, source]));
	const blocks = [...Map.groupBy(shown, ({ claim }) => claim.sourceId)].map(([id, members], index) =>
		[pageLine(pages.get(id), index + 1), ...members.map((one) => lineOf(one, pages))].join("\n"),
	);
	return { title: claimsTitle, text: blocks.join("\n\n"), kind: "data", cuttable: true };
}

/** The pages once, then the claims by cluster, each with its page. */
function outlinePart(input: WriteInput, shown: readonly Marked[], clusters: ShownEvidence["clusters"]): Part {
	const pages = new Map(input.sources.map((source) => [source.id, source]));
	const used = [...new Set(shown.map(({ claim }) => claim.sourceId))];
	const byClaim = new Map(shown.map((one) => [placeOf(one.claim), one]));
	const blocks = clusters.flatMap(({ mark, name, claims }) => {
		const members = claims
			.flatMap((claim) => byClaim.get(placeOf(claim)) ?? [])
			.toSorted((a, b) => kindRank(a.claim) - kindRank(b.claim));
		if (members.length === 0) return [];
		const rows = members.map((one) => {
			const { sourceId } = one.claim;
			return lineOf(one, pages, [`p${used.indexOf(sourceId) + 1}`, ...writtenBy(pages.get(sourceId))].join(" "));
		});
		return [[`Cluster ${mark} (${name || single}):`, ...rows].join("\n")];
	});
	const listed = used.map((id, index) => pageLine(pages.get(id), index + 1)).join("\n");
	return { title: claimsTitle, text: [listed, ...blocks].join("\n\n"), kind: "data", cuttable: true };
}

/** Claims of one kind stand together. */
function kindRank({ kind }: Claim): number {
	return kind === undefined ? claimKinds.length : claimKinds.indexOf(kind);
}

/** Which claims say the same, from how many independent origins, and which contradict each other. */
function agreementPart({ groups, conflicts }: WriteInput, markOf: (id: string) => string | undefined): Part[] {
	const marks = (ids: readonly string[]) => [...new Set(ids.flatMap((id) => markOf(id) ?? []))];
	const agreeing = groups
		.map((group) => ({ ...group, marks: marks(group.claimIds) }))
		.filter((group) => group.marks.length > 1)
		.map(
			({ marks: same, origins, confidence }) =>
				`${same.join(" = ")}: ${origins === 1 ? "one origin, however many pages" : `${origins} independent origins`}; ${confidence} confidence`,
		);
	const against = conflicts.flatMap(({ a, b, why, class: kind, settleable }) => {
		const [left, right] = [markOf(a), markOf(b)];
		const notes = [
			...(kind === undefined ? [] : [`they differ in ${kind}`]),
			...(settleable === undefined ? [] : [settleable ? "more data could settle it" : "a genuine disagreement"]),
		];
		const judged = notes.length === 0 ? "" : ` (${notes.join("; ")})`;
		return left && right ? [`${left} against ${right}: ${oneLine(why)}${judged}`] : [];
	});
	const rows = [
		...(agreeing.length > 0 ? ["Say the same:", ...agreeing] : []),
		...(against.length > 0 ? ["Contradict each other:", ...against] : []),
	];
	if (rows.length === 0) return [];
	return [{ title: "Agreement and conflict", text: rows.join("\n"), kind: "data", cuttable: true }];
}
