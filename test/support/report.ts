import type { ReportInput } from "../../src/app/report/input.ts";
import { contentHash, shortHash } from "../../src/base/hash.ts";
import type { Claim } from "../../src/evidence/claim.ts";
import { emptyState } from "../../src/evidence/fold.ts";
import { updateGroups } from "../../src/evidence/group.ts";
import {
	type Answer,
	blocksIn,
	type Draft,
	type Report,
	type Review,
	type Sentence,
} from "../../src/evidence/report.ts";
import type { Page, Source } from "../../src/evidence/source.ts";
import type { ResearchState } from "../../src/evidence/state.ts";
import type { WriteInput } from "../../src/reasoning/reasoner.ts";
import { blockText } from "../../src/verification/check-block.ts";
import type { DraftEvidence } from "../../src/verification/verify.ts";
import { claimOf, lookupRoute, noPlan, sourceOf, synthesisRoute } from "./evidence.ts";

/** Pages with their texts, and claims whose quotes stand in them. */
export interface Library {
	sources: Source[];
	texts: Map<string, string>;
	claims: Claim[];
}

/** `pages`: title and text of each; `quotes`: of which page (from 0), and which words of it; all sentences if absent. */
export function libraryOf(
	pages: readonly { title: string; text: string; date?: string; url?: string }[],
	quotes: readonly (readonly [page: number, quote: string, more?: Partial<Claim>])[] = pages.flatMap(({ text }, page) =>
		text.split(/(?<=[.!?]) (?=\p{Lu})/u).map((sentence) => [page, sentence] as const),
	),
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

export function factOf(text: string, ...claimIds: (string | undefined)[]): Sentence {
	return { kind: "fact", text, claimIds: claimIds.flatMap((id) => id ?? []) };
}

/** A draft of one section. */
export function sectionWith(...sentences: Sentence[]): Draft {
	return { sections: [{ heading: "Body", sentences }] };
}

/** A review that asks for nothing. */
export const noRemarks: Review = {
	coverage: [],
	weakClaims: [],
	logicalGaps: [],
	missingPerspectives: [],
	suggestions: [],
};

/** What a report is written from. */
export function writeInputOf(
	question: string,
	{ sources, claims }: Pick<Library, "sources" | "claims">,
	more: Partial<WriteInput & { answer: Answer | undefined }> = {},
): WriteInput & { answer: Answer | undefined } {
	const none = { plan: noPlan, groups: [], conflicts: [], gaps: [], answer: undefined };
	return { question, route: synthesisRoute, sources, claims, ...none, ...more };
}

/** The groups that claims form when all are extracted at once. */
export function groupsOf({ sources, claims }: Pick<Library, "sources" | "claims">): WriteInput["groups"] {
	const byId = <T extends { id: string }>(all: readonly T[]) => new Map(all.map((one) => [one.id, one]));
	return updateGroups([], claims, [], byId(claims), byId(sources));
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
		route: { ...lookupRoute, values: ["port"], subjects: [] },
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
