import { negatedIn } from "../language/negation.ts";
import { stemsOf, wordsIn } from "../language/words.ts";
import { isAlike } from "./asked.ts";

const ended =
	"revoked|withdrawn|suspended|cancell?ed|rescinded|annulled|terminated|invalidated|voided|abolished|repealed|discontinued|taken away|struck off|removed|delisted|deregistered";
/** Who lost it stands before, what was lost behind: `lost its certificate`, `the board withdrew the permit`. */
const losing = new RegExp(
	`\\b(?:los(?:t|es|ing)|forfeit(?:s|ed)?|surrender(?:s|ed)?|g(?:ave|ives) up|(?:stripped|deprived) of|withdrew|withdraws|${ended}|revokes|suspends|cancels)\\b`,
	"giu",
);
/** What was lost stands before: `the licence lapsed`, `the permit was revoked`. */
const goingOut = new RegExp(
	`\\b(?:lapse[sd]|expire[sd]|ran out|(?:was|were|is|are|been|being)\\s(?:\\p{Ll}+ly\\s)?(?:${ended}))\\b`,
	"giu",
);
const backAgain =
	/\b(?:regain(?:s|ed)?|won (?:it |them )?back|reinstat(?:es|ed)|restor(?:es|ed)|renew(?:s|ed)|reissued|re-?(?:certified|accredited|listed|licensed)|(?:got|received) (?:it |them )?back|lifted|overturned|quashed)\b/iu;
const uncertain = /\b(?:may|might|could|would|can|if|unless|threaten\w*|risk\w*|fear\w*)\b[^.;]*$/u;
/** So far behind or before the word of loss stands what was lost. Characters. */
const reach = 70;

/** Whether a question itself asks for a loss (`Was the permit revoked?`) or for what was so once. */
function asksForState(question: string): boolean {
	if (!/^(?:is|are|does|do|has|have|isn't|aren't|can)\b/iu.test(question.trim())) return false;
	return [losing, goingOut].every((words) => question.search(words) < 0) && !backAgain.test(question);
}

/**
 * What a statement tells of a state that is asked for: that it was `lost` (the certificate was withdrawn), that it is `held` all the same
 * (won back, or not lost), or undefined where it tells of no loss. `asked`: the question's stems.
 */
export function lossIn(text: string, asked: readonly string[], question: string): "lost" | "held" | undefined {
	if (!asksForState(question)) return undefined;
	const negated = negatedIn(text);
	const names = (some: string) =>
		wordsIn(some).some(({ lower }) => stemsOf(lower).some((form) => asked.some((one) => isAlike(form, one))));
	const found = [
		...[...text.matchAll(losing)].filter(({ 0: all, index }) =>
			names(upToBorder(text.slice(index + all.length, index + all.length + reach))),
		),
		...[...text.matchAll(goingOut)].filter(({ index }) => names(text.slice(Math.max(0, index - reach), index))),
	].filter(({ index }) => !uncertain.test(text.slice(0, index)));
	const [first] = found;
	if (!first) return undefined;
	const last = wordsIn(text.slice(first.index, first.index + first[0].length)).at(-1);
	const denied = negated.has(first.index) || (last !== undefined && negated.has(first.index + last.start));
	return denied || backAgain.test(text.slice(first.index)) ? "held" : "lost";
}

function upToBorder(text: string): string {
	return text.split(/[.;:]\s|,\s|\b(?:because|after|when|while|but|which|who)\b/u)[0] ?? "";
}
