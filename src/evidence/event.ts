import type { Decided, FollowUpNoted, Offer } from "./action.ts";
import type { Attempt } from "./agreement.ts";
import type { Fallback } from "./call.ts";
import type { Claim, Conflict } from "./claim.ts";
import type { ClarifyingQuestion } from "./clarification.ts";
import type { EarlierRun, Inherited, Revisit } from "./earlier-run.ts";
import type { Findings } from "./findings.ts";
import type { InvestigatorSpec } from "./investigator-spec.ts";
import type { Part } from "./parts.ts";
import type { PassResult, Slice } from "./pass.ts";
import type { DepthName, Plan, SubQuestion } from "./plan.ts";
import type { Reading, Route } from "./question.ts";
import type { Answer, Draft, Judgement, Report, Review } from "./report.ts";
import type { ServiceFault } from "./service-fault.ts";
import type { PooledHit, Source, Speaker } from "./source.ts";
import type { UnreadPage } from "./unread-page.ts";
import type { MessageOutcome, PlanChange, UserMessage } from "./user-message.ts";
import type { Vote } from "./votes.ts";

export type { Action, Decided, FollowUpNoted, Offer } from "./action.ts";
export type { EarlierRun } from "./earlier-run.ts";
export type { ServiceFault } from "./service-fault.ts";

/** The options of a run. With the question they make the run's key, so that a repeated command finds its unfinished run. */
export interface RunOptions {
	/** Absolute folders. */
	corpus: string[];
	/** The id of an earlier run, whose stored pages alone are searched. */
	from?: string | undefined;
	/** The earlier run whose evidence this run starts from. */
	earlier?: EarlierRun | undefined;
	depth: DepthName;
	planner: "guided" | "rounds" | "baseline" | "learned";
	vectors: boolean;
	deadlineMs: number;
	/** Maximum number of pages read. */
	maxSources: number;
	/** Maximum number of actions. */
	maxSteps: number;
	/** Maximum number of actions in one wave; if absent, the question and the wave determine it. */
	width?: number | undefined;
	/** Questions to the user come first. */
	clarify?: true | undefined;
	/** The user decides on the plan before anything is searched. */
	confirm?: true | undefined;
	/** The language models of the run; without them the extractive reasoner does their roles. */
	model?: ModelOptions | undefined;
	/** What is known before the run begins, one statement each: a model does not plan for it again. Absent if nothing is. */
	known?: string[] | undefined;
	/** The sub-questions of the run, if it is not to plan its own. */
	plan?: SubQuestion[] | undefined;
	/** Options of the web search; absent if only folders are searched. */
	web?: WebOptions | undefined;
	/** Servers of the Model Context Protocol; absent if there are none. */
	mcp?: McpOptions | undefined;
	/** The parts of the method that are switched off, sorted; absent if none is. */
	without?: Part[] | undefined;
	/** The names of what the program that began the run gave it; absent if assay opened everything itself. */
	given?: { source?: string | undefined; reasoner?: string | undefined } | undefined;
}

/** The content of the folders when the run began. */
export interface FoldersRead {
	documents: number;
	passages: number;
	/** Hash of all documents' hashes. */
	fingerprint: string;
	/** Which passages a search ranked by meaning: all, or only the best by words. Absent in older runs, where it was all. */
	meaning?: "all" | "candidates" | undefined;
	/** Absent in runs of older releases. */
	skipped?: SkippedFile[] | undefined;
}

/** A file, or a line of one, that could not be read. */
export interface SkippedFile {
	path: string;
	reason: string;
}

/** The servers of the Model Context Protocol that the user named. */
export interface McpOptions {
	/** `command`, `url`: as the user typed them; absent where the file of servers has them, with their keys, which are not stored. */
	servers: { name: string; command?: string[] | undefined; url?: string | undefined }[];
	/** `SERVER/TOOL`, `SERVER/*`: tools that may change things and that the user allowed. */
	allow: string[];
}

/** What the run may do on the web. The user chose all of it. */
export interface WebOptions {
	/** Names of the search services, in the user's order. No other service gets a query. If empty, only `urls` are read. */
	search: string[];
	/** Address of the user's own SearXNG server. */
	searxng?: string | undefined;
	/** Addresses that the user named; they are read before the first search. */
	urls: string[];
	/** Only results of these domains. */
	sites: string[];
	/** ISO date: only results published since then, if a service can filter by date. */
	since?: string | undefined;
	/** `auto`: if a page needs a browser and one is installed. */
	browser: "auto" | "never";
	/** Whether Steel reads the pages that need a browser. */
	steel: boolean;
	/** Whether the run uses the invented web of `assay demo`, which opens nothing outside this machine. */
	world?: boolean | undefined;
}

