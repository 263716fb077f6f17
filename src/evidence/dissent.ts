import type { Hit } from "./source.ts";

/** Words in which dissent is written. */
const dissent =
	/\b(?:contrary|contradict\w*|disput\w+|disagree\w*|(?:not|\p{L}+n['’]t) agree|doubt\w*|question(?:s|ed)|critic\w*|challenge[sd]?|refut\w+|flaw\w*|debunk\w*|mislead\w*|wrong\w*|incorrect\w*|myth|overstat\w*|exaggerat\w*|no (?:evidence|effect|link|proof|sign|support)|not (?:supported|shown|proven|confirmed|because|the cause)|unsupported|unproven|unlikely|fail(?:s|ed)? to|cannot (?:separate|tell|explain)|rather than|other causes?)\b/iu;
/** `Fog and moon, not lamps, explain …`: a title seldom says what is not, but to disagree. */
const denial =
	/\b(?:not|never|neither|nor|no|without|isn['’]t|doesn['’]t|didn['’]t|don['’]t|can['’]t|cannot|against)\b/iu;

/** How surely a result says that it disagrees with something: 1 where its title does, half where only its snippet does. */
export function dissentIn({ title, snippet }: Pick<Hit, "title" | "snippet">): number {
	return dissent.test(title) || denial.test(title) ? 1 : dissent.test(snippet) ? 0.5 : 0;
}

/** Limits that a finding's own authors state. */
const limits =
	/\b(?:at most|no more than|only (?:partly|in part)|however|although|despite|limitations?|caveat\w*|(?:cannot|could not|can not|may not) (?:have |be |fully |yet )*(?:\w+ly )?(?:been|separate\w*|tell|told|explain\w*|exclude\w*|rule\w*|show\w*|distinguish\w*|attribut\w*|caus\w*|prove\w*|confirm\w*|generali[sz]e\w*|establish\w*|determine\w*)|uncertain\w*|unclear|not (?:yet )?known|confound\w*|without (?:a )?control\w*|small sample|caution\w*|nevertheless|whereas|other factors)\b/iu;

/** Whether a statement disagrees with something, or says what limits it. */
export function disagrees(statement: string): boolean {
	const told = statement.replace(wrongThing, " ");
	return dissent.test(told) || limits.test(told);
}
/** `In the wrong place`: nothing is said to be wrong. */
const wrongThing = /\bwrong (?=(?!about\b|to\b|in\b|when\b|because\b|that\b)\p{Ll})/gu;

/** Whether a page disagrees by its title: `Warm water, not the closed bay`. What is written against an illness does not. */
export function disagreesByTitle(title: string): boolean {
	return dissent.test(title) || /\b(?:not|never|neither|nor|no)\b/iu.test(title);
}
