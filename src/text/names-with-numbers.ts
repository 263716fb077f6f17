import type { Quantity } from "./quantities.ts";
import { toBaseUnit } from "./units.ts";

/** Nouns that number the parts of a text or the editions of a thing: the number after them tells which one. */
const numberedNouns =
	"section chapter table figure step page appendix part line row column item note footnote example equation listing rule article clause paragraph volume issue version release edition bug ticket".split(
		" ",
	);
const numberedNoun = new RegExp(
	`(?:[§№]|\\b(?:sec|chap|figs?|pp?|eqs?|art|para|vol|no)\\.|\\b(?:${numberedNouns.join("|")}))\\s?$`,
	"iu",
);
const numberedPlural = new RegExp(`\\b(?:${numberedNouns.join("|")})e?s\\s$`, "iu");

/**
 * Whether a number only names something, so that the text states no amount by it. It is a piece of a word, a path or a call
 * (`git-gc(1)`, `2.weeks.ago`, `HTTP/1.1`, `HEAD~2`, `stash@{0}`), or the number of a section or an edition (`§ 7`, `step 3`).
 */
export function isPartOfName(text: string, { kind, start, end, unit, text: written }: Quantity): boolean {
	if (kind !== "number" || !/^[-−+]?\d/u.test(written)) return false;
	const [before, after] = [text.slice(0, start), text.slice(end)];
	if (/[\p{Script=Latin}_][-/~^@]?$|[\\@#=_]$|(?:^|\s)\/$/u.test(before)) return true;
	if (/[\p{L}\p{N}_@][([{<]$/u.test(before) && /^[)\]}>]/u.test(after)) return true;
	if (/^(?:[\p{Script=Latin}_]|[.:\\@]\p{Ll})/u.test(after)) return true;
	if (unit !== "" && toBaseUnit(1, unit)) return false;
	// `issues 500 fines` states an amount.
	return numberedNoun.test(before) || (unit === "" && numberedPlural.test(before));
}
