import { createHash } from "node:crypto";
import type { Claim } from "../../evidence/claim.ts";
import type { Source } from "../../evidence/source.ts";
import { escapeHtml, linkHtml } from "./html-text.ts";
import { pageTextHtml } from "./page-text-html.ts";
import { captureWords } from "./words.ts";

const pageStyle = `
:root { color-scheme: light dark; --ink: #22252a; --soft: #5d636d; --line: #dedad0; --paper: #fcfbf8; --mark: #fdeeb5; --mark-ink: #2b2410; --accent: #1f5f8b; }
@media (prefers-color-scheme: dark) { :root { --ink: #dcdcd8; --soft: #a2a6ab; --line: #34383e; --paper: #15171a; --mark: #4e431b; --mark-ink: #fbf3d2; --accent: #86bbdf; } }
body { margin: 0 auto; padding: 2rem 1.25rem 6rem; max-width: 46rem; background: var(--paper); color: var(--ink); font: 1rem/1.6 ui-serif, Charter, Georgia, serif; overflow-wrap: anywhere; }
header { margin-bottom: 2rem; padding-bottom: 1rem; border-bottom: 1px solid var(--line); }
h1 { margin: 0 0 .5rem; font-size: 1.4rem; line-height: 1.3; }
p { margin: 0 0 .35rem; font: .875rem/1.5 system-ui, sans-serif; color: var(--soft); } a[href] { color: var(--accent); }
pre { margin: 0; white-space: pre-wrap; font: inherit; }
b { font-size: 1.125em; } code { font: .875em/1.5 ui-monospace, Menlo, Consolas, monospace; }
.table { display: table; width: 100%; border-collapse: collapse; font: .875rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
.row { display: table-row; } .cell { display: table-cell; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; } .gap { display: none; }
.row:first-child .cell { font-weight: 600; }
mark { padding: .05em .1em; border-radius: 3px; background: var(--mark); color: var(--mark-ink); }
mark:target { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 480px) { .table, .row, .cell { display: block; } .row { padding: .4rem 0; border-bottom: 1px solid var(--line); } .cell { padding: 0; border: 0; } }
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
		`<main><pre>${pageTextHtml(text, claims, { lineEnds: source.kind === "html" })}</pre></main>`,
		"</body></html>",
	]
		.filter((part) => part !== "")
		.join("\n")}\n`;
}
