import { contentHash } from "../../base/hash.ts";
import { mergePatchOf, type PatchedObject } from "../../base/merge-patch.ts";
import { inPlanOrder, type Offer, type ResearchEvent } from "../../evidence/event.ts";
import { emptyState, foldEvent } from "../../evidence/fold.ts";
import type { Coverage, ResearchState, Summary, Turn } from "../../evidence/state.ts";
import { isScored, stepChance } from "../../research/step-scorer/score.ts";
import {
	type Entries,
	type EvidenceView,
	emptyView,
	evidenceViewOf,
	isOwnedBy,
	type OwnedPart,
	ownedParts,
	summaryOfView,
} from "./evidence-view.ts";

/** What the planner's rules offered at a decision, with the coverage by which it was ranked. */
export interface RankedOffer extends Offer {
	/** Of its sub-question at that time. */
	coverage?: Pick<Coverage, "status" | "directClaims" | "turns"> | undefined;
}

export interface StepCounts {
	before: Summary;
	after: Summary;
}

/** The changes of the evidence, as merge patches (RFC 7396). Applied in order to an empty object they give the final evidence. */
export interface EvidenceChanges {
	/** Before the first step: the plan, the pages that the user named. */
	start: PatchedObject;
	/** By step number. */
	steps: ReadonlyMap<number, PatchedObject>;
	/** The counts before and after each step's change, by step number: `before` has the changes of the steps that stand before it. */
	counts: ReadonlyMap<number, StepCounts>;
	/** By step number: the learned step scorer's chance; empty where the scorer does not apply. */
	chances: ReadonlyMap<number, number>;
	/** After the last step: why the run stopped. */
	end: PatchedObject;
	/** By wave, then by the number after the last wave: what was offered; empty if it was not recorded. */
	offers: ReadonlyMap<number, RankedOffer[]>;
	/** Hash of the final evidence: SHA-256 of its JSON with sorted keys, without white space. */
	hash: string;
}

/**
 * The changes that each step made. The steps of a wave are carried out in parallel and evaluated together; each changed entry belongs
 * to the first step of the wave that worked on it, else to the wave's last step.
 */
export function evidenceChangesOf(events: readonly ResearchEvent[]): EvidenceChanges {
	const waves = [...Map.groupBy(inPlanOrder(events), ({ turn }) => turn)];
	const steps = new Map<number, PatchedObject>();
	const counts = new Map<number, StepCounts>();
	const offers = new Map<number, RankedOffer[]>();
	const chances = new Map<number, number>();
	let state = emptyState;
	let view = emptyView;
	/** After the last step. */
	let reached = emptyView;
	let start: PatchedObject = {};
	for (const [at, [wave, ofWave]] of waves.entries()) {
		const before = state;
		for (const event of ofWave) {
			if (event.type === "decided") offers.set(wave, rankedOffers(state, event.offers ?? []));
			state = foldEvent(state, event);
		}
		const next = evidenceViewOf(state, spentAfter(state, waves[at + 1]?.[1] ?? []));
		const turns = state.turns.filter((turn) => turn.wave === wave);
		if (isScored(state))
			for (const turn of turns) if (turn.signal) chances.set(turn.n, stepChance(before, turn, state));
		for (const { n, patch, ...counted } of changesOfSteps(view, next, turns)) {
			steps.set(n, patch);
			counts.set(n, counted);
		}
		if (wave === 0) start = mergePatchOf({}, next as unknown as PatchedObject);
		if (wave === 0 || turns.length > 0) reached = next;
		view = next;
	}
	return { start, steps, counts, chances, end: patchBetween(reached, view), offers, hash: contentHash(view) };
}

/** The evidence of several runs as one change. */
export function wholeChange(state: ResearchState): EvidenceChanges {
	const view = evidenceViewOf(state, state.spentUsd);
	const start = mergePatchOf({}, view as unknown as PatchedObject);
	return {
		start,
		steps: new Map(),
		counts: new Map(),
		chances: new Map(),
		end: {},
		offers: new Map(),
		hash: contentHash(view),
	};
}

/** What was spent by the next decision, which records it. */
function spentAfter(state: ResearchState, next: readonly ResearchEvent[]): number {
	const decided = next.find((event) => event.type === "decided");
	return decided?.spentUsd ?? state.spentUsd;
}

function rankedOffers({ coverage }: ResearchState, offers: readonly Offer[]): RankedOffer[] {
	return offers.map((offer) => {
		const of = offer.action.kind === "stop" ? undefined : coverage[offer.action.subQuestionId];
		if (!of) return offer;
		const { status, directClaims, turns } = of;
		return { ...offer, coverage: { status, directClaims, turns } };
	});
}

function changesOfSteps(
	before: EvidenceView,
	after: EvidenceView,
	turns: readonly Turn[],
): (StepCounts & { n: number; patch: PatchedObject })[] {
	const owners = new Map(ownedParts.map((part) => [part, ownersOf(part, before, after, turns)]));
	let view = before;
	return turns.map((turn, at) => {
		const isLast = at === turns.length - 1;
		const parts = ownedParts.map((part): [OwnedPart, Entries] => {
			const isMoved = (key: string) => isLast || (owners.get(part)?.get(key) ?? turns.length) <= at;
			return [part, isLast ? after[part] : mixed(before[part], after[part], isMoved)];
		});
		const sources = Object.keys(Object.fromEntries(parts).sources ?? {}).length;
		const budget = isLast ? after.budget : { ...before.budget, steps: turn.n, pages: sources };
		const next = { ...Object.fromEntries(parts), budget } as unknown as EvidenceView;
		const change = {
			n: turn.n,
			patch: patchBetween(view, next),
			before: summaryOfView(view),
			after: summaryOfView(next),
		};
		view = next;
		return change;
	});
}

/** For each changed entry, the position of the step that it belongs to. */
function ownersOf(part: OwnedPart, before: EvidenceView, after: EvidenceView, turns: readonly Turn[]) {
	const keys = Object.keys(mergePatchOf(before[part], after[part]));
	return new Map(
		keys.map((key) => {
			const owner = turns.findIndex((turn) => isOwnedBy(part, key, turn, [after, before]));
			return [key, owner < 0 ? turns.length - 1 : owner];
		}),
	);
}

/** The entries of `before`, but those that `isMoved` names as they are in `after`. */
function mixed(before: Entries, after: Entries, isMoved: (key: string) => boolean): Entries {
	const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
	return Object.fromEntries(
		keys.flatMap((key) => {
			const from = isMoved(key) ? after : before;
			return Object.hasOwn(from, key) ? [[key, from[key]]] : [];
		}),
	);
}

function patchBetween(before: EvidenceView, after: EvidenceView): PatchedObject {
	return mergePatchOf(before as unknown as PatchedObject, after as unknown as PatchedObject);
}
