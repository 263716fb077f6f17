import { limits } from "../../base/limits.ts";
import { withoutAddress } from "../../evidence/address.ts";
import { saidBy } from "../../evidence/said-by.ts";
import { locate, locatorText } from "../../evidence/source.ts";
import type { ReadPage } from "../read.ts";
import { type Desk, type Found, readsLeftText } from "./desk.ts";
import { linksText } from "./links.ts";
import { notesText, takeNotes } from "./notes.ts";
import { foundAs, pageBehind, putDown } from "./page.ts";

/** A window begins at the start of a line when one is this near before it, and ends at the end of one. Characters. */
const lineNear = 400;

/** What a page holds, as claims; from a place on, its own words, in windows. */
export async function read(desk: Desk, { id, from }: { id: string; from?: number | undefined }): Promise<() => string> {
	const found = foundAs(desk, id);
	const result = await pageBehind(desk, found);
	const note =
		"page" in result && from === undefined ? await takeNotes(desk, result.page, found.hit.passages) : undefined;
	return () => {
		putDown(desk, found, result);
		if ("reason" in result) return cannotRead(found, result.reason);
		const links = linksText(desk, found.id, result.page.page);
		note?.();
		const shown =
			from === undefined
				? `${headOf(found.id, result.page)}\n\n${notesText(desk, result.page)}`
				: windowOf(found.id, result.page, from);
		return [shown, links, readsLeftText(desk)].filter(Boolean).join("\n\n");
	};
}

export function cannotRead({ id, hit }: Found, reason: string): string {
	return `${id} could not be read: ${withoutAddress(reason, hit.url, id)}. Choose another page.`;
}

function headOf(id: string, { page }: ReadPage, ...at: string[]): string {
	const by = saidBy(page).filter((one) => !page.label.startsWith(one));
	return `${id} ${page.title} (${[page.label, ...by, page.date, ...at].filter(Boolean).join(", ")})`;
}

function windowOf(id: string, { page, source }: ReadPage, from: number): string {
	const { text } = page;
	const start = lineStart(text, Math.max(0, Math.min(Math.trunc(from) || 0, text.length)));
	const end = lineEnd(text, start + limits.windowCharacters);
	return [
		`${headOf(id, { page, source }, locatorText(locate(page, start)))}: characters ${start} to ${end} of ${text.length}`,
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
