import type { Json } from "../../base/json.ts";
import type { Fallback, ModelMessage } from "../../evidence/call.ts";
import type { Claim } from "../../evidence/claim.ts";
import type { ServiceFault } from "../../evidence/event.ts";
import type { SubQuestion } from "../../evidence/plan.ts";
import type { PooledHit, Source } from "../../evidence/source.ts";
import type { UnreadPage } from "../../evidence/unread-page.ts";
import type { NextActionInput, RoleContext } from "../../reasoning/reasoner.ts";
import type { RunContext } from "../../store/store.ts";
import type { ReadFailure, ReadPage } from "../read.ts";
import type { searchAll } from "../search-wave.ts";
import type { Tools } from "../tools.ts";
import type { Assignment } from "./assignment.ts";

/** What was extracted from a page that an investigator read. */
export interface PageNotes {
	/** Claims that are new to the run. */
	claims: Claim[];
	/** Claims that the run had before. */
	known: readonly Claim[];
	/** Claims whose quotes the page does not hold. */
	dropped: number;
	/** Sub-questions that a model extracted the page for. */
	whole: string[];
}

/** What the run had extracted from pages before this wave. */
export interface EarlierClaims {
	claims: readonly Claim[];
	/** One page's claims, and the ids of the sub-questions that it was extracted for. */
	ofPage(url: string): { claims: readonly Claim[]; whole: readonly string[] };
}

/** A page that one investigator of the wave is to read. Whoever reads it asks a model for its claims by the same request. */
export interface AssignedPage {
	url: string;
	reader: Pick<SubQuestion, "id" | "text">;
	/** The passages that the reader's searches found. */
	passages: PooledHit["passages"];
	/** The score of its result relative to the reader's best, 0–1. */
	relevance: number;
}

/** The results of one query, with the services that failed and those that got it. */
export type SearchAnswer = Pick<Awaited<ReturnType<typeof searchAll>>, "lists" | "failed" | "faults" | "sent">;

/** What the investigators of one wave share. */
export interface SharedSearches {
	/** The results of a query. It is sent once in a run, whoever asks. Throws what `searchAll` throws. */
	search(query: string): Promise<SearchAnswer>;
	/** The page of a tool's call, by its address. The call is made once in a run, whoever makes it. Absent: it makes its own. */
	call?(url: string, isChanging: boolean): Promise<{ source: Source } | ReadFailure>;
	/** The pages that each investigator is to read; none for one that works alone. */
	assignedPages(): Promise<AssignedPage[]>;
}

/** What an investigator receives from the run that it works for. */
export interface ParentRun {
	/** The reasoner's role that decides its next message. */
	nextAction: (input: NextActionInput, context: RoleContext) => Promise<ModelMessage>;
	/** Active time of the run. ms */
	elapsedMs: () => number;
	/** Counts the active time that the investigator's log holds. ms */
	advanceTo?: ((elapsedMs: number) => void) | undefined;
	/** From this active time on it must report. ms */
	researchMs: number;
	onFallback: (fallback: Fallback) => void;
	/** The run's step that the investigator works for. */
	step?: string | undefined;
	/** The time that is left to ask models. */
	leftMs?: RoleContext["leftMs"];
	/** Absent where nothing was read before. */
	before?: EarlierClaims | undefined;
	/** Absent: it sends its own queries. */
	shared?: SharedSearches | undefined;
}

/** A document that an investigator's searches found, under the name that code gave it. */
export interface NamedResult {
	/** `r1`, `r2`, … in the order in which they were first shown. */
	id: string;
	hit: PooledHit;
}

