import type { BlockPiece } from "../../../evidence/report.ts";
import { dotProduct, sumCounts, TermStatistics } from "../../../text/term-statistics.ts";
import type { WriteInput } from "../../reasoner.ts";
import { meanOf, type Scored } from "../blocks/score.ts";

/** Maximum number of sections of a synthesis. */
const clustersMax = 6;
/** Minimum similarity of passages in one section, unless there are too many sections. Cosine of TF-IDF. */
const likeness = 0.12;

/**
 * Groups passages on the same topic into sections, in the order of their best passage: single-pass clustering by average link (Rasmussen
 * 1992).
 */
export function clustersOf(chosen: readonly Scored[]): Scored[][] {
	const known = new TermStatistics(chosen.map(({ counts }) => counts));
	const vectors = new Map(chosen.map((one) => [one, known.vector(one.counts)]));
	const empty = new Map<string, number>();
	const alike = (a: Scored, b: Scored) => dotProduct(vectors.get(a) ?? empty, vectors.get(b) ?? empty);
	const clusters: Scored[][] = [];
	for (const one of chosen) {
		const near = clusters.map((members) => ({ members, value: meanOf(members.map((other) => alike(one, other))) }));
		const best = near.toSorted((a, b) => b.value - a.value)[0];
		if (best && (best.value >= likeness || clusters.length >= clustersMax)) best.members.push(one);
		else clusters.push([one]);
	}
	return clusters;
}

/** A distinct heading for each section: the first unused heading of a passage, or title of its page. "" if none is unused. */
export function headingsOf(clusters: readonly Scored[][], sources: WriteInput["sources"]): string[] {
	const titles = new Map(sources.map(({ id, title }) => [id, title]));
	const used = new Set([""]);
	return clusters.map((members) => {
		const own = members.flatMap(({ passage }) => [passage.path.at(-1) ?? "", titles.get(passage.sourceId) ?? ""]);
		const free = own.map((heading) => heading.trim()).find((heading) => !used.has(heading.toLowerCase())) ?? "";
		used.add(free.toLowerCase());
		return free;
	});
}

/** Merges passages under one heading of a page, in the page's order. Each gap between them is marked. */
export function extractsOf(members: readonly Scored[]): Scored[] {
	const places = Map.groupBy(members, ({ passage }) => [passage.sourceId, ...passage.path].join("\n"));
	return [...places.values()].flatMap((own) => {
		const [best] = own;
		return best ? [extractOf(best, own)] : [];
	});
}

function extractOf(best: Scored, own: readonly Scored[]): Scored {
	const inOrder = own.toSorted((a, b) => startOf(a) - startOf(b));
	const pieces = inOrder.flatMap(({ passage }) =>
		passage.pieces.map((piece, at): BlockPiece => (at === 0 ? { ...piece, cut: true } : piece)),
	);
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

function startOf({ passage }: Scored): number {
	return passage.pieces[0]?.start ?? 0;
}
