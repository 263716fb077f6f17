import type { ResearchState } from "../../evidence/state.ts";
import { type ChangeItem, type ChangeList, changeLists, changesTitle, nothingNew, reportChanges } from "./changes.ts";
import type { ReportView } from "./input.ts";
import { escapeMarkdown, escapeSentence, linkMarkdown } from "./markdown-text.ts";

/** The section of a report on what changed since the earlier run; empty for a run that starts from no other. */
export function changesMarkdown({ state, quoteHref }: ReportView): string {
	const changes = reportChanges(state);
	if (!changes) return "";
	const lists = changes.lists.map((list) => listMarkdown(list, "###", quoteHref));
	return [`## ${changes.title}`, ...(hasFindings(changes.lists) ? lists : [nothingNew, ...lists])].join("\n\n");
}

/** What a monitor prints of a look. */
export function lookMarkdown(state: ResearchState): string {
	const title = changesTitle(state.inherited?.run ?? "");
	const lists = changeLists(state).map((list) => listMarkdown(list, "##"));
	return `${[`# ${escapeMarkdown(state.question)}`, `*${title}*`, ...lists].join("\n\n")}\n`;
}

function listMarkdown({ title, items, more }: ChangeList, mark: string, hrefOf?: ReportView["quoteHref"]): string {
	const rest = more > 0 ? [`- and ${more} more`] : [];
	return [`${mark} ${title}`, [...items.map((item) => itemMarkdown(item, hrefOf)), ...rest].join("\n")].join("\n\n");
}

function itemMarkdown({ lead, text, claim, place }: ChangeItem, hrefOf?: ReportView["quoteHref"]): string {
	const href = claim && hrefOf?.(claim);
	const link = href === undefined ? "" : ` (${linkMarkdown(href, "quote")})`;
	const parts = [lead === undefined ? "" : `**${escapeMarkdown(lead)}**: `, escapeSentence(text), link];
	return `- ${parts.join("")}${place === undefined ? "" : ` — ${escapeMarkdown(place)}`}`;
}

/** Whether anything but what is still open or out of reach is listed. */
export function hasFindings(lists: readonly ChangeList[]): boolean {
	return lists.some(({ title }) => title !== "Still open" && !title.startsWith("Not reachable"));
}
