import { describeSpeaker } from "../../../evidence/describe-speaker.ts";
import type { Cell } from "../../../evidence/report.ts";
import { isWeb, locatorText, type Source } from "../../../evidence/source.ts";
import { shownDisputes } from "../disputes.ts";
import { evidenceMapOf } from "../evidence-map.ts";
import { confidenceOf, type ReportView } from "../input.ts";
import { oneLine } from "../markdown-text.ts";
import { captionOf } from "../words.ts";

/** A report as tables for a spreadsheet. The first column of each names its row. */
export interface Sheet {
	/** For the name of a file: lower case. */
	id: "evidence" | "matrix" | "table" | "disputes" | "sources";
	/** For people; at most 31 characters, as spreadsheets allow. */
	title: string;
	columns: { name: string /** Characters. */; width: number }[];
	rows: SheetCell[][];
}

/** Text of a document is never a formula; writers see to it. */
export type SheetCell = string | number | undefined;

/** The sheets of a report: its evidence claim by claim, facts by sources, its table, its disputes and its sources. */
export function sheetsOf(view: ReportView): Sheet[] {
	const sheets = [evidenceSheet(view), matrixSheet(view), ...tableSheet(view), disputesSheet(view), sourcesSheet(view)];
	return sheets.filter(({ id, rows }) => id === "evidence" || rows.length > 0);
}

/** All claims: those that the report cites in its order, then the others. */
function evidenceSheet(view: ReportView): Sheet {
	const { state, cited } = view;
	const questions = new Map(state.subQuestions.map(({ id, text }) => [id, text]));
	const citedIds = new Set(cited.map(({ id }) => id));
	const claims = [...cited, ...state.claims.filter(({ id }) => !citedIds.has(id))];
	return {
		...{ id: "evidence", title: "Evidence" },
		columns: columnsOf(
			["Claim", 60],
			["Quote", 60],
			["Source no.", 10],
			["Source", 36],
			["Address", 36],
			["Place", 16],
			["Date", 12],
			["Confidence", 12],
			["Independent origins", 12],
			["Disputed", 10],
			["Cited", 8],
			["Sub-question", 40],
			["Claim id", 16],
		),
		rows: claims.map((claim) => {
			const source = view.source(claim.sourceId);
			const group = view.groupOf(claim.id);
			return [
				...[oneLine(claim.text), oneLine(claim.quote), view.numberOf(claim.sourceId)],
				...[
					source && titleOf(source),
					source && addressOf(source),
					locatorText(claim.locator),
					claim.asOf ?? source?.date,
				],
				...[
					confidenceOf(view, claim),
					group?.origins,
					group?.disputed ? "yes" : "",
					citedIds.has(claim.id) ? "yes" : "",
				],
				...[claim.subQuestionIds.map((id) => questions.get(id) ?? id).join("; "), claim.id],
			];
		}),
	};
}

/** Facts by sources: `states`, or `disputed` where another source contradicts it. */
function matrixSheet({ state }: ReportView): Sheet {
	const { facts, sources } = evidenceMapOf(state);
	return {
		...{ id: "matrix", title: "Claims × sources" },
		columns: columnsOf(
			...[
				["Claim", 60],
				["Sources", 9],
				["Independent origins", 12],
				["Confidence", 12],
			].map((one) => one as [string, number]),
			...sources.map(({ source, number, origin }): [string, number] => [
				`[${number}] ${titleOf(source)} (origin ${origin})`,
				16,
			]),
		),
		rows: facts.map(({ text, claims, origins, confidence, disputed }) => [
			...[oneLine(text), claims.size, origins, confidence],
			...sources.map(({ source: { id } }) => (disputed.has(id) ? "disputed" : claims.has(id) ? "states" : "")),
		]),
	};
}

/** The report's table, each column followed by its sources. */
function tableSheet(view: ReportView): Sheet[] {
	const { table } = view.report;
	if (!table) return [];
	const numbersOf = (cell: Cell) =>
		"missing" in cell
			? ""
			: view
					.markers(cell.claimIds)
					.map(({ number }) => `[${number}]`)
					.join("");
	const cellOf = (cell: Cell) =>
		"missing" in cell ? cell.missing && `not found: ${oneLine(cell.missing)}` : numberOrText(cell.text);
	return [
		{
			...{ id: "table", title: "Table" },
			columns: columnsOf(
				[captionOf(table), 30],
				...table.columns.flatMap((name): [string, number][] => [
					[name, 24],
					[`${name}: sources`, 10],
				]),
			),
			rows: table.rows.map(({ label, cells }) => [
				oneLine(label),
				...cells.flatMap((cell) => [cellOf(cell), numbersOf(cell)]),
			]),
		},
	];
}

function disputesSheet(view: ReportView): Sheet {
	return {
		...{ id: "disputes", title: "Disputes" },
		columns: columnsOf(
			["Matter", 40],
			["How they differ", 30],
			["Value", 16],
			["Quote", 60],
			["Source no.", 10],
			["Source", 36],
		),
		rows: shownDisputes(view).shown.flatMap(({ title, note, sides }) =>
			sides.map(({ claim, value }) => {
				const source = view.source(claim.sourceId);
				return [
					oneLine(title),
					note,
					value,
					oneLine(claim.quote),
					view.numberOf(claim.sourceId),
					source && titleOf(source),
				];
			}),
		),
	};
}

function sourcesSheet(view: ReportView): Sheet {
	return {
		...{ id: "sources", title: "Sources" },
		columns: columnsOf(
			["No.", 6],
			["Title", 40],
			["Author", 20],
			["Site", 20],
			["Date", 12],
			["Address", 40],
			["Credibility", 14],
			["Nature", 24],
			["Copy of", 16],
			["Read at", 22],
			["Quotes cited", 10],
			["SHA-256 of its text", 20],
		),
		rows: view.report.sourceIds.flatMap((id, at) => {
			const source = view.source(id);
			if (!source) return [];
			const quotes = view.cited.filter(({ sourceId }) => sourceId === id).length;
			const { author, speaker, site, date, authority, capture, hash } = source;
			return [
				[
					...[at + 1, titleOf(source), author ?? speaker?.author, site, date, addressOf(source), authority],
					...[describeSpeaker({ speaker }).join(", "), view.copyNote(id), capture?.at, quotes, hash],
				],
			];
		}),
	};
}

function columnsOf(...columns: [name: string, width: number][]): Sheet["columns"] {
	return columns.map(([name, width]) => ({ name: oneLine(name), width }));
}

function titleOf({ title, label }: Source): string {
	return oneLine(title) || oneLine(label);
}

/** A web page's address; of a document its path below the folder that was searched, so that no file tells where it lies. */
function addressOf(source: Source): string {
	return isWeb(source) ? source.url : oneLine(source.label);
}

/** A cell that is a number and nothing else can be computed with. */
function numberOrText(text: string): string | number {
	const plain = text.trim();
	return isPlainNumber(plain) ? Number(plain) : oneLine(text);
}

/** Whether a text is a decimal number that a spreadsheet shows as it stands: no leading zeros, at most 15 digits. */
function isPlainNumber(text: string): boolean {
	return /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text) && text.length <= 15 && String(Number(text)) === text;
}
