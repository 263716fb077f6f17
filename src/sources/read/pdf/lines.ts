/** A run of text of a PDF page, in the order of the file. Coordinates are points from the lower left. */
export interface PdfTextItem {
	str: string;
	x: number;
	/** Baseline. */
	y: number;
	width: number;
	fontSize: number;
	hasEOL: boolean;
}

/** Words that stand together on a line. */
export interface PdfChunk {
	text: string;
	left: number;
	right: number;
	y: number;
	size: number;
	/** Indexes of its text items in the page. */
	items: number[];
}

export interface PdfLine {
	/** Baseline. */
	y: number;
	/** The largest font size on it. */
	size: number;
	/** Left to right. */
	chunks: PdfChunk[];
}

/** A column's extent on the page, in points. */
export interface Extent {
	left: number;
	right: number;
}

/** Indexes of the columns that a chunk overlaps. */
export function overlappedColumns({ left, right }: Extent, columns: readonly Extent[]): number[] {
	return columns.flatMap((column, at) => (left < column.right && right > column.left ? [at] : []));
}

/** Words further apart than this are in different chunks; justified text stretches its spaces less. In units of the font size. */
const chunkGapMax = 0.75;
/**
 * Baselines within the first distance are one line; small type may be raised or lowered by the second. In units of the larger font
 * size.
 */
const baselineSlack = 0.3;
const smallTypeSlack = 0.65;
/** Type smaller than the first share of its line's font size is a note mark if it is raised by more than the second share. */
const smallTypeShare = 0.85;
const raisedMin = 0.15;

/** The lines of a page, top to bottom. Prose in columns beside each other is read column by column. */
export function layOutLines(items: readonly PdfTextItem[]): PdfLine[][] {
	const pieces = items.flatMap((item, at) => splitItem(item, at));
	const lines = groupByBaseline(pieces).map((row) => buildLine(row));
	return splitColumns(lines);
}

/** Splits an item at runs of spaces, by which some programs set columns. */
function splitItem(item: PdfTextItem, at: number): PdfChunk[] {
	const { str, x, y, width, fontSize } = item;
	if (str.trim() === "" || fontSize <= 0 || !Number.isFinite(x + y + width)) return [];
	const each = width / str.length;
	return [...str.matchAll(/\S+(?: \S+)*/g)].map((match) => ({
		text: match[0],
		left: x + match.index * each,
		right: x + (match.index + match[0].length) * each,
		y,
		size: fontSize,
		items: [at],
	}));
}

function groupByBaseline(pieces: readonly PdfChunk[]): PdfChunk[][] {
	const rows: { y: number; size: number; pieces: PdfChunk[] }[] = [];
	for (const piece of pieces.toSorted((a, b) => b.y - a.y || a.left - b.left)) {
		const row = rows.at(-1);
		const distance = row ? row.y - piece.y : 0;
		const larger = Math.max(row?.size ?? 0, piece.size);
		const isSmallType = row ? Math.min(row.size, piece.size) / larger < smallTypeShare : false;
		if (row && distance <= larger * (isSmallType ? smallTypeSlack : baselineSlack)) {
			row.pieces.push(piece);
			// A raised mark came first. The line's baseline is that of the larger type.
			if (piece.size > row.size) Object.assign(row, { y: piece.y, size: piece.size });
		} else rows.push({ y: piece.y, size: piece.size, pieces: [piece] });
	}
	return rows.map((row) => row.pieces.toSorted((a, b) => a.left - b.left));
}

function buildLine(pieces: readonly PdfChunk[]): PdfLine {
	const main = pieces.reduce((best, piece) => (piece.size > best.size ? piece : best), pieces[0] as PdfChunk);
	const chunks: PdfChunk[] = [];
	for (const piece of pieces) {
		const last = chunks.at(-1);
		const isMark = piece.size < main.size * smallTypeShare && piece.y - main.y > main.size * raisedMin;
		const gap = last ? piece.left - last.right : Number.POSITIVE_INFINITY;
		const size = Math.max(piece.size, last?.size ?? 0);
		if (last && gap <= size * chunkGapMax) {
			const text = isMark ? renderMark(piece.text) : piece.text;
			const space = !isMark && gap > size * 0.12 ? " " : "";
			last.text += space + text;
			last.right = Math.max(last.right, piece.right);
			last.items.push(...piece.items);
			last.size = size;
		} else chunks.push({ ...piece, items: [...piece.items], text: isMark ? renderMark(piece.text) : piece.text });
	}
	return { y: main.y, size: main.size, chunks };
}

const raisedDigits = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Renders a raised mark so that it does not run into the number before it: `4,120` and a raised 1 become `4,120¹`. */
function renderMark(text: string): string {
	if (/^\d{1,2}$/.test(text)) return [...text].map((digit) => raisedDigits[Number(digit)] ?? digit).join("");
	return /^[*†‡§]+$/.test(text) ? text : ` [${text}]`;
}

/** Minimum width of a line in a column of prose, as a share of the page's width. */
const proseWidthMin = 0.3;
/** Minimum number of lines of prose on each side of a page with two columns. */
const columnLinesMin = 5;

/** Splits the lines of a page that is set in two columns by column. Other pages stay one list. */
function splitColumns(lines: readonly PdfLine[]): PdfLine[][] {
	const chunks = lines.flatMap((line) => line.chunks);
	const left = chunks.reduce((least, one) => Math.min(least, one.left), Number.POSITIVE_INFINITY);
	const right = chunks.reduce((most, one) => Math.max(most, one.right), Number.NEGATIVE_INFINITY);
	const width = right - left;
	const prose = chunks.filter(
		(one) => one.right - one.left >= width * proseWidthMin && one.right - one.left <= width * 0.56,
	);
	const starts = prose.filter((one) => one.left > left + width * 0.35).map((one) => one.left);
	const edge = starts.toSorted((a, b) => a - b)[Math.floor(starts.length / 2)];
	if (edge === undefined) return [[...lines]];
	const isRight = (one: PdfChunk) => Math.abs(one.left - edge) < width * 0.02;
	const isLeft = (one: PdfChunk) => one.right < edge && one.left < left + width * 0.1;
	const rights = prose.filter(isRight).length;
	const lefts = prose.filter(isLeft).length;
	if (rights < columnLinesMin || lefts < columnLinesMin) return [[...lines]];
	const out: { whole: PdfLine[]; left: PdfLine[]; right: PdfLine[] } = { whole: [], left: [], right: [] };
	for (const line of lines) {
		const crosses = line.chunks.some((one) => one.left < edge - 1 && one.right > edge);
		const beside = prose.some((one) => (isRight(one) || isLeft(one)) && Math.abs(one.y - line.y) < line.size * 2);
		if (crosses || !beside) out.whole.push(line);
		else {
			const [one, other] = [
				line.chunks.filter((each) => each.right <= edge),
				line.chunks.filter((each) => each.left >= edge - 1),
			];
			if (one.length > 0) out.left.push({ ...line, chunks: one });
			if (other.length > 0) out.right.push({ ...line, chunks: other });
		}
	}
	return [out.whole, out.left, out.right].filter((part) => part.length > 0);
}
