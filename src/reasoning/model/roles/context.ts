import type { Page } from "../../../evidence/source.ts";
import { passagesIn } from "../../extractive/index.ts";

/** The texts above a place of a page that say what it is about. */
export interface Context {
	/** The headings above it, outermost first. */
	headings: string[];
	/** The sentence that introduces its list or table: `There are three reasons:`. */
	leadIn?: string | undefined;
	/** It is a list item or a row, which seldom says what it is about. */
	isPiece: boolean;
}

const read = new WeakMap<Page, ReturnType<typeof passagesIn>>();

export function contextOf(page: Page, start: number): Context {
	const passages = read.get(page) ?? passagesIn(page, "");
	read.set(page, passages);
	const passage = passages.findLast(({ pieces }) => (pieces[0]?.start ?? 0) <= start);
	const piece = passage?.pieces.findLast((one) => one.start <= start);
	const [first] = passage?.pieces ?? [];
	const leads = first !== undefined && first !== piece && passage?.kind !== "paragraph" && opens(first);
	return {
		headings: passage?.path ?? [],
		...(leads ? { leadIn: first.text } : {}),
		isPiece: piece?.kind === "item" || piece?.kind === "row",
	};
}

/** Whether a sentence before a list introduces it, by its last character. */
function opens({ kind, text }: { kind: string; text: string }): boolean {
	return kind === "prose" && /[:：?]\W*$/u.test(text);
}