/** How much a model may reason before it answers; if absent, the provider's default. */
export type Effort = "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";

export interface ModelOptions {
	/** `provider:model` for what needs judgement: plan, draft, review. */
	lead: string;
	/** `provider:model` for frequent requests: queries, page choices, claims, support checks, an investigator's messages. */
	utility: string;
	/** `provider:model` for the review and the support check, where it is neither of the two: cross-model verification. */
	reviewer?: string | undefined;
	leadEffort?: Effort | undefined;
	utilityEffort?: Effort | undefined;
	/** Address of the user's own model server, without a password; absent for a provider's own address. */
	baseUrl?: string | undefined;
	/** `pipeline`: the fixed steps of METHOD §4–5; `agent`: one investigator for each sub-question. */
	gather: "pipeline" | "agent";
	/** `lead`: investigators use the lead model; if absent, the utility model. */
	investigators?: "lead" | undefined;
	/** `isolated`: each request has its own context; `single`: one growing conversation serves all roles. */
	session: "isolated" | "single";
	/** Maximum cost of the run. USD. */
	maxCostUsd?: number | undefined;
	/** Maximum number of requests, failed ones included. Repeats of one that the provider refused at no charge do not count. */
	maxRequests?: number | undefined;
	/** Maximum tokens of all requests, input plus output. */
	maxTokens?: number | undefined;
	/** Draft → isolated review → revision (METHOD §9). */
	review: boolean;
	/** The support check of each cited sentence (METHOD §10). */
	support: boolean;
	/** Whether the report is rewritten once if its support check is below the pass rate. */
	rewrite: boolean;
}

/** A gap analysis (METHOD §7): the state of each sub-question, and the questions that the plan lacks. */
export interface GapGrid {
	threads: {
		/** Id of the sub-question. */
		id: string;
		verdict: "covered" | "partly" | "open";
		/** The figures, names and dates that were found, and those that were hoped for; may be empty. */
		found: string;
		hopedFor: string;
	}[];
	blindSpots: string[];
}

/**
 * One entry of a run's log, recorded once as the result of a durable step. `turn` is the wave (METHOD §4), from 1; it is 0 before
 * research, and the report's events have the number after the last wave. `order` is the position among events of one type in one
 * wave; for `rewritten`, `searched` and `investigated` it is the position of their action.
 */
