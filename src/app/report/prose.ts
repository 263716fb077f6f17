import { type EvidenceTable, paragraphsOf, type Report, type Section, type Sentence } from "../../evidence/report.ts";
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

/** The rows of a section's table, and the paragraphs before and after them. Columns without a cell are left out. */
export function splitTable(section: Section): {
	before: Sentence[][];
	columns: string[];
	rows: { label: string; cells: (Sentence | undefined)[] }[];
	after: Sentence[][];
} {
	const cells = section.sentences.filter(({ cell }) => cell);
	const columns = (section.columns ?? []).filter((name) => cells.some(({ cell }) => cell?.column === name));
	const rows = [...Map.groupBy(cells, ({ cell }) => cell?.row ?? "")].map(([label, own]) => ({
		label,
		cells: columns.map((name) => own.find(({ cell }) => cell?.column === name)),
	}));
	const paragraphs = paragraphsOf(section).map((paragraph) => paragraph.filter(({ cell }) => !cell));
	const first = paragraphs.findIndex(({ length }) => length === 0);
	return {
		before: paragraphs.slice(0, Math.max(0, first)),
		columns,
		rows,
		after: paragraphs.slice(first).filter(({ length }) => length > 0),
	};
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

/** What stands below the short answer: how certain it is, told once, and what is the report's own. Empty without a short answer. */
export function shortAnswerNote(report: Pick<Report, "bottomLine" | "sections">): string {
	return [certaintyNote(report), hasInferences(report) ? shortAnswerLegend : ""].filter(Boolean).join(" ");
}

/** `Certainty: moderate (2 independent sources); low for sentence 3.` The certainty of most sentences comes first, and it alone says why. */
function certaintyNote({ bottomLine = [] }: Pick<Report, "bottomLine">): string {
	const numbered = bottomLine.map(({ certainty, why }, at) => ({ certainty, why, number: at + 1 }));
	const [most, ...others] = [...Map.groupBy(numbered, ({ certainty }) => certainty).values()].toSorted(
		(a, b) => b.length - a.length,
	);
	if (!most?.[0]) return "";
	const reasons = [...new Set(most.map(({ why }) => why))];
	const common = reasons.length === 1 ? `${most[0].certainty} (${reasons[0]})` : most[0].certainty;
	const parts = others.map((ones) => `${ones[0]?.certainty} for ${sentencesOf(ones)}`);
	return `Certainty: ${[common, ...parts].join("; ")}.`;
}

function sentencesOf(ones: readonly { number: number }[]): string {
	return `${ones.length === 1 ? "sentence" : "sentences"} ${ones.map(({ number }) => number).join(", ")}`;
}

/** Explains the mark of an inference to the reader, at the end of a report without a short answer. Plain text. */
export const inferenceLegend = " In italics: what this report concludes from the sources named.";
const shortAnswerLegend = "In italics below: what this report concludes from the sources named.";

/** The rendered sections, with the table at its place. */
export function insertTable<Part>(
	sections: readonly Part[],
	table: EvidenceTable | undefined,
	renderTable: (table: EvidenceTable) => Part,
): Part[] {
	if (!table) return [...sections];
	return sections.toSpliced(table.after === undefined ? 0 : table.after + 1, 0, renderTable(table));
}
