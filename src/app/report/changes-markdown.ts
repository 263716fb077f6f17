import type { ResearchState } from "../../evidence/state.ts";
import { type ChangeItem, type ChangeList, changeLists, changesTitle, nothingNew, reportChanges } from "./changes.ts";
import { escapeMarkdown, escapeSentence, linkMarkdown } from "./markdown-text.ts";
import { quoteHref } from "./page-address.ts";

/** The section of a report on what changed since the earlier run; empty for a run that starts from no other. */
export function changesMarkdown(state: ResearchState): string {
	const changes = reportChanges(state);
	if (!changes) return "";
	const lists = changes.lists.map((list) => listMarkdown(list, "###", true));
	return [`## ${changes.title}`, ...(hasFindings(changes.lists) ? lists : [nothingNew, ...lists])].join("\n\n");
}

/** What a monitor prints of a look. */
export function lookMarkdown(state: ResearchState): string {
	const title = changesTitle(state.inherited?.run ?? "");
	const lists = changeLists(state).map((list) => listMarkdown(list, "##", false));
	return `${[`# ${escapeMarkdown(state.question)}`, `*${title}*`, ...lists].join("\n\n")}\n`;
}

function listMarkdown({ title, items, more }: ChangeList, mark: string, isLinked: boolean): string {
	const rest = more > 0 ? [`- and ${more} more`] : [];
	return [`${mark} ${title}`, [...items.map((item) => itemMarkdown(item, isLinked)), ...rest].join("\n")].join("\n\n");
}

function itemMarkdown({ lead, text, claim, place }: ChangeItem, isLinked: boolean): string {
	const link = claim && isLinked ? ` (${linkMarkdown(quoteHref(claim), "quote")})` : "";
	const parts = [lead === undefined ? "" : `**${escapeMarkdown(lead)}**: `, escapeSentence(text), link];
	return `- ${parts.join("")}${place === undefined ? "" : ` — ${escapeMarkdown(place)}`}`;
}

/** Whether anything but what is still open or out of reach is listed. */
export function hasFindings(lists: readonly ChangeList[]): boolean {
	return lists.some(({ title }) => title !== "Still open" && !title.startsWith("Not reachable"));
}
