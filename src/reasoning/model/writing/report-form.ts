import type { RequestedForm, Route } from "../../../evidence/question.ts";
import { detectLanguage } from "../../../text/detect-language.ts";
import type { WriteInput } from "../../reasoner.ts";
import { countSpacedWords, lengthTolerance, reportLengthRange } from "../../report-length.ts";
import type { PromptPart } from "../asker.ts";
import type { PromptEvidence } from "./prompt-evidence.ts";

/** What a form is checked against: a draft as the model wrote it. */
interface UncheckedDraft {
	bottomLine?: readonly UncheckedSentence[] | undefined;
	sections: readonly { form: string; paragraphs: readonly (readonly UncheckedSentence[])[] }[];
	cells?: readonly { value: string }[] | undefined;
}
interface UncheckedSentence {
	text: string;
}

/** The language of a text with fewer words is not detected. */
const wordsForLanguage = 12;
const englishNames = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

/** The form that a question asks for. */
function requestedForm({ form, analysis }: Route): RequestedForm {
	return form ?? analysis?.form ?? {};
}

/** The prompt part that states the form. */
export function formPart(
	{ route, question, depth, plan }: WriteInput,
	{ shownCount: shown }: PromptEvidence,
): PromptPart[] {
	const { words, items, table, audience } = requestedForm(route);
	const lengthRange = reportLengthRange({ route, depth, plan }, shown);
	const length =
		words !== undefined
			? [`At most ${words} words in all.`]
			: lengthRange === undefined
				? []
				: [
						`Length: ${lengthRange.low} to ${lengthRange.high} words in all, tables included; fewer where the claims are thin.`,
					];
	const rows = [
		...length,
		...(items === undefined
			? []
			: [`Exactly ${items} bullets in one section of the form "bullets", and no other text.`]),
		...(table
			? [`A table is asked for: ${isSynthesis(route) ? "give a section of the form `table`" : "give `cells`"}.`]
			: []),
		...(audience === undefined
			? []
			: [`It is read by: ${audience}. Choose what matters to them, in words that they know.`]),
		`Language: ${languageName(reportLanguage(route, question))}. Quotations stay in the language of their page.`,
	];
	return [{ title: "The form of the report", text: rows.join("\n"), kind: "own" }];
}

/** How a draft differs from the requested form, in words for its writer; undefined when it does not. */
export function formFault(draft: UncheckedDraft, { route, question }: WriteInput): string | undefined {
	const { words, items, table } = requestedForm(route);
	const paragraphs = draft.sections.flatMap((section) => section.paragraphs);
	const texts = [...(draft.bottomLine ?? []), ...paragraphs.flat()].map(({ text }) => text);
	const text = texts.join(" ");
	const count = countSpacedWords([text, ...(draft.cells ?? []).map(({ value }) => value)].join(" "));
	const bullets = draft.sections.filter(({ form }) => form !== "prose").flatMap((section) => section.paragraphs);
	const hasTable = isSynthesis(route)
		? draft.sections.some(({ form }) => form === "table")
		: draft.cells?.some(({ value }) => value.trim() !== "");
	const wantedLanguage = reportLanguage(route, question);
	const faults = [
		...(words !== undefined && count > words * lengthTolerance
			? [`it has ${count} words; at most ${words} are asked for`]
			: []),
		...(items !== undefined && ![bullets.length, paragraphs.length, texts.length].includes(items)
			? [`it has ${bullets.length} bullets; exactly ${items} are asked for, and nothing beside them`]
			: []),
		...(table && !hasTable ? ["a table is asked for, and there is none"] : []),
		...(count >= wordsForLanguage && detectLanguage(withoutQuotations(text)) !== wantedLanguage
			? [`it is not in ${languageName(wantedLanguage)}`]
			: []),
	];
	return faults.length === 0 ? undefined : `the form is not the one that is asked for: ${faults.join("; ")}`;
}

function isSynthesis({ shape }: Route): boolean {
	return shape === "synthesis";
}

/** The requested language, else the question's. */
function reportLanguage(route: Route, question: string): string {
	return requestedForm(route).language ?? detectLanguage(question);
}

function languageName(code: string): string {
	return englishNames.of(code) ?? code;
}

function withoutQuotations(text: string): string {
	return text.replace(/“[^”]*”|"[^"]*"/g, " ");
}
