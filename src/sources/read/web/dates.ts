import { oneLine } from "../../../base/text.ts";
import { toIsoDate } from "../parsed-document.ts";
import { jsonLdText } from "./json-ld.ts";
import { isInBoilerplate, metaContent, type StatedMetadata } from "./meta.ts";

const publishedNames = [
	"article:published_time",
	"citation_publication_date",
	"citation_online_date",
	"citation_date",
	"dcterms.issued",
	"dcterms.created",
	"dc.date.issued",
	"dc.date.created",
	"dcterms.date",
	"dc.date",
	"og:published_time",
	"parsely-pub-date",
	"sailthru.date",
	"publish-date",
	"publication_date",
	"pubdate",
	"date",
];
const modifiedNames = [
	"article:modified_time",
	"og:updated_time",
	"dcterms.modified",
	"dc.date.modified",
	"last-modified",
	"revised",
	"lastmod",
];
/** A byline stands within this many characters of the text's beginning. */
const bylineCharacters = 1_500;
const dayMs = 86_400_000;

const month =
	"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?";
const writtenDate = `(?:(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?,?\\s+)?(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}(?:st|nd|rd|th)?\\s+${month},?\\s+\\d{4}|${month}\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+\\d{4})`;
const publishedLine = new RegExp(
	`\\b(?:published|posted|released|issued|first published|date|created)(?:\\s+(?:on|at|online))?\\s*[:–—-]?\\s*(${writtenDate})`,
	"i",
);
const modifiedLine = new RegExp(
	`\\b(?:last\\s+)?(?:updated|modified|revised|reviewed|edited)(?:\\s+on)?\\s*[:–—-]?\\s*(${writtenDate})`,
	"i",
);
const bylineLine = new RegExp(
	`^(?:by\\s+[^|•·\\n]{3,60}[|•·,–—-]\\s*)?(${writtenDate})(?:\\s*[|•·,–—-].{0,60}|,?\\s+(?:at\\s+)?\\d{1,2}[:.]\\d{2}.{0,20})?$`,
	"i",
);

/**
 * When a page was published and last changed, as it states itself. A wrong date is worse than none: a date after the day of reading
 * (`today`, ISO), or one that two places state more than a week apart, is omitted.
 */
export function findDates(
	metadata: StatedMetadata,
	text: string,
	today: string,
): { published?: string | undefined; modified?: string | undefined } {
	const { own, document } = metadata;
	const jsonLdDate = (name: string) => toIsoDate(jsonLdText(own?.[name]));
	const itempropDate = (name: string) => {
		for (const element of document.querySelectorAll(`[itemprop=${name}]`)) {
			const date = toIsoDate(
				element.getAttribute("content") ?? element.getAttribute("datetime") ?? element.textContent ?? undefined,
			);
			if (date !== undefined && !isInBoilerplate(element)) return date;
		}
		return undefined;
	};
	const metaDate = (names: readonly string[]) =>
		names.map((name) => toIsoDate(metaContent(metadata, [name]))).find((date) => date !== undefined);
	const lines = text.slice(0, bylineCharacters).split("\n");
	const dateInText = (pattern: RegExp) =>
		lines.map((line) => toIsoDate(pattern.exec(line.trim())?.[1])).find((date) => date !== undefined);
	// A date in a definition list or a table belongs to something else.
	const facts = new Set([...document.querySelectorAll("dd, td, th, dt")].map((one) => oneLine(one.textContent ?? "")));
	const bylineDate = lines
		.filter((line) => !facts.has(oneLine(line)))
		.map((line) => toIsoDate(bylineLine.exec(line.trim())?.[1]))
		.find((date) => date !== undefined);

	const statedDates = [jsonLdDate("datePublished"), metaDate(publishedNames), itempropDate("datePublished")].filter(
		(date) => date !== undefined,
	);
	const modified = [
		jsonLdDate("dateModified"),
		metaDate(modifiedNames),
		itempropDate("dateModified"),
		dateInText(modifiedLine),
	].find((date) => date !== undefined && isPlausible(date, today));
	const published =
		agreedDate(statedDates) ??
		(statedDates.length === 0 ? (timeElementDate(metadata) ?? dateInText(publishedLine) ?? bylineDate) : undefined);
	return {
		published: published !== undefined && isPlausible(published, today) ? published : undefined,
		modified: modified !== undefined && (published === undefined || modified >= published) ? modified : undefined,
	};
}

/** The first date, if all others lie within a week of it: a day's difference is a time zone, more than a week's is a reprint. */
function agreedDate(dates: readonly string[]): string | undefined {
	const [first] = dates;
	return dates.every((date) => Math.abs(Date.parse(date) - Date.parse(first ?? "")) <= 7 * dayMs) ? first : undefined;
}

/** Whether a date is not after the day of reading, with one day of tolerance for time zones, and not before 1500. */
function isPlausible(date: string, today: string): boolean {
	return Date.parse(date) <= Date.parse(today) + dayMs && date >= "1500";
}

/** The date of the content's `<time>` elements: of the one marked as the date of publication, or the only date there. */
function timeElementDate({ document }: StatedMetadata): string | undefined {
	const times = [...document.querySelectorAll("time")].filter((element) => !isInBoilerplate(element));
	const dateOf = (element: (typeof times)[number]) =>
		toIsoDate(element.getAttribute("datetime") ?? element.textContent ?? undefined);
	const marked = times.find(
		(element) => element.getAttribute("pubdate") !== null || /publish|entry-date|posted/i.test(element.className),
	);
	if (marked) return dateOf(marked);
	const dates = new Set(
		times.filter((element) => !/updated|modified/i.test(element.className)).flatMap((element) => dateOf(element) ?? []),
	);
	return dates.size === 1 ? [...dates][0] : undefined;
}
