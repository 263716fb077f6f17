import type { Claim } from "./claim.ts";
import type { ServiceFault } from "./service-fault.ts";
import type { Source } from "./source.ts";
import type { UnreadPage } from "./unread-page.ts";

/** The result of an investigator on one sub-question: all that the lead model sees of its work (METHOD §8). */
export interface Findings {
	/** A few sentences for the log; no evidence by itself. */
	summary: string;
	/** What it looked for and did not find. */
	gaps: string[];
	/** Every query it sent, in order. */
	queries: string[];
	/** Number of documents that its searches returned. */
	found: number;
	/** Addresses that its searches returned, read or not; absent in older logs. */
	seen?: string[] | undefined;
	/** Pages it read, in order. */
	sources: Source[];
	unread: UnreadPage[];
	/** By source id, the sub-questions for which a model extracted the page; absent in older logs. */
	whole?: Record<string, string[]> | undefined;
	/** Claims whose quotes were found in the pages by code. */
	claims: Claim[];
	/** Number of claims whose quotes were not found. */
	dropped: number;
	/** Number of its messages to the model. */
	messages: number;
	/** Tokens that it used of its budget, estimated from the texts; absent in older logs. */
	tokens?: number | undefined;
	/** `budget`: it had to report at its limit; `failed`: it never reported, and its pages were evaluated without it. */
	ended: "reported" | "budget" | "failed";
	/** Search services that failed, and those outside this machine that got its queries; absent in older logs. */
	faults?: ServiceFault[] | undefined;
	sent?: string[] | undefined;
}
