import type { Page } from "../../../evidence/source.ts";
import { passagesIn } from "../../rules/index.ts";

/** The texts above a place of a page that say what it is about. */
export interface PageContext {
	/** The headings above it, outermost first. */
	headings: string[];
	/** The sentence that introduces its list or table: `There are three reasons:`. */
	leadIn?: string | undefined;
	/** It is a list item or a row, which seldom says what it is about. */
	isPiece: boolean;
}

const passagesByPage = new WeakMap<Page, ReturnType<typeof passagesIn>>();

export function pageContextAt(page: Page, start: number): PageContext {
	const passages = passagesByPage.get(page) ?? passagesIn(page, "");
	passagesByPage.set(page, passages);
	const passage = passages.findLast(({ pieces }) => (pieces[0]?.start ?? 0) <= start);
	const piece = passage?.pieces.findLast((one) => one.start <= start);
	const [first] = passage?.pieces ?? [];
	const hasLeadIn = first !== undefined && first !== piece && passage?.kind !== "paragraph" && opensList(first);
	return {
		headings: passage?.path ?? [],
		...(hasLeadIn ? { leadIn: first.text } : {}),
		isPiece: piece?.kind === "item" || piece?.kind === "row",
	};
}

/** Whether a sentence before a list introduces it, by its last character. */
function opensList({ kind, text }: { kind: string; text: string }): boolean {
	return kind === "prose" && /[:：?]\W*$/u.test(text);
}
