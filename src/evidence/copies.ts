import { folded } from "../base/text.ts";
import type { Page, Source } from "./source.ts";
import { shareIn, sizeOf } from "./syndication.ts";

/** What a page's text was taken from. */
export interface CopyOf {
	/** The source that it copies, itself no copy. */
	id: string;
	/** Whether it is about as long; else an excerpt. */
	whole: boolean;
}

/** A text of which so much stands in another one is a copy of it. Share of its runs of words. */
const copyFrom = 0.6;
/** A copy that is shorter than this is an excerpt. Share of the other text's length. */
const wholeFrom = 0.8;
/** What is left of a page without what it copies: menus and notes are not worth a reading. Characters. */
const addedLeast = 400;

/** A shorter line is a date or a name of the place, and states nothing. Characters. */
const lineLeast = 40;

/**
 * The copies among sources, by id: most of their text stands in a longer one, or in one about as long that comes before. Told from their
 * sketches; a source without one is none.
 */
export function copiesIn(sources: readonly Pick<Source, "id" | "sketch">[]): Map<string, CopyOf> {
	const sized = sources.flatMap(({ id, sketch = "" }, at) =>
		sketch === "" ? [] : [{ id, sketch, at, size: sizeOf(sketch) }],
	);
	const families: (typeof sized)[] = [];
	for (const one of sized.toSorted((a, b) => b.size - a.size || a.at - b.at)) {
		const home = families.find(([longest]) => longest && shareIn(one.sketch, longest.sketch) >= copyFrom);
		if (home) home.push(one);
		else families.push([one]);
	}
	const copies = new Map<string, CopyOf>();
	for (const family of families) {
		const longest = Math.max(...family.map(({ size }) => size));
		// A size is an estimate: of those that are about as long the first is the original.
		const [original] = family.filter(({ size }) => size >= longest * wholeFrom).toSorted((a, b) => a.at - b.at);
		for (const { id, size } of family)
			if (original && id !== original.id) copies.set(id, { id: original.id, whole: size >= original.size * wholeFrom });
	}
	return copies;
}

/** `copy of [1]`, `excerpt of [1]`; `named`: how the source that it copies is called. */
export function copyWords({ whole }: CopyOf, named: string): string {
	return `${whole ? "copy" : "excerpt"} of ${named}`;
}

/**
 * A page without the lines that stand word for word in the text that it copies; undefined where nothing worth a reading is left. A
 * statement with a number that the other text has not is always worth it. Quotes of what is left stand in the page itself.
 */
export function addedBy(page: Page, original: string): Page | undefined {
	const known = worded(original);
	const added = page.text.split("\n").filter((line) => line.trim() !== "" && !known.includes(worded(line)));
	const text = added.join("\n");
	const numbers = new Set(numbersIn(original));
	const told = added.filter(({ length }) => length >= lineLeast).flatMap(numbersIn);
	if (text.length < addedLeast && told.every((number) => numbers.has(number))) return undefined;
	return { ...page, text, marks: page.marks.slice(0, 1), tables: undefined };
}

function worded(text: string): string {
	return ` ${(folded(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;
}

const numbersIn = (text: string): string[] => text.match(/\d+(?:[.,]\d+)*/gu) ?? [];
