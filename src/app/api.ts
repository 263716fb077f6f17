/** What the command line and other faces use of a run's state: its types, and the functions that read them. */
export type { Claim } from "../evidence/claim.ts";
export { correctionKindIn } from "../evidence/correction-notice.ts";
export type {
	Action,
	ResearchEvent,
	RunOptions,
	ServiceFault,
} from "../evidence/event.ts";
export { emptyState, foldEvent } from "../evidence/fold.ts";
export { depths, type SubQuestion } from "../evidence/plan.ts";
export { type Draft, isUncertain, type Judgement } from "../evidence/report.ts";
export type { Signal } from "../evidence/signal.ts";
export type { Hit, Page } from "../evidence/source.ts";
export { noSpending } from "../evidence/spending.ts";
export { spendingFlags } from "../evidence/spending-limit.ts";
export type { Coverage, ResearchState, Turn } from "../evidence/state.ts";
export { isCopy } from "../evidence/text-sketch.ts";
export { unreadReasonWords } from "../evidence/unread-page.ts";
export type { UserMessage } from "../evidence/user-message.ts";
export { currentWave } from "../evidence/wave.ts";
export type { Reasoner } from "../reasoning/reasoner.ts";
export { createRulesReasoner } from "../reasoning/rules/index.ts";
export { InputNeeded, type NeededInput } from "../research/input-needed.ts";
export { parsePlan } from "../research/plan-text.ts";
export { PageError, type SearchResponse, type SourceProvider } from "../sources/provider.ts";
export { openStore } from "../store/open.ts";
export type { RunContext, RunRecord, Store } from "../store/store.ts";
export type { LoggedEvent } from "./run-log.ts";
export { type RunView, runViewOf } from "./run-view.ts";
export { HandedOver } from "./workers/hand-over.ts";
export { handingOver } from "./workers/handing-over.ts";
