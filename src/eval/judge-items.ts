import type { PromptPart } from "../app/evaluation/judges.ts";
import type { Criterion, Passage } from "./question.ts";

/** The numbered criteria as a judge sees them, those of citations with their passages and the pages that these stand in. */
export function itemsText(criteria: readonly Criterion[]): PromptPart[] {
	const pages = [...new Set(criteria.flatMap(({ passages = [] }) => passages.flatMap(({ page = "" }) => page || [])))];
	const items = criteria.map((criterion, at) => itemText(criterion, at + 1, pages));
	const listed = pages.map((page, at) => `p${at + 1}: ${page}`).join("\n");
	return [
		...(pages.length > 0 ? [{ title: "The pages of the passages", text: listed, kind: "data" as const }] : []),
		{ title: "Items", text: items.join("\n"), kind: "data" },
	];
}

function itemText(
	{ text, accepted = [], section, passages = [], before }: Criterion,
	number: number,
	pages: readonly string[],
): string {
	const others = accepted.slice(1);
	return [
		`${number}. ${section === undefined ? "" : `[${section}] `}${indented(text)}`,
		...(others.length > 0 ? [`   (also: ${others.join("; ")})`] : []),
		...(before === undefined ? [] : [`   before it: ${before}`]),
		...passages.flatMap((passage) => passageLines(passage, pages)),
	].join("\n");
}

function passageLines({ text, page = "", above, begins, goesOn }: Passage, pages: readonly string[]): string[] {
	const origin = page === "" ? "" : ` (p${pages.indexOf(page) + 1})`;
	return [
		`   cited${origin}: ${indented(text)}`,
		...(above === undefined ? [] : [`     above it: ${above}`]),
		...(begins === undefined ? [] : [`     its sentence begins: ${begins}`]),
		...(goesOn === undefined ? [] : [`     goes on: ${goesOn}`]),
	];
}

/** What an item holds cannot begin another item. */
function indented(text: string): string {
	return text.trim().replace(/\s*\n\s*/g, "\n     ");
}
