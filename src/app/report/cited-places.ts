import { distinctBy } from "../../base/distinct.ts";
import { comparisonForm } from "../../base/text.ts";
import type { Claim } from "../../evidence/claim.ts";
import { isWeb, locatorText, type Source } from "../../evidence/source.ts";
import { blocksIn } from "../../text/blocks.ts";
import type { ReportView } from "./input.ts";

/** A place of a source that the report cites. */
export interface CitedPlace {
	/** `Setup › line 12`, `p. 3`, `§ Setup`; `quote` where its source's label or title names it already. */
	text: string;
	/** The first claim that stands there. */
	claim: Claim;
	/** The address of the place in the source itself; undefined where none is more exact than the page's. */
	original: string | undefined;
}

/** Maximum places of a source that a line names; the whole list is in evidence.json. */
const shownMax = 5;

/**
 * The places of a source that the report cites, each once. `more`: how many are not listed. `text`: the stored page's, if it is at
 * hand.
 */
export function citedPlacesOf(
	view: ReportView,
	source: Source,
	text: string | undefined,
): { places: CitedPlace[]; more: number } {
	const cited = view.cited.filter((claim) => claim.sourceId === source.id);
	const headings = headingFinder(source, text);
	const places = distinctBy(
		cited.map((claim) => ({
			text: placeText(claim, source, headings),
			claim,
			original: originalAddressOf(claim, { kind: source.kind, url: view.addressOf(source) }),
		})),
		({ text: place }) => place,
	);
	return { places: places.slice(0, shownMax), more: Math.max(0, places.length - shownMax) };
}

function placeText(claim: Claim, source: Source, headings: (at: number) => string | undefined): string {
	const heading = claim.locator.kind === "line" ? headings(claim.start) : undefined;
	const place = placeBesideTitle(claim, source) ?? "quote";
	return heading === undefined ? place : `${heading} › ${place}`;
}

/** A claim's place in words, to stand beside its source's title and label; undefined when these name it already. */
export function placeBesideTitle(
	{ locator }: Claim,
	{ title, label }: Pick<Source, "title" | "label">,
): string | undefined {
	if (locator.kind === "record" && label.endsWith(`#${locator.record}`)) return undefined;
	if (locator.kind === "section" && comparisonForm(locator.section) === comparisonForm(title)) return undefined;
	return locatorText(locator);
}

/** Finds the nearest heading above an offset of a Markdown page, other than the page's own title. */
function headingFinder({ kind, title }: Source, text: string | undefined): (at: number) => string | undefined {
	if (kind !== "markdown" || text === undefined) return () => undefined;
	const blocks = blocksIn(text);
	return (at) => {
		const heading = blocks.findLast(({ start }) => start <= at)?.headings.at(-1);
		return heading === undefined || comparisonForm(heading) === comparisonForm(title) ? undefined : heading;
	};
}

/** The address of a quote in its source: by its words in a web page, by the page of a PDF. */
export function originalAddressOf(claim: Claim, { url, kind }: Pick<Source, "url" | "kind">): string | undefined {
	const { locator, quote } = claim;
	const page = locator.kind === "page" || locator.kind === "cell" ? locator.page : undefined;
	if (kind === "pdf")
		return page === undefined || !/^(?:file|https?):/i.test(url)
			? undefined
			: `${url.replace(/#.*$/s, "")}#page=${page}`;
	if (kind !== "html" || !isWeb({ url })) return undefined;
	const words = textFragmentOf(quote);
	return words === undefined ? undefined : `${url}${url.includes("#") ? "" : "#"}:~:text=${words}`;
}

/** How many words find the beginning of a quote, and its end. Fewer than `edgeWordsMin` may stand anywhere. */
const edgeWords = 6;
const edgeWordsMin = 3;
/** Marks of code, emphasis, lists and cells. A page's text may hold them, but the page does not show them. */
const hiddenMarks = /[`*|[\]\\]|^\s*(?:[-+•#>]|\d+[.)])\s/u;

/** A text directive for the words of a quote: all of a short one, else its first and last words. */
function textFragmentOf(quote: string): string | undefined {
	const lines = quote.split(/\n+/).flatMap((line) => line.split(hiddenMarks));
	const parts = lines.map((line) => line.split(/\s+/).filter(Boolean)).filter(({ length }) => length >= edgeWordsMin);
	const [first, last] = [parts[0], parts.at(-1)];
	if (!first || !last) return undefined;
	if (parts.length === 1 && first.length <= 2 * edgeWords) return encodeWords(first);
	return `${encodeWords(first.slice(0, edgeWords))},${encodeWords(last.slice(-edgeWords))}`;
}

/** Encodes words for a text directive, in which a hyphen has a meaning, too. */
function encodeWords(words: readonly string[]): string {
	return encodeURIComponent(words.join(" ").toWellFormed()).replaceAll("-", "%2D");
}
