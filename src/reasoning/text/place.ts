import type { Page } from "../../evidence/source.ts";

/** What a page of the web says of its place: its site's name and the words of its host. Empty for a file. */
export function placeWords({ url, site = "" }: Pick<Page, "url" | "site">): string {
	const host = /^https?:\/\/(?:www\.)?([^/:]+)\.\w+(?:[/:]|$)/i.exec(url)?.[1];
	return host === undefined ? "" : `${site} ${host.replace(/[.-]/g, " ")}`.trim();
}
