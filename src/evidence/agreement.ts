import { comparisonForm } from "../base/text.ts";
import { hasNegation } from "../text/negation.ts";
import { isSameQuantity, quantitiesIn } from "../text/quantities.ts";
import { occursIn } from "../text/quotations.ts";
import { countStatingOrigins } from "./answer.ts";
import type { Claim, Confidence } from "./claim.ts";
import type { Group } from "./group.ts";
import type { AnswerType } from "./question.ts";
import type { Answer } from "./report.ts";
import type { PartialSource } from "./superseded-values.ts";

/** The answer of one redundant worker, from the pages that it read; absent if they hold none. */
export interface Attempt {
	/** The worker's sub-question. */
	subQuestionId: string;
	answer?: Answer | undefined;
}

/** The part of a state that agreement depends on. */
export interface AgreementInput {
	answer?: Answer | undefined;
	attempts?: readonly Attempt[] | undefined;
	answerType: AnswerType;
	claims: readonly Claim[];
	groups: readonly Group[];
	sources: readonly PartialSource[];
	/** As in `groupByOrigin`. */
	countPages: boolean;
}

const levels: readonly Confidence[] = ["low", "medium", "high"];

/** Whether two answers give the same value: in other words, in another notation, or one in more detail. */
export function isSameAnswer(a: string, b: string, answerType: AnswerType): boolean {
	const [one, other] = [comparisonForm(a), comparisonForm(b)];
	if (one === other) return true;
	if (answerType === "yes_no") return false;
	if (answerType === "list") return itemsOf(one).join("; ") === itemsOf(other).join("; ");
	// A number in a name is no value: `Apollo 11` is not `Gemini 11`.
	if (answerType === "number" || answerType === "date") {
		if (holdsQuantities(a, b) && holdsQuantities(b, a)) return true;
		if (answerType === "number") return false;
	}
	return hasNegation(one) === hasNegation(other) && (occursIn(one, other) || occursIn(other, one));
}

/** Whether one text holds numbers and dates, and the other holds all of them. */
function holdsQuantities(text: string, whole: string): boolean {
	const [wanted, held] = [quantitiesIn(text), quantitiesIn(whole)];
	return wanted.length > 0 && wanted.every((one) => held.some((other) => isSameQuantity(one, other)));
}

function itemsOf(list: string): string[] {
	return list
		.split(";")
		.map((item) => item.trim())
		.toSorted();
}

/** The answer that most speaks for: of all evidence, else the one that most workers gave (the first of equals), with its workers. */
export function topAnswer({ answer, attempts = [], answerType }: AgreementInput) {
	const given = attempts.flatMap((attempt) => (attempt.answer ? [{ ...attempt, answer: attempt.answer }] : []));
	const sameAs = (text: string) => given.filter((one) => isSameAnswer(one.answer.text, text, answerType));
	const most = given.toSorted((a, b) => sameAs(b.answer.text).length - sameAs(a.answer.text).length)[0];
	const top = answer ?? most?.answer;
	if (!top) return undefined;
	const same = sameAs(top.text);
	return { answer: top, same, others: given.filter((one) => !same.includes(one)) };
}

/** Whether a second independent source, which another worker may have found, confirms the top answer. */
export function isConfirmed(input: AgreementInput): boolean {
	const top = topAnswer(input);
	return top !== undefined && originsOf(withClaimsOf(top), input) > 1;
}

/**
 * The answer, weighed by what redundant workers found (METHOD §8). If two of them, whose sources are independent, gave it, its
 * confidence rises by a level; if one gave another answer, it falls by a level, and both are shown. An answer that all the evidence
 * together did not yield counts only if two workers gave it. Without workers the answer stays as it is.
 */
export function weighAnswer(input: AgreementInput): Answer | undefined {
	const { answer, attempts = [] } = input;
	const top = topAnswer(input);
	if (attempts.length === 0 || !top || (!answer && top.same.length < 2)) return answer;
	const { same, others } = top;
	const weighed = withClaimsOf(top);
	const ofWorkers = { ...weighed, claimIds: same.flatMap((one) => one.answer.claimIds) };
	const isAgreed = same.length > 1 && originsOf(ofWorkers, input) > 1;
	const level = levels.indexOf(top.answer.confidence) + (isAgreed ? 1 : 0) - (others.length > 0 ? 1 : 0);
	return {
		...weighed,
		confidence: levels[Math.min(levels.length - 1, Math.max(0, level))] ?? "low",
		alternatives: withOthers(
			top.answer.alternatives,
			others.map((one) => one.answer),
			input.answerType,
		),
		why: [top.answer.why.replace(/[.\s]+$/u, ""), agreementWords(attempts.length, same.length, others.length, isAgreed)]
			.filter((text) => text !== "")
			.join("; "),
	};
}

/** An answer with the claims of all workers that gave it. */
function withClaimsOf({ answer, same }: NonNullable<ReturnType<typeof topAnswer>>): Answer {
	const all = [answer, ...same.map((one) => one.answer)];
	return { ...answer, claimIds: [...new Set(all.flatMap(({ claimIds }) => claimIds))] };
}

function originsOf(answer: Answer, { answerType, claims, groups, sources, countPages }: AgreementInput): number {
	return countStatingOrigins(answer, answerType, claims, groups, sources, countPages);
}

/** The alternatives with the other answers that workers gave, each once. */
function withOthers(
	alternatives: Answer["alternatives"],
	others: readonly Answer[],
	answerType: AnswerType,
): Answer["alternatives"] {
	const all = [...alternatives];
	for (const { text, claimIds } of others)
		if (!all.some((one) => isSameAnswer(one.text, text, answerType))) all.push({ text, claimIds });
	return all;
}

/** `2 of 3 workers found this, from independent sources; 1 found another answer`. */
function agreementWords(all: number, same: number, others: number, isAgreed: boolean): string {
	const from = same < 2 ? "" : isAgreed ? ", from independent sources" : ", though not from independent sources";
	const differing = others === 0 ? "" : `; ${others} found another answer`;
	return `${same === 0 ? "none" : same} of ${all} workers found this${from}${differing}`;
}
