import { createHash } from "node:crypto";
import type { Claim } from "../../evidence/claim.ts";
import { locatorText, type Source } from "../../evidence/source.ts";
import { escapeHtml, escapeHtmlLines, linkHtml } from "./html-text.ts";
import { evidenceId } from "./page-address.ts";
import { captureWords } from "./words.ts";

/** Control and bidirectional characters. */
const hiddenCharacters = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\ufeff]/gu;

const pageStyle = `
:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 2rem 1.25rem 6rem; max-width: 46rem; font: 1rem/1.6 ui-serif, Georgia, serif; overflow-wrap: anywhere; }
header { margin-bottom: 2rem; padding-bottom: 1rem; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
h1 { margin: 0 0 .5rem; font-size: 1.4rem; line-height: 1.3; }
p { margin: 0 0 .35rem; font: .875rem/1.5 system-ui, sans-serif; opacity: .8; }
pre { margin: 0; white-space: pre-wrap; font: inherit; }
mark { padding: .05em .1em; border-radius: 3px; background: #fdeeb5; color: #2b2410; }
mark:target { outline: 2px solid #1f5f8b; outline-offset: 2px; }
`;

/**
 * A page's text as it was read. The quotes of its claims are marked, each with the id that a report links to. The page loads
 * nothing and runs nothing.
 */
export function renderStoredPage(source: Source, text: string, claims: readonly Claim[]): string {
	const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(pageStyle).digest("base64")}'; base-uri 'none'; form-action 'none'`;
	const { site, author, date, modified, capture } = source;
	const facts = [site, author, date && `published ${date}`, modified && `changed ${modified}`].filter(Boolean);
	const redirectText = capture && capture.url !== source.url ? `, after redirects to ${capture.url}` : "";
	const captureText = capture
		? `, status ${capture.status}, ${capture.mime}, ${capture.bytes} bytes${redirectText}`
		: "";
	return `${[
		"<!doctype html>",
		`<html lang="${escapeHtml(source.language ?? "en")}">`,
		`<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">`,
		'<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">',
		`<title>${escapeHtml(source.title)}</title><style>${pageStyle}</style></head><body>`,
		`<header><h1>${escapeHtml(source.title)}</h1>`,
		`<p>${linkHtml(source.url, escapeHtml(source.url))}</p>`,
		facts.length > 0 ? `<p>${facts.map((fact) => escapeHtml(fact ?? "")).join(" · ")}</p>` : "",
		`<p>The text as it was read${captureWords(source)}${escapeHtml(captureText)}. SHA-256 ${escapeHtml(source.hash)}</p></header>`,
		`<pre>${markQuotes(text, claims)}</pre>`,
		"</body></html>",
	]
		.filter((part) => part !== "")
		.join("\n")}\n`;
}

/** The text with its quotes marked. Quotes that overlap share a mark, with an anchor where each begins. */
function markQuotes(text: string, claims: readonly Claim[]): string {
	const places = claims
		.filter(({ quote, start }) => text.startsWith(quote, start))
		.toSorted((a, b) => a.start - b.start || b.quote.length - a.quote.length);
	let html = "";
	let at = 0;
	let markEnd = 0;
	const addText = (to: number) => {
		html += escapeHtmlLines(text.slice(at, to).replace(hiddenCharacters, ""));
		at = to;
	};
	for (const claim of places) {
		const [start, end] = [claim.start, claim.start + claim.quote.length];
		if (start >= markEnd) {
			addText(Math.max(markEnd, at));
			if (markEnd > 0) html += "</mark>";
			addText(start);
			html += `<mark id="${evidenceId(claim)}" title="${escapeHtml(locatorText(claim.locator))}">`;
		} else {
			addText(start);
			html += `<a id="${evidenceId(claim)}"></a>`;
		}
		markEnd = Math.max(markEnd, end);
	}
	addText(Math.max(at, markEnd));
	if (markEnd > 0) html += "</mark>";
	addText(text.length);
	return html;
}
