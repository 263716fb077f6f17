import type { UnreadReason } from "../../../evidence/unread-page.ts";
import type { Signs } from "../../read/web/signs.ts";

/** An answer of the web as it is judged. */
export interface Seen {
	/** The address that was asked, and the one where it ended. */
	asked: string;
	url: string;
	status: number;
	/** Lower-case names. */
	headers: Record<string, string>;
	/** Who a person would say this is: the publication's name, else its host. */
	name: string;
	/** The content, its frame taken out. */
	text: string;
	signs: Signs;
}

/** What stands there instead of the page, in a sentence for a report's gaps. */
export interface Verdict {
	obstacle: UnreadReason;
	reason: string;
}

/** How many of several independent signs are there. */
export function count(...signs: boolean[]): number {
	return signs.filter(Boolean).length;
}

/** A line this long is prose about something, no notice. Characters. */
const noticeMax = 220;
/** A line of this length that ends as a sentence does is prose. Characters. */
const proseMin = 90;
/** A page with this much to say for itself is not only a notice. Characters. */
const proseEnough = 600;

/** The lines, headings and buttons that can be notices, the page's own voice to its reader; what it quotes is another's. */
export function notices({ signs }: Pick<Seen, "signs">): string[] {
	return [signs.pageTitle, ...signs.headings, ...signs.buttons, ...signs.lines]
		.filter((line) => line.length <= noticeMax)
		.map((line) => line.replace(/[“„«"‘][^”“»"’]{4,}[”“»"’]/g, " "));
}

/** Whether the content has something to say beside what a notice `says`. */
export function hasProse({ text }: Pick<Seen, "text">, says: RegExp, enough = proseEnough): boolean {
	const prose = text
		.split(/\n+/)
		.filter((line) => line.length >= proseMin && /[.!?。…”’")]\s*$/.test(line) && !says.test(line));
	return prose.reduce((sum, line) => sum + line.length, 0) >= enough;
}

export function notes(seen: Pick<Seen, "signs">, pattern: RegExp): boolean {
	return notices(seen).some((line) => pattern.test(line));
}

/** Whether the page's title or a heading is this and nothing else, but for the site's name. */
export function isTitled({ signs, name }: Pick<Seen, "signs" | "name">, pattern: RegExp): boolean {
	const titles = [signs.pageTitle, ...signs.headings.slice(0, 3)].flatMap((title) => [
		title,
		...title.split(/\s+[|–—·•»:-]\s+/).filter((_part, at, all) => all.length <= 3 && others(all, at, name)),
	]);
	return titles.some((title) => pattern.test(title.trim()));
}

/** Whether the other parts of a title are the site's name, or as short as one. */
function others(parts: string[], at: number, name: string): boolean {
	return parts.every(
		(part, index) =>
			index === at ||
			part.toLowerCase() === name.toLowerCase() ||
			/^\d{3}$/.test(part.trim()) ||
			part.split(" ").length <= 3,
	);
}

/** Host and path of where it ended, lower case. */
export function ended({ url }: Pick<Seen, "url">): string {
	const { hostname, pathname } = new URL(url);
	return (hostname + pathname).toLowerCase();
}

export function moved({ asked, url }: Pick<Seen, "asked" | "url">): boolean {
	return new URL(asked).pathname !== new URL(url).pathname || siteHost(asked) !== siteHost(url);
}

export function siteHost(url: string): string {
	return new URL(url).hostname.replace(/^www\./, "");
}
