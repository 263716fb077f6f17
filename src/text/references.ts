import { sentencesIn } from "./sentences.ts";

/** A work that a text refers to. It has a title, an address, or both. */
export interface Reference {
	title?: string | undefined;
	year?: string | undefined;
	/** The address that its DOI or arXiv number stands for. */
	address?: string | undefined;
	/** The sentence, or the entry of the list of references, that names it. */
	context: string;
}

/** Words of a title, at least: shorter quotations are terms. */
const titleWordsLeast = 3;
const titleLongest = 200;
/** A list entry or sentence that is longer is no reference. Characters. */
const contextLongest = 600;

const headings =
	/^(?:#+\s*)?(?:\d+\.?\s+)?(?:references|bibliography|works cited|sources|literature(?: cited)?|literatur(?:verzeichnis)?|quellen|références|bibliographie|referencias|bibliografía)\s*:?$/iu;
const yearPattern = /\b(?:19|20)\d{2}\b/u;
const doiPattern = /\b10\.\d{4,9}\/[^\s"'<>()[\]{}]+/u;
const arxivPattern = /\barXiv:\s?(\d{4}\.\d{4,5})/iu;
const quotedTitle = /[“"«„]([^“”"«»„]{8,200})[”"»“]/u;
/** `Lamp Survey (2021)`, `Harbour Safety Report of 2019`. */
const namedReport =
	/((?:\p{Lu}[\p{L}\p{N}'’&-]*\s+(?:(?:of|on|for|and|the|in)\s+)?){1,8}(?:[Rr]eport|[Ss]urvey|[Ss]tudy|[Rr]eview|[Cc]ensus|[Aa]ssessment|[Yy]earbook|[Pp]aper))\s*(?:\(|,?\s+of\s+|,\s*)((?:19|20)\d{2})\b/u;

/** Whether a sentence only refers to another place: `See the separate chapter …`, `For more information, see …`. English. */
export function isReferral(sentence: string): boolean {
	return referral.test(sentence.trim());
}
const referral =
	/^[("“[]?(?:please\s+)?(?:(?:see|refer to|consult|cf\.)\s|(?:for|to (?:learn|find out)) (?:more|further|other|additional|full|a (?:full|complete|detailed)|the (?:full|complete)|details?)\b[^.]{0,80}?\b(?:see|refer to|consult|read)\s)/iu;

/**
 * The works that a text refers to, in order: entries of its list of references, DOIs and arXiv numbers, a title in quotation marks
 * with a year after it, and a named report, survey or study with its year.
 */
export function referencesIn(text: string): Reference[] {
	const { body, entries } = splitReferenceList(text);
	const inBody = sentencesIn(body).flatMap(({ text: sentence }) =>
		sentence.length > contextLongest ? [] : (referenceInSentence(sentence) ?? []),
	);
	return [...inBody, ...entries.flatMap((entry) => referenceInEntry(entry) ?? [])];
}

/** A list of references goes to the next heading. Its entries are lines with a year or an identifier. */
function splitReferenceList(text: string): { body: string; entries: string[] } {
	const lines = text.split("\n");
	const start = lines.findIndex((line) => headings.test(line.trim()));
	if (start < 0) return { body: text, entries: [] };
	const length = lines.slice(start + 1).findIndex((line) => line.startsWith("#"));
	const end = length < 0 ? lines.length : start + 1 + length;
	const entries = lines
		.slice(start + 1, end)
		.map((line) => line.replace(/^\s*(?:[-*•]|\[?\d{1,3}[\].)])\s*/u, "").trim())
		.filter((line) => line !== "" && line.length <= contextLongest);
	return { body: [...lines.slice(0, start), ...lines.slice(end)].join("\n"), entries };
}

function referenceInSentence(sentence: string): Reference | undefined {
	const address = addressIn(sentence);
	const quoted = quotedTitle.exec(sentence);
	const after = quoted ? sentence.slice(quoted.index + quoted[0].length).slice(0, 40) : "";
	const quotedYear = yearPattern.exec(after)?.[0];
	const [, report, reportYear] = namedReport.exec(sentence) ?? [];
	const title = quotedYear ? quoted?.[1] : report?.replace(/^(?:The|A|An|According to)\s+/u, "");
	return toReference(title, quotedYear ?? reportYear, address, sentence);
}

function referenceInEntry(entry: string): Reference | undefined {
	const year = yearPattern.exec(entry)?.[0];
	const address = addressIn(entry);
	if (year === undefined && address === undefined) return undefined;
	const byYear = /\((?:19|20)\d{2}[a-z]?\)[.,:]?\s+([^.]{8,200})/u.exec(entry)?.[1];
	const longest = entry
		.split(/[.;]\s+/u)
		.filter((part) => !doiPattern.test(part) && !/https?:/u.test(part))
		.toSorted((a, b) => b.length - a.length)[0];
	return toReference(quotedTitle.exec(entry)?.[1] ?? byYear ?? longest, year, address, entry);
}

function toReference(
	stated: string | undefined,
	year: string | undefined,
	address: string | undefined,
	context: string,
): Reference | undefined {
	const clean = stated
		?.replace(/\s+/gu, " ")
		.replace(/[\s,.;:]+$/u, "")
		.trim();
	const isTitle = clean !== undefined && clean.split(" ").length >= titleWordsLeast && clean.length <= titleLongest;
	if (!isTitle && address === undefined) return undefined;
	return { context, ...(isTitle ? { title: clean } : {}), ...(year ? { year } : {}), ...(address ? { address } : {}) };
}

function addressIn(text: string): string | undefined {
	const arxiv = arxivPattern.exec(text)?.[1];
	if (arxiv !== undefined) return `https://arxiv.org/abs/${arxiv}`;
	const doi = doiPattern.exec(text)?.[0].replace(/[.,;:]+$/u, "");
	return doi === undefined ? undefined : `https://doi.org/${doi}`;
}
