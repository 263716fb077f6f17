import { expect, test } from "vitest";
import { pageOf } from "../../../test/support/evidence.ts";
import { createStoredSource } from "./source.ts";

const long = Array.from(
	{ length: 60 },
	(_, n) => `The quay of Arden was mended in part ${n} with stone from the north.`,
).join("\n\n");
const pages = [
	pageOf("The tower was built in 1889 by Ada Moor.", { url: "https://tower.test/a", title: "The tower" }),
	pageOf(long, { url: "file:///quay.md", title: "The quay" }),
];

test("finds the passages that hold a query's words, few of one page, each at its place", async () => {
	const source = createStoredSource(pages);
	const { hits, sent } = await source.search("Who built the tower and mended the quay?", 10);
	expect(hits[0]?.url).toBe("https://tower.test/a");
	expect(hits.filter(({ url }) => url === "file:///quay.md")).toHaveLength(2);
	for (const { url, start, end, snippet } of hits)
		expect(pages.find((page) => page.url === url)?.text.slice(start, end)).toBe(snippet);
	expect(sent).toEqual([]);
	expect((await source.search("Zauberwinkel", 10)).hits).toEqual([]);
	await source.close();
});

test("finds a page by its title, gives it whole, and refuses any other address", async () => {
	const source = createStoredSource(pages);
	expect((await source.titles(["the TOWER"], 5)).hits.map(({ url }) => url)).toEqual(["https://tower.test/a"]);
	expect(await source.read("file:///quay.md")).toBe(pages[1]);
	await expect(source.read("https://elsewhere.test/")).rejects.toMatchObject({ code: "PAGE_UNREADABLE" });
	await source.close();
});
