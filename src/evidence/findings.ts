import type { Unread } from "./address.ts";
import type { Claim } from "./claim.ts";
import type { ServiceFault } from "./service-fault.ts";
import type { Source } from "./source.ts";

/** What an investigator brings back from one sub-question: all that the lead sees of its work (METHOD §8). */
export interface Findings {
	/** In a few sentences, for the log; no evidence by itself. */
	summary: string;
	/** What it hoped for and did not find. */
	gaps: string[];
	/** Every query it sent, in order. */
	queries: string[];
	/** Documents that its searches returned. */
	found: number;
	/** Pages it read, in order. */
	sources: Source[];
	unread: Unread[];
	/** Sub-questions that a model extracted a page for, by the id of its source; absent in logs of before. */
	whole?: Record<string, string[]> | undefined;
	/** Claims whose quotes code found in the pages. */
	claims: Claim[];
	/** Claims whose quotes were not there. */
	dropped: number;
	/** Model messages that it took. */
	messages: number;
	/** `budget`: it was made to report at its limit; `failed`: it never reported, and what it had read was weighed without it. */
	ended: "reported" | "budget" | "failed";
	/** Search services that failed it, and those outside this machine that were sent its queries; absent in logs of before. */
	faults?: ServiceFault[] | undefined;
	sent?: string[] | undefined;
}
