import type { Unread } from "./address.ts";
import type { Fallback } from "./call.ts";
import type { Claim, Conflict } from "./claim.ts";
import type { Findings } from "./findings.ts";
import type { DepthName, Plan, SubQuestion } from "./plan.ts";
import type { Reading, Route } from "./question.ts";
import type { Answer, Draft, Judgement, Report, Review, StopReason } from "./report.ts";
import type { ServiceFault } from "./service-fault.ts";
import type { PooledHit, Source, Speaker } from "./source.ts";

export type { ServiceFault } from "./service-fault.ts";

/** What a run was asked to do; with the question it makes the run's key, so a repeated command finds its unfinished run. */
export interface RunOptions {
	/** Absolute folders. */
	corpus: string[];
	depth: DepthName;
	planner: "guided" | "baseline";
	vectors: boolean;
	deadlineMs: number;
	/** Pages read, at most. */
	maxSources: number;
	/** Actions, at most. */
	maxSteps: number;
	/** Actions of one wave, at most; by the question and the wave unless given. */
	width?: number | undefined;
	/** The language models that do the thinking; without them the extractive reasoner does. */
	model?: ModelOptions | undefined;
	/** The open web; absent when only folders are searched. */
	web?: WebOptions | undefined;
}

/** What folders hold, as they were when the run began. */
export interface FoldersRead {
	documents: number;
	passages: number;
	/** Hash of all documents' hashes. */
	fingerprint: string;
	/** Which passages of a search were weighed by meaning: all, or the best by words. Absent in runs of older releases: all. */
	meaning?: "all" | "candidates" | undefined;
	/** Absent in runs of older releases. */
	skipped?: SkippedFile[] | undefined;
}

/** A file, or a line of one, that could not be read. */
export interface SkippedFile {
	path: string;
	reason: string;
}

/** What may be done on the web: what the user chose, nothing else. */
export interface WebOptions {
	/** Search services by name, in the order in which they were given; no other one is sent a query. May be empty: then only `urls` are read. */
	search: string[];
	/** Where the user's own SearXNG listens. */
	searxng?: string | undefined;
	/** Addresses that the user named: read before anything is searched. */
	urls: string[];
	/** Only results of these domains. */
	sites: string[];
	/** ISO date: only results published since then, where a service can tell. */
	since?: string | undefined;
	/** `auto`: where a page needs one and one is there. */
	browser: "auto" | "never";
	/** Whether pages are read by Steel where a browser is needed. */
	steel: boolean;
	/** The invented web of `assay demo`: nothing outside this machine is opened. */
	world?: boolean | undefined;
}

/** How much a model may think before it answers; the provider's default when not given. */
export type Effort = "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";

export interface ModelOptions {
	/** `provider:model` for what needs judgement: plan, draft, review. */
	lead: string;
	/** `provider:model` for what is asked often: wordings, choices, claims, support, an investigator's messages. */
	utility: string;
	leadEffort?: Effort | undefined;
	utilityEffort?: Effort | undefined;
	/** Where a server of one's own listens, without a password in it; a provider's own address needs none. */
	baseUrl?: string | undefined;
	/** `pipeline`: the mechanical steps of METHOD §4–5; `agent`: an investigator a sub-question. */
	gather: "pipeline" | "agent";
	/** Investigators are asked of the lead model; of the utility model unless given. */
	investigators?: "lead" | undefined;
	/** `isolated`: each role call has its own context; `single`: one growing conversation does all the roles. */
	session: "isolated" | "single";
	/** The most that the run may cost. USD. */
	maxCostUsd?: number | undefined;
	/** Draft → isolated review → revision (METHOD §9). */
	review: boolean;
	/** The support check of each cited sentence (METHOD §10). */
	support: boolean;
	/** One guarded rewrite below the pass rate. */
	rewrite: boolean;
}

/** What the planner does next, with its reason in one line. */
export type Action =
	| { kind: "cover" | "hop"; subQuestionId: string; reason: string }
	| { kind: "recover"; subQuestionId: string; tier: number; reason: string }
	| { kind: "challenge"; subQuestionId: string; groupId: string; reason: string }
	| { kind: "stop"; stopReason: StopReason; reason: string };

/** What is done next, and the sub-question that it begins, where it begins one. */
export interface Decided {
	action: Action;
	added?: SubQuestion | undefined;
}

/** A follow-up that reading suggested; the planner may take it up as a sub-question. */
export interface FollowUpNoted {
	text: string;
	origin: "gap" | "hop";
	focus: string[];
	priority: "core" | "optional";
	from?: string | undefined;
	reason: string;
	/** 0–1: how likely it is that this leads to what is missing. */
	promise: number;
	/** Its first searches, where whoever noted it wrote them. */
	queries?: string[] | undefined;
}

