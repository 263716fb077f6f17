import type { UnreadReason } from "../../../evidence/unread-page.ts";
import type { PageSigns } from "../../read/web/signs.ts";

/** A response of the web in the form that the checks for blocked pages use. */
export interface JudgedResponse {
	/** The requested address, and the final one below. */
	asked: string;
	url: string;
	status: number;
	/** Lower-case names. */
	headers: Record<string, string>;
	/** The site as a person would name it: the publication's name, else its host. */
	name: string;
	/** The content without the page's frame. */
	text: string;
	signs: PageSigns;
}

/** What is shown instead of the page, in a sentence for a report's gaps. */
export interface BlockedPage {
	obstacle: UnreadReason;
	reason: string;
}

/** How many of several independent signs are true. */
export function countTrue(...signs: boolean[]): number {
	return signs.filter(Boolean).length;
}

/** A longer line is prose about something, no notice. Characters. */
const noticeMax = 220;
/** A line of at least this length that ends like a sentence is prose. Characters. */
const proseMin = 90;
/** A page with at least this much prose is more than a notice. Characters. */
const proseEnough = 600;

/** The lines, headings and buttons that can be notices of the page itself. Quoted text is dropped: it is another's. */
function noticeLines({ signs }: Pick<JudgedResponse, "signs">): string[] {
	return [signs.pageTitle, ...signs.headings, ...signs.buttons, ...signs.lines]
		.filter((line) => line.length <= noticeMax)
		.map((line) => line.replace(/[“„«"‘][^”“»"’]{4,}[”“»"’]/g, " "));
}

/** Whether the content has prose beside the lines that the pattern of a notice matches. */
export function hasProse({ text }: Pick<JudgedResponse, "text">, noticePattern: RegExp, enough = proseEnough): boolean {
	const prose = text
		.split(/\n+/)
		.filter((line) => line.length >= proseMin && /[.!?。…”’")]\s*$/.test(line) && !noticePattern.test(line));
	return prose.reduce((sum, line) => sum + line.length, 0) >= enough;
}

export function hasNotice(response: Pick<JudgedResponse, "signs">, pattern: RegExp): boolean {
	return noticeLines(response).some((line) => pattern.test(line));
}

/** Whether the page's title or a heading matches the pattern as a whole, apart from the site's name. */
export function isTitled({ signs, name }: Pick<JudgedResponse, "signs" | "name">, pattern: RegExp): boolean {
	const titles = [signs.pageTitle, ...signs.headings.slice(0, 3)].flatMap((title) => [
		title,
		...title.split(/\s+[|–—·•»:-]\s+/).filter((_part, at, all) => all.length <= 3 && areSiteNames(all, at, name)),
	]);
	return titles.some((title) => pattern.test(title.trim()));
}

/** Whether the other parts of a title are the site's name, or as short as one. */
function areSiteNames(parts: string[], at: number, name: string): boolean {
	return parts.every(
		(part, index) =>
			index === at ||
			part.toLowerCase() === name.toLowerCase() ||
			/^\d{3}$/.test(part.trim()) ||
			part.split(" ").length <= 3,
	);
}

/** Host and path of the final address, in lower case. */
export function finalAddress({ url }: Pick<JudgedResponse, "url">): string {
	const { hostname, pathname } = new URL(url);
	return (hostname + pathname).toLowerCase();
}

export function isRedirected({ asked, url }: Pick<JudgedResponse, "asked" | "url">): boolean {
	return new URL(asked).pathname !== new URL(url).pathname || siteHost(asked) !== siteHost(url);
}

export function siteHost(url: string): string {
	return new URL(url).hostname.replace(/^www\./, "");
}
