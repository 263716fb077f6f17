import type { Json } from "../base/json.ts";
import type { Fallback, ModelMessage, ToolCall } from "../evidence/call.ts";
import type { Claim, Conflict, ExtractedClaim } from "../evidence/claim.ts";
import type { ClarifyingQuestion } from "../evidence/clarification.ts";
import type { FollowUpNoted, GapGrid } from "../evidence/event.ts";
import type { Group } from "../evidence/group.ts";
import type { Depth, DepthName, Plan, SubQuestion } from "../evidence/plan.ts";
import type { Reading, Route } from "../evidence/question.ts";
import type { Answer, Conclusion, Draft, Gap, Review, Support } from "../evidence/report.ts";
import type { Hit, Likeness, Page, PassageReading, ReadPassage, Source, Speaker } from "../evidence/source.ts";
import type { Vote } from "../evidence/votes.ts";
import type { SurroundingText } from "../text/surrounding-text.ts";
import type { JudgePulseInput, PulseDecision } from "./pulse.ts";
import type { SteerInput, SteerResult } from "./steering.ts";

/** Why a search is made. It decides how queries are worded. */
export type SearchPurpose = "cover" | "hop" | "challenge" | "recover";

export interface RewriteInput {
	question: string;
	route: Route;
	subQuestion: SubQuestion;
	purpose: SearchPurpose;
	/** Recovery tier 0–4 (METHOD §7): own wording, simpler keywords, comparator wording, paper-oriented terms, a named source. */
	tier: number;
	/** For a challenge: the group to contradict. */
	challenge?: Group | undefined;
	/** Claims so far, strongest first. */
	claims: Claim[];
	/** Titles and urls of pages already read, in order. */
	read: { url: string; title: string }[];
	/** Queries already sent for this sub-question. */
	tried: string[];
	/** Names that were looked up and that the title of no result holds. */
	untitled?: string[] | undefined;
	/** The queries go to web search services, which want few words and know `site:`, `after:` and `before:`. */
	web?: boolean | undefined;
}

export interface BeginInput {
	question: string;
	depth: Depth;
	/** Whether the plan may hold no adversarial sub-question. */
	onlySupporting?: boolean | undefined;
	/** What is known before the run, one statement each. */
	known?: string[] | undefined;
}

export interface ClarifyInput {
	question: string;
	/** At most this many questions. */
	most: number;
}

/** What a run begins with: route, readings and plan. */
export interface BeginResult {
	route: Route;
	readings: Reading[];
	plan: Plan;
}

export interface RewriteResult {
	/** 1–3 search queries; a hop adds one for each bridging name. */
	queries: string[];
	/** Names whose own pages should be looked up by title. */
	titles: string[];
}

export interface ChooseInput {
	question: string;
	route: Route;
	subQuestion: SubQuestion;
	purpose: SearchPurpose;
	/** Urls that this sub-question's searches found. Absent: all of `hits`. */
	found?: string[] | undefined;
	/** The other sub-questions of the wave, each with the urls that its searches found. */
	beside?: { subQuestion: SubQuestion; purpose: SearchPurpose; found: string[] }[] | undefined;
	/** Pooled results, each document once, best first by rank fusion over all queries; rules take several sub-questions' in turns. */
	hits: Hit[];
	claims: Claim[];
	read: { url: string; title: string }[];
	/** How many pages may be chosen, for all sub-questions together. */
	max: number;
}

/** A page to read, with the reason in one line; in reading order. */
export interface PageChoice {
	url: string;
	reason: string;
}

export interface ExtractInput {
	question: string;
	route: Route;
	/** The sub-question that led to the page. */
	subQuestion: SubQuestion;
	/** The run's other sub-questions. A model extracts for all at once, rules for `subQuestion` alone. */
	others?: SubQuestion[] | undefined;
	page: Page;
	/** How much of the page a model is shown. Characters. */
	room?: number | undefined;
	/** The page was extracted before for other sub-questions; a model is shown only what fits this one. */
	only?: true | undefined;
	/** Passages that this action's searches hit, best first. `score` is relative to the best (1). Empty for a page read again. */
	passages?: { start: number; end: number; score: number }[] | undefined;
	/** Rules give at most this many claims, and one for each best passage that has none. A model's are limited by length. */
	max: number;
}

