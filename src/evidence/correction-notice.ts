/** How a page changes an earlier publication. */
export type CorrectionKind = "correction" | "retraction" | "update";

const noticePatterns: readonly (readonly [CorrectionKind, RegExp])[] = [
	[
		"retraction",
		/^\W*(?:retract(?:ed|ion)|withdrawn)\b|\bretraction (?:notice|note|of)\b|\b(?:article|paper|story|study) (?:has been|was|is) (?:retracted|withdrawn)\b/iu,
	],
	[
		"correction",
		/^\W*(?:correct(?:ion|ed)|errat(?:um|a)|corrigend(?:um|a)|clarification|addendum|berichtigung|korrektur|rectificatif|fe de erratas)\b|\b(?:correction|corrigendum|erratum) (?:to|of|on|notice)\b|\ban? (?:earlier|previous) version of this (?:article|story|page|report|post|release)\b|\bthis (?:article|story|page|report|post|release) (?:has been|was) (?:corrected|amended)\b|\bcorrects? (?:an?|the|its|our) (?:earlier|previous|error|figure|statement)\b|\b(?:corrects|revises|withdraws) (?:its|the|an?) /iu,
	],
	[
		"update",
		/^\W*updated?\b\s*[:–—(-]|\[updated?\]|\bthis (?:article|story|page|report|post) (?:has been|was) updated (?:to|with|after)\b/iu,
	],
];

/** Patterns that count in titles only. */
const titlePatterns: typeof noticePatterns = [
	[
		"retraction",
		/\bretracts?\b|^\W*withdrawal\s*[:–—]|\bnotice of (?:retraction|withdrawal)\b|\bexpression of concern\b/iu,
	],
	[
		"correction",
		/^\W*(?:(?:\p{L}+ ){0,2}correction|notice of correction|correction notice)\s*[:–—]|\brevised (?:figures?|data|estimates?|numbers?|results?|statistics|totals?)\b|\brestate[sd]?\b(?!\s+that)/iu,
	],
];

/** A page announces its own correction at its beginning; teasers of others stand anywhere. Characters. */
const beginningLength = 160;
/** Words by which a page says that it was corrected itself; they count anywhere. */
const selfCorrection =
	/\ban? (?:earlier|previous) version of this\b|\bthis (?:article|story|page|report|post|release|paper|study) (?:has been|was) (?:corrected|amended|updated|retracted|withdrawn)\b/iu;

/**
 * How a search result corrects, withdraws or updates something, by its title, the beginning of its text, or a statement about itself.
 * Undefined for a page that only holds the headline of a correction, such as a home page.
 */
export function correctionKindOf({ title, snippet }: { title: string; snippet: string }): CorrectionKind | undefined {
	const isBeginning = !/^\s*(?:…|\.\.\.)/u.test(snippet);
	return (
		correctionKindIn(title, isBeginning ? snippet.slice(0, beginningLength) : "") ??
		(selfCorrection.test(snippet) ? correctionKindIn(title, snippet) : undefined)
	);
}

/** How a title or a text says that an earlier publication is corrected, withdrawn or updated; undefined if it does not. */
export function correctionKindIn(title: string, text = ""): CorrectionKind | undefined {
	return (
		noticePatterns.find(([, sign]) => sign.test(title) || sign.test(text))?.[0] ??
		titlePatterns.find(([, sign]) => sign.test(title))?.[0]
	);
}
