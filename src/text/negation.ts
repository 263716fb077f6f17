import { type Word, wordsIn } from "./words.ts";

const cues: ReadonlySet<string> = new Set(
	(
		"not no never none nobody nothing neither nor cannot without lacks lack lacking lacked fails failed fail unable refuses refused " +
		"denies denied denying ceased hardly scarcely"
	).split(" "),
);
/** Words that end the scope of a negation cue. */
const scopeEnds: ReadonlySet<string> = new Set(
	"but although though however whereas while because unless except until which who that".split(" "),
);
/** The scope of a cue, in words. */
const scopeWords = 10;

function isCue(words: readonly Word[], at: number): boolean {
	const lower = words[at]?.lower.replaceAll("’", "'") ?? "";
	const next = words[at + 1]?.lower ?? "";
	if (lower === "not" && /^(?:only|just|merely|least|surprisingly)$/.test(next)) return false;
	if (lower === "no" && (/^\d/.test(next) || /^(?:longer|doubt|later|sooner)$/.test(next))) return next === "longer";
	return cues.has(lower) || lower.endsWith("n't");
}

/** The start offsets of the words that a negation covers (`does not support X`, `without X`). */
export function negatedWordStarts(text: string): Set<number> {
	const words = wordsIn(text);
	const out = new Set<number>();
	for (let at = 0; at < words.length; at++) {
		if (!isCue(words, at)) continue;
		for (let next = at + 1; next < words.length && next - at <= scopeWords; next++) {
			const [before, word] = [words[next - 1], words[next]];
			if (!before || !word) break;
			if (scopeEnds.has(word.lower) || /[.;:!?()]|, /.test(text.slice(before.end, word.start))) break;
			out.add(word.start);
		}
	}
	return out;
}

export function hasNegation(text: string): boolean {
	const words = wordsIn(text);
	return words.some((_, at) => isCue(words, at));
}
