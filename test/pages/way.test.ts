/** The way to a page: rules for programs, redirects of every kind, scripts, and what is done when it fails. */
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import type { Rendered, Renderer } from "../../src/sources/pages/reader.ts";
import { PageError } from "../../src/sources/provider.ts";
import { pdfBytes } from "../support/corpus.ts";
import { obstacle, prose, site } from "./site.ts";

const text = prose.map((line) => `<p>${line}</p>`).join("");
const page = (title: string, body: string, head = "") =>
	`<!doctype html><html><head><title>${title}</title>${head}</head><body>${body}</body></html>`;

function rendererOf(shown: Record<string, Rendered>): Renderer & { asked: string[] } {
	const asked: string[] = [];
	return {
		how: "browser",
		asked,
		async render(url) {
			asked.push(url);
			const found = shown[url];
			if (!found) throw new PageError("away", "it hangs");
			return found;
		},
		async close() {},
	};
}

/** A small PDF whose first page unpacks to more than its reader may hold. */
function bomb(): Uint8Array {
	const data = deflateSync(deflateSync(Buffer.alloc(400_000_000, 32), { level: 1 }));
	return pdfBytes([["x"]], {}, { filters: "[/FlateDecode /FlateDecode]", data });
}

test("robots.txt is asked for the address, and again for where a redirect or a meta tag leads", async () => {
	const { reader, asked } = await site({
		"a.test/robots.txt": { type: "text/plain", body: "User-agent: *\nDisallow: /private/\n" },
		"a.test/private/x": page("Private", text),
		"b.test/r": { status: 302, headers: { location: "http://a.test/private/x" } },
		"b.test/m": page("On", "", '<meta http-equiv="refresh" content="0; url=http://a.test/private/x">'),
	});
	expect(await obstacle(reader, "http://a.test/private/x")).toMatchObject({ obstacle: "robots" });
	expect(asked).toEqual([]);
	expect(await obstacle(reader, "http://b.test/m")).toMatchObject({ obstacle: "robots" });
	expect(asked).toEqual(["b.test/m"]);
	expect(await obstacle(reader, "http://b.test/r")).toMatchObject({ obstacle: "robots" });
	expect(asked).toEqual(["b.test/m", "b.test/r"]);
});

test("a meta tag that leads on is followed, in a circle no longer than the limit, and never inwards", async () => {
	const refresh = (url: string) =>
		page("Moved", "<p>We have moved.</p>", `<meta http-equiv="refresh" content="2;URL='${url}'">`);
	const { reader } = await site({
		"a.test/old/report": refresh("/new/report"),
		"a.test/new/report": page("The report", text),
		"a.test/1": refresh("/2"),
		"a.test/2": refresh("/1"),
		"a.test/in": refresh("http://127.0.0.1:9/"),
		"a.test/live": page("Live figures", text, '<meta http-equiv="refresh" content="300;url=/live?again">'),
	});
	expect(await reader.read("http://a.test/old/report")).toMatchObject({
		url: "http://a.test/old/report",
		title: "The report",
		capture: { url: "http://a.test/new/report" },
	});
	expect(await obstacle(reader, "http://a.test/1")).toMatchObject({ obstacle: "error" });
	expect(await obstacle(reader, "http://a.test/in")).toMatchObject({ obstacle: "refused" });
	expect(await reader.read("http://a.test/live")).toMatchObject({ title: "Live figures" });
});

