import { shortLine } from "../base/text.ts";
import type { Claim } from "../evidence/claim.ts";
import { describeSpeaker } from "../evidence/describe-speaker.ts";
import type { Page } from "../evidence/source.ts";
import type { ResearchState } from "../evidence/state.ts";
import { surroundingTextOf } from "../text/surrounding-text.ts";
import type { Passage } from "./question.ts";

/** Characters of a page's title with who speaks, and of what stands above a passage. */
const [pageLongest, aboveLongest] = [200, 240];

/** A claim's quote with what a reader of its page sees around it: without it, a row, an item or half a sentence says too little. */
export function passageOf(
	{ quote, start, holder }: Pick<Claim, "quote" | "start" | "holder">,
	source: ResearchState["sources"][number] | undefined,
	page: Pick<Page, "text" | "marks"> | undefined,
): Passage {
	const said = holder === undefined ? [] : [`here quoting ${holder}`];
	const about = source ? [source.title, ...describeSpeaker(source), source.date ?? "", ...said] : [];
	const { before, after } = page ? surroundingTextOf(page.text, { start, quote }) : { before: "", after: "" };
	const above = page ? aboveOf(page, start) : "";
	return {
		text: quote,
		page: shortLine(about.filter(Boolean).join(", "), pageLongest),
		...(above === "" ? {} : { above }),
		...(before === "" ? {} : { begins: before }),
		...(after === "" ? {} : { goesOn: after }),
	};
}

/** The heading of a place in a page, and the line before its own. */
export function aboveOf({ text, marks }: Pick<Page, "text" | "marks">, start: number): string {
	const heading = marks.findLast((one) => one.start <= start && one.locator.kind === "section")?.locator;
	const own = text.lastIndexOf("\n", start - 1);
	const line = own < 0 ? "" : (text.slice(0, own).trimEnd().split("\n").at(-1) ?? "").trim();
	const section = heading?.kind === "section" ? heading.section : "";
	return shortLine([...new Set([section, line])].filter(Boolean).join(" › "), aboveLongest);
}
