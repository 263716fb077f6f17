import { pluralize } from "../../base/text.ts";
import { bearsOnExtension, type Changes, changesOf, isChanged, nearnessToFocus } from "../../evidence/changes.ts";
import type { Cell, Claim, Conflict } from "../../evidence/claim.ts";
import type { Group } from "../../evidence/group.ts";
import { citedIn, type Gap } from "../../evidence/report.ts";
import type { Source } from "../../evidence/source.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { formatQuotation, quotationContent } from "../../text/quotations.ts";

/** One change, as all formats show it. Plain text; renderers escape it. */
export interface ChangeItem {
	/** Says the change in a few words: `1887 → 1890`. */
	lead?: string | undefined;
	/** A quotation, or a remark. */
	text: string;
	/** The claim that the quotation belongs to, if its page can still be opened. */
	claim?: Claim | undefined;
	/** The page's title, or what else belongs to the item. */
	place?: string | undefined;
}

export interface ChangeList {
	title: string;
	items: ChangeItem[];
	/** Items that are not shown. */
	more: number;
}

/** A list shows at most this many changes. All are in `evidence.json`. */
const itemsMax = 12;

/** The heading of the section. */
export function changesTitle(since: string): string {
	return `What changed since run ${since.slice(0, 8)}`;
}

/** Stands in place of the lists if there is nothing in them. */
export const nothingNew = "Nothing new was found: the evidence is that of the earlier run.";

/** What a monitor prints: the changes in the answer and in its claims. Empty if there are none. */
export function changeLists(state: ResearchState): ChangeList[] {
	const changes = changesOf(state);
	if (!changes) return [];
	const { newFindings, added, changed, gone, answer, certainty, conclusions } = changes;
	const titles = new Map([...(state.inherited?.sources ?? []), ...state.sources].map(({ id, title }) => [id, title]));
	const place = ({ sourceId }: Claim) => titles.get(sourceId);
	const ofNewGroups = new Set(newFindings.flatMap(({ claimIds }) => claimIds));
	const cited = new Set(state.report ? citedIn(state.report) : []);
	const nearness = nearnessToFocus(state);
	const byWeight = (claims: readonly Claim[]) =>
		claims.toSorted(
			(a, b) =>
				nearness(b.text) - nearness(a.text) ||
				Number(cited.has(b.id)) - Number(cited.has(a.id)) ||
				b.relevance - a.relevance,
		);
	const newOf = ({ claimIds }: Group) => byWeight(added.filter(({ id }) => claimIds.includes(id)));
	const quoted = (claim: Claim): ChangeItem => ({
		...{ lead: claim.cell && `${cellName(claim.cell)}: ${claim.cell.text}` },
		...{ text: formatQuotation(claim.quote), claim, place: place(claim) },
	});
	return listsOf([
		["The answer", answer ? [{ text: answerWords(answer) }] : []],
		[
			"Changed",
			changed.map(({ before, after }) => ({
				...quoted(after),
				lead: valueChange(before, after),
				place: `${place(after)}; before: ${formatQuotation(before.quote)}`,
			})),
		],
		["No longer stated", gone.map((one) => ({ text: formatQuotation(one.claim.quote), place: goneWords(one) }))],
		["New findings", newFindingItems(state, byWeight(newFindings.flatMap((group) => newOf(group)[0] ?? [])), quoted)],
		["Known before, and stated by further pages", byWeight(added.filter(({ id }) => !ofNewGroups.has(id))).map(quoted)],
		["More certain now", gradedItems(certainty, conclusions, true)],
		["Less certain now", gradedItems(certainty, conclusions, false)],
		["New disputes", changes.newDisputes.map(disputeItem)],
		["No longer disputed", changes.endedDisputes.map(disputeItem)],
	]);
}

/** New facts. Of an extension those that bear on what it looks for, and the number of the others. */
function newFindingItems(
	state: ResearchState,
	claims: readonly Claim[],
	quoted: (claim: Claim) => ChangeItem,
): ChangeItem[] {
	if (state.options?.earlier?.purpose !== "extend") return claims.map(quoted);
	const bears = bearsOnExtension(state);
	const shown = claims.filter(bears);
	const others = claims.length - shown.length;
	const rest = others === 0 ? [] : [{ text: `${pluralize(others, "new statement")} of the pages on other matters` }];
	return [...shown.map(quoted), ...rest];
}