test("a page that its scripts write is rendered where a browser is there, and named where none is", async () => {
	const pages = {
		"app.test/late": page("Late", '<div id="root"></div><script src="/app.js"></script>'),
		"app.test/asks": page(
			"Asks",
			'<p>You need to enable JavaScript to run this app.</p><script src="/app.js"></script>',
		),
		"app.test/leads": page("Leads", "<script>window.location.href='/there'</script>"),
		"app.test/frames":
			"<html><head><title>Frames</title></head><frameset cols='20%,80%'><frame src='/a'><frame src='/b'></frameset></html>",
		"app.test/whole": page("Whole", `${text}<script src="/app.js"></script>`),
		"app.test/short": page(
			"Short",
			"<p>The ramp at Skarrow is closed for two weeks while its cylinders are replaced.</p><script>count()</script>",
		),
		"app.test/wall": page("Wall", '<div id="root"></div><script src="/app.js"></script>'),
	};
	const without = await site(pages);
	for (const name of ["late", "asks", "leads", "frames"])
		expect(await obstacle(without.reader, `http://app.test/${name}`), name).toMatchObject({
			obstacle: "unreadable",
			reason: expect.stringContaining("needs a browser"),
		});
	for (const name of ["whole", "short"])
		expect((await without.reader.read(`http://app.test/${name}`)).capture?.how).toBe("fetch");

	const rendered = (html: string, url = "http://app.test/late"): Rendered => ({ url, status: 200, html });
	const renderer = rendererOf({
		"http://app.test/late": rendered(
			page("Late", `<div id="root"><main>${text}</main></div><noscript>Scripts are off</noscript>`),
		),
		"http://app.test/leads": rendered(page("There", text), "http://app.test/there"),
		"http://app.test/wall": rendered(page("Log in", "<h1>Log in</h1><form><input name=u><input type=password></form>")),
	});
	const { reader } = await site(pages, renderer);
	const late = await reader.read("http://app.test/late");
	expect(late).toMatchObject({ url: "http://app.test/late", capture: { how: "browser", status: 200 } });
	expect(late.text).toContain(prose[0]);
	expect(late.text).not.toContain("Scripts are off");
	expect((await reader.read("http://app.test/leads")).capture?.url).toBe("http://app.test/there");
	expect(await obstacle(reader, "http://app.test/wall")).toMatchObject({ obstacle: "login" });
	expect(await obstacle(reader, "http://app.test/asks")).toMatchObject({ obstacle: "away", reason: "it hangs" });
	// The browser knows nothing of it and fails: what was sent stays a page.
	expect((await reader.read("http://app.test/short")).capture?.how).toBe("fetch");
	await reader.read("http://app.test/whole");
	expect(renderer.asked).not.toContain("http://app.test/whole");
});

test("a wall is not tried with a browser, and nothing is asked twice", async () => {
	const renderer = rendererOf({});
	const { reader, asked, headers } = await site(
		{
			"news.test/2025/a": page(
				"A row | The Coast Herald",
				'<article><h1>A row</h1><p>The board met for an hour and then …</p></article><div class="paywall"><h2>Subscribe to continue reading</h2></div><script src="/x.js"></script>',
				'<meta property="og:site_name" content="The Coast Herald"><script type="application/ld+json">{"@type":"NewsArticle","headline":"A row","isAccessibleForFree":false}</script>',
			),
			"cf.test/x": {
				status: 403,
				headers: { "cf-mitigated": "challenge" },
				body: page("Just a moment...", "<script>x()</script>"),
			},
		},
		renderer,
	);
	expect(await obstacle(reader, "http://news.test/2025/a")).toEqual({
		obstacle: "paywall",
		reason: "The Coast Herald shows this page to subscribers only",
	});
	expect(await obstacle(reader, "http://cf.test/x")).toMatchObject({ obstacle: "challenge" });
	expect(renderer.asked).toEqual([]);
	expect(asked).toEqual(["news.test/2025/a", "cf.test/x"]);
	expect(headers.every((sent) => sent.cookie === undefined && sent.referer === undefined)).toBe(true);
});

test("a page that takes its reader down is named, and the next one is read", async () => {
	const { reader } = await site({
		"a.test/bomb.pdf": { type: "application/pdf", body: bomb() },
		"a.test/fine": page("Fine", text),
	});
	expect(await obstacle(reader, "http://a.test/bomb.pdf")).toMatchObject({ obstacle: "unreadable" });
	expect(await reader.read("http://a.test/fine")).toMatchObject({ title: "Fine" });
});

test("what cannot be reached is named for what it is", async () => {
	const { reader } = await site({ "a.test/loop": { status: 302, headers: { location: "/loop" } }, "a.test/x": "" });
	expect(await obstacle(reader, "http://nowhere.test/")).toMatchObject({ obstacle: "away" });
	expect(await obstacle(reader, "http://10.0.0.1/")).toMatchObject({ obstacle: "refused" });
	expect(await obstacle(reader, "file:///etc/passwd")).toMatchObject({ obstacle: "refused" });
	expect(await obstacle(reader, "no address")).toMatchObject({ obstacle: "refused" });
	expect(await obstacle(reader, "http://a.test/loop")).toMatchObject({ obstacle: "error" });
	const stopped = AbortSignal.abort(new Error("stopped"));
	await expect(reader.read("http://a.test/x", stopped)).rejects.toThrow("stopped");
});

test("a PDF made on the day of reading has no date of its own, an older one has", async () => {
	const made = (date: Date) =>
		pdfBytes([prose], { CreationDate: `D:${date.toISOString().slice(0, 10).replaceAll("-", "")}120000Z` });
	const { reader } = await site({
		"a.test/now.pdf": { type: "application/pdf", body: made(new Date()) },
		"a.test/then.pdf": { type: "application/pdf", body: made(new Date("2024-05-02")) },
	});
	expect((await reader.read("http://a.test/now.pdf")).date).toBeUndefined();
	expect((await reader.read("http://a.test/then.pdf")).date).toBe("2024-05-02");
});
