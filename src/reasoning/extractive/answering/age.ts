import { folded } from "../../../base/text.ts";
import type { Ranked } from "./spans.ts";

/** `Lee, 44, signed`, `44-year-old Ann Lee`, `Ann Lee (44)`: how sure an age is that stands so beside the name. */
const besideName = 0.6;
/** Characters behind a number in which the name may stand. */
const ageReach = 60;

/** Of numbers those that are the age of the one whose age is asked for; any others where none is. */
export function agesFirst(ranked: readonly Ranked[], question: string): Ranked[] {
	const name = /\bhow old (?:is|was) ([^?]+?)\s*\?*$/iu.exec(question)?.[1];
	if (name === undefined) return [...ranked];
	const parts = folded(name)
		.split(/[^\p{L}]+/u)
		.filter((part) => part.length > 1);
	const last = parts.at(-1);
	const isNamed = (text: string | undefined) =>
		text !== undefined && last !== undefined && folded(text).split(/\s+/).at(-1) === last;
	const ages = ranked.filter(({ candidate: { claim, start, text } }) => {
		const years = /^\d{1,3}\b/.exec(text)?.[0];
		const told = folded(`${claim.text} ${claim.subject}`);
		if (years === undefined || !told.includes(last ?? "")) return false;
		const from = start + years.length;
		const [before, after] = [claim.quote.slice(0, start), claim.quote.slice(from, from + ageReach)];
		return (
			(isNamed(/([\p{L}’'-]+)\s*(?:,|\()\s*(?:aged |age )?$/u.exec(before)?.[1]) && /^\s*[,).]/.test(after)) ||
			isNamed(/^-year-old\s+((?:\p{Lu}[\p{L}’'-]+\s?)+)/u.exec(after)?.[1]?.trim())
		);
	});
	if (ages.length === 0) return [...ranked];
	return ages.map((one) => ({
		...one,
		score: Math.max(one.score, besideName),
		fit: { ...one.fit, clear: true, stated: true },
	}));
}
