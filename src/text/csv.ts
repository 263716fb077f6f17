/** A record of a CSV file with the 1-based line on which it begins. */
export interface CsvRecord {
	line: number;
	fields: string[];
}

/** How much of a file is read to detect the delimiter. Characters, records. */
const sniffedCharacters = 20_000;
const sniffedRecords = 60;
const delimiters = [",", ";", "\t", "|"] as const;

/** A quoted field that never ends: the rest would fall into the wrong columns. */
export class CsvQuoteError extends Error {}

/** The delimiter that gives most records the same number of fields, at least two. */
export function detectDelimiter(text: string): string {
	const head = text.slice(0, sniffedCharacters);
	let best = { delimiter: ",", score: 0 };
	for (const delimiter of delimiters) {
		const widths = parseCsvRecords(head, delimiter, true)
			.slice(0, sniffedRecords)
			.map(({ fields }) => fields.length);
		const counts = Map.groupBy(widths, (width) => width);
		for (const [width, { length }] of counts) {
			// A last record that was cut off counts little. More columns score higher, so that a few bars in text of another format do
			// not win.
			const worth = width < 2 ? 0 : (length / widths.length) * Math.min(width, 4);
			if (worth > best.score + 1e-9) best = { delimiter, score: worth };
		}
	}
	return best.delimiter;
}

/** The records of a text. `partial`: a quoted field that never ends is dropped. Throws `CsvQuoteError`. */
export function parseCsvRecords(text: string, delimiter: string, partial = false): CsvRecord[] {
	const out: CsvRecord[] = [];
	let fields: string[] = [];
	let line = 1;
	let firstLine = 1;
	let at = 0;
	while (at < text.length) {
		let field: string;
		if (text[at] === '"') {
			const end = quoteEnd(text, at + 1);
			if (end < 0) {
				if (partial) return out;
				throw new CsvQuoteError(`the quotation mark in line ${line} has no end`);
			}
			const after = fieldEnd(text, end + 1, delimiter);
			field = text.slice(at + 1, end).replaceAll('""', '"') + text.slice(end + 1, after);
			line += text.slice(at, end).split("\n").length - 1;
			at = after;
		} else {
			const end = fieldEnd(text, at, delimiter);
			field = text.slice(at, end);
			at = end;
		}
		fields.push(field);
		if (at < text.length && text[at] === delimiter) {
			at++;
			if (at === text.length) fields.push("");
			continue;
		}
		out.push({ line: firstLine, fields });
		fields = [];
		at++;
		line++;
		firstLine = line;
	}
	if (fields.length > 0) out.push({ line: firstLine, fields });
	return out;
}

/** The offset of a quoted field's closing mark. A doubled mark belongs to the field. */
function quoteEnd(text: string, from: number): number {
	for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
	return -1;
}

function fieldEnd(text: string, from: number, delimiter: string): number {
	for (let at = from; at < text.length; at++) if (text[at] === delimiter || text[at] === "\n") return at;
	return text.length;
}
