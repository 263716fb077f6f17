import { sentencesIn } from "../../text/sentences.ts";

/** A statement of a report of another system, with the addresses that it cites. */
export interface OutsideStatement {
	text: string;
	urls: string[];
	/** The sentence before it in its paragraph. */
	before?: string | undefined;
}

/** A report of another system. */
export interface OutsideReport {
	/** As judges see it. */
	text: string;
	statements: OutsideStatement[];
	/** All cited addresses, each once, in reading order. */
	urls: string[];
}

/** Shorter sentences state nothing that could be checked. Words. */
const wordsLeast = 5;

const address = /https?:\/\/[^\s<>"')\]}|]+/g;
/** `[3]: https://…`, `[^3]: …`, `[3] Title https://…`, `3. Title https://…`: an entry of a list of references. */
const reference = /^\s*(?:[-*]\s*)?(?:\[\^?(\d{1,3})\]:?|(\d{1,3})[.)])\s+(.*)$/;
/** `[3]`, `[^3]`, `[1, 2]`, `【3】`: marks of references in a sentence. */
const marks = /\[\^?(\d{1,3}(?:\s*[,;–-]\s*\^?\d{1,3})*)\](?!\()|【(\d{1,3})[^】]*】/g;
const link = /!?\[([^\]]*)\]\(\s*<?(https?:\/\/[^\s)>]+)>?[^)]*\)/g;

/**
 * Reads a report in Markdown or plain text: its sentences, and the addresses that each cites by a link, a bare address, or the number of an
 * entry in its list of references. Headings, code and the list itself state nothing.
 */
export function readOutsideReport(text: string): OutsideReport {
	const lines = text.split("\n");
	const references = new Map<string, string[]>();
	const body = lines.filter((line) => {
		const [, bracketed, plain, rest = ""] = reference.exec(line) ?? [];
		const number = bracketed ?? plain;
		const urls = addressesIn(rest);
		// A numbered item of the text may hold a link, too: an entry of references is hardly more than one.
		if (number === undefined || urls.length === 0 || (bracketed === undefined && isProse(rest))) return true;
		references.set(number, urls);
		return false;
	});
	const sentences = sentencesIn(body.join("\n"));
	const statements = sentences.flatMap(({ text: sentence, kind, block }, at): OutsideStatement[] => {
		if (kind === "heading" || kind === "code") return [];
		const numbers = [...sentence.matchAll(marks)].flatMap(([, some = "", one = ""]) => numbersIn(some || one));
		const urls = [...addressesIn(sentence), ...numbers.flatMap((number) => references.get(number) ?? [])];
		const said = plainText(sentence);
		if (said.split(/\s+/).length < wordsLeast || !/\p{L}/u.test(said)) return [];
		const last = sentences[at - 1];
		const before = last?.block === block && kind === "prose" ? { before: plainText(last.text) } : {};
		return [{ text: said, urls: [...new Set(urls)], ...before }];
	});
	return { text, statements, urls: [...new Set(statements.flatMap(({ urls }) => urls))] };
}

/** Whether the text of a numbered line is a sentence of the report: long, and more than a link with its title. */
function isProse(text: string): boolean {
	return plainText(text).split(/\s+/).length > 25;
}

function addressesIn(text: string): string[] {
	return (text.match(address) ?? []).map((one) => one.replace(/[.,;:!?]+$/, "")).filter((one) => URL.canParse(one));
}

/** `1, 3–5` as 1, 3, 4, 5. */
function numbersIn(list: string): string[] {
	return list.split(/[,;]/).flatMap((part) => {
		const [from = Number.NaN, to = from] = part.split(/[–-]/).map((one) => Number(one.replace(/\D/g, "")));
		return Array.from({ length: Math.min(50, Math.max(0, to - from + 1)) }, (_, at) => String(from + at));
	});
}

/** A sentence without links, marks and emphasis. */
function plainText(text: string): string {
	return text
		.replace(link, "$1")
		.replace(marks, "")
		.replace(address, "")
		.replace(/(?:\(\s*\)|\[\s*\]|<\s*>)/g, "")
		.replace(/[*_`|]+/g, " ")
		.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/, "")
		.replace(/\s+([.,;:!?])(?![\p{L}\p{N}])/gu, "$1")
		.replace(/\s+/g, " ")
		.trim();
}
