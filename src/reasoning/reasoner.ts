import type { Json } from "../base/json.ts";
import type { Fallback, ModelMessage, ToolCall } from "../evidence/call.ts";
import type { Claim, Conflict, ExtractedClaim } from "../evidence/claim.ts";
import type { FollowUpNoted, GapGrid } from "../evidence/event.ts";
import type { Group } from "../evidence/group.ts";
import type { Depth, DepthName, Plan, SubQuestion } from "../evidence/plan.ts";
import type { Reading, Route } from "../evidence/question.ts";
import type { Answer, Draft, Gap, Review, Support } from "../evidence/report.ts";
import type { Hit, Likeness, Page, PassageReading, ReadPassage, Source, Speaker } from "../evidence/source.ts";
import type { SurroundingText } from "../text/surrounding-text.ts";

/** Why a search is made; the wording follows it. */
export type SearchPurpose = "cover" | "hop" | "challenge" | "recover";

export interface RewriteInput {
	question: string;
	route: Route;
	subQuestion: SubQuestion;
	purpose: SearchPurpose;
	/** Recovery tier 0–4 (METHOD §7): as asked, simpler keywords, comparator wording, paper-oriented terms, a named source. */
	tier: number;
	/** The group to contradict, for a challenge. */
	challenge?: Group | undefined;
	/** What is known so far, strongest first. */
	claims: Claim[];
	/** Titles and urls of pages already read, in order. */
	read: { url: string; title: string }[];
	/** Queries already sent for this sub-question. */
	tried: string[];
	/** Whether the queries go to search services of the web, which want few words and know `site:`, `after:` and `before:`. */
	web?: boolean | undefined;
}

export interface BeginInput {
	question: string;
	depth: Depth;
}

/** How a run begins: the kind of answer, the readings, the plan. */
export interface Begun {
	route: Route;
	readings: Reading[];
	plan: Plan;
}

export interface Queries {
	/** 1–3 search queries; a hop adds one for each bridging name. */
	queries: string[];
	/** Names of things whose own page should be looked up by title. */
	titles: string[];
}

export interface ChooseInput {
	question: string;
	route: Route;
	subQuestion: SubQuestion;
	purpose: SearchPurpose;
	/** Urls that its own searches found; all where it stands alone. */
	found?: string[] | undefined;
	/** The other sub-questions of the wave, each with the urls that its searches found. */
	beside?: { subQuestion: SubQuestion; purpose: SearchPurpose; found: string[] }[] | undefined;
	/** Pooled results, each document once, best first by rank fusion over all queries; by rules those of several sub-questions in turns. */
	hits: Hit[];
	claims: Claim[];
	read: { url: string; title: string }[];
	/** How many pages may be chosen, for all sub-questions together. */
	max: number;
}

/** A page to read, with the reason in one line; in reading order. */
export interface Choice {
	url: string;
	reason: string;
}

export interface ExtractInput {
	question: string;
	route: Route;
	/** The sub-question that led to the page. */
	subQuestion: SubQuestion;
	/** The run's other sub-questions: a model extracts for all of them at once, rules for `subQuestion` alone. */
	others?: SubQuestion[] | undefined;
	page: Page;
	/** So much of the page is shown to a model. Characters. */
	room?: number | undefined;
	/** The page was extracted before for other sub-questions: only what fits this one is looked at, by a model. */
	only?: true | undefined;
	/** Where in the page this turn's searches hit, best first; `score` is relative to the best (1). Empty for a page read again. */
	passages?: { start: number; end: number; score: number }[] | undefined;
	/** By rules at most this many claims, and one for each of the best passages that has none; a model's are limited by their length. */
	max: number;
}

export interface CompareInput {
	/** Recorded just now. */
	fresh: Claim[];
	/** Recorded before, by group. */
	known: Claim[];
	/** Conflicts that are known without being judged. */
	told?: Conflict[] | undefined;
	/** Pairs of claims (`pairKey`) that were judged before: none is judged again. */
	judged?: readonly string[] | undefined;
	/** Where the claims stand: who says it, and when. */
	sources?: readonly WriteInput["sources"][number][] | undefined;
	subQuestions?: readonly Pick<SubQuestion, "id" | "text">[] | undefined;
}

