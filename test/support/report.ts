import type { ReportInput } from "../../src/app/report/input.ts";
import { contentHash, shortHash } from "../../src/base/hash.ts";
import type { Claim } from "../../src/evidence/claim.ts";
import { emptyState } from "../../src/evidence/fold.ts";
import { blocksIn, type Draft, type Report } from "../../src/evidence/report.ts";
import type { Page, Source } from "../../src/evidence/source.ts";
import type { ResearchState } from "../../src/evidence/state.ts";
import { blockText } from "../../src/verification/check-block.ts";
import type { DraftEvidence } from "../../src/verification/verify.ts";
import { claimOf, sourceOf } from "./evidence.ts";

/** Pages with their texts, and claims whose quotes stand in them. */
export interface Library {
	sources: Source[];
	texts: Map<string, string>;
	claims: Claim[];
}

/** `pages`: title and text of each; `quotes`: of which page (from 0), and which words of it. */
export function libraryOf(
	pages: readonly { title: string; text: string; date?: string; url?: string }[],
	quotes: readonly (readonly [page: number, quote: string, more?: Partial<Claim>])[],
): Library {
	const texts = new Map(pages.map(({ text }, index) => [`s${index + 1}`, text]));
	const sources = pages.map(({ title, text, date, url }, index) =>
		sourceOf(`s${index + 1}`, { title, hash: contentHash(text), date, ...(url === undefined ? {} : { url }) }),
	);
	const claims = quotes.map(([page, quote, more]) => {
		const start = pages[page]?.text.indexOf(quote) ?? -1;
		if (start < 0) throw new Error(`the page ${page} does not hold: ${quote}`);
		const sourceId = `s${page + 1}`;
		return claimOf(quote, { id: shortHash([sourceId, quote]), quote, start, sourceId, ...more });
	});
	return { sources, texts, claims };
}

/** The pages of a library, as those who write are given them. */
export function pagesOf({ sources, texts }: Library): Page[] {
	return sources.map((source) => ({ ...source, text: texts.get(source.id) ?? "", marks: [] }));
}

/** What a reader is shown of each section: its heading, then its sentences and blocks. */
export function shownIn({ sections }: Pick<Draft, "sections">): { heading: string; text: string }[] {
	return sections.map(({ heading, sentences, blocks = [] }) => ({
		heading,
		text: [...sentences.map(({ text }) => text), ...blocks.map(blockText)].join("\n"),
	}));
}

export function evidenceOf({ sources, texts, claims }: Library): DraftEvidence {
	return { claims, sources, pageText: (id) => texts.get(id) };
}

/** A finished run that found a library and wrote a report. */
export function finishedRun(
	library: Library,
	report: Partial<Report> = {},
	more: Partial<ResearchState> = {},
): ReportInput {
	const { sources, texts, claims } = library;
	const question = report.question ?? "Which port does the server listen on?";
	const state: ResearchState = {
		...emptyState,
		question,
		reasoner: "extractive",
		route: {
			shape: "lookup",
			answerType: "number",
			values: ["port"],
			subjects: [],
			recency: false,
			highStakes: false,
			effort: "fact_check",
			reason: "it asks for one value",
		},
		sources,
		claims,
		stop: { reason: "ANSWER_CAPTURED", detail: "" },
		report: {
			shape: "lookup",
			question,
			sections: [
				{
					heading: "What the sources say",
					sentences: claims.map(({ quote, id }) => ({ kind: "fact", text: `“${quote}”`, claimIds: [id] })),
				},
			],
			disputes: [],
			gaps: [],
			sourceIds: sources.map(({ id }) => id),
			removed: [],
			checks: [],
			stopReason: "ANSWER_CAPTURED",
			stopDetail: "",
			...report,
		},
		done: true,
		elapsedMs: 1234,
		...more,
	};
	return { state, run: { id: "0a1b2c3d", createdAt: new Date(0), cost: 0 }, pageText: (id) => texts.get(id) };
}

/** The texts of all passages that a report quotes. */
export function quotedIn(report: Report | undefined): string {
	return report ? blocksIn(report).map(blockText).join("\n") : "";
}
