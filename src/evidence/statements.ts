import { type Answer, type Cell, type Draft, notStated, type Sentence, statedText } from "./report.ts";

/** A statement of a draft, with the claims that support it. */
export interface Statement {
	sentence: string;
	claimIds: string[];
	/** It compares, weighs or concludes. Absent: it states a fact. */
	kind?: "inference" | undefined;
	/** The code that the sentence leads to, which is part of what it states. */
	code?: string | undefined;
	/** It is a cell of the report's table. */
	cell?: { row: string; column: string; value: string } | undefined;
}

type CitedSentence = Pick<Sentence, "kind" | "text" | "claimIds" | "code" | "cell">;

/** All statements of a draft, each readable alone, in reading order: the answer, the bottom line, the cells, the sentences. */
export function statementsOf(question: string, { answer, bottomLine = [], table, sections }: Draft): Statement[] {
	return [
		...(answer ? [answerStatement(question, answer)] : []),
		...bottomLine.map(sentenceStatement),
		...(table?.rows ?? []).flatMap(({ label, cells }) =>
			cells.flatMap((cell, at) => cellStatement(label, table?.columns[at] ?? "", cell) ?? []),
		),
		...sections.flatMap(({ sentences }) => sentences.filter(({ kind }) => kind !== "frame").map(sentenceStatement)),
	];
}

function sentenceStatement({ kind, text, claimIds, code, cell }: CitedSentence): Statement {
	return {
		sentence: statedText({ text, cell }),
		claimIds,
		...(kind === "inference" ? { kind } : {}),
		...(code === undefined ? {} : { code }),
	};
}

function answerStatement(question: string, { text, claimIds, why }: Answer): Statement {
	const reason = why === "" ? "" : ` (reason given: ${why})`;
	return { sentence: `The answer to “${question}” is: ${text}${reason}`, claimIds };
}

function cellStatement(row: string, column: string, cell: Cell): Statement | undefined {
	if ("missing" in cell) return undefined;
	const { text: value, claimIds } = cell;
	return { sentence: `${row}, ${column}: ${value}`, claimIds, cell: { row, column, value } };
}

/**
 * Removes the statements with a fault from a draft. A faulty cell becomes a note that its value is not stated. A faulty answer stays,
 * since a quote holds its words, but it is marked as doubtful with the reason.
 */
export function withoutStatements(
	question: string,
	draft: Draft,
	faultOf: (statement: Statement) => string | undefined,
): { draft: Draft; removed: { text: string; reason: string }[] } {
	const removed: { text: string; reason: string }[] = [];
	const dropFaulty = (statement: Statement, text: string): string | undefined => {
		const reason = faultOf(statement);
		if (reason !== undefined) removed.push({ text, reason });
		return reason;
	};
	const { answer, bottomLine, table } = draft;
	const isKept = (one: CitedSentence) =>
		one.kind === "frame" || dropFaulty(sentenceStatement(one), one.text) === undefined;
	const doubt = answer && faultOf(answerStatement(question, answer));
	const checkCell = (row: string, column: string, one: Cell): Cell => {
		const statement = cellStatement(row, column, one);
		const reason = statement && dropFaulty(statement, statement.sentence);
		return reason === undefined ? one : { missing: notStated(row) };
	};
	const conclusions = bottomLine?.filter(isKept);
	const cells = table?.rows.map(({ label, cells: row }) => ({
		label,
		cells: row.map((one, at) => checkCell(label, table.columns[at] ?? "", one)),
	}));
	const sections = draft.sections.map((section) => ({
		...section,
		sentences: section.sentences.filter(isKept),
	}));
	return {
		draft: {
			...draft,
			...(answer ? { answer: doubt === undefined ? answer : doubtful(answer, doubt) } : {}),
			...(conclusions ? { bottomLine: conclusions } : {}),
			...(table && cells ? { table: { ...table, rows: cells } } : {}),
			sections,
		},
		removed,
	};
}

function doubtful(answer: Answer, reason: string): Answer {
	return { ...answer, confidence: "low", why: `doubtful: ${reason}`, complete: undefined };
}
