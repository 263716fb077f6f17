import type { Json } from "../../base/json.ts";
import type { Unread } from "../../evidence/address.ts";
import type { Fallback, ModelMessage } from "../../evidence/call.ts";
import type { Claim } from "../../evidence/claim.ts";
import type { ServiceFault } from "../../evidence/event.ts";
import type { PooledHit } from "../../evidence/source.ts";
import type { NextActionInput, RoleContext } from "../../reasoning/reasoner.ts";
import type { RunContext } from "../../store/store.ts";
import type { searchAll } from "../gather.ts";
import type { Miss, ReadPage } from "../read.ts";
import type { Tools } from "../tools.ts";
import type { Assignment } from "./assignment.ts";

/** What was taken from a page that an investigator read. */
export interface Notes {
	/** Claims that are new to the run. */
	claims: Claim[];
	/** Those that it had before. */
	known: readonly Claim[];
	/** Claims whose quotes the page does not hold. */
	dropped: number;
	/** Sub-questions that a model extracted it for. */
	whole: string[];
}

/** What the run had taken from pages before this wave. */
export interface Before {
	claims: readonly Claim[];
	/** Of one page: its claims, and the ids of the sub-questions that it was extracted for. */
	of(url: string): { claims: readonly Claim[]; whole: readonly string[] };
}

/** A page that another investigator of the wave reads, and the sub-question that it is read for. */
export interface LeftPage {
	url: string;
	reader: string;
}

/** What the investigators of one wave share. */
export interface Shared {
	/** A query of the plan, sent once. Throws what `searchAll` throws. */
	search(query: string, skip: readonly string[], signal: AbortSignal): ReturnType<typeof searchAll>;
	/** The pages that are left to the others. */
	leftTo(assignment: Assignment, signal: AbortSignal): Promise<LeftPage[]>;
}

/** What an investigator is given by the run that it works for. */
export interface Lead {
	/** Its mind: the role of the reasoner. */
	nextAction: (input: NextActionInput, context: RoleContext) => Promise<ModelMessage>;
	/** Active time of the run. ms */
	elapsedMs: () => number;
	/** From this time on it must report. ms */
	researchMs: number;
	onFallback: (fallback: Fallback) => void;
	/** The time that is left to ask models. */
	leftMs?: RoleContext["leftMs"];
	/** Absent where nothing was read before. */
	before?: Before | undefined;
	/** Absent where it works alone. */
	shared?: Shared | undefined;
}

/** A document that an investigator's searches found, by the name that code gave it. */
export interface Found {
	/** `r1`, `r2`, … in the order in which they were first shown. */
	id: string;
	hit: PooledHit;
}

/** What one investigator has before it. It changes only in the order of the tool calls, never of their completion. */
export interface Desk {
	readonly run: RunContext;
	readonly tools: Tools;
	readonly assignment: Assignment;
	readonly lead: Lead;
	/** Pages that are read by others, by url, each with the sub-question that it is read for. */
	readonly left: ReadonlyMap<string, string>;
	/** By id, in the order in which they were shown. */
	readonly found: Map<string, Found>;
	/** Pages that it has read, by url, in order. */
	readonly pages: Map<string, ReadPage>;
	/** What was taken from them, by url. */
	readonly notes: Map<string, Notes>;
	/** Results and claims that it was shown: no result is shown twice, and no statement. */
	readonly shown: { results: Set<string>; claims: Map<string, ReadonlySet<string>> };
	readonly queries: string[];
	readonly unread: Unread[];
	/** Search services that failed it, and those outside this machine that were sent its queries. */
	readonly faults: ServiceFault[];
	readonly sent: string[];
	/** New pages that it may still read. */
	readsLeft: number;
	/** Searches in a row without a read. */
	searches: number;
	/** Reads on their way or done, by url. */
	readonly reading: Map<string, Promise<PageRead>>;
}

/** What a call gives: as the next message is shown it, and as those after that are. */
export interface Shown {
	text: string;
	later: string;
}

export type PageRead = { page: ReadPage } | Miss;

export function openDesk(
	run: RunContext,
	tools: Tools,
	assignment: Assignment,
	lead: Lead,
	left: readonly LeftPage[] = [],
): Desk {
	const desk: Desk = {
		run,
		tools,
		assignment,
		lead,
		left: new Map(left.map(({ url, reader }) => [url, reader])),
		found: new Map(),
		pages: new Map(),
		notes: new Map(),
		shown: { results: new Set(), claims: new Map() },
		queries: [],
		unread: [],
		faults: [],
		sent: [],
		readsLeft: assignment.reads,
		searches: 0,
		reading: new Map(),
	};
	for (const hit of assignment.web?.named ?? []) named(desk, hit);
	return desk;
}

/** The name of a document: the one that it has, or the next. */
export function named(desk: Desk, hit: PooledHit): Found {
	const known = [...desk.found.values()].find((one) => one.hit.url === hit.url);
	const one = { id: known?.id ?? `r${desk.found.size + 1}`, hit };
	desk.found.set(one.id, one);
	return one;
}

/** Why a call was not carried out, in words for the model; it costs nothing. */
export class Refusal extends Error {}

/** A durable step of the investigator's own run. */
export async function recorded<T>(
	run: RunContext,
	name: string,
	work: (signal: AbortSignal) => Promise<T>,
	/** What is recorded once the step has ended the program too often; without it the investigator ends. */
	instead?: (reason: string) => T,
): Promise<T> {
	const output = await run.step(name, async (signal) => (await work(signal)) as unknown as Json, {
		...(instead ? { instead: async (reason) => instead(reason) as unknown as Json } : {}),
	});
	return output as unknown as T;
}

/** What may still be read, for the end of a result. */
export function readsLeftText({ readsLeft }: Desk): string {
	return readsLeft === 0 ? "No new page may be read any more." : `New pages that may still be read: ${readsLeft}.`;
}