/** A gap analysis (METHOD §7): what each sub-question has, and what nobody planned to ask. */
export interface GapGrid {
	threads: {
		/** Of the sub-question. */
		id: string;
		verdict: "covered" | "partly" | "open";
		/** The figures, names and dates that there are, and what was hoped for; may be empty. */
		found: string;
		hopedFor: string;
	}[];
	blindSpots: string[];
}

/**
 * Everything that happens in a run, each recorded once as the result of a durable step. `turn` is the wave (METHOD §4), from 1;
 * 0 is before research, and the report's events carry the one after the last. `order` is the place in the plan among events of
 * one kind in one wave: of what is wordings, searches and investigations the place of their action.
 */
export type ResearchEvent = {
	turn: number;
	order: number;
	/** Roles in this step that a model was meant to do, and the extractive reasoner did. */
	fallbacks?: Fallback[] | undefined;
	/** Why the step was not done as it was meant to be: it had ended the program too often. */
	crash?: string | undefined;
} & (
	| {
			type: "started";
			question: string;
			options: RunOptions;
			reasoner: string;
			source: FoldersRead & { name: string };
	  }
	/** The web's search services before the first query: those that answered, that are paid for and were not tried, and that failed. */
	| { type: "probed"; answered: string[]; untried?: string[] | undefined; faults: ServiceFault[] }
	/** `readings` and `plan`: where they were given in the same answer. */
	| { type: "routed"; route: Route; readings?: Reading[] | undefined; plan?: Plan | undefined }
	| { type: "interpreted"; readings: Reading[] }
	| { type: "planned"; plan: Plan }
	/** `elapsedMs`: active time of the run so far; what a process slept while dead does not count. `spentUsd`: so far. */
	/** `beside`: the other actions of the wave, in plan order. */
	| ({ type: "decided"; beside?: Decided[] | undefined; elapsedMs: number; spentUsd?: number } & Decided)
	| { type: "rewritten"; queries: string[]; titles: string[] }
	/** `faults`: services that failed in it. `sent`: the services outside this machine that were sent the queries. */
	| {
			type: "searched";
			found: number;
			hits: PooledHit[];
			failed: { query: string; reason: string }[];
			faults?: ServiceFault[] | undefined;
			sent?: string[] | undefined;
	  }
	/** `left`: results of the web that were not offered for reading. */
	| {
			type: "chosen";
			choices: { url: string; reason: string }[];
			again: string[];
			left?: { url: string; title: string; reason: string }[] | undefined;
	  }
	/** `asked`: the address that was chosen, where the page turned out to have another. */
	| { type: "read"; source: Source; characters: number; asked?: string | undefined }
	| ({ type: "unread" } & Unread)
	/** `whole`: the sub-questions that a model extracted the page for, all at once. */
	| {
			type: "extracted";
			sourceId: string;
			subQuestionId: string;
			whole?: string[] | undefined;
			claims: Claim[];
			dropped: number;
			speaker?: Speaker | undefined;
	  }
	/** `elapsedMs`: when it ended, as in `decided`. */
	| { type: "investigated"; subQuestionId: string; findings: Findings; elapsedMs: number }
	/** `judged`: pairs of claims (`pairKey`) that somebody looked at, whatever the verdict was. */
	| { type: "compared"; conflicts: Conflict[]; judged?: string[] | undefined }
	/** `missing`: what the answer still lacks, seen over all evidence; absent when nobody said. */
	/** `analysis`: absent where nobody was asked for it. */
	| {
			type: "followed";
			followUps: FollowUpNoted[];
			missing?: string[] | undefined;
			analysis?: GapGrid | undefined;
	  }
	| { type: "answered"; answer?: Answer | undefined }
	| { type: "drafted"; answer?: Answer | undefined; draft: Draft }
	| { type: "reviewed"; review?: Review | undefined }
	| { type: "revised"; draft: Draft }
	/** `version` 1 is judged before the rewrite, 2 is the rewrite. */
	| { type: "judged"; version: number; judgements: Judgement[] }
	| { type: "redrafted"; draft: Draft }
	| { type: "written"; report?: Report | undefined; elapsedMs: number }
);

export type EventType = ResearchEvent["type"];

/** The order of kinds within a wave. */
const stages: readonly EventType[] = [
	"started",
	"probed",
	"routed",
	"interpreted",
	"planned",
	"decided",
	"rewritten",
	"searched",
	"chosen",
	"read",
	"unread",
	"extracted",
	"investigated",
	"compared",
	"answered",
	"followed",
	"drafted",
	"reviewed",
	"revised",
	"judged",
	"redrafted",
	"written",
];
const rank = new Map(stages.map((type, index) => [type, index]));

/** Plan order: by wave, stage, and place in the plan, whatever the order of completion was. */
export function inPlanOrder(events: readonly ResearchEvent[]): ResearchEvent[] {
	return events.toSorted(
		(a, b) => a.turn - b.turn || (rank.get(a.type) ?? 0) - (rank.get(b.type) ?? 0) || a.order - b.order,
	);
}