export interface Compared {
	conflicts: Conflict[];
	/** Pairs of claims (`pairKey`) that were looked at, whatever the verdict was. */
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
	/** What was searched for each sub-question, a step each, and what it brought at best. */
	searches?: { id: string; queries: string[]; brought: "findings" | "pages" | "nothing" }[] | undefined;
	/** Sub-questions, by id, that were searched more than once in vain: honest gaps, not to be reopened. */
	closed?: string[] | undefined;
	/** What cannot all be true of the claims. */
	conflicts?: Conflict[] | undefined;
	/** Rounds of follow-ups that may still be made, the next one included. Absent: as many as it takes. */
	roundsLeft?: number | undefined;
	/** Planned sub-questions, by id, that no step has worked on yet. */
	waiting?: string[] | undefined;
	/** What investigators did not find, each with its sub-question's id; some of it was found since by others. */
	missed?: { id: string; text: string }[] | undefined;
	/** Follow-ups of earlier analyses that nobody has taken up yet, best first. */
	leads?: string[] | undefined;
	/** At most this many follow-ups. */
	max: number;
}

/** A follow-up worth a search: a gap, or a bridging entity that a page named. Best first; as it is kept in the log. */
export type FollowUp = FollowUpNoted;

export interface GapAnalysis {
	followUps: FollowUp[];
	/** What the answer still lacks, the weightiest first, for the reader of the report; undefined when nobody can say. */
	missing?: string[] | undefined;
	/** Absent where nobody looked at each sub-question. */
	analysis?: GapGrid | undefined;
}

/** What passages say of a question; each costs 5 to 40 ms. Undefined where the reading model cannot be used. */
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
	/** Gaps that a report may fill: what was asked and not found, in words. Absent: none is known. */
	open?: string[] | undefined;
	/** How thorough the run is: it decides how long a report may be. */
	depth?: DepthName | undefined;
	/** Texts of the pages that were read, in order, where they are at hand. Rules choose passages from them; a model is shown the items of their lists. */
	pages?: Page[] | undefined;
	/** How near texts' meaning is to a query's; each text costs 5 to 30 ms. Absent, or undefined, where it cannot be read. */
	similarity?: ((query: string, texts: readonly string[]) => Promise<Likeness[] | undefined>) | undefined;
	readPassages?: ReadPassages | undefined;
	/** Where the sources' own index finds a query, best first; empty where there is none. */
	places?: ((query: string) => Promise<Pick<Hit, "url" | "start" | "end">[]>) | undefined;
}

/** A draft as an isolated reader sees it: no evidence, no history of how it came about. */
export interface ReviewInput {
	question: string;
	dimensions: Plan["dimensions"];
	draft: Draft;
	/** What the evidence speaks of, by cluster of claims, and how much of each the draft cites. */
	outline?: ClusterUse[] | undefined;
	/** Its words, and the words that there is room for. */
	length?: { words: number; most: number } | undefined;
}

/** A cluster of claims and what a draft makes of it. */
export interface ClusterUse {
	/** Its most telling words. */
	name: string;
	claims: number;
	pages: number;
	/** Claims of it that the draft cites. */
	cited: number;
	/** Why the writer left it out. */
	leftOut?: string | undefined;
	/** Of a cluster that is not used: the words of its most relevant claim. */
	typical?: string | undefined;
}

/** A tool that an investigator may call. */
export interface ToolSpec {
	name: string;
	description: string;
	/** JSON Schema of its arguments, an object. */
	parameters: Json;
}

/** One turn of an investigator's own context: what the model said, and what its tool calls gave. */
export interface InvestigatorExchange {
	message: ModelMessage;
	/** In the order of the message's tool calls. `later`: what stands for the text once the next message was sent. */
	results: { call: ToolCall; text: string; later?: string | undefined }[];
}

export interface NextActionInput {
	question: string;
	route: Route;
	reading: Reading | undefined;
	subQuestion: SubQuestion;
	/** What the run knows already, one line each; empty for the first investigators. */
	known: string[];
	/** What its first queries found, when some were sent for it. */
	opening?: string | undefined;
	transcript: InvestigatorExchange[];
	tools: ToolSpec[];
	/** Model messages that are left, this one included. */
	messagesLeft: number;
	/** The only tool that may be called now, e.g. `report` when the budget is used up. */
	only?: string | undefined;
}

