import { limits } from "../../base/limits.ts";
import { withoutAddress } from "../../evidence/address.ts";
import { saidBy } from "../../evidence/said-by.ts";
import { locate, locatorText } from "../../evidence/source.ts";
import type { ReadPage } from "../read.ts";
import { type Desk, type Found, Refusal, readsLeftText, type Shown } from "./desk.ts";
import { linksText } from "./links.ts";
import { notesText, takeNotes } from "./notes.ts";
import { foundAs, pageBehind, putDown } from "./page.ts";

/** A window begins at a start of a line that is this near before it, and ends at such an end of a line. Characters. */
const lineNear = 400;

/** Shows the claims of pages or, with `from`, their own words in windows. Throws a `ToolRefusal` when none of them may be read. */
export async function read(
	desk: Desk,
	{ ids, from }: { ids: readonly string[]; from?: number | undefined },
): Promise<() => Shown> {
	const settled = await Promise.allSettled([...new Set(ids)].map((id) => readOne(desk, id, from)));
	const failed = settled.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
	const [fault] = failed.filter((reason) => !(reason instanceof Refusal));
	if (fault !== undefined) throw fault;
	if (failed.length === settled.length)
		throw new Refusal([...new Set(failed.map(({ message }) => message))].join("\n"));
	return () => {
		const pages = settled.map((one) =>
			one.status === "fulfilled" ? one.value() : { text: one.reason.message, later: "" },
		);
		const joined = (texts: string[]) => texts.filter(Boolean).join("\n\n");
		return {
			text: joined([...pages.map(({ text }) => text), readsLeftText(desk)]),
			later: joined(pages.map(({ later }) => later)),
		};
	};
}

async function readOne(desk: Desk, id: string, from: number | undefined): Promise<() => Shown> {
	const found = foundAs(desk, id);
	const result = await pageBehind(desk, found);
	const note =
		"page" in result && from === undefined ? await takeNotes(desk, result.page, found.hit.passages) : undefined;
	return () => {
		putDown(desk, found, result);
		if ("reason" in result) {
			const reason = cannotRead(found, result.reason);
			return { text: reason, later: reason };
		}
		const links = linksText(desk, found.id, result.page.page);
		note?.();
		const head = headOf(found.id, result.page);
		if (from !== undefined)
			return { text: joinedWith(links, windowOf(found.id, result.page, from)), later: `${head}: read from ${from} on` };
		const later = `${head}\n\n${notesText(desk, result.page)}`;
		return { text: joinedWith(links, later), later };
	};
}

function joinedWith(links: string, text: string): string {
	return links === "" ? text : `${text}\n\n${links}`;
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
