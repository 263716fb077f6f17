import { type ChangeItem, nothingNew, reportChanges } from "./changes.ts";
import { hasFindings } from "./changes-markdown.ts";
import { escapeHtml, sentenceHtml } from "./html-text.ts";
import type { ReportView } from "./input.ts";

/** As `changesMarkdown`, for `report.html`. */
export function changesHtml({ state, quoteHref }: ReportView): string {
	const changes = reportChanges(state);
	if (!changes) return "";
	const lists = changes.lists.map(
		({ title, items, more }) =>
			`<h3>${escapeHtml(title)}</h3><ul class="gaps">${items.map((item) => itemHtml(item, quoteHref)).join("")}${more > 0 ? `<li>and ${more} more</li>` : ""}</ul>`,
	);
	const none = hasFindings(changes.lists) ? "" : `<p>${escapeHtml(nothingNew)}</p>`;
	return `<section id="changes"><h2>${escapeHtml(changes.title)}</h2>${none}${lists.join("")}</section>`;
}

function itemHtml({ lead, text, claim, place }: ChangeItem, hrefOf: ReportView["quoteHref"]): string {
	const href = claim && hrefOf(claim);
	const link = href === undefined ? "" : ` <a href="${href}">quote</a>`;
	const start = lead === undefined ? "" : `<b>${escapeHtml(lead)}</b>: `;
	return `<li>${start}${sentenceHtml(text)}${link}${place === undefined ? "" : ` <small>${escapeHtml(place)}</small>`}</li>`;
}
