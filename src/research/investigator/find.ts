import { limits } from "../../base/limits.ts";
import { folded } from "../../base/text.ts";
import { locate, locatorText, type Page } from "../../evidence/source.ts";
import { type Desk, Refusal, readsLeftText, type Shown } from "./desk.ts";
import { foundAs, pageBehind, putDown } from "./page.ts";
import { cannotRead } from "./read.ts";

/** A passage whose words are all there, and one in which they stand as they were given, count so much more. */
const allWords = 2;
const asGiven = 4;
/** The end of a word that may differ: `segment` finds `segments`. */
const ending = 2;
const shortest = 4;

/** Passages of a page that hold words, with their places: the way into a long manual. */
export async function findIn(desk: Desk, { id, find }: { id: string; find: string }): Promise<() => string | Shown> {
	const found = foundAs(desk, id);
	if (folded(find) === "") throw new Refusal("The words to find are missing.");
	const result = await pageBehind(desk, found);
	return () => {
		putDown(desk, found, result);
		if ("reason" in result) return cannotRead(found, result.reason);
		const { page } = result.page;
		const passages = passagesWith(page, find);
		const head = `${found.id} ${page.title} (${page.text.length} characters)`;
		if (passages.length === 0) return `${head}: no passage holds "${find}". Try single words.`;
		const rows = passages.map(
			({ start, text }) => `At character ${start} (${locatorText(locate(page, start))}):\n${text}`,
		);
		const told = `${head}: passages with "${find}"`;
		return { text: [told, ...rows, readsLeftText(desk)].join("\n\n"), later: told };
	};
}

/** The best passages in the order of the page. */
function passagesWith(page: Page, find: string): { start: number; text: string }[] {
	const phrase = folded(find);
	const words = [...new Set(phrase.split(/[^\p{L}\p{N}_-]+/u).filter((word) => word !== ""))].map((word) =>
		word.length - ending >= shortest ? word.slice(0, -ending) : word,
	);
	return pieces(page.text)
		.map((piece) => {
			const plain = folded(piece.text);
			const held = words.filter((word) => plain.includes(word)).length;
			const score = held + (held === words.length && held > 1 ? allWords : 0) + (plain.includes(phrase) ? asGiven : 0);
			return { ...piece, score: held === 0 ? 0 : score };
		})
		.filter(({ score }) => score > 0)
		.toSorted((a, b) => b.score - a.score || a.start - b.start)
		.slice(0, limits.foundPassages)
		.toSorted((a, b) => a.start - b.start);
}

/** The page in pieces of whole lines where lines are short enough. */
function pieces(text: string): { start: number; text: string }[] {
	const most = limits.foundPassageCharacters;
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
