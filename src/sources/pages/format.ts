import type { FetchedDocument } from "../read/web/read-fetched.ts";

/** How to read a response, or the kind of a file that cannot be read. */
export type ResponseFormat = { kind: FetchedDocument["kind"] } | { unreadable: string };

/** The kind of a file by its first bytes (in hexadecimal), whatever type its server states. */
const fileSignatures: readonly (readonly [RegExp, string])[] = [
	[/^504b(?:0304|0506)/, "a ZIP archive or an office document"],
	[/^(?:1f8b|425a68|fd377a585a00|377abcaf|52617221|28b52ffd)/, "an archive"],
	[/^d0cf11e0/, "an office document"],
	[
		/^(?:89504e47|ffd8ff|47494638|52494646.{8}57454250|49492a00|4d4d002a|00000100|.{8}66747970(?:61766966|68656963))/,
		"an image",
	],
	[
		/^(?:.{8}66747970|1a45dfa3|494433|4f676753|664c6143|52494646.{8}(?:57415645|41564920)|464c56|fffb|fff3|fff2)/,
		"audio or video",
	],
	[/^(?:7f454c46|cafebabe|cffaedfe|0061736d)/, "a program"],
	[/^7b5c727466/, "an RTF document"],
	[/^252150532d/, "a PostScript document"],
	[/^(?:774f4646|774f4632|4f54544f)/, "a font"],
	[/^53514c69746520666f726d61742033/, "a database"],
];
const unreadableTypes: readonly (readonly [RegExp, string])[] = [
	[/^image\//, "an image"],
	[/^(?:audio|video)\//, "audio or video"],
	[/^font\//, "a font"],
	[/msword|officedocument|opendocument|ms-excel|ms-powerpoint|epub/, "an office document"],
	[/zip|x-tar|gzip|x-7z|x-rar|x-bzip|x-xz|zstd|java-archive/, "an archive"],
	[/(?:rss|atom)\+xml/, "a feed, no page"],
	[/javascript|ecmascript|text\/css|wasm/, "a part of a page, no page"],
	[/postscript/, "a PostScript document"],
	[/rtf/, "an RTF document"],
];

/**
 * The format of a response, by its first bytes before its stated type: servers send PDF as HTML and HTML as text. `disposition`: the
 * header of a download; its file name tells more than `application/octet-stream` does.
 */
export function detectFormat(mime: string, body: Uint8Array, url: string, disposition = ""): ResponseFormat {
	const first = Buffer.from(body.subarray(0, 1_024));
	const head = first.toString("latin1");
	if (/^\s{0,200}%PDF-\d/.test(head) || head.slice(0, 1_024).includes("%PDF-1.")) return { kind: "pdf" };
	const hex = first.toString("hex", 0, 32);
	for (const [form, what] of fileSignatures) if (form.test(hex)) return { unreadable: what };
	const isUtf16 = (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff);
	if (!isUtf16 && head.includes("\0") && !/utf-?16/i.test(mime)) return { unreadable: "a binary file" };
	for (const [form, what] of unreadableTypes) if (form.test(mime)) return { unreadable: what };
	const start = (isUtf16 ? head.replaceAll("\0", "").slice(2) : head.replace(/^\xef\xbb\xbf/, "")).replace(
		/^(?:\s+|<!--[\s\S]*?-->)+/,
		"",
	);
	if (/^(?:<\?xml[^>]*>\s*)?<(?:rss|feed|rdf:rdf)[\s>]/i.test(start)) return { unreadable: "a feed, no page" };
	const isHtml = /^(?:<\?xml[^>]*>\s*)?(?:<!doctype html|<html[\s>]|<head[\s>]|<body[\s>])/i.test(start);
	if (isHtml) return { kind: "html" };
	const name =
		`${/filename\*?=(?:UTF-8'')?"?([^";]+)/i.exec(disposition)?.[1] ?? ""} ${new URL(url).pathname}`.toLowerCase();
	if (
		/json/.test(mime) ||
		(/^(?:text\/plain|application\/octet-stream|)$/.test(mime) && /\.(?:json|ndjson|jsonl|geojson)(?:\s|$)/.test(name))
	)
		return { kind: "json" };
	if (
		/csv|tab-separated/.test(mime) ||
		(/^(?:text\/plain|application\/octet-stream|application\/vnd\.ms-excel|)$/.test(mime) &&
			/\.(?:csv|tsv)(?:\s|$)/.test(name))
	)
		return { kind: "csv" };
	if (/markdown/.test(mime) || (/^(?:text\/plain|)$/.test(mime) && /\.(?:md|markdown)(?:\s|$)/.test(name)))
		return { kind: "markdown" };
	if (mime === "text/html" || mime === "application/xhtml+xml") return { kind: "html" };
	if (/^(?:text|application)\/(?:.*\+)?xml$/.test(mime)) return { unreadable: "an XML file" };
	if (mime.startsWith("text/")) return { kind: "text" };
	if (mime === "") return /<(?:p|div|h[1-6]|table|title)[\s>]/i.test(start) ? { kind: "html" } : { kind: "text" };
	return { unreadable: `a file of type ${mime.slice(0, 80)}` };
}

/** The encoding in a `content-type` header. */
export function charsetOf(contentType: string | undefined): string | undefined {
	return /;\s*charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType ?? "")?.[1];
}
