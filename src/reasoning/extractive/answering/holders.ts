import type { WriteInput } from "../../reasoner.ts";
import type { QuestionParts } from "../language/question.ts";
import { stem } from "../language/stem.ts";
import { contentStems } from "../language/words.ts";
import type { Ranked } from "./spans.ts";

const leaves =
	"(?:(?:has |had |have )?(?:stepped down|stood down|resigned|retired|quit|left|departed|died|been replaced|been dismissed|been removed|handed over)|(?:was|were|has been) (?:dismissed|ousted|fired|removed|replaced|sacked|succeeded|voted out|forced out)|steps down|is stepping down|will (?:step|stand) down|leaves|served (?:as [^,.;]{1,60} )?(?:until|from)|ceased|gave up|will leave|is leaving|until)";
/** Right behind a name: it left. */
const leftAfter = new RegExp(`^(?:,[^,.;]{1,50},)?\\s+${leaves}\\b`, "iu");
/** Right behind a name: it was so once. */
const wasAfter =
	/^(?:,\s+(?:the|its|a|an|who was(?: the)?)?\s*(?:former|ex|then|outgoing|previous|late|past|long-time|erstwhile)\b|\s+(?:was|were|had been)\s+(?!(?:named|appointed|elected|made|chosen|confirmed|promoted|sworn|re-?elected|hired)\b))/iu;
