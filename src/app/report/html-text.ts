import { splitBrackets, splitQuotations } from "../../text/quotations.ts";
import { oneLine, splitInlineCode, withoutHidden } from "./markdown-text.ts";

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text as HTML that shows exactly the text, safe in content and in quoted attributes; one line, no hidden characters. */
export function escapeHtml(text: string): string {
	return escapeHtmlLines(oneLine(text));
}

/** The same with white space and hidden characters kept. */
export function escapeHtmlLines(text: string): string {
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}

/** Lets a long name (`autovacuum_multixact_freeze_max_age`, a path) break after its joints, for narrow screens. */
export function withBreaks(html: string): string {
	return html.replace(/[^\s<>]{24,}/g, (word) =>
		word.replace(/(?<=[\p{L}\p{N}])([_/.,-])(?=[\p{L}\p{N}])/gu, "$1<wbr>"),
	);
}

/** Text as one line of HTML. What it sets between backticks becomes code. */
export function lineHtml(text: string): string {
	return textHtml(oneLine(text));
}

/** The same with white space and hidden characters kept. */
export function textHtml(text: string): string {
	return splitInlineCode(text)
		.map(({ kind, text: part }) => {
			const html = withBreaks(escapeHtmlLines(part));
			return kind === "code" ? `<code>${html}</code>` : html;
		})
		.join("");
}

/** A block of code, line by line. */
export function codeBlockHtml(text: string): string {
	return `<pre><code>${escapeHtmlLines(withoutHidden(text).replace(/^\n+|\s+$/g, ""))}</code></pre>`;
}

/** A sentence in which quotations, editor's words and titles look different. */
export function sentenceHtml(text: string): string {
	return splitQuotations(oneLine(text))
		.map(({ kind, text: part }) => {
			if (kind === "title") return `<cite>${escapeHtml(part)}</cite>`;
			return kind === "quotation" ? `<span class="q">“${quotationHtml(part)}”</span>` : textHtml(part);
		})
		.join("");
}

function quotationHtml(content: string): string {
	return splitBrackets(content)
		.map(({ kind, text }) => (kind === "bracket" ? `<span class="ed">[${escapeHtml(text)}]</span>` : textHtml(text)))
		.join("");
}

/** Whether a report may link to an address. */
export function isLinkable(url: string): boolean {
	return /^(?:file|https?):\/\//i.test(url);
}

/** A link, or the bare text where a report may not link to the address. */
export function linkHtml(url: string, html: string): string {
	if (!isLinkable(url)) return html;
	return `<a href="${escapeHtml(url)}" rel="noreferrer noopener">${html}</a>`;
}
