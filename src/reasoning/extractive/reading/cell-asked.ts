import { partsOf } from "../../../evidence/cells.ts";
import { isPeriod } from "../../../evidence/header-words.ts";
import type { ExtractInput } from "../../reasoner.ts";
import { isWeak } from "../../text/weak.ts";
import { contentStems } from "../../text/words.ts";
import { type AskedTimes, askedTimes, withoutTimes } from "./cell-times.ts";

/** What is asked of tables: the stems of a question without its times, and its times. */
export interface Asked extends AskedTimes {
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
	const strong = (text: string) => contentStems(withoutTimes(text)).filter((stem) => !isWeak(stem));
	const stems = new Set(strong(subQuestion.text));
	return {
		...askedTimes(subQuestion.text, question),
		stems,
		subject: labelStems(subject ?? ""),
		value: strong(value ?? ""),
		attribute: value === undefined ? stems : new Set(strong(value)),
		every: /\b(?:each|every|all|by|per|list|which|what are)\b/i.test(`${subQuestion.text} ${question}`),
	};
}

/** The stems of a label without its times; `sick_days_per_post` and `sickDaysPerPost` are four words. */
export function labelStems(label: string): string[] {
	const words = label
		.replace(/(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}])/gu, " ")
		.replace(/(?<=\b\p{Ll}[\p{L}\p{N}]*\p{Ll})(?=\p{Lu}\p{Ll})/gu, " ");
	return contentStems(withoutTimes(words));
}

/**
 * Which labels a question names: a part of one by all its words, or one that holds the subject. Of those that are named whole, the
 * longest is meant: `Norrholm` is not where `Norrholm East` is asked for, nor the other way round.
 */
export function namedAmong(labels: readonly string[], { stems, subject }: Asked): boolean[] {
	const asked = (stem: string) => stems.has(stem) || subject.includes(stem);
	const parts = labels.map((label) =>
		partsOf(label).flatMap((part) => {
			const own = isPeriod(part) ? [] : labelStems(part);
			return own.length > 0 ? [own] : [];
		}),
	);
	const named = parts.map(
		(own) =>
			own.some((part) => part.every(asked) && !part.every(isWeak)) ||
			(own.length > 0 && subject.length > 0 && subject.every((stem) => own.flat().includes(stem))),
	);
	const whole = parts.filter((own, at) => named[at] && own.flat().every(asked)).map((own) => own.flat());
	if (whole.length === 0) return named;
	return parts.map((own, at) => {
		const said = new Set(own.flat());
		const isLess = (other: readonly string[]) => other.length > said.size && said.isSubsetOf(new Set(other));
		return named[at] === true && [...said].every(asked) && !whole.some(isLess);
	});
}
