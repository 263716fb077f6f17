/** The name of an option with its value, and further names of it: `-e PATTERN, --exclude PATTERN`, `--depth=<n>`, `--[no-]verify`. */
const value = String.raw`(?:[ =]|\[=)?(?:<[^>\n]{1,40}>|\[[^\]\n]{1,40}\]|\{[^}\n]{1,40}\}|\([^)\n]{1,40}\)|[A-Z][A-Z0-9_.-]*(?![\p{Ll}\w]))(?:\.\.\.|…|\])?`;
const option = String.raw`-{1,2}(?:\[no-\])?[\p{L}\p{N}?#@][\w-]*(?:=[^\s,]+)?(?:${value})*`;
const optionName = new RegExp(String.raw`^\s*${option}(?:(?:,\s?|\s?\|\s?|\s?\/\s?| )${option})*`, "u");
/** AsciiDoc writes a term and two to four colons. */
const markedTerm = /^\s*\S[^.!?\n]{0,88}?:{2,4}$/u;

function withoutEmphasis(line: string): string {
	return line.replace(/[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, "").trimEnd();
}

/** Whether a line is a term and nothing else, which the next line explains: `-a, --all`, `gc.auto::`. */
export function isTermLine(line: string): boolean {
	const text = withoutEmphasis(line);
	return optionName.exec(text)?.[0].length === text.length || markedTerm.test(text);
}

/** Whether a line opens an entry of a list of options: an option stands alone, or in a column of its own, or before a dash or colon. */
export function opensEntry(line: string): boolean {
	if (isTermLine(line)) return true;
	const text = withoutEmphasis(line);
	const end = optionName.exec(text)?.[0].length;
	return end !== undefined && /^(?: {2,}|\s*\t|\s+[-–—]\s|:{1,4}\s)/.test(text.slice(end));
}

/** A label of a few words, and what stands in the next column. */
const columnPattern = /^(\s*\S{1,40}(?: \S{1,40}){0,3}(?: {3,}|\t+))(?=\S)/u;

/** Whether a line is an entry of a list in two columns: the line before or after it has its second column at the same place. */
export function isInColumns(line: string, neighbours: readonly (string | undefined)[]): boolean {
	const head = columnPattern.exec(line)?.[1];
	if (head === undefined) return false;
	return neighbours.some((other = "") => {
		const otherHead = columnPattern.exec(other)?.[1];
		return (
			otherHead !== undefined && (head.endsWith("\t") ? otherHead.endsWith("\t") : otherHead.length === head.length)
		);
	});
}
