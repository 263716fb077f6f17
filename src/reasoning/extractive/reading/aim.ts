import type { SubQuestion } from "../../../evidence/plan.ts";
import { knownAbout } from "../planning/subject.ts";

/** What an explanatory question wants said: what a thing is, how or when it does something, why, what speaks against it. */
export type Aim = "definition" | "manner" | "cause" | "limits" | "other";

const limiting =
	/\b(?:limit\w*|drawbacks?|disadvantages?|downsides?|weakness\w*|costs?|trade-?offs?|overhead|problems?|risks?|fails?|exceptions?|disputed|cannot|not|wrong|pitfalls?|price)\b/i;

export function aimOf({ text, stance }: Pick<SubQuestion, "text" | "stance">): Aim {
	if (stance === "adversarial") return "limits";
	if (knownAbout.test(text)) return "other";
	if (limiting.test(text)) return "limits";
	if (/^(?:what|who) (?:is|are|was|were) (?!the (?:main |best )?\p{L}+s\b)/iu.test(text)) return "definition";
	if (/^why\b|\b(?:reasons?|causes?|purpose|benefits?|advantages?)\b/i.test(text)) return "cause";
	if (/\b(?:how|when|explain|describe|mechanisms?|process|work|steps?)\b/i.test(text)) return "manner";
	return "other";
}

/** What follows a subject that is being defined, best signs first. */
const isA =
	/^(?:\([^()]{1,40}\),? )?(?:(?:\p{L}+ly|also|often) )?(?:(?:is|are|was|were) (?:basically |simply |actually )?(?:an?|the|one|any|some|what|how)|means?|refers? to|(?:\p{L}+ly )?consists? of|denotes?|is (?:defined|known) as)\s/iu;
const doesWhat =
	/^(?:\([^()]{1,40}\),? )?(?:(?:\p{L}+ly|also|often) )?(?:provides?|automates?|allows?|lets?|ensures?|helps?|keeps?|manages?|stores?|runs?|makes?|gives?|takes?|merges?|reads?|writes?|answers?|removes?|collects?|controls?|describes?|implements?)\s/iu;

/** Condition, sequence or means: what an account of how a thing works is made of; strong signs, then weaker ones. */
const condition =
	/\b(?:if|when(?:ever)?|once|until|unless|as soon as)\b[^.;]{0,120}\b(?:exceed\w*|reach\w*|more than|at least|is|are|has|have|then)\b|\b(?:is|are) (?:defined|calculated|computed|determined|implemented|decided|chosen)\b|\bworks? by\b|\bby\s(?:\p{L}+ly )?\p{Ll}+ing\b/iu;
const sequence =
	/\b(?:first|then|next|finally|after(?:wards)?|before|each|every|whenever|when|if|always|must|only after|periodically|at regular)\b/i;
const cause =
	/\b(?:because|in order to|so that|therefore|thus|due to|since|as a result|allows?|enables?|ensures?|avoids?|prevents?|reduces?|improves?|purpose|need(?:ed|s)?|advantage|benefit|without)\b|^To \p{Ll}+/iu;
const limitStrong =
	/\b(?:cannot|can't|can not|not possible|impossible|limits?|limitations?|limited|restrict\w*|drawbacks?|disadvantages?|downsides?|overhead|costs?|expensive|twice|unfortunately|does not|do not|doesn't|not supported|only if|fails?|failure|delays?|slow(?:er|s)?|caveats?|problems?|risks?|at the expense|not guaranteed?|lost|bloat)\b/i;
const limitWeak = /\b(?:not|never|however|only|except|unless|must|but|although|might|no|require[sd]?|additional)\b/i;

/** 0–1: how much a sentence looks like what is wanted. `rest` is what follows the topic when the topic opens the sentence. */
export function cueOf(aim: Aim, text: string, rest: string | undefined): number {
	switch (aim) {
		case "definition":
			if (rest === undefined) return 0;
			return isA.test(rest) ? 1 : doesWhat.test(rest) ? 0.7 : 0.2;
		case "manner":
			if (condition.test(text)) return 1;
			return rest !== undefined && doesWhat.test(rest) ? 0.8 : sequence.test(text) ? 0.5 : 0;
		case "cause":
			return cause.test(text) ? 1 : 0;
		case "limits":
			if (/\b(?:advantages?|benefits?)\b/i.test(text)) return 0;
			return limitStrong.test(text) ? 1 : limitWeak.test(text) ? 0.5 : 0;
		case "other":
			return 0;
	}
}
