import { pluralize } from "../base/text.ts";
import type { CoreQuestion, OpenReason } from "../evidence/core-questions.ts";
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
	/** The core sub-questions of its plan; absent in older logs. */
	core?: CoreQuestion[] | undefined;
	/** What it was to find out beside its objective; absent in a judge's request. */
	focus?: string[] | undefined;
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

/** Sub-questions that the next pulse looks for beside its objective, at most. */
const focusMax = 2;

/** What nothing answers comes first: its pulse may end at a limit. */
const urgency: Record<OpenReason, number> = { uncovered: 0, disputed: 1, "low certainty": 2 };

/**
 * The judge's rule: a campaign goes on while a core sub-question is uncovered, disputed or of low certainty that had no pulse of its
 * own, and density rises (`density.ts`), as a survey does. The sub-question is the objective, as it stands: it is made of the
 * question's words. Names that pages hold are no objective: most of them lead away.
 */
export function judgePulseByRules({ question, pulses, left }: JudgePulseInput): PulseDecision {
	const last = pulses.at(-1);
	const core = new Map<string, OpenReason | undefined>();
	// The newest pulse that found something on a sub-question says whether it is open.
	for (const { text, open } of pulses.flatMap((pulse) => pulse.core ?? []))
		if (open !== "uncovered" || !core.has(text)) core.set(text, open);
	const open = [...core]
		.flatMap(([text, reason]) => (reason ? [{ text, reason }] : []))
		.toSorted((a, b) => urgency[a.reason] - urgency[b.reason]);
	const named = open.map(({ text, reason }) => `“${text}” (${reason})`).join(", ");
	const end = (reason: string, rest = named === "" ? "" : `; still open: ${named}`): PulseDecision => {
		return { decision: "end", reason: `${reason}${rest}`, focus: [] };
	};
	if (!last) return end("no pulse was made");
	if (open.length === 0 && core.size > 0)
		return end("each core sub-question is covered, undisputed, and of more than low certainty");
	if (left <= 0) return end("all pulses were made");
	if (!last.reported && last.newFacts === 0) return end("the last pulse found no evidence");
	if (last.newFacts === 0) return end("the last pulse added no fact to what was known");
	const tried = new Set([question, ...pulses.flatMap(({ objective, focus = [] }) => [objective, ...focus])]);
	const untried = open.filter(({ text }) => !tried.has(text));
	const [first, ...others] = untried;
	if (!first) return end(`what is open was looked for already: ${named}`, "");
	if (hasDensityPeaked(pulses.map(({ newFacts, newPages }) => ({ facts: newFacts, pages: newPages }))))
		return end("new facts per page no longer rise from pulse to pulse");
	return {
		decision: "continue",
		reason: `${open.length} of ${pluralize(core.size, "core sub-question")} ${open.length === 1 ? "is" : "are"} open: ${countsOf(open)}`,
		objective: first.text,
		focus: others.slice(0, focusMax).map(({ text }) => text),
	};
}

/** `1 uncovered, 2 of low certainty`. */
function countsOf(open: readonly { reason: OpenReason }[]): string {
	const counts = Map.groupBy(open, ({ reason }) => reason);
	return [...counts]
		.map(([reason, { length }]) => `${length} ${reason === "low certainty" ? "of low certainty" : reason}`)
		.join(", ");
}
