import { decodeAddressPart } from "../../../base/text.ts";
import { isWeb, type Source } from "../../../evidence/source.ts";
import { isStopWord, wordsIn } from "../../../text/words.ts";
import type { ReportView } from "../input.ts";
import { oneLine } from "../markdown-text.ts";

/** A source as an item of CSL-JSON. BibTeX and RIS are written from it. */
export interface CslItem {
	/** The citation key, the same in all formats: ASCII, unique in the report. */
	id: string;
	type: "article-journal" | "article-newspaper" | "document" | "webpage";
	title: string;
	/** Names as the page states them: which part is the family name is not known. */
	author?: { literal: string }[];
	"container-title"?: string;
	issued?: CslDate;
	accessed?: CslDate;
	URL?: string;
	DOI?: string;
	language?: string;
	/** The source's number in the report; of a local document also its path below the folder that was searched. */
	note: string;
}

/** Year, month and day, as far as they are known. */
export interface CslDate {
	"date-parts": [number[]];
}

/** The sources that a report cites, in the order of their numbers. */
export function cslItemsOf(view: ReportView): CslItem[] {
	const keys = new Set<string>();
	return view.report.sourceIds.flatMap((id, at) => {
		const source = view.source(id);
		return source ? [cslItemOf(source, at + 1, uniqueKey(keyOf(source), keys))] : [];
	});
}

function cslItemOf(source: Source, number: number, id: string): CslItem {
	const { title, label, url, language, capture } = source;
	const authors = authorsOf(source);
	const doi = /(?:doi\.org\/|\/doi\/(?:abs|full|pdf)?\/?)(10\.\d{4,9}\/[^\s?#]+)/i.exec(url)?.[1];
	const container = source.site === undefined ? {} : { "container-title": oneLine(source.site) };
	return {
		id,
		type: typeOf(source),
		title: oneLine(title) || oneLine(label),
		...(authors.length > 0 ? { author: authors.map((literal) => ({ literal })) } : {}),
		...container,
		...dateField("issued", source.date),
		...dateField("accessed", capture?.at),
		...(isWeb(source) ? { URL: url } : {}),
		...(doi === undefined ? {} : { DOI: decodeAddressPart(doi) }),
		...(language === undefined ? {} : { language }),
		note: isWeb(source) ? `[${number}]` : `[${number}] ${oneLine(label)}`,
	};
}

function typeOf(source: Source): CslItem["type"] {
	if (source.authority === "peer-reviewed") return "article-journal";
	if (!isWeb(source)) return "document";
	return source.authority === "news" ? "article-newspaper" : "webpage";
}

function authorsOf({ author, speaker }: Source): string[] {
	const names = author ?? speaker?.author ?? "";
	return names
		.split(/\s*;\s*|\s+(?:and|&)\s+/)
		.map(oneLine)
		.filter((name) => name !== "");
}

function dateField(name: "issued" | "accessed", iso: string | undefined): Partial<Record<typeof name, CslDate>> {
	const [, year, month, day] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(iso ?? "") ?? [];
	if (year === undefined) return {};
	const parts = [year, month, day].filter((part) => part !== undefined).map(Number);
	return { [name]: { "date-parts": [parts] } };
}

/**
 * `moor2024`: the family name of the first author, else the first word of the title that is more than grammar, else the site; then the year.
 * A name or word without a Latin letter gives no key.
 */
function keyOf(source: Source): string {
	const [author = ""] = authorsOf(source);
	const family = author.includes(",") ? author.slice(0, author.indexOf(",")) : author.split(" ").at(-1);
	const words = wordsIn(source.title).filter(({ lower }) => !isStopWord(lower) && !articles.has(lower));
	const names = [family ?? "", ...words.map(({ text }) => text), source.site ?? ""].map(latinLetters);
	const name = names.find((one) => one.length > 1) ?? "source";
	return `${name.slice(0, keyNameMax)}${/^\d{4}/.exec(source.date ?? "")?.[0] ?? ""}`;
}
/** Maximum length of the name in a key. Characters. */
const keyNameMax = 24;

/** `Čapek’s` as `capeks`; empty for a number or another script. */
function latinLetters(text: string): string {
	const ascii = text.normalize("NFKD").replace(/[^a-z0-9]/gi, "");
	return /[a-z]/i.test(ascii) ? ascii.toLowerCase() : "";
}

/** What opens a title in languages other than English, and says nothing of it. */
const articles: ReadonlySet<string> = new Set(
	"der die das den dem des ein eine einer le la les l un une des du el los las lo una il gli uno o os as um uma de het een den det en ett".split(
		" ",
	),
);

/** The key, or with `a`, `b`, … after it if it is taken. */
function uniqueKey(key: string, taken: Set<string>): string {
	let unique = key;
	for (let n = 0; taken.has(unique); n++) unique = `${key}${n < 26 ? String.fromCharCode(97 + n) : `-${n}`}`;
	taken.add(unique);
	return unique;
}
