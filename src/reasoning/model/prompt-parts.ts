import { z } from "zod";
import { comparisonForm, isEmptyAnswer } from "../../base/text.ts";
import type { Role } from "../../evidence/call.ts";
import type { Claim } from "../../evidence/claim.ts";
import type { SubQuestion } from "../../evidence/plan.ts";
import type { Route } from "../../evidence/question.ts";
import type { PromptPart } from "./asker.ts";
import { workerTask } from "./prompts.ts";

/** A model's name, query or reason as one line of at most `most` characters. */
export function truncatedLine(text: string, most: number): string {
	const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
	if (line.length <= most) return line;
	const cut = line.slice(0, most - 1).replace(/[\ud800-\udbff]$/u, "");
	return `${cut.replace(/\s+\S{0,20}$/u, "")}…`;
}

/** The texts as lines without empty answers and repeats (by comparison form), at most `most` of them. */
export function distinctLines(texts: readonly string[], most: number, longest: number): string[] {
	const byForm = new Map<string, string>();
	for (const text of texts) {
		const line = truncatedLine(text, longest);
		if (!isEmptyAnswer(line) && !byForm.has(comparisonForm(line))) byForm.set(comparisonForm(line), line);
	}
	return [...byForm.values()].slice(0, most);
}

/**
 * The item that a model names by its number: `p3`, `[P3]`, `page 3` and `3` are the third. Undefined for an unknown number, and for
 * another letter than `letter`.
 */
export function itemNumbered<T>(items: readonly T[], name: string, letter = ""): T | undefined {
	const [, word = "", digits] = /^\W*([a-z]*)\W*(\d{1,4})\W*$/iu.exec(name.trim()) ?? [];
	const isLetter = word === "" || word.toLowerCase().startsWith(letter);
	return isLetter && digits !== undefined ? items[Number(digits) - 1] : undefined;
}

/** A text or list that an answer may omit or give as null, although its schema asks for it. */
export const optionalText = withDefault(z.string(), "");
export const optionalList = withDefault(z.array(z.string()), []);

export function withDefault<T>(type: z.ZodType<T>, empty: T) {
	return z.preprocess((given) => given ?? empty, type);
}

/** Rounds a number to a grade of 1–5; NaN and infinity give 3. */
export function toGrade(grade: number): number {
	return Number.isFinite(grade) ? Math.min(5, Math.max(1, Math.round(grade))) : 3;
}

/** A fault that is worth one repair. The second answer passes, because code fills in what it lacks. */
export function onFirstAnswer<T>(
	fault: (answer: T) => string | undefined,
): (answer: T, attempt?: 1 | 2) => string | undefined {
	return (answer, attempt) => (attempt === 2 ? undefined : fault(answer));
}

/** What a redundant worker is told beside its role's instructions. */
export function workerPart(role: Role): PromptPart {
	return { title: "Your part", text: workerTask(role), kind: "own" };
}

/** The title of the part that holds the question. */
export const questionTitle = "The question";

export function questionPart(question: string): PromptPart {
	return { title: questionTitle, text: question.trim(), kind: "own" };
}

/** The route, with values and subjects numbered (v1, s1, …) so that the plan can refer to them. */
export function routePart(route: Route): PromptPart {
	const rows = [
		`Shape of the answer: ${route.shape}; it is ${answerTypeWords[route.answerType]}.`,
		...numberedNames("Values wanted", "v", route.values),
		...numberedNames("Asked of", "s", route.subjects),
		...(route.recency ? ["It is about the current state: newer sources count more."] : []),
		...(route.highStakes ? ["It is high-stakes: each claim needs two independent sources."] : []),
	];
	return { title: "What is wanted", text: rows.join("\n"), kind: "own" };
}

/** Names shown, at most: the latest. */
const untitledShown = 12;

