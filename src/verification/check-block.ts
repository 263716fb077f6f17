import { comparisonForm } from "../base/text.ts";
import type { Claim } from "../evidence/claim.ts";
import type { BlockPiece, QuotedBlock } from "../evidence/report.ts";
import type { CheckResult } from "./check-sentence.ts";

/**
 * Checks a block against its page and the claims that it cites: each heading stands above it, each piece is at its place, omitted
 * words between two pieces are marked, and marks and quotes lie within the pieces. `text` is the stored page's.
 */
export function checkBlock(
	{ sourceId, path, pieces, marked }: QuotedBlock,
	claims: readonly Claim[],
	{ title, text }: { title: string; text: string },
): CheckResult[] {
	const [first] = pieces;
	if (!first) return [{ kind: "passage", fault: "it shows no piece of a page" }];
	return [
		...path.map((heading) =>
			resultOf("passage", headingFault(heading, title, text.slice(0, Math.max(0, first.start)))),
		),
		...pieces.map((piece, at) => resultOf("passage", pieceFault(piece, pieces[at - 1], text))),
		...marked.map((mark, at) => resultOf("mark", markFault(mark, marked[at - 1]?.end ?? 0, pieces))),
		...claims.map((claim) => resultOf("mark", claimFault(claim, sourceId, pieces, text))),
	];
}

/** A block as plain text, for the list of removed parts and for reviewers. */
export function blockText({ pieces, cut }: QuotedBlock): string {
	const lines = pieces.map((piece) => `${piece.cut ? "[…] " : ""}${piece.text}`);
	return [...lines, ...(cut ? ["[…]"] : [])].join("\n");
}

function resultOf(kind: CheckResult["kind"], fault: string | undefined): CheckResult {
	return { kind, ...(fault === undefined ? {} : { fault }) };
}

function headingFault(heading: string, title: string, above: string): string | undefined {
	const stands =
		above.includes(heading) || [title, above].some((text) => withoutMarkdown(text).includes(withoutMarkdown(heading)));
	return stands && heading.trim() !== "" ? undefined : `the heading “${heading}” does not stand above it in its page`;
}

/** Removes Markdown for emphasis, code and links: headings are compared without it. */
function withoutMarkdown(text: string): string {
	return comparisonForm(text.replace(/[*_`]+/g, "").replace(/\[([^\]\n]{0,200})\]\([^)\n]{0,500}\)/g, "$1"));
}

function pieceFault(piece: BlockPiece, before: BlockPiece | undefined, text: string): string | undefined {
	const { start, end, cut } = piece;
	const isPlace = Number.isSafeInteger(start) && start >= 0 && end === start + piece.text.length;
	if (!isPlace || piece.text.trim() === "" || !text.startsWith(piece.text, start))
		return "one of its pieces is not at its place in the stored page";
	if (!before) return undefined;
	if (start < before.end) return "its pieces are not in the order of the page";
	return !cut && holdsWords(text.slice(before.end, start))
		? "words between two of its pieces are left out, and it does not say so"
		: undefined;
}

function markFault({ start, end }: QuotedBlock["marked"][number], from: number, pieces: readonly BlockPiece[]) {
	const isWithin = start < end && pieces.some((piece) => piece.start <= start && end <= piece.end);
	return isWithin && start >= from ? undefined : "what it marks is not within one of its pieces";
}

function claimFault({ id, ...claim }: Claim, sourceId: string, pieces: readonly BlockPiece[], text: string) {
	if (claim.sourceId !== sourceId) return `claim ${id} is of another page`;
	const end = claim.start + claim.quote.length;
	let at = claim.start;
	let outside = "";
	for (const piece of pieces.filter((one) => one.end > claim.start && one.start < end)) {
		outside += text.slice(at, piece.start);
		at = piece.end;
	}
	const isWithin = at > claim.start && !holdsWords(outside + text.slice(at, end));
	return isWithin ? undefined : `the quote of claim ${id} does not lie within its pieces`;
}

/** Whether the text between two pieces holds more than white space, a list number or a line between cells. */
function holdsWords(between: string): boolean {
	return /[\p{L}\p{N}]/u.test(between.replace(/\d{1,3}[.)](?=\s*$)/, ""));
}
