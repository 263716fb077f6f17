import { stem } from "../language/stem.ts";
import { antonyms } from "../language/wordnet.ts";
import { wordsIn } from "../language/words.ts";
import { type Aspect, overlap } from "./aspect.ts";
import { differentScope } from "./numbers.ts";

/** What two claims must share beside the words that set them against each other. */
const sameStatement = 0.7;
const opposites: readonly (readonly [string, string])[] = [
	["higher", "lower"],
	["larger", "smaller"],
	["older", "younger"],
	["faster", "slower"],
	["longer", "shorter"],
	["earlier", "later"],
	["better", "worse"],
	["stronger", "weaker"],
	["more", "less"],
	["more", "fewer"],
	["before", "after"],
	["above", "below"],
	["always", "never"],
	["with", "without"],
	["improves", "worsens"],
	["rises", "falls"],
	["required", "optional"],
	["mandatory", "optional"],
	["safe", "unsafe"],
	["true", "false"],
	["supported", "unsupported"],
	["effective", "ineffective"],
	["legal", "illegal"],
	["beneficial", "harmful"],
	["gained", "lost"],
	["succeeded", "failed"],
	["on", "off"],
];
const byStem = new Map<string, Set<string>>();
for (const [a, b] of opposites)
	for (const [left, right] of [
		[a, b],
		[b, a],
	] as const) {
		const key = stem(left);
		byStem.set(key, (byStem.get(key) ?? new Set()).add(stem(right)));
	}

function areOpposites(a: string, b: string): boolean {
	if (byStem.get(stem(a))?.has(stem(b))) return true;
	return [...antonyms(a)].some((word) => stem(word) === stem(b));
}

/** `supports against does not support`: the same statement, affirmed and denied. */
export function negationConflict(a: Aspect, b: Aspect): string | undefined {
	if (a.conditional || b.conditional || differentScope(a, b)) return undefined;
	if (a.stems.size === 0 || overlap(a.stems, b.stems) < sameStatement) return undefined;
	const shared = a.terms.flatMap((mine) => {
		const theirs = b.terms.find((term) => term.stem === mine.stem);
		return theirs ? [{ mine, theirs }] : [];
	});
	const [first] = shared;
	if (!first || first.mine.negated === first.theirs.negated) return undefined;
	// The whole predicate changes sides, not one noun in it.
	const turned = shared.filter(({ mine, theirs }) => mine.negated !== theirs.negated).length;
	if (turned * 2 < shared.length) return undefined;
	const denied = first.mine.negated ? first.mine : first.theirs;
	const affirmed = first.mine.negated ? first.theirs : first.mine;
	return first.mine.negated
		? `not ${denied.lower} against ${affirmed.lower}`
		: `${affirmed.lower} against not ${denied.lower}`;
}

/** `increases against decreases`: the same statement but for one word and its opposite. */
export function antonymConflict(a: Aspect, b: Aspect): string | undefined {
	if (a.negative !== b.negative || a.conditional !== b.conditional || differentScope(a, b)) return undefined;
	const mine = lone(a, b);
	const theirs = lone(b, a);
	if (mine.length === 0 || mine.length > 3 || theirs.length === 0 || theirs.length > 3) return undefined;
	for (const left of mine)
		for (const right of theirs) {
			if (!areOpposites(left, right)) continue;
			const [ours, others] = [new Set(a.stems), new Set(b.stems)];
			ours.delete(stem(left));
			others.delete(stem(right));
			if (ours.size + others.size === 0 || overlap(ours, others) < sameStatement) continue;
			return `${left} against ${right}`;
		}
	return undefined;
}

/** Words of a claim that the other one lacks; `more`, `before` and their like count here though they carry no content elsewhere. */
function lone(a: Aspect, b: Aspect): string[] {
	const others = new Set(wordsIn(b.text).map(({ lower }) => stem(lower)));
	const telling = wordsIn(a.text).filter(
		({ lower }) => !others.has(stem(lower)) && (a.stems.has(stem(lower)) || byStem.has(stem(lower))),
	);
	return [...new Set(telling.map(({ lower }) => lower))];
}
