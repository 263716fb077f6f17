/** A claim's number among the words, alone or several in brackets: `[c3]`, `(c3, c7)`. */
const markers = /\s*[[(]\s*(c\d{1,5}(?:\s*[,;&]?\s*(?:and\s+)?c\d{1,5})*)\s*[\])]/gi;

/**
 * A model's sentence as the report holds it: one line, no Markdown, claim numbers taken out of the words (and given apart),
 * every quotation between “ and ”, so that code can hold it against the quotes.
 */
export function ownWords(written: string): { text: string; marks: string[] } {
	const marks: string[] = [];
	const plain = written
		.replace(/[\s\p{Cc}]+/gu, " ")
		.replace(markers, (_whole, inside: string) => {
			marks.push(...(inside.match(/c\d+/gi) ?? []));
			return "";
		})
		.replace(/\*\*|__(?=\S)|(?<=\S)__/g, "")
		.replace(/^\s*(?:[-*•]\s+|#{1,6}\s+)/, "")
		.replace(/\s+([.,;:!?])/g, "$1");
	return { text: withFullStop(withMarks(plain).trim()), marks };
}

/** Straight, low and angle quotation marks as “ ”; a mark without its partner goes. */
function withMarks(text: string): string {
	return text
		.replace(/„([^“”„"]*)[“”"]/g, "“$1”")
		.replace(/«\s?([^«»]*?)\s?»/g, "“$1”")
		.split(/(“[^”]*”)/)
		.map((part) => (part.startsWith("“") ? part : part.replace(/"([^"]*)"/g, "“$1”").replace(/["“”„«»]/g, keepPair)))
		.join("");
}

/** Pairs made just now stay; the check before leaves only marks that stand alone. */
function keepPair(mark: string, at: number, whole: string): string {
	if (mark === "“") return whole.indexOf("”", at) > at ? mark : "";
	if (mark === "”") return whole.lastIndexOf("“", at) >= 0 ? mark : "";
	return "";
}

function withFullStop(text: string): string {
	if (text === "") return "";
	return /[.!?…:][”’"')\]]*$/.test(text) ? text : `${text}.`;
}
