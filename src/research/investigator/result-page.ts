import { shortHash } from "../../base/hash.ts";
import type { Source } from "../../evidence/source.ts";
import { type ReadFailure, readAndStore, sourceOf } from "../read.ts";
import { loadPage } from "../tools.ts";
import { linkNamed } from "./links.ts";
import { pageTokens } from "./token-budget.ts";
import { type NamedResult, nameResult, type ReadResult, recordStep, ToolRefusal, type Workspace } from "./workspace.ts";

/** The result or link that an id names. Throws a `ToolRefusal` when there is none. */
export function resultNamed(workspace: Workspace, id: string): NamedResult {
	const name = id
		.trim()
		.toLowerCase()
		.replace(/^\D*(?=\d)/, "r");
	const one = workspace.found.get(name);
	if (one) return one;
	const link = linkNamed(workspace, name);
	if (link) return nameResult(workspace, link);
	const last = workspace.found.size;
	throw new ToolRefusal(`There is no result ${id}: ${last === 0 ? "search first" : `the results are r1 to r${last}`}.`);
}

/**
 * Reads the page of a result. A new page counts against the page reads. `readPage` may get it in another way than from its address.
 * Throws a `ToolRefusal` when none is left.
 */
export async function readResultPage(
	workspace: Workspace,
	{ hit: { url }, id }: NamedResult,
	readPage: (workspace: Workspace, url: string) => Promise<ReadResult> = readRecorded,
): Promise<ReadResult> {
	const known = workspace.reading.get(url);
	if (known !== undefined) {
		workspace.searches = 0;
		return known;
	}
	if (!workspace.assignment.read.includes(url)) {
		if (workspace.readsLeft <= 0)
			throw new ToolRefusal(`Refused: no new page may be read any more. Use the pages that were read, or report.`);
		const tokens = pageTokens(workspace.assignment);
		if (tokens > workspace.tokensLeft)
			throw new ToolRefusal("Refused: no tokens are left for another page. Use the pages that were read, or report.");
		workspace.readsLeft--;
		workspace.tokensLeft -= tokens;
	}
	workspace.searches = 0;
	workspace.tools.onActivity?.(
		`${workspace.assignment.subQuestion.id} reading: ${workspace.found.get(id)?.hit.label ?? id}`,
	);
	const reading = readPage(workspace, url);
	workspace.reading.set(url, reading);
	return reading;
}

async function readRecorded({ run, tools }: Workspace, url: string): Promise<ReadResult> {
	const result = await recordStep<{ source: Source } | ReadFailure>(
		run,
		`read:${shortHash(url)}`,
		async (signal) => {
			const result = await readAndStore(tools, url, signal);
			return "page" in result ? { source: sourceOf(result.page) } : result;
		},
		(reason) => ({ reason }),
	);
	if ("reason" in result) return result;
	return { page: { source: result.source, page: await loadPage(tools, result.source, run.signal) } };
}

/** Records a page that was read. A page that could not be read costs nothing. */
export function recordRead(workspace: Workspace, { hit: { url, title } }: NamedResult, result: ReadResult): void {
	if ("page" in result) {
		if (!workspace.pages.has(url)) workspace.pages.set(url, result.page);
		return;
	}
	if (workspace.unread.some((one) => one.url === url)) return;
	workspace.unread.push({ url, title, ...result });
	if (workspace.assignment.read.includes(url)) return;
	workspace.readsLeft++;
	workspace.tokensLeft += pageTokens(workspace.assignment);
}
