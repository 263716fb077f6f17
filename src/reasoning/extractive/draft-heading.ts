/** A sub-question's wording → a section's heading. `$1` is its topic. First match wins; else the question itself is the heading. */
const headings: readonly (readonly [RegExp, string])[] = [
	[/^what (?:is|are|was|were) the (?:main )?(?:characteristics|features|properties) of (.+)$/i, "$1"],
	[/^what (is|are|was|were) the (.+)$/i, "The $2"],
	[/^what (is|are) disputed about (.+)$/i, "What $1 disputed about $2"],
	[/^what (?:do|did) (.+?) cost$/i, "What $1 cost"],
	[/^what does (.+?) cost$/i, "What $1 costs"],
	[/^(why|when) do (.+?) not (.+)$/i, "$1 $2 do not $3"],
	[/^(why|when) do (.+)$/i, "$1 $2"],
	[
		/^(why|when) (is|are|was|were|can|could|should) (.+?) ((?:not )?(?:possible|needed|necessary|used|allowed|required|supported|important|useful)\b.*)$/i,
		"$1 $3 $2 $4",
	],
	[/^what (is|was) (known|said|reported|written|understood) (about|of|on) (.+)$/i, "What $1 $2 $3 $4"],
	[/^what (is|are|was|were) (.+)$/i, "What $2 $1"],
	[/^how do (.+?) work$/i, "How $1 work"],
	[/^how (?:does|did) (.+?) work$/i, "How $1 works"],
	[/^how (?:is|are) (.+?) used in practice$/i, "$1 in practice"],
	[/^how (?:has|have) (.+?) changed over time$/i, "How $1 changed over time"],
	[
		/^how (is|are|was|were) (.+?) ((?:\p{L}+ly )?\p{L}+ed\b.*|made\b.*|done\b.*|built\b.*|chosen\b.*|kept\b.*|stored\b.*)$/iu,
		"How $2 $1 $3",
	],
	[/^when do (.+?) fail or cause problems$/i, "When $1 fail"],
	[/^when does (.+?) fail or cause problems$/i, "When $1 fails"],
	[/^which (?:exceptions, limits or differing statements) are there about (.+)$/i, "Exceptions and limits"],
	[/^(?:does any source give a different answer to this:).*$/i, "Other statements"],
	[/^(?:please )?(?:explain|describe|discuss|compare|outline|summari[sz]e) (.+)$/i, "$1"],
];

/** Headings longer than this wrap on a phone. Characters. */
const longest = 70;

/** A short heading for what a sub-question asks. */
export function headingOf(question: string): string {
	const plain = question
		.replace(/\s+/g, " ")
		.trim()
		.replace(/[?.!]+$/, "")
		.replace(/, and how do they compare$/i, "");
	const found = headings.find(([pattern]) => pattern.test(plain));
	const heading = found ? plain.replace(found[0], found[1]) : `${plain}?`;
	return clipped(heading.charAt(0).toUpperCase() + heading.slice(1));
}

function clipped(heading: string): string {
	if (heading.length <= longest) return heading;
	const cut = heading.slice(0, longest);
	return `${cut.slice(0, cut.lastIndexOf(" ")).replace(/[\s,;:–-]+$/, "")} …`;
}
