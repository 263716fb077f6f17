import type { Claim } from "../../evidence/claim.ts";
import { locatorText } from "../../evidence/source.ts";
import { originalAddressOf } from "./cited-places.ts";
import { escapeHtml, escapeHtmlLines, linkHtml, withBreaks } from "./html-text.ts";
import { confidenceOf, type ReportView } from "./input.ts";
import { evidenceId } from "./page-address.ts";

/** Maximum text of the page that is shown before a quote, and after it. Characters. */
const contextLength = 220;

/** A cited quote, marked within the text around it, with its place and its confidence. */
export function evidenceHtml(view: ReportView, claim: Claim, pageText: string | undefined): string {
	const { before, after } = surroundingText(claim, pageText);
	const source = view.source(claim.sourceId);
	const group = view.groupOf(claim.id);
	const origins = group && group.origins > 1 ? ` · ${group.origins} independent origins` : "";
	const original = source && originalAddressOf(claim, { kind: source.kind, url: view.addressOf(source) });
	const [href = "", place] = [view.quoteHref(claim), escapeHtml(locatorText(claim.locator))];
	const facts = [
		// A link within the page would lead to where the reader is.
		href === "" || href.startsWith("#") ? place : `<a href="${href}">${place}</a>`,
		original === undefined ? undefined : linkHtml(original, "original"),
		source?.date && escapeHtml(source.date),
		`${confidenceOf(view, claim)} confidence${origins}`,
		group?.disputed ? "disputed" : undefined,
	];
	const line = facts.filter((fact) => fact !== undefined).join(" · ");
	return (
		`<figure class="ev" id="${evidenceId(claim)}"><figcaption><span class="t">${escapeHtml(source?.title ?? "")}</span> ` +
		`<span class="f">${line}</span></figcaption>` +
		`<blockquote>${before}<mark>${withBreaks(escapeHtmlLines(joinLines(claim.quote)))}</mark>${after}</blockquote></figure>`
	);
}

/** The text before and after the quote in its page, cut between words; empty when the page is not at hand or differs. */
function surroundingText({ quote, start }: Claim, text: string | undefined): { before: string; after: string } {
	if (!text?.startsWith(quote, start)) return { before: "", after: "" };
	const end = start + quote.length;
	const from = Math.max(0, start - contextLength);
	const to = Math.min(text.length, end + contextLength);
	const before = text.slice(from, start).replace(from === 0 ? /^/ : /^\S*\s/, "");
	const after = text.slice(end, to).replace(to === text.length ? /$/ : /\s\S*$/, "");
	return {
		before: withBreaks(escapeHtmlLines(`${from === 0 ? "" : "… "}${joinLines(before)}`)),
		after: withBreaks(escapeHtmlLines(`${joinLines(after)}${to === text.length ? "" : " …"}`)),
	};
}

/** Joins the lines of each paragraph, keeps paragraphs apart, and removes hidden characters. */
function joinLines(text: string): string {
	return text
		.replace(/(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\ufeff]/gu, "")
		.replace(/[^\S\n]+/g, " ")
		.replace(/ ?\n ?(?=\n)|(?<=\n) /g, "\n")
		.replace(/\n{2,}/g, "\u0000")
		.replace(/\n(?![-*•|])/g, " ")
		.replaceAll("\u0000", "\n\n");
}
