/** What a page says that it does to an earlier one. */
export type Correction = "correction" | "retraction" | "update";

const signs: readonly (readonly [Correction, RegExp])[] = [
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

/** What titles alone say so. */
const titled: typeof signs = [
	[
		"retraction",
		/\bretracts?\b|^\W*withdrawal\s*[:–—]|\bnotice of (?:retraction|withdrawal)\b|\bexpression of concern\b/iu,
	],
	[
		"correction",
		/^\W*(?:(?:\p{L}+ ){0,2}correction|notice of correction|correction notice)\s*[:–—]|\brevised (?:figures?|data|estimates?|numbers?|results?|statistics|totals?)\b|\brestate[sd]?\b(?!\s+that)/iu,
	],
];

/** A teaser stands anywhere; what a page does itself it says at its beginning. Characters. */
const beginning = 160;
/** What a page says of itself, wherever it says so. */
const ofItself =
	/\ban? (?:earlier|previous) version of this\b|\bthis (?:article|story|page|report|post|release|paper|study) (?:has been|was) (?:corrected|amended|updated|retracted|withdrawn)\b/iu;

/**
 * Whether a search result corrects, withdraws or updates something itself: by its title, the beginning of its text, or what it says of
 * itself. One that only holds the headline of a correction, as a home page does, does not.
 */
export function correctionOf({ title, snippet }: { title: string; snippet: string }): Correction | undefined {
	const isBeginning = !/^\s*(?:…|\.\.\.)/u.test(snippet);
	return (
		correctionIn(title, isBeginning ? snippet.slice(0, beginning) : "") ??
		(ofItself.test(snippet) ? correctionIn(title, snippet) : undefined)
	);
}

/** Whether a title, or a text's words, say that something published before is corrected, withdrawn or updated. */
export function correctionIn(title: string, text = ""): Correction | undefined {
	return (
		signs.find(([, sign]) => sign.test(title) || sign.test(text))?.[0] ??
		titled.find(([, sign]) => sign.test(title))?.[0]
	);
}
