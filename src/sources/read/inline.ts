import { entity } from "./entities.ts";

/** Piece by piece what stands for what: `text` is shown for the source from `at` on. */
interface Piece {
	at: number;
	text: string;
}

const patterns = [
	String.raw`(?<escape>\\[!-/:-@[-\x60{-~])`,
	String.raw`(?<fence>\x60+)(?!\x60)(?<code>[^]*?[^\x60])\k<fence>(?!\x60)`,
	"(?<comment><!--[^]*?-->)",
	String.raw`<(?<auto>(?:https?|ftp|mailto):[^\s<>]+)>`,
	String.raw`(?<tag></?[a-zA-Z][a-zA-Z0-9-]*(?:\s+[^<>]*)?/?>)`,
	String.raw`!?\[(?<footnote>\^[^\]\s]+)\](?!:)`,
	String.raw`!\[(?<alt>[^\]]*)\](?:\((?:[^()\s]|\([^()]*\))*(?:\s+["'][^]*?["'])?\s*\)|\[[^\]]*\])`,
	"&(?<entity>#?[a-zA-Z0-9]{1,10});",
	String.raw`(?<strong>\*{1,3}|_{1,3}|~~)`,
].join("|");

/**
 * A Markdown paragraph as it reads: no emphasis marks, link targets, comments or tags. Returns the pieces it is made of,
 * so that a place in the source can be found in what is shown.
 */
export function inlinePieces(source: string, offset = 0): Piece[] {
	const pieces: Piece[] = [];
	const finder = new RegExp(patterns, "g");
	let from = 0;
	const open: string[] = [];
	const links = linkSpans(source);
	const copy = (start: number, end: number) => {
		let at = start;
		for (const cut of links) {
			if (cut.end <= at || cut.start >= end) continue;
			if (cut.start > at) pieces.push({ at: offset + at, text: source.slice(at, cut.start) });
			at = Math.max(at, Math.min(cut.end, end));
		}
		if (at < end) pieces.push({ at: offset + at, text: source.slice(at, end) });
	};
	for (const match of source.matchAll(finder)) {
		if (match.index < from) continue;
		if (links.some((cut) => match.index >= cut.start && match.index < cut.end)) continue;
		const shown = shownFor(match, source, open);
		if (shown === undefined) continue;
		copy(from, match.index);
		if (shown !== "") pieces.push({ at: offset + match.index, text: shown });
		from = match.index + match[0].length;
	}
	copy(from, source.length);
	return pieces;
}

/** The same as plain text. */
export function inlineText(source: string): string {
	return inlinePieces(source)
		.map((piece) => piece.text)
		.join("")
		.replace(/[ \t]+/g, " ")
		.trim();
}

function shownFor(match: RegExpExecArray, source: string, open: string[]): string | undefined {
	const groups = match.groups ?? {};
	if (groups.escape !== undefined) return groups.escape.slice(1);
	if (groups.code !== undefined) return groups.code.replace(/^ (.+) $/, "$1");
	if (groups.comment !== undefined || groups.footnote !== undefined) return "";
	if (groups.auto !== undefined) return groups.auto;
	if (groups.tag !== undefined) return /^<(?:br|\/?p|\/?div|\/?td|\/?li)\b/i.test(groups.tag) ? " " : "";
	if (groups.alt !== undefined) return groups.alt;
	if (groups.entity !== undefined) return entity(groups.entity);
	const mark = groups.strong;
	return mark !== undefined && isEmphasis(mark, source, match.index, open) ? "" : undefined;
}

/** Whether a run of `*`, `_` or `~~` opens or closes emphasis, rather than being itself: `2 * 3`, `snake_case`. */
function isEmphasis(mark: string, source: string, at: number, open: string[]): boolean {
	const before = source[at - 1] ?? " ";
	const after = source[at + mark.length] ?? " ";
	const inWord = /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after);
	if (mark.startsWith("_") && inWord) return false;
	const last = open.lastIndexOf(mark);
	if (last >= 0 && !/\s/.test(before)) {
		open.length = last;
		return true;
	}
	if (/\s/.test(after)) return false;
	const closes = source.indexOf(mark, at + mark.length + 1);
	if (closes < 0) return false;
	open.push(mark);
	return true;
}

/** What of a link is not shown: its brackets and its target. The words between are. */
function linkSpans(source: string): { start: number; end: number }[] {
	const spans: { start: number; end: number }[] = [];
	const link =
		/(?<![!\\])\[(?!\^)((?:[^[\]\\]|\\.|!?\[[^[\]]*\](?:\([^()\s]*\))?)*)\](\((?:[^()\s]|\([^()]*\))*(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)|\[[^\]]*\])/g;
	for (const match of source.matchAll(link)) {
		const words = match.index + 1;
		spans.push(
			{ start: match.index, end: words },
			{ start: words + (match[1] ?? "").length, end: match.index + match[0].length },
		);
	}
	return spans;
}