/** All lists of a report's section. Undefined if the run starts from no other. */
export function reportChanges(state: ResearchState): { title: string; lists: ChangeList[] } | undefined {
	const changes = changesOf(state);
	if (!changes) return undefined;
	const { gapsClosed, gapsOpen, unreachable } = changes;
	const gapItems = (gaps: readonly Gap[]) => gaps.map(({ text }) => ({ text }));
	return {
		title: changesTitle(changes.since),
		lists: [
			...changeLists(state),
			...listsOf([
				["Read before, and cited for the first time", firstCited(state)],
				["Gaps closed", gapItems(gapsClosed)],
				["Still open", gapItems(gapsOpen)],
				["Not reachable now; their claims are as they were", unreachable.map(unreachableItem)],
			]),
		],
	};
}

/** What speaks of an extension's focus and was known to the earlier run, whose report did not cite it. */
function firstCited(state: ResearchState): ChangeItem[] {
	const { inherited, report, sources } = state;
	const nearness = nearnessToFocus(state);
	const known = new Set(inherited?.claims.map(({ id }) => id));
	const before = new Set(inherited?.report ? citedIn(inherited.report) : []);
	const now = new Set(report ? citedIn(report) : []);
	return state.claims
		.filter(({ id, quote }) => known.has(id) && now.has(id) && !before.has(id) && nearness(quote) > 0)
		.toSorted((a, b) => nearness(b.quote) - nearness(a.quote))
		.map((claim) => ({
			text: formatQuotation(claim.quote),
			claim,
			place: sources.find(({ id }) => id === claim.sourceId)?.title,
		}));
}

/** Whether a monitor has something to print. */
export function hasChanged(state: ResearchState): boolean {
	const changes = changesOf(state);
	return changes !== undefined && isChanged(changes);
}

/** Pages that could not be fetched, one line each. */
export function unreachableLines(state: ResearchState): string[] {
	return (changesOf(state)?.unreachable ?? []).map(({ source, reason }) => `${source.label}: ${reason}`);
}

/** Pages that stand under another name or address, one line each. */
export function movedLines(state: ResearchState): string[] {
	return (changesOf(state)?.moved ?? []).map(({ from, to, isSame }) => {
		return `${from.label} → ${to.label}${isSame ? ", with the same text" : ""}`;
	});
}

function disputeItem({ why, about }: Conflict): ChangeItem {
	return { text: about ? `${about}: ${why}` : why };
}

function gradedItems(
	certainty: Changes["certainty"],
	conclusions: Changes["conclusions"],
	gained: boolean,
): ChangeItem[] {
	return [
		...conclusions
			.filter((one) => one.gained === gained)
			.map(({ text, before, after }) => ({ text, place: `certainty ${before} → ${after}` })),
		...certainty
			.filter((one) => one.gained === gained)
			.map(({ group, before }) => ({ text: group.text, place: `confidence ${before} → ${group.confidence}` })),
	];
}

function unreachableItem({ source, reason }: { source: Source; reason: string }): ChangeItem {
	return { text: source.title, place: reason };
}

function listsOf(lists: readonly [title: string, items: ChangeItem[]][]): ChangeList[] {
	return lists
		.filter(([, items]) => items.length > 0)
		.map(([title, items]) => ({
			title,
			items: items.slice(0, itemsMax),
			more: Math.max(0, items.length - itemsMax),
		}));
}

function answerWords({ before, after }: NonNullable<Changes["answer"]>): string {
	const words = (text: string) => `“${quotationContent(text)}”`;
	if (before === undefined) return `It is ${words(after ?? "")} now; before there was none.`;
	if (after === undefined) return `It was ${words(before)}; now there is none.`;
	return `It was ${words(before)} and is ${words(after)} now.`;
}

function goneWords({ source, isPageGone, stillStated }: Changes["gone"][number]): string {
	const where = isPageGone ? `the page is gone: ${source.title}` : `gone from: ${source.title}`;
	return stillStated > 0 ? `${where}; still stated by ${pluralize(stillStated, "other claim")}` : where;
}

function cellName({ row, column }: Cell): string {
	return [row, column].filter(Boolean).join(", ");
}

/** `1887 → 1890`, if one number replaced another. */
function valueChange(before: Claim, after: Claim): string | undefined {
	if (after.cell) return `${cellName(after.cell)}: ${before.cell?.text ?? "?"} → ${after.cell.text}`;
	const numbersIn = (text: string): string[] => text.match(/\d+(?:[.,]\d+)*/gu) ?? [];
	const [old, current] = [numbersIn(before.quote), numbersIn(after.quote)];
	const lost = old.filter((number) => !current.includes(number));
	const gained = current.filter((number) => !old.includes(number));
	return lost.length === 1 && gained.length === 1 ? `${lost[0]} → ${gained[0]}` : undefined;
}
