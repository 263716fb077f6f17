import { pluralize } from "../base/text.ts";
import { hasDensityPeaked } from "../evidence/density.ts";

/** What is known of one pulse of a campaign when its successor is decided on. */
export interface PulseFigures {
	/** From 1. */
	n: number;
	objective: string;
	/** Facts (groups of claims), origins and pages that no earlier pulse had. */
	newFacts: number;
	newOrigins: number;
	newPages: number;
	/** What it looked for and did not find, in words. */
	gaps: string[];
	/** Follow-up questions that it noted and did not search, best first. */
	followUps: string[];
	/** Whether it has a report. */
	reported: boolean;
}

export interface JudgePulseInput {
	question: string;
	/** In order; the last is the one that has just ended. */
	pulses: PulseFigures[];
	/** The newest report, as text. */
	report: string;
	/** Pulses that may still follow. */
	left: number;
}

/** A judge's decision after a pulse. */
export interface PulseDecision {
	/** `change`: the next pulse has an objective of another direction. */
	decision: "continue" | "change" | "end";
	reason: string;
	/** What the next pulse looks for; absent if the campaign ends. */
	objective?: string | undefined;
	/** Gaps that it should fill. */
	focus: string[];
}

/** The next pulse's objective names at most this many gaps. */
const focusMax = 3;

/**
 * The judge's rule: a campaign goes on while gaps are left and density rises (`density.ts`), as a survey does. The gap that was named first and
 * not looked for by any pulse is the next objective.
 */
export function judgePulseByRules({ question, pulses, left }: JudgePulseInput): PulseDecision {
	const last = pulses.at(-1);
	const end = (reason: string): PulseDecision => ({ decision: "end", reason, focus: [] });
	if (!last) return end("no pulse was made");
	if (left <= 0) return end("all pulses were made");
	if (!last.reported && last.newFacts === 0) return end("the last pulse found no evidence");
	if (last.newFacts === 0) return end("the last pulse added no fact to what was known");
	if (hasDensityPeaked(pulses.map(({ newFacts, newPages }) => ({ facts: newFacts, pages: newPages }))))
		return end("new facts per page no longer rise from pulse to pulse");
	const tried = new Set([question, ...pulses.map(({ objective }) => objective)]);
	const open = [...new Set([...last.gaps, ...pulses.flatMap(({ followUps }) => followUps)])].filter(
		(text) => !tried.has(text),
	);
	const gaps = open.filter((text) => last.gaps.includes(text)).length;
	const [objective] = open;
	if (objective === undefined) return end("no gap is left that was not looked for");
	const focus = open.slice(0, focusMax);
	return {
		decision: "continue",
		reason: `the last pulse added ${last.newFacts} facts, and ${pluralize(gaps, "gap")} and ${pluralize(open.length - gaps, "lead")} are left`,
		objective,
		focus,
	};
}
