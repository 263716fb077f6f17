import { partsOf } from "../../../evidence/cells.ts";
import { isPeriod } from "../../../evidence/header-words.ts";
import type { ExtractInput } from "../../reasoner.ts";
import { isWeak } from "../../text/weak.ts";
import { contentStems } from "../../text/words.ts";
import { spaced } from "./called.ts";
import { type AskedTimes, partsOfYear, timesIn, withoutTimes } from "./cell-times.ts";

/** What is asked of tables: the stems of a question without its times, and its times. */
export interface Asked extends AskedTimes {
	/** The sub-question, in lower case. */
	text: string;
	stems: ReadonlySet<string>;
	/** Of the row of the evidence table, where the sub-question is asked of one. */
	subject: readonly string[];
	/** Of its column. */
	value: readonly string[];
	/** What may name a column: the value's words where there is one, else all that is asked. */
	attribute: ReadonlySet<string>;
	/** It asks for each member of something. */
	every: boolean;
}

/** What a sub-question asks of tables; where it names no time, the question does. */
export function askedOf({ question, subQuestion, route }: ExtractInput): Asked {
	const subject = subQuestion.subject ?? (route.subjects.length === 1 ? route.subjects[0] : undefined);
	const value = subQuestion.value ?? (route.values.length === 1 ? route.values[0] : undefined);
	const own = timesIn(subQuestion.text);
	const strong = (text: string) => contentStems(withoutTimes(text)).filter((stem) => !isWeak(stem));
	const stems = new Set(strong(subQuestion.text));
	return {
		text: subQuestion.text.toLowerCase(),
		stems,
		subject: contentStems(withoutTimes(subject ?? "")),
		value: strong(value ?? ""),
		attribute: value === undefined ? stems : new Set(strong(value)),
		times: own.length > 0 ? own : timesIn(question),
		parts: partsOfYear(partsOfYear(subQuestion.text).length > 0 ? subQuestion.text : question),
		every: /\b(?:each|every|all|by|per|list|which|what are)\b/i.test(`${subQuestion.text} ${question}`),
	};
}

/** Whether a question names a row or a column: all that it is called, or all of the subject in it. */
function isNamed(label: string, { stems, subject }: Asked): boolean {
	const parts = partsOf(label)
		.filter((part) => !isPeriod(part))
		.map((part) => contentStems(withoutTimes(spaced(part))))
		.filter((part) => part.length > 0);
	const all = parts.flat();
	if (subject.length > 0 && all.length > 0 && subject.every((stem) => all.includes(stem))) return true;
	return parts.some(
		(part) => part.every((stem) => stems.has(stem) || subject.includes(stem)) && part.some((stem) => !isWeak(stem)),
	);
}

/**
 * Which labels a question names. Where some are named by all that they are called, others that hold the subject and more are not
 * meant; nor is `Norrholm` where only `Norrholm East` is asked for.
 */
export function namedAmong(labels: readonly string[], asked: Asked): boolean[] {
	const named = labels.map((label) => isNamed(label, asked));
	const called = (label: string) =>
		contentStems(withoutTimes(spaced(label))).every((stem) => asked.stems.has(stem) || asked.subject.includes(stem));
	const whole = labels.filter((label, at) => named[at] && called(label));
	if (whole.length === 0 || whole.length > apartMax) return named;
	const bare = (label: string) => (partsOf(label).find((part) => !isPeriod(part)) ?? label).toLowerCase();
	return labels.map((label, at) => {
		if (!named[at] || !called(label)) return false;
		const longer = whole.filter((other) => bare(other) !== bare(label) && bare(other).includes(bare(label)));
		const rest = longer.reduce((text, other) => text.replaceAll(bare(other), " "), asked.text);
		return longer.length === 0 || rest.includes(bare(label));
	});
}

/** More labels than this that a question names whole are named by a word that all have: they are not told apart. */
const apartMax = 100;

/** Whether a row is of a time that is asked for, or shares a word with the question. */
export function isAsked(label: string, { stems, times }: Asked): boolean {
	const ofTime = times.length > 0 && timesIn(label).length > 0;
	return ofTime || contentStems(withoutTimes(label)).some((stem) => stems.has(stem));
}
