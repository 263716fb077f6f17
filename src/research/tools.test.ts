import { expect, test } from "vitest";
import { pageOf as page } from "../../test/support/evidence.ts";
import { AssayError } from "../base/errors.ts";
import type { Source } from "../evidence/source.ts";
import { PageError } from "../sources/provider.ts";
import { loadPage, type Tools } from "./tools.ts";

const { text: _text, marks: _marks, ...details } = page("Heron waits 30 seconds.", { url: "http://heron.test/" });
const source: Source = { id: "s1", ...details };

function tools(read: Tools["source"]["read"]): Tools {
	return { source: { read }, pages: { get: async () => undefined, put: async () => undefined } } as unknown as Tools;
}

test("a page that is neither cached nor on the web any more gives no quotes, and does not end the run", async () => {
	const gone = await loadPage(
		tools(() => Promise.reject(new PageError("not_found", "it is gone"))),
		source,
	);
	expect(gone).toMatchObject({ url: source.url, text: "", hash: "" });
});

test("an error that is not the page's fault is thrown", async () => {
	const full = new AssayError("DISK_FULL", "no space left");
	await expect(
		loadPage(
			tools(() => Promise.reject(full)),
			source,
		),
	).rejects.toBe(full);
});