export interface CompareInput {
	/** Claims that were recorded just now. */
	fresh: Claim[];
	/** Claims that were recorded before, by group. */
	known: Claim[];
	/** Conflicts that are known and need no judgement. */
	knownConflicts?: Conflict[] | undefined;
	/** Pairs of claims (`pairKey`) that were judged before: none is judged again. */
	judged?: readonly string[] | undefined;
	/** The claims' sources, with speaker and date. */
	sources?: readonly WriteInput["sources"][number][] | undefined;
	subQuestions?: readonly Pick<SubQuestion, "id" | "text">[] | undefined;
	/** The question's shape. Rules compare values only where the question asks for one. Absent: it does. */
	shape?: Route["shape"] | undefined;
}

export interface CompareResult {
	conflicts: Conflict[];
	/** Pairs of claims (`pairKey`) that were compared, whatever the verdict. */
	judged?: string[] | undefined;
}

export interface GapsInput {
	question: string;
	route: Route;
	plan: Plan;
	claims: Claim[];
	/** Pages read so far with their texts, in order. */
	pages: Page[];
	/** Every query sent so far. */
	tried: string[];
	/** The searches for each sub-question, one entry a step, and their best outcome. */
	searches?: { id: string; queries: string[]; brought: "findings" | "pages" | "nothing" }[] | undefined;
	/** How many pages the searches for a sub-question found that were never chosen, by its id. */
	unreadFound?: Record<string, number> | undefined;
	/** What the last analysis said of each sub-question, by its id. */
	earlier?: Record<string, EarlierThread> | undefined;
	/** Ids of sub-questions that were searched more than once in vain. They are gaps and are not reopened. */
	closed?: string[] | undefined;
	/** Claims that cannot all be true. */
	conflicts?: Conflict[] | undefined;
	/** Rounds of follow-ups that are left, the next one included. Absent: no limit. */
	roundsLeft?: number | undefined;
	/** Ids of planned sub-questions that no step has worked on yet. */
	waiting?: string[] | undefined;
	/**
	 * What investigators or an earlier run did not find, with the id of its sub-question; without one it is of the whole question. Others
	 * may have found it since.
	 */
	missed?: { id?: string | undefined; text: string }[] | undefined;
	/** Names that were looked up and that the title of no result holds. */
	untitled?: string[] | undefined;
	/** Follow-up questions of earlier analyses that were not searched yet, best first. */
	waitingFollowUps?: string[] | undefined;
	/** At most this many follow-ups. */
	max: number;
}

/** What a gap analysis said of a sub-question. `claimIds`: what it was shown. `searched`: whether it was searched again since. */
export type EarlierThread = GapGrid["threads"][number] & { claimIds: readonly string[]; searched: boolean };

/** A follow-up question: a gap, or a bridging entity that a page named. It has the form in which the log stores it. */
export type FollowUp = FollowUpNoted;

export interface GapAnalysis {
	followUps: FollowUp[];
	/** What the answer still lacks, the most important first, for the report's reader. Undefined: unknown. */
	missing?: string[] | undefined;
	/** Absent where the sub-questions were not looked at one by one. */
	analysis?: GapGrid | undefined;
}

/** Reads what passages say on a question; each costs 5 to 40 ms. Undefined where the reading model cannot be used. */
export type ReadPassages = (
	question: string,
	passages: readonly ReadPassage[],
) => Promise<PassageReading[] | undefined>;

export interface WriteInput {
	question: string;
	route: Route;
	plan: Plan;
	/** All direct claims, then adjacent ones. */
	claims: Claim[];
	groups: Group[];
	conflicts: Conflict[];
	sources: (Pick<Source, "id" | "url" | "title" | "label" | "origin"> & Partial<Source>)[];
	gaps: Gap[];
	/** Gaps that a report may fill, in words: what was looked for and not found. Absent: none is known. */
	open?: string[] | undefined;
	/** Decides how long a report may be. */
	depth?: DepthName | undefined;
	/** Whether each page counts as an independent source, also copies (the run has no part `independence`). */
	countPages?: boolean | undefined;
	/** `claims` are those of one redundant worker, for its own answer. */
	worker?: true | undefined;
	/** The pages read, with texts, in order. Rules choose passages from them; a model is shown the items of their lists. */
	pages?: Page[] | undefined;
	/** How similar texts are in meaning to a query; each costs 5 to 30 ms. Absent, or undefined, where no model can tell. */
	similarity?: ((query: string, texts: readonly string[]) => Promise<Likeness[] | undefined>) | undefined;
	readPassages?: ReadPassages | undefined;
	/** Passages that the corpus index finds for a query, best first; empty without an index. */
	places?: ((query: string) => Promise<Pick<Hit, "url" | "start" | "end">[]>) | undefined;
}

