import { decodeEntity } from "./html/entities.ts";

/** A piece of rendered text: `text` is shown for the source from offset `at` on. */
interface InlinePiece {
	at: number;
	text: string;
}

/**
 * The inline constructs, found in one pass. The ends of code and comments are searched for separately, and other open-ended
 * constructs have a maximum length, so that a text of nothing but openings costs no more than another.
 */
const inlinePatterns = [
	String.raw`(?<escape>\\[!-/:-@[-\x60{-~])`,
	String.raw`(?<fence>\x60+)`,
	"(?<comment><!--)",
	String.raw`<(?<auto>(?:https?|ftp|mailto):[^\s<>]+)>`,
	String.raw`(?<tag></?[a-zA-Z][a-zA-Z0-9-]*(?:\s[^<>]*)?/?>)`,
	String.raw`!?\[(?<footnote>\^[^\]\s]{1,200})\](?!:)`,
	String.raw`!\[(?<alt>[^\]]{0,2000})\](?:\((?:[^()\s]|\([^()]*\))*(?:\s+["'][^]{0,500}?["'])?\s*\)|\[[^\]]*\])`,
	"&(?<entity>#?[a-zA-Z0-9]{1,10});",
	String.raw`(?<strong>\*{1,3}|_{1,3}|~~)`,
].join("|");

/**
 * Renders a Markdown paragraph without emphasis marks, link targets, comments and tags. Returns its pieces, so that an offset in
 * the source can be found in the rendered text.
 */
export function renderInline(source: string, offset = 0): InlinePiece[] {
	const pieces: InlinePiece[] = [];
	const finder = new RegExp(inlinePatterns, "g");
	let from = 0;
	const open: string[] = [];
	const links = linkSpans(source);
	const code = findCodeEnds(source);
	const lastComment = source.lastIndexOf("-->");
	/** Index of the first link span that does not end before the copied text. */
	let cutAt = 0;
	const copy = (start: number, end: number) => {
		let at = start;
		for (let cut = links[cutAt]; cut && cut.start < end; cut = links[++cutAt]) {
			if (cut.start > at) pieces.push({ at: offset + at, text: source.slice(at, cut.start) });
			at = Math.max(at, Math.min(cut.end, end));
			if (cut.end > end) break;
		}
		if (at < end) pieces.push({ at: offset + at, text: source.slice(at, end) });
	};
	let linkAt = 0;
	for (let match = finder.exec(source); match; match = finder.exec(source)) {
		const { index, groups: { fence, comment } = {} } = match;
		while ((links[linkAt]?.end ?? Number.POSITIVE_INFINITY) <= index) linkAt++;
		if (index >= (links[linkAt]?.start ?? Number.POSITIVE_INFINITY)) {
			// The match may extend beyond the link span; the text behind the span is searched again.
			finder.lastIndex = Math.max(index + 1, Math.min(finder.lastIndex, links[linkAt]?.end ?? index + 1));
			continue;
		}
		let end = index + match[0].length;
		let rendered: string | undefined;
		if (fence !== undefined) {
			const close = code(index, fence.length);
			if (close === undefined) continue;
			rendered = source.slice(end, close).replace(/^ (.+) $/, "$1");
			end = close + fence.length;
		} else if (comment !== undefined) {
			if (lastComment < end) continue;
			end = source.indexOf("-->", end) + 3;
			rendered = "";
		} else rendered = renderMatch(match, source, open);
		if (rendered === undefined) continue;
		copy(from, index);
		if (rendered !== "") pieces.push({ at: offset + index, text: rendered });
		from = end;
		finder.lastIndex = end;
	}
	copy(from, source.length);
	return pieces;
}

/** Finds where the run of backticks begins that closes code: the next run of the same length. */
function findCodeEnds(source: string): (at: number, length: number) => number | undefined {
	const runs = Map.groupBy(source.matchAll(/`+/g), ([run]) => run.length);
	const next = new Map<number, number>();
	return (at, length) => {
		const same = runs.get(length) ?? [];
		let index = next.get(length) ?? 0;
		while ((same[index]?.index ?? at + 1) <= at) index++;
		next.set(length, index);
		return same[index]?.index;
	};
}

/** Renders a Markdown paragraph as plain text. */
export function renderInlineText(source: string): string {
	return renderInline(source)
		.map((piece) => piece.text)
		.join("")
		.replace(/[ \t]+/g, " ")
		.trim();
}

function renderMatch(match: RegExpExecArray, source: string, open: string[]): string | undefined {
	const groups = match.groups ?? {};
	if (groups.escape !== undefined) return groups.escape.slice(1);
	if (groups.footnote !== undefined) return "";
	if (groups.auto !== undefined) return groups.auto;
	if (groups.tag !== undefined) return /^<(?:br|\/?p|\/?div|\/?td|\/?li)\b/i.test(groups.tag) ? " " : "";
	if (groups.alt !== undefined) return groups.alt;
	if (groups.entity !== undefined) return decodeEntity(groups.entity);
	const mark = groups.strong;
	return mark !== undefined && isEmphasis(mark, source, match.index, open) ? "" : undefined;
}

/** Maximum number of open emphasis marks in a paragraph. Marks beyond it are shown as they are. */
const openMarksMax = 1_000;

/** Whether a run of `*`, `_` or `~~` opens or closes emphasis. In `2 * 3` and `snake_case` it does not. */
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
	if (closes < 0 || open.length >= openMarksMax) return false;
	open.push(mark);
	return true;
}

/** The spans of links that are not shown: brackets and target. The words between them are shown. */
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
