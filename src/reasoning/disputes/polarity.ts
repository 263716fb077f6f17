import { stem } from "../../text/stem.ts";
import { antonyms } from "../../text/wordnet.ts";
import { type Aspect, apart, otherRanks, overlap, type Term } from "./aspect.ts";

/** Minimum overlap of two statements without their opposed words. */
const sameStatement = 0.7;
/** Opposites that WordNet lacks: comparatives and function words. */
const opposites = [
	"more less",
	"more fewer",
	"better worse",
	"before after",
	"above below",
	"always never",
	"on off",
	"with without",
].map((pair) => pair.split(" "));

/** Finds the same statement with the opposite sign: `supports against not supports`, `increases against decreases`. */
export function oppositeStatements(a: Aspect, b: Aspect): { kind: "negation" | "antonym"; why: string } | undefined {
	if (apart(a.years, b.years) || otherRanks(a, b) || a.conditional !== b.conditional) return undefined;
	const denied = a.conditional ? undefined : deniedBy(a, b);
	if (denied) return { kind: "negation", why: denied };
	if (a.negative !== b.negative) return undefined;
	const opposed = opposedBy(a, b);
	return opposed ? { kind: "antonym", why: opposed } : undefined;
}

function deniedBy(a: Aspect, b: Aspect): string | undefined {
	if (a.stems.size === 0 || overlap(a.stems, b.stems) < sameStatement) return undefined;
	const shared = a.terms.flatMap((mine) => {
		const theirs = b.terms.find((term) => term.stem === mine.stem && a.stems.has(term.stem));
		return theirs ? [{ mine, theirs }] : [];
	});
	const [first] = shared;
	if (!first || first.mine.negated === first.theirs.negated) return undefined;
	// The whole predicate is negated, not one noun in it.
	if (shared.filter(({ mine, theirs }) => mine.negated !== theirs.negated).length * 2 < shared.length) return undefined;
	const of = ({ negated, lower }: Term) => (negated ? `not ${lower}` : lower);
	return `${of(first.mine)} against ${of(first.theirs)}`;
}

function opposedBy(a: Aspect, b: Aspect): string | undefined {
	const lone = (from: Aspect, other: Aspect) => [
		...[...from.words].filter((word) => !other.words.has(word) && opposites.flat().includes(word)),
		...from.terms.filter((term) => from.stems.has(term.stem) && !other.all.has(term.stem)).map(({ lower }) => lower),
	];
	const [mine, theirs] = [lone(a, b), lone(b, a)];
	if (Math.min(mine.length, theirs.length) === 0 || Math.max(mine.length, theirs.length) > 3) return undefined;
	for (const left of mine)
		for (const right of theirs) {
			const [ours, others] = [a.stems.difference(new Set([stem(left)])), b.stems.difference(new Set([stem(right)]))];
			if (ours.size + others.size === 0 || overlap(ours, others) < sameStatement) continue;
			if (areOpposites(left, right)) return `${left} against ${right}`;
		}
	return undefined;
}

function areOpposites(a: string, b: string): boolean {
	if (opposites.some((pair) => pair.includes(a) && pair.includes(b))) return true;
	// WordNet lists `higher` under `high`.
	const forms = (word: string) => [word, word.replace(/e?r$/, ""), word.replace(/r$/, "")];
	const theirs = new Set(forms(b).map(stem));
	return forms(a).some((form) => [...antonyms(form)].some((word) => theirs.has(stem(word))));
}
