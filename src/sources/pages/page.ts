import { cleanText } from "../../base/clean.ts";
import { contentHash } from "../../base/hash.ts";
import { authorityOf } from "../../evidence/authority.ts";
import { hostOf } from "../../evidence/hosts.ts";
import type { Capture, Page } from "../../evidence/source.ts";
import type { WebDraft } from "../read/web/page.ts";

const titleMax = 300;
const labelMax = 80;

/**
 * A page of the web. Its address is the one it was asked under, by which the run knows it; where redirects ended stands in its
 * capture.
 */
export function pageOf(draft: WebDraft, asked: string, capture: Capture): Page {
	const text = cleanText(draft.text);
	const title = cleanText(draft.title ?? "").slice(0, titleMax) || lastPart(capture.url);
	const { date, author, language, canonical } = draft;
	return {
		url: asked,
		title,
		kind: draft.kind,
		label: labelOf(capture.url),
		date,
		origin: draft.origin ?? siteOf(capture.url),
		text,
		hash: contentHash(text),
		marks: draft.marks,
		author,
		site: draft.site,
		modified: draft.modified,
		language,
		canonical,
		tables: draft.tables?.length ? draft.tables : undefined,
		links: draft.links?.length ? draft.links : undefined,
		capture,
		authority: authorityOf({ url: capture.url, title, site: draft.site }),
	};
}

/** What a person calls the place: the name it gives itself when it can be shown, else its host. */
export function nameOf(site: string | undefined, url: string): string {
	const name = site?.normalize("NFKC").trim() ?? "";
	return /^[\p{L}\p{N}][\p{L}\p{N}\p{M} .,'’&!+()–-]{1,50}$/u.test(name) && name.split(" ").length <= 7
		? name
		: hostOf(url);
}

/** Host and path, the path's middle left out where it is long. */
function labelOf(url: string): string {
	const { pathname, search } = new URL(url);
	const path = readable(pathname).replace(/\/$/, "") + (search.length > 1 && search.length < 30 ? search : "");
	const whole = hostOf(url) + path;
	if (whole.length <= labelMax) return whole;
	return `${hostOf(url)}/…${path.slice(-Math.max(20, labelMax - hostOf(url).length - 2))}`;
}

function lastPart(url: string): string {
	const { pathname } = new URL(url);
	return (
		readable(pathname.split("/").filter(Boolean).at(-1) ?? "")
			.replace(/\.\w{2,5}$/, "")
			.replace(/[-_]+/g, " ")
			.trim() || hostOf(url)
	);
}

function readable(path: string): string {
	try {
		return decodeURIComponent(path).replace(/[\p{C}\s]+/gu, " ");
	} catch {
		return path;
	}
}

/** Names under which many parties have sites of their own, below a country's two letters. No list of all: that is a large and changing file. */
const secondLevel = /^(?:co|com|ltd|ne|net|nhs|nic|nom|or|org|plc|sch)$/;
/** Hosts that give each user a name. */
const shared =
	/(?:^|\.)(?:github\.io|gitlab\.io|blogspot\.com|wordpress\.com|substack\.com|medium\.com|pages\.dev|netlify\.app|vercel\.app|herokuapp\.com|web\.app|tumblr\.com|readthedocs\.io)$/;

/** What only states and universities give out, below whatever stands last. */
const given = /^(?:ac|edu|gob|gouv|gov|govt|mil)$/;

/** The domain that a party has: `example.co.uk` of `news.example.co.uk`. */
function siteOf(url: string): string {
	const host = hostOf(url);
	const parts = host.split(".");
	if (parts.length <= 2 || /^[\d.]+$|:/.test(host)) return host;
	const second = parts.at(-2) ?? "";
	const deep = shared.test(host) || given.test(second) || (parts.at(-1)?.length === 2 && secondLevel.test(second));
	return parts.slice(deep ? -3 : -2).join(".");
}
