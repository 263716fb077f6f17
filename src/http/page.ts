import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Context, Hono } from "hono";
import { figureStyle } from "../app/run-figures.ts";
import { HttpFault } from "../serving/fault.ts";
import { pagePolicy } from "../serving/security.ts";

/** The packages that the page's modules import, by the names that they import them by. */
const packages = { preact: "preact.mjs", "preact/hooks": "preact-hooks.mjs", htm: "htm.mjs" };

const importMap = JSON.stringify({
	imports: Object.fromEntries(Object.entries(packages).map(([name, file]) => [name, `/page/${file}`])),
});
/** A browser takes an import map from the page itself only. The policy allows this one by its hash. */
const policy = pagePolicy(`'sha256-${createHash("sha256").update(importMap).digest("base64")}'`);

/** In this order: later rules go before earlier ones. */
const styles = ["figures", "base", "forms", "run", "report"];

const document = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>assay</title>
<link rel="icon" href="/page/icon.svg" type="image/svg+xml">
${styles.map((name) => `<link rel="stylesheet" href="/page/${name}.css">`).join("\n")}
<script type="importmap">${importMap}</script>
<script type="module" src="/page/main.js"></script></head>
<body><div id="app"><noscript>The page needs JavaScript, which it gets from this server alone.</noscript></div></body>
</html>
`;

const types: Record<string, string> = {
	js: "text/javascript; charset=utf-8",
	mjs: "text/javascript; charset=utf-8",
	css: "text/css; charset=utf-8",
	svg: "image/svg+xml",
};

/** The web page: a document, its modules as they are in src/page, and the packages that they import. */
export function addPage(router: Hono): void {
	const show = (context: Context) => context.html(document, 200, { "content-security-policy": policy });
	router.get("/", show);
	router.get("/new", show);
	router.get("/runs/:id/:part?", show);
	router.get("/runs/:id/passes/:pass/:part?", show);
	router.get("/page/:file", async (context) => {
		const file = context.req.param("file");
		const text = file === "figures.css" ? figureStyle : await readAsset(file);
		return context.body(text, 200, {
			"content-type": types[file.split(".").at(-1) ?? ""] ?? "text/plain",
		});
	});
}

async function readAsset(file: string): Promise<string> {
	const [specifier] = Object.entries(packages).find(([, name]) => name === file) ?? [];
	const isOwn = /^[a-z-]+\.(?:js|css|svg)$/.test(file);
	try {
		if (specifier !== undefined) return await readFile(fileURLToPath(import.meta.resolve(specifier)), "utf8");
		if (isOwn) return await readFile(new URL(`../page/${file}`, import.meta.url), "utf8");
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
	}
	throw new HttpFault(404, "PATH_UNKNOWN", `there is no file ${file} of the page`, "open the page anew: /");
}
