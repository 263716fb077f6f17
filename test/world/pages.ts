import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";

/** What a server sends for an address. */
export interface WorldPage {
	status: number;
	type: string;
	body: string | Buffer;
	headers?: Record<string, string> | undefined;
	/** How long the server takes, ms. */
	delayMs?: number | undefined;
}

/** What the world's search engine knows of an address: what it saw when it last came by, which may be long ago. */
export interface Indexed {
	url: string;
	title: string;
	text: string;
	/** ISO date. */
	date?: string | undefined;
}

const types: Record<string, string> = {
	".html": "text/html; charset=utf-8",
	".pdf": "application/pdf",
	".csv": "text/csv; charset=utf-8",
	".json": "application/json; charset=utf-8",
	".txt": "text/plain; charset=utf-8",
	".css": "text/css; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
};

const sites = join(import.meta.dirname, "sites");

/** The pages that are files: `sites/HOST/a/b.html` is `http://HOST/a/b`, and `index.html` its folder. */
export function pagesOnDisk(): Map<string, WorldPage> {
	const pages = new Map<string, WorldPage>();
	for (const entry of readdirSync(sites, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile()) continue;
		const path = join(entry.parentPath, entry.name);
		const type = types[extname(path)];
		if (!type) throw new Error(`${path}: the world serves no file with this ending`);
		const binary = type === "application/pdf";
		const body = binary ? readFileSync(path) : readFileSync(path, "utf8");
		pages.set(addressOf(relative(sites, path)), { status: 200, type, body });
	}
	return pages;
}

function addressOf(file: string): string {
	const path = file.split(sep).join("/");
	return `http://${path.replace(/(^|\/)index\.html$/, "$1").replace(/\.html$/, "")}`;
}

/** What a search engine takes from a page: its title, its words (hidden ones too, as engines that can be stuffed do), its date. */
export function indexedOf(url: string, page: WorldPage): Indexed | undefined {
	if (page.status !== 200 || typeof page.body !== "string") return undefined;
	if (page.type.startsWith("text/html")) {
		const { body } = page;
		if (/<meta[^>]+name="robots"[^>]+noindex/i.test(body)) return undefined;
		const title = plain(/<title[^>]*>([\s\S]*?)<\/title>/i.exec(body)?.[1] ?? url);
		const date =
			/(?:article:published_time"|datePublished"|name="(?:date|citation_publication_date|DC\.date)")\D{0,20}(\d{4}[-/]\d\d[-/]\d\d)/i
				.exec(body)?.[1]
				?.replaceAll("/", "-") ?? /<time[^>]+datetime="(\d{4}-\d\d-\d\d)/i.exec(body)?.[1];
		const content = body.replace(/[\s\S]*<body[^>]*>/i, "").replace(/<(script|style|noscript)\b[\s\S]*?<\/\1>/gi, " ");
		return { url, title, text: plain(content), date };
	}
	if (!/^text\/(plain|csv)/.test(page.type) || url.endsWith("/robots.txt")) return undefined;
	const first = page.body.split("\n", 1)[0] ?? "";
	return { url, title: page.type.startsWith("text/csv") ? (url.split("/").at(-1) ?? url) : first, text: page.body };
}

function plain(html: string): string {
	return html
		.replace(/<!--[\s\S]*?-->/g, " ")
		.replace(/<img[^>]+alt="([^"]*)"[^>]*>/gi, " $1 ")
		.replace(/<[^>]+>/g, " ")
		.replace(/&nbsp;/g, " ")
		.replace(/&(?:rsquo|apos|#39);/g, "’")
		.replace(/&[lr]dquo;|&quot;/g, '"')
		.replace(/&[mn]dash;/g, "–")
		.replace(/&amp;/g, "&")
		.replace(/\s+/g, " ")
		.trim();
}
