import { distinctBy } from "../base/distinct.ts";
import { shortHash } from "../base/hash.ts";
import { shortLine } from "../base/text.ts";
import { blocksIn, paragraphsOf, type Sentence, textWithCode } from "../evidence/report.ts";
import type { Page } from "../evidence/source.ts";
import type { ResearchState } from "../evidence/state.ts";
import { citationPrefix, citedShare, faithfulShare } from "./forms/form.ts";
import { passageOf } from "./passage.ts";
import { type Criterion, code, type Passage, type Verdict } from "./question.ts";

/** A statement of a report with what the pages that it cites say; empty passages: it cites none, or none that could be read. */
export interface Statement {
	text: string;
	/** Whether it names a source. */
	isCited: boolean;
	passages: Passage[];
	/** The statement before it in its paragraph. */
	before?: string | undefined;
}

/** Statements of one report that judges see, at most: those of the smallest hashes, which is a sample that nobody chose. */
export const citationsJudged = 40;
const passageLongest = 700;
const beforeLongest = 200;

function shortened(passage: Passage): Passage {
	return { ...passage, text: shortLine(passage.text, passageLongest) };
}

/** The factual sentences of a run's report with the quotes that they cite. `pages`: by their hash, those that could be loaded. */
export function statementsWithQuotes(
	{ report, claims, sources }: Pick<ResearchState, "report" | "claims" | "sources">,
	pages: ReadonlyMap<string, Page>,
): Statement[] {
	if (!report) return [];
	const passages = new Map(
		claims.map((claim) => {
			const source = sources.find(({ id }) => id === claim.sourceId);
			return [claim.id, passageOf(claim, source, source && pages.get(source.hash))] as const;
		}),
	);
	const { answer, bottomLine = [], sections } = report;
	const paragraphs: (Pick<Sentence, "text" | "claimIds"> & Partial<Sentence>)[][] = [
		...(answer ? [[{ text: `The answer is: ${answer.text}`, claimIds: answer.claimIds }]] : []),
		...bottomLine.map((one) => [one]),
		...sections.flatMap(paragraphsOf),
	];
	return paragraphs.flatMap((paragraph) =>
		paragraph.flatMap(({ kind, text, claimIds, code: command }, at): Statement[] => {
			const before = paragraph[at - 1]?.text;
			if (kind === "frame") return [];
			return [
				{
					...{ text: textWithCode({ text, code: command }), isCited: claimIds.length > 0 },
					passages: claimIds.flatMap((id) => passages.get(id) ?? []),
					...(before === undefined ? {} : { before }),
				},
			];
		}),
	);
}

/** The criteria by which judges grade the citations of a report. */
export function citationCriteria(statements: readonly Statement[]): Criterion[] {
	const cited = statements
		.filter(({ isCited }) => isCited)
		.map(({ text, passages, before }) => ({
			...{ id: citationPrefix + shortHash([text, passages.map((one) => one.text)]), kind: "citation" as const },
			...{ text, weight: 1, passages: distinctBy(passages, (one) => one.text).map(shortened) },
			...(before === undefined ? {} : { before: shortLine(before, beforeLongest) }),
		}));
	const distinct = new Map(cited.map((one) => [one.id, one]));
	return [...distinct.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, citationsJudged);
}

/**
 * How many cited statements of a run's report have all of their quotes, and were not refused where a model judged whether the quotes support
 * them (a partial support counts half). Of an extractive report the quoted blocks count. None without a report.
 */
export function faithfulVerdict({ report, claims }: Pick<ResearchState, "report" | "claims">): Verdict[] {
	if (!report) return [];
	const known = new Set(claims.map(({ id }) => id));
	const judged = new Map<string, number>(
		report.support?.judgements.map(({ sentence, verdict }) => [sentence, supportCounts[verdict]]),
	);
	const { bottomLine = [], sections } = report;
	const sentences = [...bottomLine, ...sections.flatMap((section) => section.sentences)];
	const cited = [...sentences.map((one) => ({ ...one, judged: judged.get(one.text) })), ...blocksIn(report)].filter(
		({ claimIds }) => claimIds.length > 0,
	);
	const counted = cited.map((one) => {
		if (!one.claimIds.every((id) => known.has(id))) return 0;
		return "judged" in one ? (one.judged ?? 1) : 1;
	});
	const hits = counted.reduce((sum, one) => sum + one, 0);
	const why = `${hits} of ${cited.length} cited statements`;
	const share = [hits, cited.length] as [number, number];
	return [{ criterion: faithfulShare, judge: code, label: "counted", met: null, share, why }];
}
const supportCounts = { supported: 1, partial: 0.5, unsupported: 0, contradicted: 0 } as const;

/** What code says of the citations: the share of statements that name a source. None without a statement. */
export function citedVerdict(statements: readonly Statement[]): Verdict[] {
	if (statements.length === 0) return [];
	const cited = statements.filter(({ isCited }) => isCited).length;
	const why = `${cited} of ${statements.length} statements name a source`;
	return [{ criterion: citedShare, judge: code, label: "counted", met: null, score: cited / statements.length, why }];
}
