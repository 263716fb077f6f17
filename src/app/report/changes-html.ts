import type { ResearchState } from "../../evidence/state.ts";
import { type ChangeItem, nothingNew, reportChanges } from "./changes.ts";
import { hasFindings } from "./changes-markdown.ts";
import { escapeHtml, sentenceHtml } from "./html-text.ts";
import { quoteHref } from "./page-address.ts";

/** As `changesMarkdown`, for `report.html`. */
export function changesHtml(state: ResearchState): string {
	const changes = reportChanges(state);
	if (!changes) return "";
	const lists = changes.lists.map(
		({ title, items, more }) =>
			`<h3>${escapeHtml(title)}</h3><ul class="gaps">${items.map(itemHtml).join("")}${more > 0 ? `<li>and ${more} more</li>` : ""}</ul>`,
	);
	const none = hasFindings(changes.lists) ? "" : `<p>${escapeHtml(nothingNew)}</p>`;
	return `<section><h2>${escapeHtml(changes.title)}</h2>${none}${lists.join("")}</section>`;
}

function itemHtml({ lead, text, claim, place }: ChangeItem): string {
	const link = claim ? ` <a href="${quoteHref(claim)}">quote</a>` : "";
	const start = lead === undefined ? "" : `<b>${escapeHtml(lead)}</b>: `;
	return `<li>${start}${sentenceHtml(text)}${link}${place === undefined ? "" : ` <small>${escapeHtml(place)}</small>`}</li>`;
}
