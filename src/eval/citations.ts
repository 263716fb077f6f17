import { shortHash } from "../base/hash.ts";
import { shortLine } from "../base/text.ts";
import { textWithCode } from "../evidence/report.ts";
import type { ResearchState } from "../evidence/state.ts";
import { citationPrefix, citedShare } from "./forms/form.ts";
import { type Criterion, code, type Verdict } from "./question.ts";

/** A statement of a report with what the pages that it cites say; empty passages: it cites none, or none that could be read. */
export interface Statement {
	text: string;
	/** Whether it names a source. */
	isCited: boolean;
	passages: string[];
}

/** Statements of one report that judges see, at most: those of the smallest hashes, which is a sample that nobody chose. */
export const citationsJudged = 40;
const passageLongest = 700;

/** The factual sentences of a run's report with the quotes that they cite. */
export function statementsWithQuotes({ report, claims }: Pick<ResearchState, "report" | "claims">): Statement[] {
	if (!report) return [];
	const quotes = new Map(claims.map(({ id, quote }) => [id, quote]));
	const { answer, bottomLine = [], sections } = report;
	const sentences = [
		...(answer ? [{ text: `The answer is: ${answer.text}`, claimIds: answer.claimIds }] : []),
		...bottomLine,
		...sections.flatMap((section) =>
			section.sentences.filter(({ kind }) => kind !== "frame").map((one) => ({ ...one, text: textWithCode(one) })),
		),
	];
	return sentences.map(({ text, claimIds }) => ({
		...{ text, isCited: claimIds.length > 0 },
		passages: claimIds.flatMap((id) => quotes.get(id) ?? []),
	}));
}

/** The criteria by which judges grade the citations of a report. */
export function citationCriteria(statements: readonly Statement[]): Criterion[] {
	const cited = statements
		.filter(({ isCited }) => isCited)
		.map(({ text, passages }) => ({
			...{ id: citationPrefix + shortHash([text, passages]), kind: "citation" as const, text, weight: 1 },
			passages: [...new Set(passages)].map((passage) => shortLine(passage, passageLongest)),
		}));
	const distinct = new Map(cited.map((one) => [one.id, one]));
	return [...distinct.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, citationsJudged);
}

/** What code says of the citations: the share of statements that name a source. None without a statement. */
export function citedVerdict(statements: readonly Statement[]): Verdict[] {
	if (statements.length === 0) return [];
	const cited = statements.filter(({ isCited }) => isCited).length;
	const why = `${cited} of ${statements.length} statements name a source`;
	return [{ criterion: citedShare, judge: code, label: "counted", met: null, score: cited / statements.length, why }];
}
