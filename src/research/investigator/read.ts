import { limits } from "../../base/limits.ts";
import { withoutAddress } from "../../evidence/address.ts";
import { saidBy } from "../../evidence/said-by.ts";
import { locate, locatorText } from "../../evidence/source.ts";
import type { ReadPage } from "../read.ts";
import { type Desk, type Found, readsLeftText } from "./desk.ts";
import { linksText } from "./links.ts";
import { foundAs, pageBehind, putDown } from "./page.ts";

/** A window begins at the start of a line when one is this near before it, and ends at the end of one. Characters. */
const lineNear = 400;

/** A page, in windows. */
export async function read(
	desk: Desk,
	{ id, from = 0 }: { id: string; from?: number | undefined },
): Promise<() => string> {
	const found = foundAs(desk, id);
	const result = await pageBehind(desk, found);
	return () => {
		putDown(desk, found, result);
		if ("reason" in result) return cannotRead(found, result.reason);
		const links = linksText(desk, found.id, result.page.page);
		return [windowOf(found.id, result.page, from), links, readsLeftText(desk)].filter(Boolean).join("\n\n");
	};
}

export function cannotRead({ id, hit }: Found, reason: string): string {
	return `${id} could not be read: ${withoutAddress(reason, hit.url, id)}. Choose another page.`;
}

function windowOf(id: string, { page }: ReadPage, from: number): string {
	const { text } = page;
	const start = lineStart(text, Math.max(0, Math.min(Math.trunc(from) || 0, text.length)));
	const end = lineEnd(text, start + limits.windowCharacters);
	const place = [
		page.label,
		...saidBy(page).filter((by) => !page.label.startsWith(by)),
		page.date,
		locatorText(locate(page, start)),
	]
		.filter(Boolean)
		.join(", ");
	return [
		`${id} ${page.title} (${place}): characters ${start} to ${end} of ${text.length}`,
		text.slice(start, end).toWellFormed(),
		end < text.length
			? `(goes on: read with "from": ${end}, or find words in it with read_document)`
			: "(the end of the page)",
	].join("\n\n");
}

function lineStart(text: string, at: number): number {
	const line = text.lastIndexOf("\n", at - 1) + 1;
	return at > 0 && at < text.length && at - line <= lineNear ? line : at;
}

function lineEnd(text: string, at: number): number {
	if (at >= text.length) return text.length;
	const line = text.lastIndexOf("\n", at) + 1;
	if (at - line <= lineNear && line > 0) return line;
	const word = text.lastIndexOf(" ", at) + 1;
	return at - word <= lineNear && word > 0 ? word : at;
}