/** The working state of one investigator. It changes in the order of the tool calls, never of their completion. */
export interface Workspace {
	readonly run: RunContext;
	readonly tools: Tools;
	readonly assignment: Assignment;
	readonly parent: ParentRun;
	/** Pages that others read: each url with the sub-question that it is read for. */
	readonly readByOthers: ReadonlyMap<string, string>;
	/** The pages that were divided among the investigators, by url. */
	readonly assigned: ReadonlyMap<string, AssignedPage>;
	/** By id, in the order in which they were shown. */
	readonly found: Map<string, NamedResult>;
	/** Pages that it has read, by url, in order. */
	readonly pages: Map<string, ReadPage>;
	/** What was extracted from them, by url. */
	readonly notes: Map<string, PageNotes>;
	/** Results and statements that it was shown. None is shown twice. */
	readonly shown: { results: Set<string>; claims: Map<string, ReadonlySet<string>> };
	readonly queries: string[];
	/** Addresses that its searches returned. */
	readonly seen: Set<string>;
	readonly unread: UnreadPage[];
	/** Search services that failed it, and external ones that were sent its queries. */
	readonly faults: ServiceFault[];
	readonly sent: string[];
	/** New pages that it may still read. */
	readsLeft: number;
	/** Tokens that it may still use. Spent in the order of messages and calls. */
	tokensLeft: number;
	/** Searches in a row without a read. */
	searches: number;
	/** Reads in progress or done, by url. */
	readonly reading: Map<string, Promise<ReadResult>>;
}

/** Whether the run had read a page, whole, before this wave. */
export function wasReadBefore({ before }: Pick<ParentRun, "before">, url: string): boolean {
	return (before?.ofPage(url).whole ?? []).length > 0;
}

/** A call's result: `text` for the next message, `later` for those after it. */
export interface ToolResult {
	text: string;
	later: string;
}

export type ReadResult = { page: ReadPage } | ReadFailure;

export function openWorkspace(
	run: RunContext,
	tools: Tools,
	assignment: Assignment,
	parentRun: ParentRun,
	assigned: readonly AssignedPage[] = [],
): Workspace {
	const workspace: Workspace = {
		run,
		tools,
		assignment,
		parent: parentRun,
		assigned: new Map(assigned.map((one) => [one.url, one])),
		readByOthers: new Map(
			assigned
				.filter(({ reader }) => reader.id !== assignment.subQuestion.id)
				.map(({ url, reader }) => [url, reader.text]),
		),
		found: new Map(),
		pages: new Map(),
		notes: new Map(),
		shown: { results: new Set(), claims: new Map() },
		queries: [],
		seen: new Set(),
		unread: [],
		faults: [],
		sent: [],
		readsLeft: assignment.reads,
		tokensLeft: assignment.spec?.budget.tokens ?? Number.POSITIVE_INFINITY,
		searches: 0,
		reading: new Map(),
	};
	for (const hit of assignment.web?.named ?? []) nameResult(workspace, hit);
	return workspace;
}

/** The result that names a document: its present name, or the next free one. */
export function nameResult(workspace: Workspace, hit: PooledHit): NamedResult {
	const known = [...workspace.found.values()].find((one) => one.hit.url === hit.url);
	const one = { id: known?.id ?? `r${workspace.found.size + 1}`, hit };
	workspace.found.set(one.id, one);
	return one;
}

/** Why a call was not carried out, in words for the model. The call costs nothing. */
export class ToolRefusal extends Error {}

/** A durable step of the investigator's own run. */
export async function recordStep<T>(
	run: RunContext,
	name: string,
	work: (signal: AbortSignal) => Promise<T>,
	/** What is recorded once the step has crashed the program too often. Without it the investigator ends. */
	instead?: (reason: string) => T,
): Promise<T> {
	const output = await run.step(name, async (signal) => (await work(signal)) as unknown as Json, {
		...(instead ? { instead: async (reason) => instead(reason) as unknown as Json } : {}),
	});
	return output as unknown as T;
}

/** The line at the end of a result: how many new pages may still be read. */
export function readsLeftText({ readsLeft }: Workspace): string {
	return readsLeft === 0 ? "No new page may be read any more." : `New pages that may still be read: ${readsLeft}.`;
}
