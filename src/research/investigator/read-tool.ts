import { limits } from "../../base/limits.ts";
import { describeSpeaker } from "../../evidence/describe-speaker.ts";
import { locate, locatorText } from "../../evidence/source.ts";
import { replaceAddress } from "../../evidence/unread-page.ts";
import type { ReadPage } from "../read.ts";
import { linksText } from "./links.ts";
import { notesText, takeNotes } from "./notes.ts";
import { readResultPage, recordRead, resultNamed } from "./result-page.ts";
import { type NamedResult, readsLeftText, ToolRefusal, type ToolResult, type Workspace } from "./workspace.ts";

/** A window begins at a start of a line that is this near before it, and ends at such an end of a line. Characters. */
const lineNear = 400;

/** Shows the claims of pages or, with `from`, their own words in windows. Throws a `ToolRefusal` when none of them may be read. */
export async function readTool(
	workspace: Workspace,
	{ ids, from }: { ids: readonly string[]; from?: number | undefined },
): Promise<() => ToolResult> {
	const settled = await Promise.allSettled([...new Set(ids)].map((id) => readOne(workspace, id, from)));
	const failed = settled.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
	const [fault] = failed.filter((reason) => !(reason instanceof ToolRefusal));
	if (fault !== undefined) throw fault;
	if (failed.length === settled.length)
		throw new ToolRefusal([...new Set(failed.map(({ message }) => message))].join("\n"));
	return () => {
		const pages = settled.map((one) =>
			one.status === "fulfilled" ? one.value() : { text: one.reason.message, later: "" },
		);
		const joined = (texts: string[]) => texts.filter(Boolean).join("\n\n");
		return {
			text: joined([...pages.map(({ text }) => text), readsLeftText(workspace)]),
			later: joined(pages.map(({ later }) => later)),
		};
	};
}

async function readOne(workspace: Workspace, id: string, from: number | undefined): Promise<() => ToolResult> {
	const found = resultNamed(workspace, id);
	const result = await readResultPage(workspace, found);
	const note =
		"page" in result && from === undefined ? await takeNotes(workspace, result.page, found.hit.passages) : undefined;
	return () => {
		recordRead(workspace, found, result);
		if ("reason" in result) {
			const reason = unreadableText(found, result.reason);
			return { text: reason, later: reason };
		}
		const links = linksText(workspace, found.id, result.page.page);
		note?.();
		const head = headOf(found.id, result.page);
		if (from !== undefined)
			return { text: joinedWith(links, windowOf(found.id, result.page, from)), later: `${head}: read from ${from} on` };
		const later = `${head}\n\n${notesText(workspace, result.page)}`;
		return { text: joinedWith(links, later), later };
	};
}

function joinedWith(links: string, text: string): string {
	return links === "" ? text : `${text}\n\n${links}`;
}

export function unreadableText({ id, hit }: NamedResult, reason: string): string {
	return `${id} could not be read: ${replaceAddress(reason, hit.url, id)}. Choose another page.`;
}

export function headOf(id: string, { page }: ReadPage, ...at: string[]): string {
	const by = describeSpeaker(page).filter((one) => !page.label.startsWith(one));
	return `${id} ${page.title} (${[page.label, ...by, page.date, ...at].filter(Boolean).join(", ")})`;
}

export function windowOf(id: string, { page, source }: ReadPage, from: number): string {
	const { text } = page;
	const start = lineStart(text, Math.max(0, Math.min(Math.trunc(from) || 0, text.length)));
	const end = lineEnd(text, start + limits.pagePartCharacters);
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
