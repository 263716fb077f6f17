import type { Claim, Conflict } from "../../evidence/claim.ts";
import { contentStems } from "../../text/words.ts";
import { probabilityOf } from "../linear.ts";
import type { CompareInput } from "../reasoner.ts";
import { type Aspect, aspectOf, sameSubject } from "./aspect.ts";
import { sameCell } from "./cells.ts";
import { areOneItem, type ClaimAspect, itemWordsOf } from "./list-items.ts";
import { oppositeStatements } from "./polarity.ts";
import { valuePairs } from "./signals.ts";
import { agree, comparable } from "./values.ts";
import { evenly, type Weigh, weighedBy } from "./weighing.ts";
import weights from "./weights.json" with { type: "json" };

/** Minimum chance of a proposed dispute. It is higher within one page, where most differences are a history or a list. */
const disputedFrom = { acrossPages: 0.04, onPage: 0.6 };

type Found = Pick<Conflict, "kind" | "why"> & { chance: number };

/**
 * Conflicts between new and earlier claims, and among the new ones (METHOD §6, code's part): number, date, name, negation or antonym of
 * one subject and attribute. Roundings, converted units, ranges, other years, versions and rows of a table are no conflicts. `a` is the
 * claim that was recorded first.
 */
export function compareClaims(input: CompareInput): Conflict[] {
	const known = input.known.map((claim) => ({ claim, aspect: aspectOf(claim) }));
	const fresh = input.fresh.map((claim) => ({ claim, aspect: aspectOf(claim) }));
	const weigh = weighedBy([...known, ...fresh].map(({ aspect }) => new Set(aspect.terms.map(({ matter }) => matter))));
	const items = itemWordsOf([...known, ...fresh]);
	const out: Conflict[] = [];
	for (const { claim, aspect } of fresh) {
		for (const before of known) {
			const one = { claim, aspect };
			const may = mayConflict(before.claim, claim) && areOneItem(before, one, items, weigh);
			const found = may && conflictOf(before, one, weigh);
			const from = before.claim.sourceId === claim.sourceId ? disputedFrom.onPage : disputedFrom.acrossPages;
			if (found && found.chance >= from)
				out.push({ kind: found.kind, why: found.why, a: before.claim.id, b: claim.id });
		}
		known.push({ claim, aspect });
	}
	return out;
}

function mayConflict(a: Claim, b: Claim): boolean {
	if (a.id === b.id || [a, b].some((one) => one.class === "irrelevant" || asks(one))) return false;
	return a.sourceId !== b.sourceId || (a.quote !== b.quote && !a.cell && !b.cell);
}

/** Whether the quote is a question, which states nothing. */
function asks({ quote }: Claim): boolean {
	return quote.trimEnd().endsWith("?");
}

function conflictOf(a: ClaimAspect, b: ClaimAspect, weigh: Weigh): Found | undefined {
	if (!a.claim.cell || !b.claim.cell)
		return isNamedIn(a.claim, b.aspect) && isNamedIn(b.claim, a.aspect)
			? contradiction(a.aspect, b.aspect, weigh)
			: undefined;
	const [mine, theirs] = [a.aspect.values[0], b.aspect.values[0]];
	if (!mine || !theirs || !sameCell(a.claim, b.claim) || !comparable(mine, theirs) || agree(mine, theirs))
		return undefined;
	return { kind: "number", why: `${mine.text} against ${theirs.text}`, chance: 1 };
}

/** Whether a statement names a cell's row and column. True if the claim has no cell. */
function isNamedIn({ cell }: Claim, { all, subject }: Aspect): boolean {
	const labels = contentStems(`${cell?.row ?? ""} ${cell?.column ?? ""}`).filter((stem) => !/^\d/u.test(stem));
	return labels.every((stem) => all.has(stem) || subject.has(stem));
}

/** How two statements contradict each other, with the chance. Undefined if nothing indicates it. */
export function contradiction(a: Aspect, b: Aspect, weigh: Weigh = evenly): Found | undefined {
	const opposite = sameSubject(a, b) && oppositeStatements(a, b);
	if (opposite) return { ...opposite, chance: 1 };
	let best: Found | undefined;
	for (const { mine, theirs, signals } of valuePairs(a, b, weigh)) {
		const chance = probabilityOf(weights, signals);
		if (chance <= (best?.chance ?? 0)) continue;
		const kind = !mine.quantity ? "value" : mine.quantity.kind === "date" ? "date" : "number";
		best = { kind, why: `${mine.text} against ${theirs.text}`, chance };
	}
	return best;
}