/** The names that were looked up in vain, so that nobody looks for their pages again. */
export function untitledPart(names: readonly string[] = []): PromptPart[] {
	if (names.length === 0) return [];
	const text = names
		.slice(-untitledShown)
		.map((name) => truncatedLine(name, 80))
		.join("; ");
	return [{ title: "Names that no page found has in its title", text, kind: "data", cuttable: true }];
}

/** The open gaps, numbered, so that a writer can say which of them the report fills. */
export function gapsPart(open: readonly string[] = []): PromptPart[] {
	if (open.length === 0) return [];
	const rows = open.map((text, index) => `g${index + 1} ${truncatedLine(text, claimLongest)}`);
	return [{ title: "Gaps that will be listed", text: rows.join("\n"), kind: "data", cuttable: true }];
}

const answerTypeWords: Record<Route["answerType"], string> = {
	number: "a number",
	date: "a date",
	person: "a person",
	place: "a place",
	organization: "an organization",
	yes_no: "yes or no",
	list: "a list",
	entity: "a named thing",
	explanation: "an explanation",
};

function numberedNames(title: string, letter: string, names: readonly string[]): string[] {
	return names.length === 0 ? [] : [`${title}: ${names.map((name, at) => `${letter}${at + 1} ${name}`).join("; ")}`];
}

/** A sub-question that a page suggested holds text of pages, so it is data. */
export function subQuestionPart(subQuestion: SubQuestion, web = false): PromptPart {
	const { text, dimension, stance, origin } = subQuestion;
	const focus = web ? subQuestion.focus.filter(isName) : subQuestion.focus;
	const rows = [
		text,
		`(${dimension}; ${stance === "adversarial" ? "adversarial: it looks for what speaks against" : "supporting"})`,
		...(focus.length > 0 ? [`Names to follow: ${focus.join("; ")}`] : []),
	];
	return { title: "The sub-question", text: rows.join("\n"), kind: origin === "plan" ? "own" : "data" };
}

/**
 * The sub-questions with their ids. Those that pages suggested hold text of pages, so they are data. `web`: common nouns are no names to
 * follow.
 */
export function subQuestionsParts(all: readonly SubQuestion[], web = false): PromptPart[] {
	const row = ({ id, text, stance, focus }: SubQuestion) => {
		const names = web ? focus.filter(isName) : focus;
		const notes = [
			...(stance === "adversarial" ? ["it looks for what speaks against"] : []),
			...(names.length > 0 ? [`names to follow: ${names.join(", ")}`] : []),
		];
		return `${id}: ${truncatedLine(text, claimLongest)}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}`;
	};
	const part = (title: string, kind: PromptPart["kind"], some: readonly SubQuestion[]): PromptPart[] =>
		some.length === 0 ? [] : [{ title, text: some.map(row).join("\n"), kind }];
	// Sorted, so that every request on one page has the same text and is paid once.
	const ordered = all.toSorted((a, b) => a.id.localeCompare(b.id, "en", { numeric: true }));
	return [
		...part(
			"The sub-questions",
			"own",
			ordered.filter(({ origin }) => origin === "plan"),
		),
		...part(
			"Sub-questions that pages suggested",
			"data",
			ordered.filter(({ origin }) => origin !== "plan"),
		),
	];
}

/** Whether words are a name: `Runa Ashby`, `heron.cache.max2`, all that is not in small Latin letters. `petrel` is a common noun. */
export function isName(words: string): boolean {
	return !/^[\p{Script=Latin}\s'’-]+$/u.test(words) || /\p{Lu}/u.test(words);
}

/** Claims, one line each; no part when there are none. */
export function claimsPart(title: string, claims: readonly Claim[], most: number): PromptPart[] {
	if (claims.length === 0) return [];
	const rows = claims.slice(0, most).map(({ text }) => `- ${truncatedLine(text, claimLongest)}`);
	return [{ title, text: rows.join("\n"), kind: "data", cuttable: true }];
}

/** A claim in a list is cut to this length. Characters. */
export const claimLongest = 300;
