import type { BlockPiece } from "../../../evidence/report.ts";
import { sumOf } from "../../text/terms.ts";
import type { Scored } from "../blocks/score.ts";

/** Passages of one place in one page as one, in the page's order; between them it says that something was left out. */
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
		counts: sumOf(own.map(({ counts }) => counts)),
	};
}

function startOf({ passage }: Scored): number {
	return passage.pieces[0]?.start ?? 0;
}
