/** Claim numbers in brackets within a text: `[c3]`, `(c3, c7)`. */
const markerPattern = /\s*[[(]\s*(c\d{1,5}(?:\s*[,;&]?\s*(?:and\s+)?c\d{1,5})*)\s*[\])]/gi;

/** A comma or full stop that the writer's sentence puts before the closing mark, as American printers do. The source need not hold it. */
const commaInside = /([,.])”/g;

/**
 * A model's sentence as the report holds it: one line, without Markdown and claim numbers, which are returned as `marks`. Quotations
 * are between “ and ”, so that code can compare them with the quotes.
 */
export function cleanSentence(written: string): { text: string; marks: string[] } {
	const marks: string[] = [];
	const cleaned = written
		.replace(/[\s\p{Cc}]+/gu, " ")
		.replace(markerPattern, (_whole, inside: string) => {
			marks.push(...(inside.match(/c\d+/gi) ?? []));
			return "";
		})
		.replace(/\*\*|__(?=\S)|(?<=\S)__/g, "")
		.replace(/^\s*(?:[-*•]\s+|#{1,6}\s+)/, "")
		.replace(/\s+([.,;:!?])(?![\p{L}\p{N}])/gu, "$1");
	const quoted = normalizeQuotationMarks(cleaned).replace(commaInside, "”$1");
	return { text: withFullStop(quoted.trim()), marks };
}

/**
 * Replaces straight, low and angle quotation marks by “ ”, and removes a mark without its partner. Code in backticks or angle brackets
 * keeps its own: a reader types it.
 */
function normalizeQuotationMarks(text: string): string {
	return text
		.replace(/„([^“”„"]*)[“”"]/g, "“$1”")
		.replace(/«\s?([^«»]*?)\s?»/g, "“$1”")
		.split(/(“[^”]*”|`[^`]*`|<[^<>]*>)/)
		.map((part) =>
			/^[“`<]/.test(part) ? part : part.replace(/"([^"]*)"/g, "“$1”").replace(/["“”„«»]/g, keepPairedMark),
		)
		.join("");
}

/** Keeps a mark of a pair that the replacement before made, and removes single marks. */
function keepPairedMark(mark: string, at: number, whole: string): string {
	if (mark === "“") return whole.indexOf("”", at) > at ? mark : "";
	if (mark === "”") return whole.lastIndexOf("“", at) >= 0 ? mark : "";
	return "";
}

function withFullStop(text: string): string {
	if (text === "") return "";
	return /[.!?…:][”’"')\]]*$/.test(text) ? text : `${text}.`;
}
