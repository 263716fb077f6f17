/** A line of a text with its offset (UTF-16). */
interface Line {
	text: string;
	start: number;
}

/** A text is a manual page if it has this many section headings, and this share of its lines that are not blank is indented. */
const sectionsMin = 3;
const indentedMin = 0.5;
const headingMax = 80;

/**
 * The headings of a manual page that was made text (`man … | col -b`), with their levels by the start of their lines: sections stand at the
 * margin in capitals, subsections three columns in, and what belongs to them further in. So an example between blank lines is none.
 * Undefined for a text that is laid out otherwise.
 */
export function manualHeadings(lines: readonly Line[]): Map<number, number> | undefined {
	const filled = lines.filter(({ text }) => text.trim() !== "");
	const indented = filled.filter(({ text }) => /^\s/u.test(text)).length;
	if (indented < filled.length * indentedMin) return undefined;
	const headings = new Map<number, number>();
	let sections = 0;
	for (const [at, { text, start }] of filled.entries()) {
		const level = levelOf(text);
		const below = filled[at + 1]?.text;
		if (level === undefined || below === undefined || indentOf(below) <= indentOf(text)) continue;
		headings.set(start, level);
		if (level === 1) sections++;
	}
	return sections >= sectionsMin ? headings : undefined;
}

/** 1: capitals at the margin; 2: a short line three columns in. */
function levelOf(text: string): number | undefined {
	const words = text.trim();
	if (words.length > headingMax || /\S {3,}\S|\t/u.test(words)) return undefined;
	if (indentOf(text) === 0) return /\p{Lu}/u.test(words) && !/\p{Ll}/u.test(words) ? 1 : undefined;
	return indentOf(text) === 3 && /^\p{L}/u.test(words) && !/[.:;,]$/u.test(words) ? 2 : undefined;
}

function indentOf(text: string): number {
	return text.length - text.trimStart().length;
}
