import type { Hit } from "./source.ts";

/** Words that express dissent. */
const dissentWords =
	/\b(?:contrary|contradict\w*|disput\w+|disagree\w*|(?:not|\p{L}+n['’]t) agree|doubt\w*|question(?:s|ed)|critic\w*|challenge[sd]?|refut\w+|flaw\w*|debunk\w*|mislead\w*|wrong\w*|incorrect\w*|myth|overstat\w*|exaggerat\w*|no (?:evidence|effect|link|proof|sign|support)|not (?:supported|shown|proven|confirmed|because|the cause)|unsupported|unproven|unlikely|fail(?:s|ed)? to|cannot (?:separate|tell|explain)|rather than|other causes?)\b/iu;
/** `Fog and moon, not lamps, explain …`: a title usually denies something in order to disagree. */
const denialWords =
	/\b(?:not|never|neither|nor|no|without|isn['’]t|doesn['’]t|didn['’]t|don['’]t|can['’]t|cannot|against)\b/iu;

/** How surely a search result expresses dissent: 1 by its title, 0.5 by its snippet only, else 0. */
export function dissentScore({ title, snippet }: Pick<Hit, "title" | "snippet">): number {
	return dissentWords.test(title) || denialWords.test(title) ? 1 : dissentWords.test(snippet) ? 0.5 : 0;
}

/** Words by which authors limit their own finding. */
const limitWords =
	/\b(?:at most|no more than|only (?:partly|in part)|however|although|despite|limitations?|caveat\w*|(?:cannot|could not|can not|may not) (?:have |be |fully |yet )*(?:\w+ly )?(?:been|separate\w*|tell|told|explain\w*|exclude\w*|rule\w*|show\w*|distinguish\w*|attribut\w*|caus\w*|prove\w*|confirm\w*|generali[sz]e\w*|establish\w*|determine\w*)|uncertain\w*|unclear|not (?:yet )?known|confound\w*|without (?:a )?control\w*|small sample|caution\w*|nevertheless|whereas|other factors)\b/iu;

/** Whether a statement expresses dissent or a limitation. */
export function holdsDissent(statement: string): boolean {
	const cleaned = statement.replace(wrongAdjective, " ");
	return dissentWords.test(cleaned) || limitWords.test(cleaned);
}
/** `In the wrong place` does not call a statement wrong. */
const wrongAdjective = /\bwrong (?=(?!about\b|to\b|in\b|when\b|because\b|that\b)\p{Ll})/gu;

/** Whether a page's title expresses dissent: `Warm water, not the closed bay`. A remedy `against` an illness does not. */
export function hasDissentingTitle(title: string): boolean {
	return dissentWords.test(title) || /\b(?:not|never|neither|nor|no)\b/iu.test(title);
}
