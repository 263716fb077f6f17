import { comparisonForm } from "../base/text.ts";
import type { Page, Source } from "./source.ts";
import { copiedShare, sketchSize } from "./text-sketch.ts";

/** The original of a copied page. */
export interface CopyRelation {
	/** Id of the source that it copies; that source is no copy. */
	id: string;
	/** Whether it is about as long as the original; else it is an excerpt. */
	whole: boolean;
}

/** A text is a copy if another text holds this share of its runs of words. */
const minCopiedShare = 0.6;
/** A copy shorter than this share of the original's length is an excerpt. */
const minWholeShare = 0.8;
/** With less text of its own, a copy holds only menus and notes, which are not worth reading. Characters. */
const minAddedLength = 400;

/** A shorter line is a date or a site name and states nothing. Characters. */
const minLineLength = 40;

/**
 * The copies among sources, by id. Most of a copy's text stands in a longer source, or in an earlier one of about the same length. The
 * sources' sketches are compared; a source without a sketch is no copy.
 */
export function findCopies(sources: readonly Pick<Source, "id" | "sketch">[]): Map<string, CopyRelation> {
	const sized = sources.flatMap(({ id, sketch = "" }, at) =>
		sketch === "" ? [] : [{ id, sketch, at, size: sketchSize(sketch) }],
	);
	const families: (typeof sized)[] = [];
	for (const one of sized.toSorted((a, b) => b.size - a.size || a.at - b.at)) {
		const home = families.find(([longest]) => longest && copiedShare(one.sketch, longest.sketch) >= minCopiedShare);
		if (home) home.push(one);
		else families.push([one]);
	}
	const copies = new Map<string, CopyRelation>();
	for (const family of families) {
		const longest = Math.max(...family.map(({ size }) => size));
		// Sizes are estimates, so the first of the sources of about the same size is the original.
		const [original] = family.filter(({ size }) => size >= longest * minWholeShare).toSorted((a, b) => a.at - b.at);
		for (const { id, size } of family)
			if (original && id !== original.id)
				copies.set(id, { id: original.id, whole: size >= original.size * minWholeShare });
	}
	return copies;
}

/** `copy of [1]`, `excerpt of [1]`; `named` is the name of the original. */
export function describeCopy({ whole }: CopyRelation, originalName: string): string {
	return `${whole ? "copy" : "excerpt"} of ${originalName}`;
}

/**
 * A page without the lines that the original holds word for word; undefined if the rest is not worth reading. A statement with a
 * number that the original does not hold is always worth reading. Quotes from the rest stand in the page itself.
 */
export function withoutCopiedLines(page: Page, original: string): Page | undefined {
	const originalWords = normalizedWords(original);
	const added = page.text
		.split("\n")
		.filter((line) => line.trim() !== "" && !originalWords.includes(normalizedWords(line)));
	const text = added.join("\n");
	const numbers = new Set(numbersIn(original));
	const addedNumbers = added.filter(({ length }) => length >= minLineLength).flatMap(numbersIn);
	if (text.length < minAddedLength && addedNumbers.every((number) => numbers.has(number))) return undefined;
	return { ...page, text, marks: page.marks.slice(0, 1), tables: undefined };
}

function normalizedWords(text: string): string {
	return ` ${(comparisonForm(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;
}

const numbersIn = (text: string): string[] => text.match(/\d+(?:[.,]\d+)*/gu) ?? [];
