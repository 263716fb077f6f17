import type { Page } from "../../../evidence/source.ts";
import { contentStems } from "../../../text/words.ts";
import type { PageRange } from "./candidates.ts";
import { passagesIn } from "./find-passages.ts";

/** A section or an entry with the stems of its heading or terms. */
interface NamedRange {
	stems: Set<string>;
	range: PageRange;
}

/** A word is rare in a page's headings and terms if at most this many hold it. */
const headingsMax = 2;
/** What heads a larger share of a page than this, as its title does, names no part of it. */
const shareMax = 1 / 4;
/** Sections for each text, at most. */
const sectionsMax = 4;

/**
 * The sections and entries of a page whose own heading or term holds a word of one of the texts that is rare in them: `LimitRequestBody`
 * names its section, `directive` names none. Without the headings themselves; for each text in turn, those that hold the most of it first.
 */
export function namedSections(page: Pick<Page, "text" | "kind" | "marks">, texts: readonly string[]): PageRange[] {
	const sections: NamedRange[] = [];
	let open: { section?: NamedRange; entry?: NamedRange | undefined } = {};
	for (const { path, pieces, opens, kind } of passagesIn(page, "")) {
		const [start, end] = [pieces[0]?.start ?? 0, pieces.at(-1)?.end ?? 0];
		const begin = (name: string) => {
			const one = { stems: new Set(contentStems(name)), range: { start, end } };
			sections.push(one);
			return one;
		};
		if (opens || !open.section) open = { section: begin(path.at(-1) ?? "") };
		const terms = kind === "definition" ? pieces.filter((piece) => piece.kind === "term") : [];
		if (terms.length > 0) open.entry = begin(terms.map(({ text }) => text).join("\n"));
		for (const one of [open.section, open.entry]) if (one) one.range.end = end;
	}
	const counts = new Map<string, number>();
	for (const stem of sections.flatMap(({ stems }) => [...stems])) counts.set(stem, (counts.get(stem) ?? 0) + 1);
	const found = texts.map((text) => {
		const rare = new Set(contentStems(text).filter((stem) => (counts.get(stem) ?? 0) <= headingsMax));
		return sections
			.map(({ stems, range }) => ({ range, held: stems.intersection(rare).size }))
			.filter(({ held, range }) => held > 0 && range.end - range.start <= shareMax * page.text.length)
			.toSorted((a, b) => b.held - a.held)
			.slice(0, sectionsMax)
			.map(({ range }) => range);
	});
	const inTurns = Array.from({ length: sectionsMax }, (_, at) => found.flatMap((ranges) => ranges[at] ?? [])).flat();
	return [...new Set(inTurns)];
}
