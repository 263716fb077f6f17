import { folded } from "../../../base/text.ts";
import type { Confidence, ExtractedClaim } from "../../../evidence/claim.ts";
import type { ExtractInput } from "../../reasoner.ts";
import { plainTitle } from "../language/resolve.ts";
import { cellsOf } from "./context.ts";
import type { Judged } from "./relevance.ts";
import { subjectOf } from "./subject.ts";
import { asOfIn, valuesIn } from "./values.ts";

const hedge =
	/\b(?:may|might|possibly|perhaps|reportedly|allegedly|rumou?red|claimed|believed|thought|unconfirmed|supposedly|likely|seems?|appears?)\b/i;
const contrary =
	/\b(?:however|but|although|despite|contrary|not|never|no|fails?|failed|criticis\w+|criticiz\w+|limitations?|drawbacks?|disadvantages?|unlike|false|myth|wrong|disputed?|controvers\w+|risks?|cannot)\b|n't\b/i;

function confidenceOf({ candidate, direct, defines }: Judged): Confidence {
	if (hedge.test(candidate.quote) || !direct) return "low";
	return defines ? "high" : "medium";
}

function subjectFrom(judged: Judged, text: string, title: string): string {
	const { term, sentence } = judged.candidate.scored.placed;
	// A row speaks of what its first cell names.
	const [first] = sentence.kind === "row" ? cellsOf(judged.candidate.quote) : [];
	if (first) return folded(first);
	// `max_connections (integer): The default …` is about that term.
	if (term && text.startsWith(`${term}: `)) return folded(term.replace(/\s*\([^)]*\)/g, ""));
	return subjectOf(text) || folded(plainTitle(title));
}

/** The claim that a judged span makes. */
export function claimFrom(judged: Judged, text: string, { page, subQuestion }: ExtractInput): ExtractedClaim {
	const { quote, start } = judged.candidate;
	const asOf = asOfIn(quote) ?? page.date;
	return {
		text,
		quote,
		start,
		class: judged.direct ? "direct" : "adjacent",
		stance: subQuestion.stance === "adversarial" && contrary.test(quote) ? "adversarial" : "supporting",
		relevance: Math.round(judged.relevance * 1000) / 1000,
		confidence: confidenceOf(judged),
		values: valuesIn(quote),
		subject: subjectFrom(judged, text, page.title),
		...(asOf === undefined ? {} : { asOf }),
	};
}
