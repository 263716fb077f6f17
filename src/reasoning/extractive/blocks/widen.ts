import type { Claim } from "../../../evidence/claim.ts";
import type { BlockPiece } from "../../../evidence/report.ts";
import type { Read } from "./candidates.ts";
import type { Passage } from "./find.ts";
import { claimsWithin, lengthOf } from "./fit.ts";
import type { Scored } from "./score.ts";

/** A passage with what stands around it, up to `max` words, and with the claims there; its own best claim stays the first. */
export function withNeighbours(one: Scored, { pages }: Read, claims: readonly Claim[], max: number): Scored {
	const page = pages.get(one.passage.sourceId);
	const passage = page ? widened(one.passage, page, max) : one.passage;
	if (passage === one.passage) return one;
	const more = claimsWithin(passage, claims).filter((claim) => !one.claims.includes(claim));
	return { ...one, passage, claims: [...one.claims, ...more] };
}

/**
 * A passage with what stands around it in its page, in turn after and before it, up to `max` words: the answer often stands next to what
 * is most like the question. Of what stands under another heading, the heading comes with it.
 * @param page its text and its passages, ascending.
 */
function widened(passage: Passage, page: { text: string; passages: readonly Passage[] }, max: number): Passage {
	const all = page.passages.filter(({ kind, pieces }) => kind !== "digest" && pieces.length > 0);
	const inside = (one: Passage) => startOf(one) >= startOf(passage) && endOf(one) <= endOf(passage);
	const first = all.findIndex(inside);
	const last = all.findLastIndex(inside);
	// A window of a longer passage has its own passage around it.
	const touches = all.filter((one) => startOf(one) < endOf(passage) && endOf(one) > startOf(passage));
	if (first < 0 || passage.cut || touches.length !== last - first + 1) return passage;
	const out = { ...passage, pieces: [...passage.pieces] };
	let words = lengthOf(out.pieces);
	const fits = (pieces: readonly BlockPiece[]) => words + lengthOf(pieces) <= max;
	let [before, after] = [first, last];
	for (let moved = true; moved; ) {
		moved = false;
		const [end, next] = [all[after], all[after + 1]];
		if (end && next && fits(next.pieces)) {
			const added = [...headingsOf(page.text, endOf(end), next, end), ...next.pieces];
			out.pieces.push(...added);
			words += lengthOf(added);
			after++;
			moved = true;
		}
		const [previous, own] = [all[before - 1], all[before]];
		if (previous && own && fits(previous.pieces)) {
			const added = [...previous.pieces, ...headingsOf(page.text, endOf(previous), own, previous)];
			out.pieces.unshift(...added);
			out.path = previous.path;
			words += lengthOf(added);
			before--;
			moved = true;
		}
	}
	if (before === first && after === last) return passage;
	const kinds = new Set(all.slice(before, after + 1).map(({ kind }) => kind));
	out.pieces = joined(page.text, out.pieces);
	return {
		...out,
		kind: kinds.size === 1 ? passage.kind : "paragraph",
		opens: all[before]?.opens ?? false,
		cut: all[after]?.cut,
	};
}

/** The headings that a passage stands under and the one before it does not, where they stand between the two. */
function headingsOf(text: string, from: number, { path, pieces }: Passage, before: Passage): BlockPiece[] {
	let start = from;
	return path.flatMap((heading, level): BlockPiece[] => {
		if (heading === "" || before.path[level] === heading) return [];
		const at = text.slice(start, pieces[0]?.start).indexOf(heading);
		if (at < 0) return [];
		const piece: BlockPiece = { kind: "term", start: start + at, end: start + at + heading.length, text: heading };
		start = piece.end;
		return [piece];
	});
}

/** Pieces of which each says whether words before it are left out. */
function joined(text: string, pieces: readonly BlockPiece[]): BlockPiece[] {
	return pieces.map((piece, at) => {
		const before = pieces[at - 1];
		const isCut = before !== undefined && /[\p{L}\p{N}]/u.test(text.slice(before.end, piece.start));
		return isCut ? { ...piece, cut: true } : piece;
	});
}

function startOf({ pieces }: Passage): number {
	return pieces[0]?.start ?? 0;
}

function endOf({ pieces }: Passage): number {
	return pieces.at(-1)?.end ?? 0;
}
