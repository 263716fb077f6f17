import { decodeAddressPart } from "../base/text.ts";

/** Why a page could not be read: what stands there instead of a source. */
export type UnreadReason =
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

/** The words for each reason, as reports show them. */
export const unreadReasonWords: Readonly<Record<UnreadReason, string>> = {
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

/** A page that was chosen for reading and could not be read. */
export interface UnreadPage {
	url: string;
	/** The title from the search result; absent in older logs. */
	title?: string | undefined;
	/** It may contain the page's address. */
	reason: string;
	/** Absent for files and in older logs. */
	obstacle?: UnreadReason | undefined;
}

/** A page's name for texts that must not hold addresses: its title, else the last part of its address. */
export function pageName({ url, title = "" }: Pick<UnreadPage, "url" | "title">): string {
	if (title.trim() !== "") return title.trim();
	if (!URL.canParse(url)) return "a page";
	const { pathname, hash, hostname } = new URL(url);
	const last = pathname.split("/").filter(Boolean).at(-1) ?? hostname;
	return [decodeAddressPart(last), decodeAddressPart(hash.slice(1))].filter(Boolean).join(", ") || "a page";
}

/** Replaces a page's address and path in a text by a name, so that neither models nor reports show where a file lies. */
export function replaceAddress(text: string, url: string, name: string): string {
	const parts = URL.canParse(url)
		? [url.replace(/#.*$/s, ""), decodeAddressPart(new URL(url).pathname), new URL(url).pathname]
		: [];
	return [url, ...parts]
		.filter((part) => part.length > 1)
		.reduce((clear, part) => clear.replaceAll(part, () => name), text);
}