export type ResearchEvent = {
	turn: number;
	order: number;
	/** Roles of this step that the extractive reasoner did instead of a model. */
	fallbacks?: Fallback[] | undefined;
	/** Why the step was skipped: it had crashed the program too often. */
	crash?: string | undefined;
	/** Active time of the run when the step ended, without the time when no process ran. ms; absent in older logs. */
	elapsedMs?: number | undefined;
} & (
	| {
			type: "started";
			question: string;
			options: RunOptions;
			reasoner: string;
			source: FoldersRead & { name: string };
	  }
	/** What an earlier run knew. */
	| { type: "inherited"; inherited: Inherited }
	/** The questions to the user before the research; may be none. */
	| { type: "asked"; questions: ClarifyingQuestion[] }
	/** In the order of the questions; an empty text where one was left open. */
	| { type: "replied"; answers: string[] }
	/** The search services before the first query: those that answered, paid ones that were not tried, and those that failed. */
	| { type: "probed"; answered: string[]; untried?: string[] | undefined; faults: ServiceFault[] }
	/** `readings` and `plan`: if the same answer held them. */
	| { type: "routed"; route: Route; readings?: Reading[] | undefined; plan?: Plan | undefined }
	| { type: "interpreted"; readings: Reading[] }
	/** The readings, weighed by what searches of their own words found. `sent`: services outside this machine that got the queries. */
	| {
			type: "weighed";
			readings: Reading[];
			queries: string[];
			faults?: ServiceFault[] | undefined;
			sent?: string[] | undefined;
	  }
	| { type: "planned"; plan: Plan }
	/** The user's decision on the plan. `plan`: the one that holds instead, if the user edited it. */
	| { type: "confirmed"; plan?: Plan | undefined; edited?: true | undefined }
	/** A message that the user sent during the run. Its wave is the one before which it was taken. */
	| { type: "received"; message: UserMessage; outcome: MessageOutcome; change?: PlanChange | undefined }
	/** `spentUsd`: so far. */
	/** `beside`: the other actions of the wave, in plan order. `offers`: absent in older runs, and where a limit decided. */
	| ({
			type: "decided";
			beside?: Decided[] | undefined;
			offers?: Offer[] | undefined;
			elapsedMs: number;
			spentUsd?: number;
	  } & Decided)
	| { type: "rewritten"; queries: string[]; titles: string[] }
	/** `faults`: services that failed. `sent`: services outside this machine that got the queries. */
	| {
			type: "searched";
			found: number;
			hits: PooledHit[];
			failed: { query: string; reason: string }[];
			faults?: ServiceFault[] | undefined;
			sent?: string[] | undefined;
			/** The pages that each query found, in its order. Present where a repeated query is not sent again. */
			lists?: { query: string; urls: string[] }[] | undefined;
			/** Queries that were not sent because the run had sent them before. */
			repeated?: string[] | undefined;
	  }
	/** `left`: web results that the result filter dropped. */
	| {
			type: "chosen";
			choices: { url: string; reason: string }[];
			again: string[];
			left?: { url: string; title: string; reason: string }[] | undefined;
	  }
	/** `asked`: the chosen address, if the page has another one. */
	| { type: "read"; source: Source; characters: number; asked?: string | undefined }
	| ({ type: "unread" } & UnreadPage)
	/** A page of the earlier run was read again. */
	| ({ type: "revisited" } & Revisit)
	/** `whole`: the sub-questions for which a model extracted the page, all at once. */
	| {
			type: "extracted";
			sourceId: string;
			subQuestionId: string;
			whole?: string[] | undefined;
			claims: Claim[];
			dropped: number;
			speaker?: Speaker | undefined;
	  }
	/** `spec`: absent in older logs. */
	| {
			type: "investigated";
			subQuestionId: string;
			spec?: InvestigatorSpec | undefined;
			findings: Findings;
			elapsedMs: number;
	  }
	/** Works to which pages of the wave refer. */
	| { type: "cited"; followUps: FollowUpNoted[] }
	/**
	 * The next round of a survey: its passes, and the sub-questions that it adds. Actions are not chosen here: each pass plans its own.
	 * `spentUsd`: as in `decided`.
	 */
	| { type: "sliced"; slices: Slice[]; added?: SubQuestion[] | undefined; elapsedMs: number; spentUsd?: number }
	/** The result of one pass of a survey. `isUnfinished`: what it has found so far; only shown, never recorded. */
	| { type: "passed"; slice: Slice; pass: PassResult; isUnfinished?: true | undefined; elapsedMs: number }
	/** `judged`: pairs of claims (`pairKey`) that were compared, whatever the verdict. */
	| { type: "compared"; conflicts: Conflict[]; judged?: string[] | undefined }
	/** `missing`: what the answer still lacks, judged over all evidence; absent if it was not judged. */
	/** `analysis`: absent if it was not requested. */
	| {
			type: "followed";
			followUps: FollowUpNoted[];
			missing?: string[] | undefined;
			analysis?: GapGrid | undefined;
	  }
	/** The answer of one redundant worker. */
	| { type: "attempted"; attempt: Attempt }
	| { type: "answered"; answer?: Answer | undefined }
	/** `judgements`: verdicts that were made before, of a survey's passes. */
	| { type: "drafted"; answer?: Answer | undefined; draft: Draft; judgements?: Judgement[] | undefined }
	| { type: "reviewed"; review?: Review | undefined }
	| { type: "revised"; draft: Draft }
	/** The wording of a merged report. `changed` and `refused`: numbers of paragraphs. */
	| { type: "polished"; draft: Draft; changed: number; refused: number }
	/** `version` 1 is judged before the rewrite, 2 is the rewrite. */
	| { type: "judged"; version: number; judgements: Judgement[] }
	| { type: "redrafted"; draft: Draft }
	/** One skeptic's vote. `answer`: the text that it judged. */
	| { type: "voted"; answer: string; vote: Vote }
	| { type: "written"; report?: Report | undefined; elapsedMs: number }
);

export type EventType = ResearchEvent["type"];

/** The order of event types within a wave. */
const stages: readonly EventType[] = [
	"started",
	"inherited",
	"asked",
	"replied",
	"probed",
	"routed",
	"interpreted",
	"weighed",
	"planned",
	"confirmed",
	"received",
	"decided",
	"sliced",
	"rewritten",
	"searched",
	"chosen",
	"read",
	"unread",
	"revisited",
	"extracted",
	"investigated",
	"cited",
	"passed",
	"compared",
	"attempted",
	"answered",
	"followed",
	"drafted",
	"reviewed",
	"revised",
	"polished",
	"judged",
	"voted",
	"redrafted",
	"written",
];
const rank = new Map(stages.map((type, index) => [type, index]));

/** Sorts events into plan order: by wave, type, and position in the plan, whatever the order of completion. */
export function inPlanOrder(events: readonly ResearchEvent[]): ResearchEvent[] {
	return events.toSorted(
		(a, b) => a.turn - b.turn || (rank.get(a.type) ?? 0) - (rank.get(b.type) ?? 0) || a.order - b.order,
	);
}