/** What a role is told beside its input. */
export interface RoleContext {
	signal?: AbortSignal | undefined;
	/** Which money it spends: what is kept for the report, or the rest. By role unless given. */
	purpose?: "research" | "report" | undefined;
	/**
	 * The time that is left for this. ms. When there is none, or when it runs out while a model is waited for, rules do the role,
	 * which takes them none. Asked when the role begins.
	 */
	leftMs?: ((purpose: "research" | "report") => number) | undefined;
	/** Why the model is not to be asked: the step has ended the program with it. */
	crash?: string | undefined;
	/** Told when the role was not done by the model that it was meant for. */
	onFallback?: ((fallback: Fallback) => void) | undefined;
}

/** What was taken from a page. */
export interface Extraction {
	/** Best first. */
	claims: ExtractedClaim[];
	speaker?: Speaker | undefined;
}

/**
 * The thinking roles of the method, one typed method each (DESIGN, "Roles"). Implementations: `extractive` needs no model,
 * no key and no network, and is deterministic; `model` asks language models. A role that fails throws an `AssayError` that
 * names it.
 */
export interface Reasoner {
	/** For the log and the report: `extractive`, or `provider:model`. */
	readonly name: string;
	/** Route, readings and plan at once. Absent, or undefined, where they are asked for one by one. */
	begin?(input: BeginInput, context?: RoleContext): Promise<Begun | undefined>;
	route(input: { question: string }, context?: RoleContext): Promise<Route>;
	interpret(input: { question: string; route: Route }, context?: RoleContext): Promise<Reading[]>;
	plan(
		input: { question: string; route: Route; readings: Reading[]; depth: Depth },
		context?: RoleContext,
	): Promise<Plan>;
	rewriteQuery(input: RewriteInput, context?: RoleContext): Promise<Queries>;
	choosePages(input: ChooseInput, context?: RoleContext): Promise<Choice[]>;
	extractClaims(input: ExtractInput, context?: RoleContext): Promise<Extraction>;
	compareClaims(input: CompareInput, context?: RoleContext): Promise<Compared>;
	findGaps(input: GapsInput, context?: RoleContext): Promise<GapAnalysis>;
	/** Undefined when the claims do not hold an answer. */
	answer(input: WriteInput, context?: RoleContext): Promise<Answer | undefined>;
	draft(
		/** `isReviewed`: a revision follows, and is told what code would take out. */
		input: WriteInput & { answer: Answer | undefined; isReviewed?: boolean | undefined },
		context?: RoleContext,
	): Promise<Draft>;
	/** Undefined where nobody can review. */
	review(input: ReviewInput, context?: RoleContext): Promise<Review | undefined>;
	/** Answers each suggestion of a review, or mends sentences that their quotes do not support (`faults`). */
	revise(
		input: WriteInput & { draft: Draft; review?: Review | undefined; faults?: { sentence: string; reason: string }[] },
		context?: RoleContext,
	): Promise<Draft>;
	/** One verdict an item, in the order of the items. */
	judgeSupport(items: readonly SupportItem[], context?: RoleContext): Promise<Support[]>;
	/** An investigator's next message. Absent where nobody can investigate. */
	nextAction?(input: NextActionInput, context?: RoleContext): Promise<ModelMessage>;
}

/** A sentence and the quotes that it cites. */
export interface SupportItem {
	sentence: string;
	/** The sentence before it in its section, as context: it is not judged with it, and is no evidence. */
	before?: string | undefined;
	/** It compares, weighs or concludes from what the quotes say. Absent: it states a fact. */
	kind?: "inference" | undefined;
	quotes: string[];
	/** Of each quote, in their order: where it stands and what it speaks of. */
	about?: QuoteContext[] | undefined;
}

export interface QuoteContext {
	/** Its page's title, who publishes and wrote it, and its date, as far as they are known. */
	title: string;
	/** Whose view or figure it is, in the page's words. */
	holder?: string | undefined;
	/** The header of the table that it is a row of, and the table's caption. */
	columns?: string | undefined;
	/** What its page says right before and after it: the rest of its sentence, and the next one. */
	around?: SurroundingText | undefined;
	/** The claim's reading of it (pronouns resolved), where that differs. It is no evidence. */
	reading?: string | undefined;
}
