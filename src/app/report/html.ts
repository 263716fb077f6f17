import { createHash } from "node:crypto";
import { pluralize } from "../../base/text.ts";
import type { Cell, EvidenceTable, Gap } from "../../evidence/report.ts";
import { isWeb, type Source } from "../../evidence/source.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { formatQuotation } from "../../text/quotations.ts";
import { changesHtml } from "./changes-html.ts";
import { citedPlacesOf, placeBesideTitle } from "./cited-places.ts";
import { moreSidesNote, otherPagesNote, type SideQuote, shownDisputes } from "./disputes.ts";
import { flowHtml } from "./figures/flow.ts";
import { mapHtml } from "./figures/map-figure.ts";
import { timelineHtml } from "./figures/timeline.ts";
import { contentsHtml, sectionId } from "./html-contents.ts";
import { evidenceHtml } from "./html-evidence.ts";
import { answerHtml, bottomLineHtml, markersHtml, sectionHtml } from "./html-prose.ts";
import { reportScript } from "./html-script.ts";
import { reportStyle } from "./html-style.ts";
import { escapeHtml, linkHtml, sentenceHtml, withBreaks } from "./html-text.ts";
import { type ReportInput, type ReportView, reportViewOf } from "./input.ts";
import { hasInferences, insertTable } from "./prose.ts";
import { spendingTable } from "./spending-words.ts";
import {
	asSentence,
	authorship,
	captionOf,
	captureWords,
	makingLines,
	partialNote,
	readingNote,
	requestsNote,
	runLine,
	speakerWords,
	splitLookedIn,
	unsearchedNote,
	userNote,
} from "./words.ts";

/**
 * `report.html`: one file that loads nothing. Its content security policy allows its own style and script, by hash, and nothing
 * else. Undefined when the run has no report. All but the last line depends only on the evidence.
 */
export function renderHtml(input: ReportInput): string | undefined {
	const view = reportViewOf(input);
	if (!view) return undefined;
	const { report, state } = view;
	const partial = partialNote(view);
	const said = userNote(state);
	const requests = requestsNote(state);
	const note = readingNote(state);
	const policy = `default-src 'none'; script-src '${policyHash(reportScript)}'; style-src '${policyHash(reportStyle)}'; base-uri 'none'; form-action 'none'`;
	const parts = [
		"<!doctype html>",
		'<html lang="en">',
		'<head><meta charset="utf-8">',
		`<meta http-equiv="Content-Security-Policy" content="${policy}">`,
		'<meta name="viewport" content="width=device-width, initial-scale=1">',
		'<meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">',
		`<title>${escapeHtml(report.question)}</title>`,
		`<style>${reportStyle}</style></head>`,
		"<body><main>",
		`<header><p class="over">Research report</p><h1${report.question.length > longTitleLength ? ' class="long"' : ""}>${escapeHtml(report.question)}</h1>`,
		said === undefined ? "" : `<p class="note">${escapeHtml(said)}</p>`,
		requests === undefined ? "" : `<p class="note">${escapeHtml(requests)}</p>`,
		note === undefined ? "" : `<p class="note">${escapeHtml(note)}</p>`,
		answerHtml(view),
		bottomLineHtml(view),
		partial === undefined ? "" : `<p class="partial">${escapeHtml(partial)}</p>`,
		hasInferences(report) ? `<p class="legend">${legendHtml}</p></header>` : "</header>",
		contentsHtml(view),
		changesHtml(view),
		...insertTable(
			report.sections.map((section, at) => sectionHtml(view, section, sectionId(at))),
			report.table,
			(table) => tableHtml(view, table),
		),
		`<p class="note">${escapeHtml(authorship(state, "highlighted"))}<span class="screen"> Point at a number, or tap it, to see the quote where it stands, and to copy it.</span></p>`,
		disputesHtml(view),
		gapsHtml(report.gaps),
		evidenceMapHtml(state),
		sourcesHtml(view, input),
		makingHtml(view, input),
		"</main>",
		'<div id="card" popover="manual" role="dialog" aria-label="Quote and source" tabindex="-1"></div>',
		`<script>${reportScript}</script>`,
		`<footer>${escapeHtml(runLine(input.run, state.elapsedMs))}</footer>`,
		"</body></html>",
	];
	return `${parts.filter((part) => part !== "").join("\n")}\n`;
}

/** How a reader tells what sources state from what the report concludes. */
const legendHtml =
	'<span><b>Finding</b>: a source states it</span><span><i class="inf">Inference</i>: this report concludes it from its sources</span>';

/** A question longer than this is set in a smaller font. Characters. */
const longTitleLength = 90;

