import { distinctBy } from "../../base/distinct.ts";
import { shortHash } from "../../base/hash.ts";
import { coreQuestionsOf } from "../../evidence/core-questions.ts";
import { openGaps } from "../../evidence/gaps.ts";
import { updateGroups } from "../../evidence/group.ts";
import { groupByOrigin } from "../../evidence/independence.ts";
import { hasPart } from "../../evidence/parts.ts";
import type { SubQuestion } from "../../evidence/plan.ts";
import type { ResearchState } from "../../evidence/state.ts";
import type { PulseDecision, PulseFigures } from "../../reasoning/pulse.ts";
import type { RunInput } from "../run.ts";
import type { PulseRecord } from "./campaign.ts";
import type { CampaignInput } from "./campaign-input.ts";

/** The share of a campaign's cost limit that is kept for its judge. */
export const judgeShare = 0.05;
/** Statements of earlier pulses that a later one is told, at most. */
const knownMax = 40;
/** A follow-up question of less promise is no gap. */
const promiseMin = 0.25;

/** What a pulse is to find out. */
export type PulseTask = Pick<PulseDecision, "focus"> & { objective: string };

/**
 * The input of a pulse's run. Its question is the objective; a model is told what earlier pulses found. The seam for `extend`: a
 * later pulse may begin with the evidence of the one before instead.
 */
export function pulseInput(
	campaignId: string,
	{ options, out, pulses, question }: CampaignInput,
	n: number,
	{ objective, focus }: PulseTask,
	earlier: { pulses: readonly PulseRecord[]; states: readonly ResearchState[] },
): RunInput {
	const { model, web } = options;
	const cap = model?.maxCostUsd;
	const spent = earlier.pulses.reduce((sum, { usd }) => sum + usd, 0);
	const left = cap === undefined ? undefined : (cap * (1 - judgeShare) - spent) / (pulses - n + 1);
	const known = model && n > 1 ? knownStatements(earlier.states) : [];
	return {
		question: n === 1 ? question : objective,
		options: {
			...options,
			...(model ? { model: { ...model, ...(left === undefined ? {} : { maxCostUsd: roundedDown(left) }) } } : {}),
			...(web ? { web: n === 1 ? web : { ...web, urls: [] } } : {}),
			...(known.length > 0 ? { known } : {}),
			// What is open is a sub-question already.
			...(model || n === 1 ? {} : { plan: planFor([objective, ...focus]) }),
		},
		key: shortHash([campaignId, n]),
		out,
		pulseOf: { campaign: campaignId, pulse: n },
	};
}

/** What is open as a plan, each a core sub-question that is searched in its own words. */
function planFor(texts: readonly string[]): SubQuestion[] {
	return [...new Set(texts)].map((text, at) => ({
		...{ id: `q${at + 1}`, text, dimension: "factual", stance: "supporting", priority: "core", readingId: "r1" },
		...{ origin: "plan", focus: [], threads: [text] },
	}));
}

/** Never more than is left: ten-thousandths of a dollar. */
function roundedDown(usd: number): number {
	return Math.max(0.0001, Math.floor(usd * 10_000) / 10_000);
}

/** The best supported statements of earlier pulses. */
function knownStatements(states: readonly ResearchState[]): string[] {
	const groups = states.flatMap((state) => state.groups).toSorted((a, b) => b.origins - a.origins);
	return [...new Set(groups.map(({ text }) => text))].slice(0, knownMax);
}

/** A finished pulse against what earlier ones had found. Pure. */
export function pulseFigures(
	n: number,
	{ objective }: PulseTask,
	state: ResearchState,
	earlier: readonly ResearchState[],
): PulseFigures & Pick<PulseRecord, "sources"> {
	const before = earlier.flatMap(({ sources }) => sources);
	const hashes = new Set(before.map(({ hash }) => hash));
	const fresh = state.sources.filter(({ hash }) => !hashes.has(hash));
	const named = new Set((state.report?.gaps ?? openGaps(state)).map(({ text }) => text));
	return {
		...{ n, objective, newFacts: newFacts(state, earlier), newPages: fresh.length },
		newOrigins: newOrigins(state, earlier),
		// Unread pages and failed searches are gaps of the report too, but nothing to search for.
		gaps: openGaps(state).flatMap(({ text }) => (named.has(text) ? [text] : [])),
		followUps: state.followUps.filter(({ promise }) => promise >= promiseMin).map(({ text }) => text),
		core: coreQuestionsOf(state),
		reported: state.report !== undefined,
		sources: state.sources.map(({ url, title, hash }) => ({ url, title, isNew: !hashes.has(hash) })),
	};
}

/** Origins, as the report counts them, of which no earlier run read a page. Each page that states anything speaks by one claim. */
function newOrigins(state: ResearchState, earlier: readonly ResearchState[]): number {
	const all = [...earlier, state];
	const sources = new Map(all.flatMap((one) => one.sources.map((source) => [source.id, source] as const)));
	const claims = distinctBy(
		all.flatMap((one) => one.claims),
		({ sourceId }) => sourceId,
	);
	const known = new Set(earlier.flatMap((one) => one.sources.map(({ hash }) => hash)));
	const origins = groupByOrigin(claims, sources, !hasPart(state, "independence"));
	return origins.filter((ones) => ones.every(({ sourceId }) => !known.has(sources.get(sourceId)?.hash ?? ""))).length;
}

/** Groups that the claims of a run add to those of earlier runs. */
function newFacts(state: ResearchState, earlier: readonly ResearchState[]): number {
	const all = [...earlier, state];
	const claims = new Map(all.flatMap((one) => one.claims.map((claim) => [claim.id, claim] as const)));
	const sources = new Map(all.flatMap((one) => one.sources.map((source) => [source.id, source] as const)));
	const grouped = (states: readonly ResearchState[]) => {
		const ids = new Set(states.flatMap((one) => one.groups.flatMap(({ claimIds }) => claimIds)));
		const fresh = [...ids].flatMap((id) => claims.get(id) ?? []);
		return updateGroups([], fresh, [], claims, sources).length;
	};
	return grouped(all) - grouped(earlier);
}
