import { stem } from "../../text/stem.ts";
import { antonyms } from "../../text/wordnet.ts";
import { areDisjoint, hasOtherRanks, type ParsedStatement, type StatementTerm, setOverlap } from "./parse-statement.ts";

/** Minimum overlap of two statements without their opposed words. */
const statementOverlapMin = 0.7;
/** Opposites that WordNet lacks: comparatives and function words. */
const oppositePairs = [
	"more less",
	"more fewer",
	"better worse",
	"before after",
	"above below",
	"always never",
	"on off",
	"with without",
].map((pair) => pair.split(" "));
const pairedWords: ReadonlySet<string> = new Set(oppositePairs.flat());

/** Finds the same statement with the opposite sign: `supports against not supports`, `increases against decreases`. */
export function findOpposition(
	a: ParsedStatement,
	b: ParsedStatement,
): { kind: "negation" | "antonym"; why: string } | undefined {
	if (areDisjoint(a.years, b.years) || hasOtherRanks(a, b) || a.conditional !== b.conditional) return undefined;
	const negation = a.conditional ? undefined : findNegation(a, b);
	if (negation) return { kind: "negation", why: negation };
	if (a.negative !== b.negative) return undefined;
	const antonymPair = findAntonyms(a, b);
	return antonymPair ? { kind: "antonym", why: antonymPair } : undefined;
}

function findNegation(a: ParsedStatement, b: ParsedStatement): string | undefined {
	if (a.stems.size === 0 || setOverlap(a.stems, b.stems) < statementOverlapMin) return undefined;
	const shared = sharedTerms(a, b);
	const [first] = shared;
	if (!first || first.mine.negated === first.theirs.negated) return undefined;
	// The whole predicate is negated, not one noun in it.
	if (shared.filter(({ mine, theirs }) => mine.negated !== theirs.negated).length * 2 < shared.length) return undefined;
	const termText = ({ negated, lower }: StatementTerm) => (negated ? `not ${lower}` : lower);
	return `${termText(first.mine)} against ${termText(first.theirs)}`;
}

function findAntonyms(a: ParsedStatement, b: ParsedStatement): string | undefined {
	const own = (from: ParsedStatement, other: ParsedStatement) =>
		unsharedWords(from, other, ({ stem }) => from.stems.has(stem));
	const [mine, theirs] = [own(a, b), own(b, a)];
	if (Math.min(mine.length, theirs.length) === 0 || Math.max(mine.length, theirs.length) > 3) return undefined;
	for (const left of mine)
		for (const right of theirs) {
			const [ours, others] = [a.stems.difference(new Set([stem(left)])), b.stems.difference(new Set([stem(right)]))];
			if (ours.size + others.size === 0 || setOverlap(ours, others) < statementOverlapMin) continue;
			if (areOpposites(left, right)) return `${left} against ${right}`;
		}
	return undefined;
}

/** Whether one statement denies most of what both say besides their subjects. */
export function isDenied(a: ParsedStatement, b: ParsedStatement): boolean {
	const shared = sharedTerms(a, b);
	return shared.filter(({ mine, theirs }) => mine.negated !== theirs.negated).length * 2 > shared.length;
}

function sharedTerms(a: ParsedStatement, b: ParsedStatement): { mine: StatementTerm; theirs: StatementTerm }[] {
	return a.terms.flatMap((mine) => {
		const theirs = b.terms.find((term) => term.stem === mine.stem && a.stems.has(term.stem));
		return theirs ? [{ mine, theirs }] : [];
	});
}

/** Whether one statement has a word whose opposite the other has. A word of both opposes nothing. */
export function haveOpposites(a: ParsedStatement, b: ParsedStatement): boolean {
	const theirs = unsharedWords(b, a);
	return unsharedWords(a, b).some((left) => theirs.some((right) => areOpposites(left, right)));
}

/** The words of one statement that may have an opposite and that the other statement lacks. */
function unsharedWords(
	from: ParsedStatement,
	other: ParsedStatement,
	counts: (term: StatementTerm) => boolean = () => true,
): string[] {
	return [
		...[...from.words].filter((word) => !other.words.has(word) && pairedWords.has(word)),
		...from.terms.filter((term) => counts(term) && !other.all.has(term.stem)).map(({ lower }) => lower),
	];
}

function areOpposites(a: string, b: string): boolean {
	if (oppositePairs.some((pair) => pair.includes(a) && pair.includes(b))) return true;
	// WordNet lists `higher` under `high`.
	const forms = (word: string) => [word, word.replace(/e?r$/, ""), word.replace(/r$/, "")];
	const theirs = new Set(forms(b).map(stem));
	return forms(a).some((form) => [...antonyms(form)].some((word) => theirs.has(stem(word))));
}
