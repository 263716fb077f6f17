import { comparisonForm } from "../../../base/text.ts";
import type { Confidence, ExtractedClaim } from "../../../evidence/claim.ts";
import { validityDateIn, valuesIn } from "../../../evidence/typed-values.ts";
import { plainTitle } from "../../../text/pronouns.ts";
import { subjectOf } from "../../../text/subject.ts";
import type { ExtractInput } from "../../reasoner.ts";
import { type ClaimSpan, splitRow } from "./claim-units.ts";

/** Words of doubt, and of reporting without vouching. */
const hedgeWords =
	/\b(?:may|might|possibly|perhaps|probably|reportedly|allegedly|supposedly|claim(?:s|ed)?|believed?|rumou?red|unconfirmed|likely|seems?|appears?|myths?|misconceptions?)\b/i;
/** Words that turn or deny. */
const contraryWords =
	/\b(?:however|but|although|despite|yet|not|never|no|none|cannot|without|unlike|against|fail(?:s|ed)?|false|wrong|limit(?:s|ed|ations?)?|risks?)\b|n't\b/i;

export function isContrary(text: string): boolean {
	return contraryWords.test(text);
}

/** A span with its relevance. */
export interface JudgedSpan {
	span: ClaimSpan;
	/** 0–1. */
	relevance: number;
	direct: boolean;
}

function confidenceOf({ span, direct }: JudgedSpan): Confidence {
	return hedgeWords.test(span.quote) || span.turned || !direct ? "low" : "medium";
}

/** The subject of a claim. `max_connections (integer): The default …` is about that term. */
function subjectFrom({ unit, quote }: ClaimSpan, text: string, title: string): string {
	// The first cell of a row names its subject.
	const [first] = unit.kind === "row" ? splitRow(quote) : [];
	if (first) return comparisonForm(first);
	if (unit.kind === "pair") return comparisonForm(`${plainTitle(title)}, ${text.split(": ")[0]}`);
	if (unit.term && text.startsWith(`${unit.term}: `)) return comparisonForm(unit.term.replace(/\s*\([^)]*\)/g, ""));
	const [own, page] = [subjectOf(text), comparisonForm(plainTitle(title))];
	// On the page of Halden Bridge, `The bridge` is that bridge, and no other.
	const isOfPage = own === "" || page.endsWith(` ${own.replace(/^(?:the|this|its)\s+/u, "")}`);
	return isOfPage ? page : own;
}

/** The claim of a judged span. `text`: its quote, readable alone. */
export function claimFrom(judged: JudgedSpan, text: string, { page, subQuestion }: ExtractInput): ExtractedClaim {
	const { quote, start } = judged.span;
	const asOf = validityDateIn(quote) ?? page.date;
	return {
		text,
		quote,
		start,
		class: judged.direct && !judged.span.turned ? "direct" : "adjacent",
		stance: subQuestion.stance === "adversarial" && isContrary(quote) ? "adversarial" : "supporting",
		relevance: Math.round(judged.relevance * 1000) / 1000,
		confidence: confidenceOf(judged),
		values: valuesIn(quote),
		subject: subjectFrom(judged.span, text, page.title),
		...(asOf === undefined ? {} : { asOf }),
	};
}
