import type { BlockPiece } from "../../../evidence/report.ts";
import { dotProduct, sumCounts, TermStatistics } from "../../../text/term-statistics.ts";
import type { WriteInput } from "../../reasoner.ts";
import { meanOf, type ScoredPassage } from "../blocks/score-passages.ts";

/** Maximum number of sections of a synthesis. */
const clustersMax = 6;
/** Minimum similarity of passages in one section, unless there are too many sections. Cosine of TF-IDF. */
const similarityMin = 0.12;

/**
 * Groups passages on the same topic into sections, in the order of their best passage: single-pass clustering by average link (Rasmussen
 * 1992).
 */
export function clusterPassages(chosen: readonly ScoredPassage[]): ScoredPassage[][] {
	const statistics = new TermStatistics(chosen.map(({ counts }) => counts));
	const vectors = new Map(chosen.map((one) => [one, statistics.vector(one.counts)]));
	const empty = new Map<string, number>();
	const similarity = (a: ScoredPassage, b: ScoredPassage) =>
		dotProduct(vectors.get(a) ?? empty, vectors.get(b) ?? empty);
	const clusters: ScoredPassage[][] = [];
	for (const one of chosen) {
		const near = clusters.map((members) => ({
			members,
			value: meanOf(members.map((other) => similarity(one, other))),
		}));
		const best = near.toSorted((a, b) => b.value - a.value)[0];
		if (best && (best.value >= similarityMin || clusters.length >= clustersMax)) best.members.push(one);
		else clusters.push([one]);
	}
	return clusters;
}

/** A distinct heading for each section: the first unused heading of a passage, or title of its page. "" if none is unused. */
export function clusterHeadings(clusters: readonly ScoredPassage[][], sources: WriteInput["sources"]): string[] {
	const titles = new Map(sources.map(({ id, title }) => [id, title]));
	const used = new Set([""]);
	return clusters.map((members) => {
		const own = members.flatMap(({ passage }) => [passage.path.at(-1) ?? "", titles.get(passage.sourceId) ?? ""]);
		const unused = own.map((heading) => heading.trim()).find((heading) => !used.has(heading.toLowerCase())) ?? "";
		used.add(unused.toLowerCase());
		return unused;
	});
}

/** Merges passages under one heading of a page, in the page's order. Each gap between them is marked, where it holds words. */
export function mergeByHeading(members: readonly ScoredPassage[]): ScoredPassage[] {
	const places = Map.groupBy(members, ({ passage }) => [passage.sourceId, ...passage.path].join("\n"));
	return [...places.values()].flatMap((own) => {
		const [best] = own;
		return best ? [mergePassages(best, own)] : [];
	});
}

/** No more than this stands between neighbours of a page: a space, or the break of a line or a paragraph. Characters. */
const breakMax = 2;

function mergePassages(best: ScoredPassage, own: readonly ScoredPassage[]): ScoredPassage {
	const inOrder = own.toSorted((a, b) => startOf(a) - startOf(b));
	const pieces = inOrder.flatMap(({ passage }, nth) => {
		const end = inOrder[nth - 1]?.passage.pieces.at(-1)?.end ?? 0;
		return passage.pieces.map((piece, at): BlockPiece => {
			return at === 0 && piece.start - end > breakMax ? { ...piece, cut: true } : piece;
		});
	});
	const { cut: _before, ...first } = pieces[0] as BlockPiece;
	const { cut: _after, ...passage } = best.passage;
	const kind = new Set(own.map((one) => one.passage.kind)).size === 1 ? passage.kind : "paragraph";
	return {
		...best,
		passage: { ...passage, kind, pieces: [first, ...pieces.slice(1)] },
		claims: own.flatMap(({ claims }) => claims),
		counts: sumCounts(own.map(({ counts }) => counts)),
	};
}

function startOf({ passage }: ScoredPassage): number {
	return passage.pieces[0]?.start ?? 0;
}
