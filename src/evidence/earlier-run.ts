import type { Claim, Conflict } from "./claim.ts";
import type { Coverage } from "./coverage-status.ts";
import type { Group } from "./group.ts";
import type { Plan, SubQuestion } from "./plan.ts";
import type { Reading, Route } from "./question.ts";
import type { Answer, Gap, Report } from "./report.ts";
import type { Source } from "./source.ts";
import type { UnreadPage } from "./unread-page.ts";

/** A run that a later one starts from. */
export interface EarlierRun {
	id: string;
	/**
	 * `extend`: to look for what the run lacks: gaps, findings of low certainty, newer sources. `monitor`: to see what changed since, by
	 * reading its pages and repeating its searches.
	 */
	purpose: "extend" | "monitor";
	/** What an extension also looks for. */
	focus?: string | undefined;
	/** The run that is monitored: `id`, or the run of which `id` is the last look. */
	monitored?: string | undefined;
}

/** What an earlier run knew, as a later run starts from it. The log of the later run holds all of it. */
export interface Inherited {
	/** The earlier run's id. */
	run: string;
	route?: Route | undefined;
	readings: Reading[];
	plan: Plan;
	subQuestions: SubQuestion[];
	/** By sub-question id. */
	coverage: Record<string, Coverage>;
	sources: Source[];
	unread: UnreadPage[];
	extractedFor: Record<string, string[]>;
	claims: Claim[];
	groups: Group[];
	conflicts: Conflict[];
	judged?: string[] | undefined;
	missing?: string[] | undefined;
	/** What the user asked the earlier run for when its report was being written; absent if there was nothing. */
	late?: string[] | undefined;
	answer?: Answer | undefined;
	/** Absent if the run had none. */
	report?: Report | undefined;
	/** What was looked for and not found; pages that could not be read are in `unread`. */
	gaps: Gap[];
	/** Addresses of all results that its searches showed, and of the pages that it could not read. */
	seen: string[];
	/** Ids of the sources that the later run reads again. */
	revisit: string[];
}

/**
 * What became of a page that an earlier run had read. `gone`: its site, or its folder, says that it is no longer there. `unreachable`: it could
 * not be fetched now, which says nothing about its content.
 */
export type Revisit = { sourceId: string } & (
	| { outcome: "unchanged"; source: Source }
	/** `before`: the hash of the earlier text. `kept`: claims whose quotes are still there, at their new places. `lost`: ids of the others. */
	| { outcome: "changed"; source: Source; before: string; kept: Claim[]; lost: string[] }
	| { outcome: "gone"; reason: string; lost: string[] }
	| { outcome: "unreachable"; reason: string }
);
