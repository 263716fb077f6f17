import { shortHash } from "../../base/hash.ts";
import type { Source } from "../../evidence/source.ts";
import { type Miss, readOnce, sourceOf } from "../read.ts";
import { pageOf } from "../tools.ts";
import { type Desk, type Found, named, type PageRead, Refusal, recorded } from "./desk.ts";
import { linkAs } from "./links.ts";

/** The result or link that an id names. Throws a `ToolRefusal` when there is none. */
export function foundAs(desk: Desk, id: string): Found {
	const name = id
		.trim()
		.toLowerCase()
		.replace(/^\D*(?=\d)/, "r");
	const one = desk.found.get(name);
	if (one) return one;
	const link = linkAs(desk, name);
	if (link) return named(desk, link);
	const last = desk.found.size;
	throw new Refusal(`There is no result ${id}: ${last === 0 ? "search first" : `the results are r1 to r${last}`}.`);
}

/** Reads the page of a result. A new page counts against the page reads. Throws a `ToolRefusal` when none is left. */
export async function pageBehind(desk: Desk, { hit: { url }, id }: Found): Promise<PageRead> {
	const known = desk.reading.get(url);
	if (known !== undefined) {
		desk.searches = 0;
		return known;
	}
	if (!desk.assignment.read.includes(url)) {
		if (desk.readsLeft <= 0)
			throw new Refusal(`Refused: no new page may be read any more. Use the pages that were read, or report.`);
		desk.readsLeft--;
	}
	desk.searches = 0;
	desk.tools.onActivity?.(`${desk.assignment.subQuestion.id} reading: ${desk.found.get(id)?.hit.label ?? id}`);
	const reading = read(desk, url);
	desk.reading.set(url, reading);
	return reading;
}

async function read({ run, tools }: Desk, url: string): Promise<PageRead> {
	const result = await recorded<{ source: Source } | Miss>(
		run,
		`read:${shortHash(url)}`,
		async (signal) => {
			const result = await readOnce(tools, url, signal);
			return "page" in result ? { source: sourceOf(result.page) } : result;
		},
		(reason) => ({ reason }),
	);
	if ("reason" in result) return result;
	return { page: { source: result.source, page: await pageOf(tools, result.source, run.signal) } };
}

/** Records a page that was read. A page that could not be read costs nothing. */
export function putDown(desk: Desk, { hit: { url, title } }: Found, result: PageRead): void {
	if ("page" in result) {
		if (!desk.pages.has(url)) desk.pages.set(url, result.page);
		return;
	}
	if (desk.unread.some((one) => one.url === url)) return;
	desk.unread.push({ url, title, ...result });
	if (!desk.assignment.read.includes(url)) desk.readsLeft++;
}
