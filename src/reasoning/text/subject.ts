import { wordsIn } from "./words.ts";

const lead =
	/^(?:(?:in|on|at|after|before|during|since|from|by|until|following|according to|as of|for|with|under|although|while|when|however|also|later|then|today|originally)\b[^,;:]{0,80},\s*)/i;
const verb =
	/^(?:is|are|was|were|has|have|had|does|do|did|can|could|will|would|should|must|may|might|became|becomes|began|won|made|took|went|came|gave|led|wrote|ran|held|said|says|means|includes?|contains?|lies|stands|serves|uses?|supports?|allows?|returns?|specifies|determines|defines|provides?|plays?|stars?|features?|follows|sits|rose|fell|grew|joined|opened|served|moved|died|opens|increases?|decreases?|reduces?|improves?|causes?|requires?|enables?|disables?|runs|covers|flows|belongs|represents|consists|occurs|happens|lives|lived|works|worked|published|released|created|founded|formed|received|played|appeared|started|ended|cost|costs|cannot|can't|won't|doesn't|isn't|wasn't|don't|didn't|aren't|weren't|hasn't|takes|sets|measures|cut|hit|put|sold|spent|lost|kept|found|met|paid|sent|sang|drew|grew|fell|left)$/;
const longestSubject = 12;

/** The subject phrase of a sentence, lower-case: what stands before its verb. Empty when none is found. */
export function subjectOf(text: string): string {
	// `The bridge (Tower Bridge) opened`: the name that was put in so that the sentence reads alone.
	const named = /^(?:the|this|that)\s[\p{Ll}\s-]{2,40}\(([\p{Lu}\p{N}][^)]{1,80})\)/iu.exec(text)?.[1];
	if (named) return tidied(named);
	if (/^there\s+(?:is|are|was|were|has|have)\b/i.test(text.replace(lead, ""))) return "";
	const rest = text.replace(/^[-*•\d.)\s|"“]+/, "").replace(lead, "");
	const words = wordsIn(rest.slice(0, 240));
	for (const [at, word] of words.entries()) {
		if (at > longestSubject) break;
		if (at === 0 || !isVerb(word.text)) continue;
		// `The opened bridge`: a participle right after an article is no verb.
		if (at === 1 && /^(?:the|a|an)$/.test(words[0]?.lower ?? "")) continue;
		return tidied(rest.slice(0, word.start));
	}
	return "";
}

function isVerb(word: string): boolean {
	return (
		verb.test(word) ||
		(/^\p{Ll}{2,}ed$/u.test(word) && !/^(?:speed|breed|seed|weed|need|feed|indeed|hundred|red|bed|shed)$/.test(word))
	);
}

function tidied(phrase: string): string {
	return phrase
		.replace(/\s*\([^)]*\)?/g, " ")
		.replace(/[,;:]\s.*$/, "")
		.replace(/^(?:the|a|an)\s+/i, "")
		.replace(/\b(?:also|still|only|now|never|always|often|usually|currently|originally|first|later)\s*$/i, "")
		.replace(/["“”*`[\]]/g, "")
		.replace(/\s+/g, " ")
		.trim()
		.toLowerCase();
}
