/** A date or span of time that a text states. `from` and `to` are `year × 10000 + month × 100 + day`, both inclusive. */
export interface DateMention {
	text: string;
	start: number;
	end: number;
	/** `1944`, `1944-06`, `1944-06-06`, `1940s`, `19th century`, `-44` for 44 BC. */
	normal: string;
	from: number;
	to: number;
	approximate: boolean;
}

const monthNames = "january february march april may june july august september october november december".split(" ");
const monthPattern =
	"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const yearPattern = "(?:1\\d{3}|20\\d{2}|[1-9]\\d{2}(?=\\s*(?:AD|CE|BC|BCE)))";
const dayPattern = "(?:[0-2]?\\d|3[01])(?:st|nd|rd|th)?";
const era = "(?:\\s*(?:BCE?|B\\.C\\.(?:E\\.)?))?";

const datePattern = new RegExp(
	[
		`(?<iso>\\b\\d{4}-\\d{2}-\\d{2}\\b)`,
		`(?<md>\\b${monthPattern}\\s+${dayPattern}(?:\\s*[–-]\\s*${dayPattern})?,?\\s+${yearPattern}\\b)`,
		`(?<dm>\\b${dayPattern}(?:\\s+of)?\\s+${monthPattern},?\\s+${yearPattern}\\b)`,
		`(?<my>\\b${monthPattern}(?:\\s+of)?,?\\s+${yearPattern}\\b)`,
		`(?<decade>\\b(?:1\\d|20)\\d0s\\b|\\b(?:1\\d|20)\\d0['’]s\\b)`,
		`(?<century>\\b(?:\\d{1,2}(?:st|nd|rd|th)|(?:twelf|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twentie)th|twenty-first)[\\s-]century\\b${era})`,
		`(?<bc>\\b\\d{1,4}\\s*(?:BCE?|B\\.C\\.(?:E\\.)?))`,
		`(?<year>\\b${yearPattern}\\b)`,
	].join("|"),
	"giu",
);

const spelledCenturies: Record<string, number> = {
	twelfth: 12,
	thirteenth: 13,
	fourteenth: 14,
	fifteenth: 15,
	sixteenth: 16,
	seventeenth: 17,
	eighteenth: 18,
	nineteenth: 19,
	twentieth: 20,
	"twenty-first": 21,
};
const approximationBefore =
	/(?:\b(?:about|around|circa|c\.|ca\.|approximately|roughly|nearly|early|late|mid)[\s-]*(?:the\s+)?|~\s*)$/i;
