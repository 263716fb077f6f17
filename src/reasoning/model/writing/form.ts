import type { RequestedForm, Route } from "../../../evidence/question.ts";
import { detectLanguage } from "../../../text/detect-language.ts";
import type { WriteInput } from "../../reasoner.ts";
import { over, roomOf, wordsIn } from "../../room.ts";
import type { PromptPart } from "../asker.ts";
import type { ShownEvidence } from "./evidence.ts";

/** What a form is checked against: a draft as the model wrote it. */
interface Written {
	bottomLine?: readonly Said[] | undefined;
	sections: readonly { form: string; paragraphs: readonly (readonly Said[])[] }[];
	cells?: readonly { value: string }[] | undefined;
}
interface Said {
	text: string;
}

/** The language of a text with fewer words is not detected. */
const wordsForLanguage = 12;
const english = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

/** The form that a question asks for. */
function formOf({ form, analysis }: Route): RequestedForm {
	return form ?? analysis?.form ?? {};
}

/** The prompt part that states the form. */
export function formPart({ route, question, depth }: WriteInput, { shown }: ShownEvidence): PromptPart[] {
	const { words, items, table, audience } = formOf(route);
	const room = roomOf({ route, depth }, shown);
	const length =
		words !== undefined
			? [`At most ${words} words in all.`]
			: room === undefined
				? []
				: [`Length: ${room.low} to ${room.high} words in all, the table included.`];
	const rows = [
		...length,
		...(items === undefined
			? []
			: [`Exactly ${items} bullets in one section of the form "bullets", and no other text.`]),
		...(table ? ["A table is asked for: give `cells`."] : []),
		...(audience === undefined
			? []
			: [`It is read by: ${audience}. Choose what matters to them, in words that they know.`]),
		`Language: ${nameOf(languageFor(route, question))}. Quotations stay in the language of their page.`,
	];
	return [{ title: "The form of the report", text: rows.join("\n"), kind: "own" }];
}

/** How a draft differs from the requested form, in words for its writer; undefined when it does not. */
export function formFault(given: Written, { route, question }: WriteInput): string | undefined {
	const { words, items, table } = formOf(route);
	const paragraphs = given.sections.flatMap((section) => section.paragraphs);
	const said = [...(given.bottomLine ?? []), ...paragraphs.flat()].map(({ text }) => text);
	const text = said.join(" ");
	const count = wordsIn([text, ...(given.cells ?? []).map(({ value }) => value)].join(" "));
	const bullets = given.sections.filter(({ form }) => form !== "prose").flatMap((section) => section.paragraphs);
	const wanted = languageFor(route, question);
	const faults = [
		...(words !== undefined && count > words * over ? [`it has ${count} words; at most ${words} are asked for`] : []),
		...(items !== undefined && ![bullets.length, paragraphs.length, said.length].includes(items)
			? [`it has ${bullets.length} bullets; exactly ${items} are asked for, and nothing beside them`]
			: []),
		...(table && !given.cells?.some(({ value }) => value.trim() !== "")
			? ['a table is asked for, and "cells" is empty']
			: []),
		...(count >= wordsForLanguage && detectLanguage(unquoted(text)) !== wanted
			? [`it is not in ${nameOf(wanted)}`]
			: []),
	];
	return faults.length === 0 ? undefined : `the form is not the one that is asked for: ${faults.join("; ")}`;
}

/** The requested language, else the question's. */
function languageFor(route: Route, question: string): string {
	return formOf(route).language ?? detectLanguage(question);
}

function nameOf(code: string): string {
	return english.of(code) ?? code;
}

function unquoted(text: string): string {
	return text.replace(/“[^”]*”|"[^"]*"/g, " ");
}
