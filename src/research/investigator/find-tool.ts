import { limits } from "../../base/limits.ts";
import { comparisonForm } from "../../base/text.ts";
import { locate, locatorText, type Page } from "../../evidence/source.ts";
import { countTerms, TermStatistics } from "../../text/term-statistics.ts";
import { contentStems } from "../../text/words.ts";
import { rareStemTest } from "../page-relevance.ts";
import { unreadableText } from "./read-tool.ts";
import { readResultPage, recordRead, resultNamed } from "./result-page.ts";
import { readsLeftText, ToolRefusal, type ToolResult, type Workspace } from "./workspace.ts";

/** Finds passages of a page that hold given words, with their places: the way into a long manual. */
export async function findTool(
	workspace: Workspace,
	{ id, find }: { id: string; find: string },
): Promise<() => string | ToolResult> {
	const found = resultNamed(workspace, id);
	if (comparisonForm(find) === "") throw new ToolRefusal("The words to find are missing.");
	const result = await readResultPage(workspace, found);
	return () => {
		recordRead(workspace, found, result);
		if ("reason" in result) return unreadableText(found, result.reason);
		const { page } = result.page;
		const passages = passagesWith(page, find);
		const head = `${found.id} ${page.title} (${page.text.length} characters)`;
		if (passages.length === 0) return `${head}: not found: ${find}. Its own words may differ; else it is not there.`;
		const rows = passages.map(
			({ start, text }) => `At character ${start} (${locatorText(locate(page, start))}):\n${text}`,
		);
		const heading = `${head}: passages with "${find}"`;
		return { text: [heading, ...rows, readsLeftText(workspace)].join("\n\n"), later: heading };
	};
}

/**
 * The best passages of a page by BM25, in page order: those that hold the query's rarest stems, or the query as a phrase. Others
 * share words with it by chance.
 */
function passagesWith(page: Page, find: string): { start: number; text: string }[] {
	const phrase = comparisonForm(find);
	const stems = contentStems(find);
	const all = splitIntoPieces(page.text).map((piece) => ({ ...piece, counts: countTerms(piece.text) }));
	const statistics = new TermStatistics(all.map(({ counts }) => counts));
	const isRelevant = rareStemTest(stems, statistics);
	return all
		.map((piece) => ({
			...piece,
			score: statistics.bm25(stems, piece.counts),
			isPhrase: comparisonForm(piece.text).includes(phrase),
		}))
		.filter(({ counts, isPhrase }) => isPhrase || (stems.length > 0 && isRelevant(counts)))
		.toSorted((a, b) => Number(b.isPhrase) - Number(a.isPhrase) || b.score - a.score || a.start - b.start)
		.slice(0, limits.documentPassages)
		.toSorted((a, b) => a.start - b.start);
}

/** Splits the page into pieces, at ends of lines or sentences where they are near. */
function splitIntoPieces(text: string): { start: number; text: string }[] {
	const most = limits.documentPassageCharacters;
	const out: { start: number; text: string }[] = [];
	let start = 0;
	while (start < text.length) {
		let end = Math.min(text.length, start + most);
		if (end < text.length) {
			const cut = Math.max(text.lastIndexOf("\n", end), text.lastIndexOf(". ", end) + 1, start);
			end = cut > start + most / 2 ? cut + 1 : end;
		}
		const piece = text.slice(start, end);
		if (piece.trim() !== "") out.push({ start, text: piece.trim().toWellFormed() });
		start = end;
	}
	return out;
}
