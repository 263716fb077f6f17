import {
	type Certainty,
	type Conclusion,
	type EvidenceTable,
	paragraphsOf,
	type Report,
	type Section,
	type Sentence,
} from "../../evidence/report.ts";
import { occursIn } from "../../text/quotations.ts";
import type { ReportView } from "./input.ts";

/** The parts of a report's prose that all its formats share. */

/** Splits off the words that open an item of a list before a colon: `Bad partners: …`. At most six words. */
export function splitLeadIn(text: string): { lead: string; rest: string } | undefined {
	const [, lead = "", rest = ""] = /^([^:“”‹›`]{2,60}:)\s(\S[\s\S]*)$/u.exec(text) ?? [];
	return lead === "" || lead.split(" ").length > leadWordsMax ? undefined : { lead, rest };
}
const leadWordsMax = 6;

/**
 * The paragraphs of a list. Those that only conclude, before the first item or after the last, are no items: they stand around the list.
 */
export function splitList(section: Section): Record<"before" | "items" | "after", Sentence[][]> {
	const paragraphs = paragraphsOf(section);
	const isItem = (paragraph: readonly Sentence[]) =>
		paragraph.some(({ kind, text }) => kind !== "inference" || /^[^.“”]+:\s/u.test(text));
	const first = paragraphs.findIndex(isItem);
	const end = paragraphs.findLastIndex(isItem) + 1;
	if (first < 0) return { before: [], items: paragraphs, after: [] };
	return { before: paragraphs.slice(0, first), items: paragraphs.slice(first, end), after: paragraphs.slice(end) };
}

/** Splits a paragraph after each code: the sentences up to it, and the code. */
export function splitAtCode(paragraph: readonly Sentence[]): { sentences: Sentence[]; code: string | undefined }[] {
	const stretches: { sentences: Sentence[]; code: string | undefined }[] = [];
	for (const sentence of paragraph) {
		const last = stretches.at(-1);
		if (last && last.code === undefined) last.sentences.push(sentence);
		else stretches.push({ sentences: [sentence], code: undefined });
		const current = stretches.at(-1);
		if (current && sentence.code !== undefined && sentence.code.trim() !== "") current.code = sentence.code;
	}
	return stretches;
}

/** The things that an answer lists, each with the claims that name it; undefined for an answer that is no list. */
export function answerItemsOf({
	report,
	state,
	claim,
}: ReportView): { text: string; claimIds: string[] }[] | undefined {
	const { answer } = report;
	if (!answer || state.route?.answerType !== "list") return undefined;
	const items = answer.text
		.split(/;\s+/)
		.map((item) => item.trim())
		.filter((item) => item !== "");
	if (items.length < 2) return undefined;
	return items.map((text) => {
		const namingIds = answer.claimIds.filter((id) => {
			const { quote = "", cell } = claim(id) ?? {};
			return occursIn(text, quote) || (cell !== undefined && occursIn(text, cell.text));
		});
		return { text, claimIds: namingIds.length > 0 ? namingIds : answer.claimIds };
	});
}

/** Whether a report concludes anything that no source states. */
export function hasInferences({ bottomLine = [], sections }: Pick<Report, "bottomLine" | "sections">): boolean {
	return [...bottomLine, ...sections.flatMap(({ sentences }) => sentences)].some(({ kind }) => kind === "inference");
}

/**
 * The certainty that most conclusions have: it is told once, and only others are marked; undefined where it is not shared by two. Equal
 * marks on every line tell nothing.
 */
export function commonCertainty({ bottomLine = [] }: Pick<Report, "bottomLine">): Certainty | undefined {
	const counts = [...Map.groupBy(bottomLine, ({ certainty }) => certainty)].toSorted(
		([, a], [, b]) => b.length - a.length,
	);
	const [most] = counts;
	return most && most[1].length > 1 ? most[0] : undefined;
}

/** What a heading says of italics and of the common certainty: ` (in italics: …; certainty moderate unless marked)`. */
export function bottomLineLegend(report: Pick<Report, "bottomLine" | "sections">): string {
	const common = commonCertainty(report);
	return [
		...(hasInferences(report) ? [italicsLegend] : []),
		...(common === undefined ? [] : [`certainty ${common} unless marked otherwise`]),
	].join("; ");
}

/**
 * Why a conclusion has its certainty. One of the common certainty tells only what speaks against it: its markers show how many sources
 * it has. A low certainty always has its reason.
 */
export function shownGrounds({ certainty, why }: Pick<Conclusion, "certainty" | "why">, common?: Certainty): string {
	return certainty === common && certainty !== "low" ? why.split("; ").slice(1).join("; ") : why;
}

/** Explains the mark of an inference to the reader. Plain text. */
export const inferenceLegend =
	" What stands in italics is a conclusion of this report: it follows from the sources that it names, but none of them states it.";
/** The same explanation, for the report's first heading. */
const italicsLegend = "in italics: conclusions that this report draws from the sources named";

/** The rendered sections, with the table at its place. */
export function insertTable<Part>(
	sections: readonly Part[],
	table: EvidenceTable | undefined,
	renderTable: (table: EvidenceTable) => Part,
): Part[] {
	if (!table) return [...sections];
	return sections.toSpliced(table.after === undefined ? 0 : table.after + 1, 0, renderTable(table));
}
