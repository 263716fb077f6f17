import { decodedAddress } from "../base/text.ts";

/** Why a page is no source: what a person would call what stands there instead. */
export type Obstacle =
	| "paywall"
	| "login"
	| "consent"
	| "challenge"
	| "not_found"
	| "error"
	| "robots"
	| "refused"
	| "empty"
	| "unreadable"
	| "away";

/** What each is called where a page is named. */
export const obstacleWords: Readonly<Record<Obstacle, string>> = {
	paywall: "behind a paywall",
	login: "behind a login",
	consent: "behind a consent wall",
	challenge: "behind a check that only people pass",
	not_found: "not there any more",
	error: "an error instead of a page",
	robots: "closed to programs by its site",
	refused: "refused by the rules of where assay may go",
	empty: "empty",
	unreadable: "unreadable",
	away: "out of reach",
};

/** A page that was to be read and could not be. */
export interface Unread {
	url: string;
	/** As the search named it; logs of before have none. */
	title?: string | undefined;
	/** May hold its address. */
	reason: string;
	/** Absent for what is not on the web, and in logs of before. */
	obstacle?: Obstacle | undefined;
}

/** What a page is called where no address may stand: its title, else the last part of its address. */
export function nameOf({ url, title = "" }: Pick<Unread, "url" | "title">): string {
	if (title.trim() !== "") return title.trim();
	if (!URL.canParse(url)) return "a page";
	const { pathname, hash, hostname } = new URL(url);
	const last = pathname.split("/").filter(Boolean).at(-1) ?? hostname;
	return [decodedAddress(last), decodedAddress(hash.slice(1))].filter(Boolean).join(", ") || "a page";
}

/** A text with a name where the page's address or path stood: no model and no report's prose is told where a file lies. */
export function withoutAddress(text: string, url: string, name: string): string {
	const parts = URL.canParse(url)
		? [url.replace(/#.*$/s, ""), decodedAddress(new URL(url).pathname), new URL(url).pathname]
		: [];
	return [url, ...parts]
		.filter((part) => part.length > 1)
		.reduce((clear, part) => clear.replaceAll(part, () => name), text);
}
