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

/** Whether a title, or a text's words, say that something published before is corrected, withdrawn or updated. */
export function correctionIn(title: string, text = ""): Correction | undefined {
	return signs.find(([, sign]) => sign.test(title) || sign.test(text))?.[0];
}