/** Right before a name: `former mayor of X`, `succeeded`, `in place of`. */
const leftBefore =
	/\b(?:(?:former|ex|then|outgoing|previous|late|erstwhile|one-time)[\s-](?:[\p{L}’'-]+\s+){0,6}|(?:(?:to|will|would) (?:succeed|replace|follow)|succeeds|succeeded|succeeding|replaces|replaced|replacing|follows|followed|following|taking over from|takes over from|took over from|taken over from|succession to|successor (?:to|of)|predecessor,?|departure of|resignation of|dismissal of|death of|in place of|instead of|after)\s+(?:[\p{Ll}-]+\s+){0,5})$/iu;
/** Right behind a name: it has come. */
const comes =
	/^(?:,[^.;]{1,60},)?\s+(?:(?:has |had )?(?:took over|taken over|succeeded|replaced|became|become)|takes over|succeeds|replaces|becomes|will (?:take over|succeed|replace|become)|(?:was|has been|is) (?:named|appointed|elected|made|chosen|confirmed|promoted|sworn in)|is\b|has (?:been|led|headed|run)|leads|heads|runs)/iu;

const chosenWords =
	"appoint(?:s|ed)|name[sd]|elect(?:s|ed)|cho(?:oses?|se|sen)|pick(?:s|ed)|hire[sd]|promote[sd]|confirm(?:s|ed)|recruit(?:s|ed)|engage[sd]|install(?:s|ed)|unveil(?:s|ed)";
/** Right before a name: it was given something to hold. */
const chosenBefore = new RegExp(`\\b(?:${chosenWords}|sw(?:ore|ears) in)\\s+(?:(?!as\\b)[\\p{Ll}-]+\\s+){0,4}$`, "iu");
/** Right behind a name: it was given something, or takes it over. */
const chosenAfter = new RegExp(
	`^(?:,[^.;]{1,60},)?\\s+(?:(?:has |had )?(?:been|was|is)(?: (?:to be|now|also))? (?:${chosenWords}|sworn in)|(?:has |will )?(?:take[sn]?|took) (?:over|up|office|charge)|(?:is to|will|to) (?:become|succeed|replace|lead|take over)|becomes?|became|succeed(?:s|ed)|replace[sd])\\b`,
	"iu",
);

type Ending = "holds" | "left" | "unsaid";

/** Whether a sentence says that the one who is named at this place is in office, or out of it. */
function endingAt(text: string, start: number, end: number): Ending {
	const [before, after] = [text.slice(Math.max(0, start - 90), start), text.slice(end, end + 90)];
	if (leftAfter.test(after) || wasAfter.test(after) || leftBefore.test(before)) return "left";
	return comes.test(after) ? "holds" : "unsaid";
}

/** `Who is the mayor of X?`: one who holds it now is asked for. */
export function asksForHolder(question: string, { wh, head }: Pick<QuestionParts, "wh" | "head">): boolean {
	if (!/^(?:who|which|what)$/.test(wh) || (wh !== "who" && head === "")) return false;
	const now =
		/\b(?:who|what person|which person)(?:\s+is|['’]s|\s+are)\s+(?:now |currently |presently )?(?:the |an? )?(?!.*\b(?:first|last|former|previous|author|inventor|founder|creator|winner|discoverer)\b)/iu;
	return now.test(question) && !/\b(?:1[5-9]|20|21)\d\d\b/.test(question);
}

/**
 * Of spans that name people, those that hold today what is asked for: one whom any source says to have left is left out of what was
 * written before that, and what a page of a later day says goes before an older one.
 */
export function holding(known: readonly Ranked[], input: WriteInput, parts: QuestionParts): Ranked[] {
	const dates = new Map(input.sources.map(({ id, date }) => [id, date]));
	const dateOf = ({ sourceId, asOf }: Ranked["candidate"]["claim"]) => dates.get(sourceId) ?? asOf;
	const titles = new Map(input.sources.map(({ id, title }) => [id, title]));
	const role = contentStems(parts.headPhrase === "" ? parts.head : parts.headPhrase).map(stem);
	const gone = new Map<string, string | undefined>();
	const best = Math.max(0, ...known.map(({ score }) => score));
	/** Who was given the office that the sentence or its page's title names holds it as surely as who is called so. */
	const ranked = known.map((one): Ranked => {
		const { claim, text, start, end } = one.candidate;
		if (!isChosen(claim.quote, start, end)) return one;
		const title = titles.get(claim.sourceId) ?? "";
		const told = contentStems(`${title.includes(surnameOf(text)) ? title : ""} ${claim.text} ${claim.quote}`);
		if (beneath.test(claim.quote) && !beneath.test(input.question)) return one;
		if (one.fit.held < heldFrom || !role.every((each) => told.includes(each))) return one;
		return { ...one, score: Math.max(one.score, best), fit: { ...one.fit, clear: true, stated: true } };
	});
	for (const { candidate } of ranked) {
		const { claim, text, start, end } = candidate;
		if (endingAt(claim.quote, start, end) !== "left") continue;
		const speaks = contentStems(`${titles.get(claim.sourceId) ?? ""} ${claim.text} ${claim.quote}`);
		if (role.length > 0 && !role.some((one) => speaks.includes(one))) continue;
		const [name, on] = [surname(text), dateOf(claim)];
		const before = gone.get(name);
		gone.set(name, gone.has(name) && (before === undefined || on === undefined) ? undefined : later(before, on));
	}
	const still = ranked.filter(({ candidate: { claim, text, start, end } }) => {
		if (endingAt(claim.quote, start, end) === "left") return false;
		if (!gone.has(surname(text))) return true;
		const [left, said] = [gone.get(surname(text)), dateOf(claim)];
		return left !== undefined && said !== undefined && said > left;
	});
	// Of those that are clearly said to hold it, the newest.
	const newest = still
		.filter(({ fit }) => fit.clear)
		.reduce<string | undefined>((last, { candidate }) => later(last, dateOf(candidate.claim)), undefined);
	if (newest === undefined) return still;
	return still
		.map((one): Ranked => {
			const said = dateOf(one.candidate.claim);
			// To be named with the office is to be said to hold it.
			if (said !== undefined && said >= newest)
				return { ...one, fit: { ...one.fit, stated: one.fit.clear || one.fit.stated } };
			return { ...one, score: one.score * olderShare, fit: { ...one.fit, clear: false, complete: false } };
		})
		.toSorted((a, b) => b.score - a.score);
}

function isChosen(text: string, start: number, end: number): boolean {
	if (endingAt(text, start, end) === "left") return false;
	return chosenBefore.test(text.slice(Math.max(0, start - 90), start)) || chosenAfter.test(text.slice(end, end + 90));
}

/** `Deputy mayor` is no mayor. */
const beneath = /\b(?:deputy|vice|assistant|associate|honorary|shadow|junior|under-?secretary|candidate)\b/iu;

/** Of what is asked a statement must hold so much to be of the same office. */
const heldFrom = 0.75;

/** What was said before the newest word on who holds something keeps this much of its score. */
const olderShare = 0.5;

function surnameOf(text: string): string {
	return text.split(/\s+/).at(-1) ?? "";
}

function surname(text: string): string {
	return surnameOf(text).toLowerCase();
}

function later(one: string | undefined, other: string | undefined): string | undefined {
	if (one === undefined || other === undefined) return one ?? other;
	return one > other ? one : other;
}
