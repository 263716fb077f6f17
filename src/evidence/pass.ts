import type { FollowUpNoted } from "./action.ts";
import type { Fallback } from "./call.ts";
import type { Claim, Conflict } from "./claim.ts";
import type { Coverage } from "./coverage-status.ts";
import type { SubQuestion } from "./plan.ts";
import type { Report } from "./report.ts";
import type { ServiceFault } from "./service-fault.ts";
import type { Source } from "./source.ts";
import type { Turn } from "./turn.ts";
import type { UnreadPage } from "./unread-page.ts";

/** The part of a survey's plan that one pass researches and writes about. */
export interface Slice {
	/** `p1`, `p2`, … in the order of the survey. */
	id: string;
	/** What the pass is asked: the texts of its sub-questions. */
	question: string;
	/** The heading of what it writes: its first sub-question. */
	title: string;
	/** Ids of the survey's sub-questions, in plan order. */
	subQuestionIds: string[];
	/** Maximum numbers of pages and of steps. */
	maxSources: number;
	maxSteps: number;
}

/**
 * What a pass found and wrote, as the survey's log keeps it. Sub-questions have the pass's own ids: the first are those of its slice,
 * in their order. Of search results only the addresses are kept; the pass's own log holds the rest.
 */
export interface PassResult {
	subQuestions: SubQuestion[];
	coverage: Record<string, Coverage>;
	turns: Turn[];
	sources: Source[];
	unread: UnreadPage[];
	extractedFor: Record<string, string[]>;
	claims: Claim[];
	conflicts: Conflict[];
	/** Pairs of claims (`pairKey`) that were compared. */
	judged: string[];
	followUps: FollowUpNoted[];
	skipped: ServiceFault[];
	fallbacks: Fallback[];
	parked: { what: string; reason: string; isPage: boolean }[];
	/** Its active time, in all processes that worked on it. ms; absent in older logs. */
	elapsedMs?: number | undefined;
	/** Absent if it found no evidence. */
	report?: Report | undefined;
}

/** The result of a pass that could not be carried out. */
export function failedPass(what: string, reason: string): PassResult {
	return {
		...{ subQuestions: [], coverage: {}, turns: [], sources: [], unread: [], extractedFor: {}, claims: [] },
		...{ conflicts: [], judged: [], followUps: [], skipped: [], fallbacks: [] },
		parked: [{ what, reason, isPage: false }],
	};
}
