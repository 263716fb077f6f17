import { contentHash } from "../../base/hash.ts";
import { authorityOf } from "../../evidence/authority.ts";
import { domainOf, hostOf } from "../../evidence/hosts.ts";
import type { Capture, Page } from "../../evidence/source.ts";
import { sanitizeDocument, sanitizeText } from "../read/sanitize.ts";
import type { ParsedWebPage } from "../read/web/web-html.ts";

const titleMax = 300;
const labelMax = 80;

/** A web page. Its address is the requested one, by which the run knows it. Its capture has the address where redirects ended. */
export function buildPage(rawDraft: ParsedWebPage, requestedUrl: string, capture: Capture): Page {
	const draft = sanitizeDocument(rawDraft);
	const { text } = draft;
	const title = (draft.title ?? "").slice(0, titleMax) || titleFromPath(capture.url);
	const { date, author, language, canonical } = draft;
	return {
		url: requestedUrl,
		title,
		kind: draft.kind,
		label: labelOf(capture.url),
		date,
		origin: draft.origin ?? domainOf(hostOf(capture.url)),
		text,
		hash: contentHash(text),
		marks: draft.marks,
		author,
		site: draft.site,
		modified: draft.modified,
		language,
		canonical,
		tables: draft.tables?.length ? draft.tables : undefined,
		links: draft.links?.length ? draft.links.map((link) => ({ ...link, text: sanitizeText(link.text) })) : undefined,
		capture,
		authority: authorityOf({ url: capture.url, title, site: draft.site }),
	};
}

/** The name of a site as a person would say it: its own name when that can be shown, else its host. */
export function siteNameOf(site: string | undefined, url: string): string {
	const name = site?.normalize("NFKC").trim() ?? "";
	return /^[\p{L}\p{N}][\p{L}\p{N}\p{M} .,'’&!+()–-]{1,50}$/u.test(name) && name.split(" ").length <= 7
		? name
		: hostOf(url);
}

/** Host and path. The middle of a long path is dropped. */
function labelOf(url: string): string {
	const { pathname, search } = new URL(url);
	const path = decodePath(pathname).replace(/\/$/, "") + (search.length > 1 && search.length < 30 ? search : "");
	const whole = hostOf(url) + path;
	if (whole.length <= labelMax) return whole;
	return `${hostOf(url)}/…${path.slice(-Math.max(20, labelMax - hostOf(url).length - 2))}`;
}

function titleFromPath(url: string): string {
	const { pathname } = new URL(url);
	return (
		decodePath(pathname.split("/").filter(Boolean).at(-1) ?? "")
			.replace(/\.\w{2,5}$/, "")
			.replace(/[-_]+/g, " ")
			.trim() || hostOf(url)
	);
}

function decodePath(path: string): string {
	try {
		return decodeURIComponent(path).replace(/[\p{C}\s]+/gu, " ");
	} catch {
		return path;
	}
}