function policyHash(text: string): string {
	return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

function tableHtml(view: ReportView, shown: EvidenceTable): string {
	const { columns, rows } = shown;
	const caption = captionOf(shown);
	const missingHtml = (missing: string) =>
		missing === "" ? "" : `<em>Not found</em> <small>${escapeHtml(missing)}</small>`;
	const cell = (one: Cell, column: string) =>
		"missing" in one
			? `<td class="none" data-l="${escapeHtml(column)}">${missingHtml(one.missing)}</td>`
			: `<td data-l="${escapeHtml(column)}">${sentenceHtml(one.text)}${markersHtml(view, one.claimIds)}</td>`;
	const head = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join("");
	const body = rows.map(
		(row) =>
			`<tr><th scope="row">${escapeHtml(row.label)}</th>${row.cells.map((one, at) => cell(one, columns[at] ?? "")).join("")}</tr>`,
	);
	const about = caption === "" ? "" : `<caption>${escapeHtml(caption)}</caption>`;
	return `<section id="table"><div class="wide"><table>${about}<thead><tr><td></td>${head}</tr></thead><tbody>${body.join("")}</tbody></table></div></section>`;
}

function disputesHtml(view: ReportView): string {
	const { shown, more } = shownDisputes(view);
	const line = (text: string) => (text === "" ? "" : `<p class="fr">${text}</p>`);
	const items = shown.map(
		(one) =>
			`<div class="dispute"><h3>${escapeHtml(one.title)}</h3>${line(one.note)}<div class="sides">${one.sides.map((each) => sideHtml(view, each)).join("")}</div>${line(moreSidesNote(one))}</div>`,
	);
	return items.length === 0
		? ""
		: `<section id="disputes"><h2>Where sources disagree</h2>${items.join("")}${line(more)}</section>`;
}

function sideHtml(view: ReportView, one: SideQuote): string {
	const { claim } = one;
	const source = view.source(claim.sourceId);
	const where = [source?.title, source && placeBesideTitle(claim, source), source?.date]
		.filter((part) => part !== undefined)
		.map(escapeHtml);
	const value = one.value === undefined ? "" : `<b>${escapeHtml(one.value)}</b>: `;
	return `<div><p>${value}${sentenceHtml(formatQuotation(claim.quote))}${markersHtml(view, [claim.id])}</p><p class="where">${where.join(" · ")}${otherPagesNote(one)}</p></div>`;
}

function gapsHtml(gaps: readonly Gap[]): string {
	if (gaps.length === 0) return "";
	const items = gaps.map((gap) => {
		const { queries, pages, more } = splitLookedIn(gap);
		const searched =
			queries.length === 0 ? "" : `Searched for ${queries.map((query) => `“${escapeHtml(query)}”`).join(", ")}. `;
		const looked =
			pages.length === 0 ? "" : `Looked in ${pages.map(escapeHtml).join("; ")}${more > 0 ? `; and ${more} more` : ""}.`;
		return `<li>${escapeHtml(asSentence(gap.text))} <small>${searched + looked || unsearchedNote(gap)}</small></li>`;
	});
	return `<section id="gaps"><h2>What was not found</h2><ul class="gaps">${items.join("")}</ul></section>`;
}

function sourcesHtml(view: ReportView, { pageText }: ReportInput): string {
	const items = view.report.sourceIds.map((id, at) => {
		const source = view.source(id);
		if (!source) return "<li>(unknown source)</li>";
		const claims = view.cited.filter(({ sourceId }) => sourceId === id);
		const { places, more } = citedPlacesOf(view, source, pageText(id));
		const linked = places
			.map(({ text, claim, original }) => {
				const words = withBreaks(escapeHtml(text).replace(/^§ /, "§&nbsp;"));
				const href = view.quoteHref(claim);
				const stored = href === undefined ? words : `<a href="${href}">${words}</a>`;
				return original === undefined ? stored : `${stored} (${linkHtml(original, "original")})`;
			})
			.join(", ");
		const about = [
			...[source.label, speakerWords(source), source.date, view.copyNote(id)]
				.filter((part) => part !== undefined && part !== "")
				.map((part) => withBreaks(escapeHtml(part ?? ""))),
			source.capture ? `read${captureWords(source)}` : "",
			linked + (more > 0 ? `, and ${more} more` : ""),
		].filter((part) => part !== "");
		const figures = claims.map((claim) => evidenceHtml(view, claim, pageText(id))).join("");
		return (
			`<li id="source-${at + 1}" data-cite="${escapeHtml(citationText(source, at + 1))}">${linkHtml(view.addressOf(source), `<cite>${escapeHtml(source.title)}</cite>`)} <small>${about.join(" · ")}</small>` +
			`<details><summary>${pluralize(claims.length, "quote")}</summary>${figures}</details></li>`
		);
	});
	return `<section class="sources" id="sources"><h2>Sources</h2><ol>${items.join("\n")}</ol></section>`;
}

/** A source in one line, for a sentence that is copied: `[2] Title. Site, 2024-05-01. https://…`. */
function citationText({ title, label, author, site, date, url }: Source, number: number): string {
	const about = [author, site, date].filter((part) => part !== undefined).join(", ");
	return [`[${number}] ${asSentence(title || label)}`, asSentence(about), isWeb({ url }) ? url : label]
		.filter(Boolean)
		.join(" ");
}

function evidenceMapHtml(state: ResearchState): string {
	const map = mapHtml(state);
	return map === "" ? "" : `<section id="evidence"><h2>The evidence</h2>${map}</section>`;
}

function makingHtml(view: ReportView, input: ReportInput): string {
	const rows = makingLines(view, input).map(
		({ name, text }) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(text)}</dd>`,
	);
	return `<section class="making" id="making"><h2>How this was made</h2>${flowHtml(view.state)}${timelineHtml(view.state)}<dl>${rows.join("")}</dl>${spendingHtml(input)}</section>`;
}

function spendingHtml({ models }: ReportInput): string {
	const table = models && spendingTable(models.spending);
	if (!table) return "";
	const kind = (at: number) => (at < table.words ? "" : ' class="n"');
	const head = table.columns.map((name, at) => `<th scope="col"${kind(at)}>${name}</th>`).join("");
	const cell = (text: string, at: number) =>
		text === "" ? "<td></td>" : `<td data-l="${table.columns[at] ?? ""}"${kind(at)}>${escapeHtml(text)}</td>`;
	const line = (row: readonly string[]) => `<tr>${row.map(cell).join("")}</tr>`;
	return `<div class="wide"><table class="spent"><thead><tr>${head}</tr></thead><tbody>${table.rows.map(line).join("")}</tbody><tfoot>${line(table.sum)}</tfoot></table></div>`;
}
