const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const dayMs = 86_400_000;

/**
 * The date that a service states, as `2031-04-05`, `2031-04` or `2031`. Undefined when there is none, or it is unclear. It
 * understands ISO dates, `Apr 5, 2031`, `5 April 2031`, and `3 days ago`, counted from `now` (milliseconds since 1970).
 */
export function parseDate(text: string | number | null | undefined, now = Date.now()): string | undefined {
	const trimmed = String(text ?? "").trim();
	const iso = /^(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?(?![\d])/.exec(trimmed);
	if (iso) return dateFrom(iso[1], iso[2], iso[3]);
	const american = /^(\p{L}{3})\p{L}*\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b/u.exec(trimmed);
	if (american) return dateFrom(american[3], monthOf(american[1]), american[2]);
	const european = /^(\d{1,2})\.?\s+(\p{L}{3})\p{L}*\.?\s+(\d{4})\b/u.exec(trimmed);
	if (european) return dateFrom(european[3], monthOf(european[2]), european[1]);
	const ago = /^(\d{1,2}) (minute|hour|day|week)s? ago/i.exec(trimmed);
	if (!ago) return undefined;
	const days = { minute: 0, hour: 0, day: 1, week: 7 }[(ago[2] ?? "").toLowerCase()] ?? 0;
	return new Date(now - Number(ago[1]) * days * dayMs).toISOString().slice(0, 10);
}

/** The date of numbers, `[2031, 4, 5]`, where the last ones may be missing. */
export function dateFromParts(parts: readonly (number | null)[] | null | undefined): string | undefined {
	const [year, month, day] = (parts ?? []).map((part) => (part === null ? undefined : String(part)));
	return dateFrom(year, month, day);
}

/** The day or month in an address: `/2031/04/05/…`, `/2031-04-05/…`, `/2031/04/…`. A year alone is ignored: it may mean anything. */
export function dateInUrl(url: string): string | undefined {
	const path = URL.canParse(url) ? new URL(url).pathname : "";
	const match = /\/((?:19|20)\d{2})(?:\/(\d{2})(?:\/(\d{2}))?|-(\d{2})-(\d{2}))(?:\/|-|$)/.exec(path);
	return match ? dateFrom(match[1], match[2] ?? match[4], match[3] ?? match[5]) : undefined;
}

function monthOf(name = ""): string | undefined {
	const at = months.indexOf(name.toLowerCase());
	return at === -1 ? "0" : String(at + 1);
}

function dateFrom(year?: string, month?: string, day?: string): string | undefined {
	if (!year || !/^\d{4}$/.test(year) || Number(year) < 1000) return undefined;
	if (month === undefined) return year;
	const date = `${year}-${month.padStart(2, "0")}-${(day ?? "1").padStart(2, "0")}`;
	const parsed = new Date(`${date}T00:00:00Z`);
	// A 31st of February is no date, and nothing of it is certain.
	if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== date) return undefined;
	return day === undefined ? date.slice(0, 7) : date;
}

/** Whether a date may be between two days, both inclusive. `2031` may mean any of its days. */
export function mayLieBetween(date: string, since: string | undefined, until: string | undefined): boolean {
	const first = date.length === 4 ? `${date}-01-01` : date.length === 7 ? `${date}-01` : date;
	const last = date.length === 4 ? `${date}-12-31` : date.length === 7 ? `${date}-31` : date;
	return (since === undefined || last >= since) && (until === undefined || first <= until);
}