/** A draft as an isolated reader sees it: without the evidence and without the run's history. */
export interface ReviewInput {
	question: string;
	dimensions: Plan["dimensions"];
	draft: Draft;
	/** The clusters of claims, and how much of each the draft cites. */
	outline?: ClusterUse[] | undefined;
	/** The draft's words, and the most that it may have. */
	length?: { words: number; most: number } | undefined;
}

/** A cluster of claims and how a draft uses it. */
export interface ClusterUse {
	/** Its most distinctive words, which identify it. */
	name: string;
	claims: number;
	pages: number;
	/** Claims of it that the draft cites. */
	cited: number;
	/** Why the writer left it out. */
	leftOut?: string | undefined;
	/** The text of its most typical claim, which says what it is about. */
	typical: string;
}

/** A merged report whose wording may be smoothed, and nothing else. */
export interface PolishInput {
	question: string;
	/** Each sentence with the marks of its claims at its end: `It costs 3 cents. [c1, c4]`. */
	paragraphs: { key: string; heading: string; sentences: string[] }[];
}

/** A tool that an investigator may call. */
export interface ToolSpec {
	name: string;
	description: string;
	/** JSON Schema of its arguments, an object. */
	parameters: Json;
}

/** One exchange of an investigator's conversation: the model's message and the results of its tool calls. */
export interface InvestigatorExchange {
	message: ModelMessage;
	/** In the order of the message's tool calls. `later`: replaces the text after the next message was sent. */
	results: { call: ToolCall; text: string; later?: string | undefined }[];
}

export interface NextActionInput {
	question: string;
	route: Route;
	reading: Reading | undefined;
	subQuestion: SubQuestion;
	/** Findings of the run so far, one line each; empty for the first investigators. */
	known: string[];
	/** What to look for, in which kinds of source, and what others answer instead. */
	bounds?: { angles: string[]; sources: string[]; excluded: string[] } | undefined;
	/** The results of queries that were sent before its first message. */
	opening?: string | undefined;
	transcript: InvestigatorExchange[];
	tools: ToolSpec[];
	/** Model messages that are left, this one included. */
	messagesLeft: number;
	/** The only tool that may be called now, such as `report` when the budget is used up. */
	only?: string | undefined;
}

/** What a role gets besides its input. */
export interface RoleContext {
	signal?: AbortSignal | undefined;
	/** Whether it spends the report reserve or the rest of the budget. Absent: the role decides. */
	purpose?: "research" | "report" | undefined;
	/**
	 * The time that is left for the role, in ms; it is called when the role begins. When it is used up, or runs out during a request,
	 * rules do the role, which takes no time.
	 */
	leftMs?: ((purpose: "research" | "report") => number) | undefined;
	/** The run's step that the role works for. */
	step?: string | undefined;
	/** Set when the step ended the program before: the model is not asked again, for this reason. */
	crash?: string | undefined;
	/** Receives the prose of a draft as far as it is written, and each verdict of a support check as it is given; must not throw. */
	onWriting?: ((text: string) => void) | undefined;
	onVerdict?: ((sentence: string, verdict: Support["verdict"]) => void) | undefined;
	/** Called when another model or the rules did the role. */
	onFallback?: ((fallback: Fallback) => void) | undefined;
}

/** The claims of a page and its speaker. */
export interface PageExtraction {
	/** Best first. */
	claims: ExtractedClaim[];
	speaker?: Speaker | undefined;
}

/**
 * The roles of the method, one typed method each (DESIGN, "Roles"). There are two implementations: `extractive` is deterministic and
 * needs no model, key or network; `model` asks language models. A role that fails throws an `AssayError` that names it.
 */
