import { expect, test } from "vitest";
import { claimOf, sourceOf } from "../../test/support/evidence.ts";
import { shortHash } from "../base/hash.ts";
import { bestSourceFirst } from "./best-source.ts";
import type { Source } from "./source.ts";
import { sketchOf } from "./text-sketch.ts";

const text = `Corrick Fisheries Trust today announced that landings at the six quays fell by 38 percent after the new nets were
brought in, from 2,904 to 1,800 tonnes a month. Skippers of forty boats handed in their logs every Friday.`;
const quote = "Landings at the six quays fell by 38 percent after the new nets were brought in.";

function ordered(pages: readonly ({ url: string } & Partial<Source>)[], quotes: readonly string[] = []): string[] {
	const sources = new Map(
		pages.map((page) => [
			shortHash(page.url),
			sourceOf(shortHash(page.url), { kind: "html", sketch: sketchOf(text), ...page }),
		]),
	);
	const claims = pages.map(({ url }, at) => claimOf(quotes[at] ?? quote, { sourceId: shortHash(url), id: `c${at}` }));
	return bestSourceFirst(claims, sources).flatMap(({ sourceId }) => sources.get(sourceId)?.url ?? []);
}

test("a source that speaks about itself comes before its copies, and earlier copies before later ones", () => {
	const late = { url: "https://a-times.com/x", date: "2031-05-04" };
	const early = { url: "https://b-herald.com/x", date: "2031-05-02" };
	const undated = { url: "https://c-post.com/x" };
	const own = { url: "https://corrickfisheriestrust.org/n/17", site: "Corrick Fisheries Trust", date: "2031-05-05" };
	const said = [quote, quote, quote, "Corrick Fisheries Trust announced that landings fell by 38 percent."];
	expect(ordered([undated, late, early, own], said)).toEqual([own, early, late, undated].map(({ url }) => url));
	// The same holds if only the copies name it as the origin.
	const named = { ...late, sketch: sketchOf(`${text}\nSource: Corrick Fisheries Trust`) };
	expect(ordered([undated, named, own])[0]).toBe(own.url);
});

test("a peer-reviewed source comes first; folders keep their order", () => {
	const blog = { url: "https://blog.com/x", sketch: sketchOf("Gulls, and what they eat on Sundays by the sea.") };
	const paper = { url: "https://nature.com/x", authority: "peer-reviewed" as const };
	expect(ordered([blog, paper])).toEqual([paper.url, blog.url]);
	const files = ["file:///b.md", "file:///a.md", "file:///c.md"].map((url, at) => ({
		url,
		date: `203${3 - at}-01-01`,
	}));
	expect(ordered(files)).toEqual(files.map(({ url }) => url));
});