const yearContextBefore =
	/(?:\b(?:in|since|from|by|until|till|to|and|of|during|before|after|between|circa|around|about|year|born|died|founded|established|spring|summer|autumn|fall|winter|early|late|mid|the|season|census|\d{4})[\s,(-]*|[([,–—/:;-]\s*|^\s*|c\.\s*)$/iu;
const countedNounAfter =
	/^\s+(?:people|inhabitants|residents|men|women|children|\p{Ll}{2,}(?:[^s\W]s|ies|ches|shes)\b|(?:km|m|kg|ft|miles|mi|MB|GB|KB|ms)\b)/u;

function monthNumber(name: string): number {
	return monthNames.findIndex((month) => month.startsWith(name.toLowerCase().replace(/\.$/, "").slice(0, 3))) + 1;
}

function dateRange(year: number, month = 0, day = 0): Pick<DateMention, "normal" | "from" | "to"> {
	const base = year * 10_000;
	const padded = (value: number) => String(value).padStart(2, "0");
	if (month === 0) return { normal: String(year), from: base, to: base + 1231 };
	if (day === 0) return { normal: `${year}-${padded(month)}`, from: base + month * 100, to: base + month * 100 + 31 };
	const exact = base + month * 100 + day;
	return { normal: `${year}-${padded(month)}-${padded(day)}`, from: exact, to: exact };
}

function parseMatch(match: RegExpExecArray): Pick<DateMention, "normal" | "from" | "to"> | undefined {
	const groups = match.groups ?? {};
	const text = match[0];
	if (groups.iso) {
		const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
		return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? dateRange(year, month, day) : undefined;
	}
	if (groups.md || groups.dm || groups.my) {
		const month = monthNumber(new RegExp(monthPattern, "i").exec(text)?.[0] ?? "");
		const year = Number(/\d{3,4}(?!.*\d{3})/.exec(text)?.[0]);
		const day = groups.my ? 0 : Number.parseInt(/\b\d{1,2}(?!\d)/.exec(text)?.[0] ?? "0", 10);
		return month > 0 && day <= 31 ? dateRange(year, month, day) : undefined;
	}
	if (groups.decade) {
		const year = Number.parseInt(text, 10);
		return { normal: `${year}s`, from: year * 10_000, to: (year + 9) * 10_000 + 1231 };
	}
	if (groups.century) {
		const word = text.toLowerCase().split(/[\s-]century/)[0] ?? "";
		const nth = spelledCenturies[word] ?? Number.parseInt(word, 10);
		const before = /B\.?C/i.test(text);
		const first = before ? -nth * 100 : (nth - 1) * 100 + 1;
		return { normal: `${nth}${before ? " bc" : ""} century`, from: first * 10_000, to: (first + 99) * 10_000 + 1231 };
	}
	if (groups.bc) {
		const year = -Number.parseInt(text, 10);
		return { normal: String(year), from: year * 10_000, to: year * 10_000 + 1231 };
	}
	return dateRange(Number(text));
}

/** The second year of a season: `1992–93`, `1992/93`. After a hyphen `2009-10` may be a month, so there the word has to say it. */
function seasonEnd(text: string, { end, normal, approximate }: DateMention): DateMention[] {
	const [, joint = "", digits = "", season = ""] =
		/^([–/-])(\d{2})(?![\d–-]|[.,:/]\d)(\s+seasons?\b)?/u.exec(text.slice(end, end + 16)) ?? [];
	const year = Number(normal) + 1;
	if (digits === "" || Number(digits) !== year % 100) return [];
	if (joint === "-" && Number(digits) <= 12 && season === "") return [];
	const start = end + joint.length;
	return [{ text: digits, start, end: start + digits.length, ...dateRange(year), approximate }];
}

/** The dates of a text in order: full dates, months, years, decades, centuries. The words around a number tell a year from a count. */
export function datesIn(text: string): DateMention[] {
	const out: DateMention[] = [];
	datePattern.lastIndex = 0;
	for (let match = datePattern.exec(text); match; match = datePattern.exec(text)) {
		const start = match.index;
		const end = start + match[0].length;
		const before = text.slice(Math.max(0, start - 24), start);
		if (match.groups?.year) {
			const after = text.slice(end, end + 24);
			if (/[$€£¥₹.,\d#_/]$/.test(before) && !/(?:^|[^\d])[/,.]\s?$/.test(before) && !/\d{4}\/$/.test(before)) continue;
			if (/^(?:[.,]\d|%|°|\s?(?:×|x)\s?\d|:\d)/.test(after)) continue;
			if (countedNounAfter.test(after) && !yearContextBefore.test(before)) continue;
			if (/\b(?:port|page|version|line|error|code|room|flight|number|no\.)\s*#?$/i.test(before)) continue;
		}
		const parsed = parseMatch(match);
		if (!parsed) continue;
		const mention = { text: match[0], start, end, ...parsed, approximate: approximationBefore.test(before) };
		out.push(mention, ...(match.groups?.year ? seasonEnd(text, mention) : []));
	}
	return out;
}

/** Formats an ISO date for people: `2025-03-11` → `11 March 2025`, `2025-03` → `March 2025`. Returns any other text unchanged. */
export function formatDate(iso: string): string {
	const [, year = "", month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(iso) ?? [];
	const name = monthNames[Number(month) - 1] ?? "";
	if (year === "" || (month !== undefined && name === "")) return iso;
	const written = name.charAt(0).toUpperCase() + name.slice(1);
	return [day === undefined ? "" : String(Number(day)), written, year].filter((part) => part !== "").join(" ");
}
