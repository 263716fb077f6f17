const furniture =
	/\b(?:all rights reserved|privacy policy|terms of (?:use|service)|cookie (?:policy|settings|statement|consent|preferences)|(?:we|site|website)s? uses? cookies|accept (?:all )?cookies|skip to (?:main )?content|sign (?:in|up)|log ?in|subscribe|newsletter|share (?:this|on)|follow us|click here|read more|table of contents|powered by|jump to navigation|back to top|toggle (?:the )?\w+|advertisement|unsubscribe|javascript (?:is )?(?:disabled|required)|enable javascript|last (?:edited|modified|updated) on|copyright ©|©\s?\d{4}|retrieved from|creative commons attribution|registered trademark of)\b/i;

/** Whether a sentence is furniture of a site: navigation, consent, licences. */
export function isFurniture(text: string): boolean {
	if (furniture.test(text) && text.length < 240) return true;
	const words = text.split(/\s+/);
	if (words.length > 300) return false;
	const capitals = words.filter((word) => /^[\p{Lu}\d]/u.test(word)).length;
	// A run of menu entries: long, all capitalised, no full stop.
	return words.length >= 12 && capitals / words.length > 0.85 && !/[.!?]["”)]?$/.test(text);
}

/** Share of letters, digits and spaces below which a text is code, markup or noise. */
const plainShare = 0.7;

/** A line of a program or shell that no markup told apart: it ends in code's signs, or is mostly words in capitals. */
function isCode(text: string): boolean {
	return (
		/[;{}]\s*$/.test(text) ||
		/^\s*(?:\$|>>>|#!|\\\w)\s?/.test(text) ||
		(text.match(/\b\p{Lu}{3,}\b/gu)?.length ?? 0) > text.split(/\s+/).length * 0.6
	);
}

/** Whether a text is too odd to be quoted as a sentence: almost no words, or mostly signs. */
export function isNoise(text: string): boolean {
	const plain = text.match(/[\p{L}\p{M}\p{N}\s"'“”‘’,.()|]/gu)?.length ?? 0;
	const letters = text.match(/\p{L}/gu)?.length ?? 0;
	return (
		letters < 3 || isCode(text) || plain / text.length < plainShare || /\S{120,}/.test(text) || text.includes("\u0000")
	);
}

const verb =
	/\b(?:is|are|was|were|be|been|has|have|had|does|do|did|can|could|will|would|shall|should|must|may|might|became|began|won|made|took|went|came|gave|led|wrote|ran|held|said|says|means|includes?|contains?|lies|stands|serves|sets?|uses?|supports?|allows?|returns?|specifies|determines|defines|provides?|plays?|stars?|features?|follows|tells|takes|gets|makes|goes|known|born|built|based|located|held|run|sold|sung|taught|told|spent|lost|left|kept|found|met|paid|sent|shot|sat|rose|fell|grew|drew|flew|threw|knew|\p{Ll}{2,}(?:ed|ied))\b/iu;

/** Whether a piece of prose says something: it has a verb, or at least the look of a sentence. */
export function isSentence(text: string): boolean {
	const words = text.split(/\s+/).length;
	if (words < 3) return false;
	if (/^(?:see|refer to|for (?:more )?(?:information|details)|compare|consult)\b/i.test(text) && words < 20)
		return false;
	const ended = /[.!?:]["”’)\]]*$/.test(text);
	if (verb.test(text)) return ended || words >= 6;
	return ended && words >= 6 && (text.match(/(?:^|\s)\p{Ll}/gu)?.length ?? 0) >= words / 2;
}