export interface Reasoner {
	/** For the log and the report: `extractive`, or `provider:model`. */
	readonly name: string;
	/** Route, readings and plan in one request. Absent, or undefined: they are asked for one by one. */
	begin?(input: BeginInput, context?: RoleContext): Promise<BeginResult | undefined>;
	/** Questions to the user whose answers would change the research. Absent where no model can tell. */
	clarify?(input: ClarifyInput, context?: RoleContext): Promise<ClarifyingQuestion[]>;
	route(input: { question: string }, context?: RoleContext): Promise<Route>;
	interpret(input: { question: string; route: Route }, context?: RoleContext): Promise<Reading[]>;
	plan(
		input: {
			question: string;
			route: Route;
			readings: Reading[];
			depth: Depth;
			onlySupporting?: boolean | undefined;
			known?: string[] | undefined;
		},
		context?: RoleContext,
	): Promise<Plan>;
	/** How a message of the user changes the plan. Absent, or undefined, where no model can tell. */
	steer?(input: SteerInput, context?: RoleContext): Promise<SteerResult | undefined>;
	rewriteQuery(input: RewriteInput, context?: RoleContext): Promise<RewriteResult>;
	choosePages(input: ChooseInput, context?: RoleContext): Promise<PageChoice[]>;
	extractClaims(input: ExtractInput, context?: RoleContext): Promise<PageExtraction>;
	compareClaims(input: CompareInput, context?: RoleContext): Promise<CompareResult>;
	findGaps(input: GapsInput, context?: RoleContext): Promise<GapAnalysis>;
	/** Undefined when the claims do not hold an answer. */
	answer(input: WriteInput, context?: RoleContext): Promise<Answer | undefined>;
	draft(
		/** `isReviewed`: a revision follows, which is told what code would remove. */
		input: WriteInput & { answer: Answer | undefined; isReviewed?: boolean | undefined },
		context?: RoleContext,
	): Promise<Draft>;
	/** Undefined where no model can review. */
	review(input: ReviewInput, context?: RoleContext): Promise<Review | undefined>;
	/** Answers each suggestion of a review, or repairs sentences that their quotes do not support (`faults`). */
	revise(
		input: WriteInput & { draft: Draft; review?: Review | undefined; faults?: { sentence: string; reason: string }[] },
		context?: RoleContext,
	): Promise<Draft>;
	/**
	 * The bottom line of a merged report, from all of its findings; empty where none could be written. Absent where no model can.
	 */
	conclude?(input: WriteInput & { draft: Draft }, context?: RoleContext): Promise<Conclusion[]>;
	/**
	 * A smoother wording of paragraphs, by key: the new text of each of its sentences, in order, with its marks. Code decides which are
	 * kept. Absent where no model can.
	 */
	polish?(input: PolishInput, context?: RoleContext): Promise<Map<string, string[]>>;
	/** Whether a campaign goes on after its last pulse. */
	judgePulse(input: JudgePulseInput, context?: RoleContext): Promise<PulseDecision>;
	/** One verdict for each item, in order. */
	judgeSupport(items: readonly SupportItem[], context?: RoleContext): Promise<Support[]>;
	/** One skeptic's vote on an answer. Absent where no model can vote. Throws when the model fails. */
	vote?(input: VoteInput, context?: RoleContext): Promise<Vote>;
	/** An investigator's next message. Absent where no model can investigate. */
	nextAction?(input: NextActionInput, context?: RoleContext): Promise<ModelMessage>;
}

/** An answer that a skeptic judges. `claims`: only those of the answer and those against it. */
export interface VoteInput extends WriteInput {
	answer: Answer;
	/** Ids of the claims that may speak against the answer. */
	against: string[];
	/** The skeptic's number, from 1. Each looks for another kind of error first. */
	skeptic: number;
}

/** A sentence and the quotes that it cites. */
export interface SupportItem {
	sentence: string;
	/** The sentence before it in its section. It is context: it is not judged, and is no evidence. */
	before?: string | undefined;
	/** `inference`: it compares, weighs or concludes from the quotes. Absent: it states a fact. */
	kind?: "inference" | undefined;
	quotes: string[];
	/** The context of each quote, in the order of `quotes`. */
	about?: QuoteContext[] | undefined;
}

export interface QuoteContext {
	/** The page's title, publisher, author and date, as far as they are known. */
	title: string;
	/** The holder of the view or figure, in the page's words. */
	holder?: string | undefined;
	/** ISO date for which the quote holds, if it is not the page's own. */
	asOf?: string | undefined;
	/** For a table row: the table's header and caption. */
	columns?: string | undefined;
	/** The text right before and after it: the rest of its sentence, and the next sentence. */
	around?: SurroundingText | undefined;
	/** The claim's text (pronouns resolved), where it differs from the quote. It is no evidence. */
	reading?: string | undefined;
}
