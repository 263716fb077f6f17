import type { Claim, Conflict } from "../../evidence/claim.ts";
import { contentStems } from "../../text/words.ts";
import { probabilityOf } from "../linear-model.ts";
import type { CompareInput } from "../reasoner.ts";
import { isSameMeasure } from "./compare-cells.ts";
import { areComparable, areCompatible } from "./compatible-values.ts";
import { findItemWords, isSameItem, type ParsedClaim } from "./list-items.ts";
import { isSameSubject, type ParsedStatement, parseStatement } from "./parse-statement.ts";
import { findOpposition } from "./polarity.ts";
import { findValuePairs } from "./value-pairs.ts";
import weights from "./weights.json" with { type: "json" };
import { equalWeight, rarityWeight, type WordWeight } from "./word-weights.ts";

/** Minimum chance of a proposed dispute. It is higher within one page, where most differences are a history or a list. */
const disputeChanceMin = { acrossPages: 0.04, onPage: 0.6 };

type FoundConflict = Pick<Conflict, "kind" | "why"> & { chance: number };

/**
 * Conflicts between new and earlier claims, and among the new ones (METHOD §6, code's part): number, date, name, negation or antonym of
 * one subject and attribute. Roundings, converted units, ranges, other years, versions and rows of a table are no conflicts. `a` is the
 * claim that was recorded first. On an open question values are not compared: two figures on one topic are seldom figures of one
 * measure, and no chance that the weights give tells which are (docs/lab-log.md).
 */
export function compareClaims(input: CompareInput): Conflict[] {
	const earlier = input.known.map((claim) => ({ claim, aspect: parseStatement(claim) }));
	const fresh = input.fresh.map((claim) => ({ claim, aspect: parseStatement(claim) }));
	const weigh = rarityWeight(
		[...earlier, ...fresh].map(({ aspect }) => new Set(aspect.terms.map(({ matter }) => matter))),
	);
	const items = findItemWords([...earlier, ...fresh]);
	const comparesValues = input.shape !== "synthesis";
	const conflicts: Conflict[] = [];
	for (const { claim, aspect } of fresh) {
		for (const before of earlier) {
			const current = { claim, aspect };
			const isPossible = mayConflict(before.claim, claim) && isSameItem(before, current, items, weigh);
			const conflict = isPossible && findConflict(before, current, weigh, comparesValues);
			const chanceMin =
				before.claim.sourceId === claim.sourceId ? disputeChanceMin.onPage : disputeChanceMin.acrossPages;
			if (conflict && conflict.chance >= chanceMin)
				conflicts.push({ kind: conflict.kind, why: conflict.why, a: before.claim.id, b: claim.id });
		}
		earlier.push({ claim, aspect });
	}
	return conflicts;
}

function mayConflict(a: Claim, b: Claim): boolean {
	if (a.id === b.id || [a, b].some((one) => one.class === "irrelevant" || isQuestion(one))) return false;
	return a.sourceId !== b.sourceId || (a.quote !== b.quote && !a.cell && !b.cell);
}

/** Whether the quote is a question, which states nothing. */
function isQuestion({ quote }: Claim): boolean {
	return quote.trimEnd().endsWith("?");
}

function findConflict(
	a: ParsedClaim,
	b: ParsedClaim,
	weigh: WordWeight,
	comparesValues: boolean,
): FoundConflict | undefined {
	if (!a.claim.cell || !b.claim.cell)
		return namesCell(a.claim, b.aspect) && namesCell(b.claim, a.aspect)
			? findContradiction(a.aspect, b.aspect, weigh, comparesValues)
			: undefined;
	const [mine, theirs] = [a.aspect.values[0], b.aspect.values[0]];
	if (
		!mine ||
		!theirs ||
		!isSameMeasure(a.claim, b.claim) ||
		!areComparable(mine, theirs) ||
		areCompatible(mine, theirs)
	)
		return undefined;
	return { kind: "number", why: `${mine.text} against ${theirs.text}`, chance: 1 };
}

/** Whether a statement names a cell's row and column. True if the claim has no cell. */
function namesCell({ cell }: Claim, { all, subject }: ParsedStatement): boolean {
	const labels = contentStems(`${cell?.row ?? ""} ${cell?.column ?? ""}`).filter((stem) => !/^\d/u.test(stem));
	return labels.every((stem) => all.has(stem) || subject.has(stem));
}

/** How two statements contradict each other, with the chance. Undefined if nothing indicates it. */
export function findContradiction(
	a: ParsedStatement,
	b: ParsedStatement,
	weigh: WordWeight = equalWeight,
	comparesValues = true,
): FoundConflict | undefined {
	const opposite = isSameSubject(a, b) && findOpposition(a, b);
	if (opposite) return { ...opposite, chance: 1 };
	if (!comparesValues) return undefined;
	let best: FoundConflict | undefined;
	for (const { mine, theirs, signals } of findValuePairs(a, b, weigh)) {
		const chance = probabilityOf(weights, signals);
		if (chance <= (best?.chance ?? 0)) continue;
		const kind = !mine.quantity ? "value" : mine.quantity.kind === "date" ? "date" : "number";
		best = { kind, why: `${mine.text} against ${theirs.text}`, chance };
	}
	return best;
}
