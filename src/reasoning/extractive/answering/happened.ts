import { quantitiesIn } from "../../../evidence/numbers.ts";
import type { WriteInput } from "../../reasoner.ts";
import { clauseAround } from "./fit.ts";
import type { Ranked } from "./spans.ts";
import { deedAt, deedIn } from "./stages.ts";

const asksForPast = /\b(?:when|(?:on |in )?(?:what|which) (?:date|day|month|year))\s(?:was|were|did|had|has|have)\b/iu;
const asksAhead =
	/\b(?:when|(?:on |in )?(?:what|which) (?:date|day|month|year))\s(?:will|shall|(?:is|are)\s.*\b(?:to|due|planned|expected|scheduled)\b)/iu;
/** What is only planned. `Shall enter into force` is a law's own word for what it does. */
const planned =
	/\b(?:should|will|would|(?:is|are|was|were) (?:now )?(?:to|due|going to|set to|planned|expected|scheduled|meant)|(?:expect|plan|hope|aim|intend|want)(?:s|ed|ing|ned|ning)? (?:to|for)|hoping to|slated|targeted)\b/iu;
const ofLaw = /\b(?:into force|effect|appl(?:y|ies))\b/iu;
/** Right before a day: it was the day once, and is no more. */
const formerly =
	/(?:\b(?:will not|won['’]t|did not|didn['’]t|cannot|could not|would not)\s[^.;]{1,60}?|\b(?:instead of|rather than|originally|previously|initially|(?:put off|postponed|moved|delayed|pushed back|brought forward|shifted|rescheduled|changed) from|(?:had been|was|were) (?:originally |first )?(?:planned|scheduled|due|meant|expected)\s[^.;]{0,40}?)\s*(?:on|for|in|by|planned for|scheduled for|from)?)\s*(?:on |for |in |the )*$/iu;
/** Right before a day: it takes the place of another. */
const instead =
	/\b(?:new [\p{Ll} ]{0,20}(?:date|day|deadline) (?:is|will be)|(?:until|to|is now|now (?:planned|expected|due|scheduled) (?:for|on)|rescheduled (?:for|to)))\s(?:on |the )?$/iu;

/** What a plan keeps of its score where it is asked what happened, and an older day beside a newer one. */
const plannedShare = 0.5;

/** Of spans that are days, those of the deed that is asked for: not of another in its course, nor planned, nor overtaken. */
export function happening(ranked: readonly Ranked[], input: WriteInput): Ranked[] {
	const [past, ahead] = [asksForPast.test(input.question), asksAhead.test(input.question)];
	if (!past && !ahead) return [...ranked];
	const deed = deedIn(input.question);
	const dates = new Map(input.sources.map(({ id, date }) => [id, date]));
	const gone = goneDays(input, dates);
	const isGone = ({ candidate: { claim, text, start } }: Ranked) =>
		formerly.test(claim.quote.slice(0, start)) ||
		gone.some(({ day, on }) => {
			const said = dates.get(claim.sourceId) ?? claim.asOf;
			return text.startsWith(day) && (on === undefined || said === undefined || said <= on);
		});
	const able = ranked.flatMap((one): Ranked[] => {
		const { claim, text, start } = one.candidate;
		if (isGone(one)) return [];
		const clause = claim.cell ? "" : clauseAround(claim.quote, start, one.candidate.end);
		const at = clause.indexOf(text);
		if (deed !== undefined && at >= 0 && deedAt(clause, at, at + text.length, deed) === "other") return [];
		if (!past || !planned.test(clause.slice(0, Math.max(0, at))) || ofLaw.test(clause)) return [one];
		return [lessened(one)];
	});
	if (past || gone.length === 0) return able.toSorted((a, b) => b.score - a.score);
	const tellsOf = new Set(gone.map(({ sourceId }) => sourceId));
	const best = Math.max(0, ...able.map(({ score }) => score), ...ranked.map(({ score }) => score));
	const isNew = ({ candidate: { claim, start } }: Ranked) =>
		tellsOf.has(claim.sourceId) && instead.test(claim.quote.slice(0, start));
	return able
		.map((one) => (isNew(one) ? { ...one, score: best, fit: { ...one.fit, clear: true, stated: true } } : one))
		.toSorted((a, b) => b.score - a.score);
}

function lessened(one: Ranked): Ranked {
	return { ...one, score: one.score * plannedShare, fit: { ...one.fit, clear: false, complete: false } };
}

const months = "(?:January|February|March|April|May|June|July|August|September|October|November|December)";
const dayOfMonth = new RegExp(`\\b(?:\\d{1,2}(?:st|nd|rd|th)? ${months}|${months} \\d{1,2})\\b`, "gu");

/** Dates, and days without a year: who puts off a day need not say of which year it was. */
function daysIn(text: string): { text: string; start: number }[] {
	return [
		...quantitiesIn(text).filter(({ kind }) => kind === "date"),
		...[...text.matchAll(dayOfMonth)].map(({ 0: day, index }) => ({ text: day, start: index })),
	];
}

/** Days that a page says to have been planned once, as it writes them. */
function goneDays(
	{ claims }: WriteInput,
	dates: ReadonlyMap<string, string | undefined>,
): { day: string; on: string | undefined; sourceId: string }[] {
	return claims.flatMap(({ quote, sourceId, asOf }) =>
		daysIn(quote)
			.filter(({ start }) => formerly.test(quote.slice(0, start)))
			.map(({ text }) => ({ day: text, on: dates.get(sourceId) ?? asOf, sourceId })),
	);
}
