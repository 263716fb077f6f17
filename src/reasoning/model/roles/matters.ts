import { type Claim, type Conflict, pairKey, shareSubQuestion } from "../../../evidence/claim.ts";
import { compareClaims as byRules } from "../../disputes/compare.ts";
import type { CompareInput } from "../../reasoner.ts";
import { likeness, otherCells, type Side, saySame, sideOf, weighedBy } from "./comparable.ts";

/** One line of a matter: what one claim or several in nearly the same words say. */
export interface Statement {
	/** In the order in which they were recorded. */
	claims: [Claim, ...Claim[]];
}

/** Statements on one matter, which are looked at together. */
export interface Matter {
	statements: Statement[];
	/** What the rules call conflicts among them. */
	ruled: Conflict[];
}

/** Statements of one matter, and of one request, at most: more tire a reader, and the likeliest come first. */
const statementsEach = 8;
const statementsMax = 48;
/** Claims known before that a fresh one is compared with, the latest. */
const knownMax = 400;
/** What two claims must have in common to be worth a look. */
const worthLook = 0.45;
/** What the rules name goes first. */
const ruledScore = 10;

interface Edge {
	a: Claim;
	b: Claim;
	score: number;
	ruled: Conflict | undefined;
}

/**
 * What may exclude each other, gathered by matter, the likeliest first; no pair that was judged before leads to a matter. `beyond`: what
 * the rules name besides, for which there is no room.
 */
export function mattersOf(input: CompareInput): { matters: Matter[]; beyond: Conflict[] } {
	const sides = new Map<string, Side>();
	const edges = edgesOf(input, sides);
	const matters = gathered(edges).map(({ claims, edges: own }): Matter & { size: number } => {
		const statements = statementsOf(claims, sides);
		return { statements, ruled: own.flatMap(({ ruled }) => ruled ?? []), size: statements.length };
	});
	const shown: Matter[] = [];
	let room = statementsMax;
	for (const { statements, ruled, size } of matters) {
		if (size < 2 || size > room) continue;
		room -= size;
		shown.push({ statements, ruled });
	}
	const seen = new Set(shown.flatMap(({ ruled }) => ruled));
	return { matters: shown, beyond: edges.flatMap(({ ruled }) => (ruled && !seen.has(ruled) ? [ruled] : [])) };
}

/** Pairs of a fresh claim and any other that are worth a look, best first. */
function edgesOf(input: CompareInput, sides: Map<string, Side>): Edge[] {
	const ruled = new Map(byRules(input).map((conflict) => [pairKey(conflict.a, conflict.b), conflict]));
	const named = new Set([...ruled.values()].map(({ a }) => a));
	const done = new Set([...(input.judged ?? []), ...(input.told ?? []).map(({ a, b }) => pairKey(a, b))]);
	const known = input.known.filter(({ id }, at) => at >= input.known.length - knownMax || named.has(id));
	const usable = [...known, ...input.fresh].filter((claim) => claim.class !== "irrelevant");
	for (const claim of usable) sides.set(claim.id, sideOf(claim));
	const weigh = weighedBy([...sides.values()]);
	const all = [...sides.values()];
	const fresh = new Set(input.fresh.map(({ id }) => id));
	const edges: Edge[] = [];
	for (const [at, right] of all.entries()) {
		if (!fresh.has(right.claim.id)) continue;
		for (const left of all.slice(0, at)) {
			const [a, b] = [left.claim, right.claim];
			if (done.has(pairKey(a.id, b.id)) || samePlace(a, b) || otherCells(a, b)) continue;
			const conflict = ruled.get(pairKey(a.id, b.id));
			const score = conflict ? ruledScore : likeness(left, right, weigh) + (shareSubQuestion(a, b) ? 0.1 : 0);
			if (score >= worthLook) edges.push({ a, b, score, ruled: conflict });
		}
	}
	return edges.toSorted((a, b) => b.score - a.score);
}

/** One sentence of a page does not contradict itself. */
function samePlace(a: Claim, b: Claim): boolean {
	return a.sourceId === b.sourceId && a.quote === b.quote;
}

/** The best pairs first, each joined to the matter that holds one of its claims, while that is small enough to be looked at. */
function gathered(edges: readonly Edge[]): { claims: Claim[]; edges: Edge[] }[] {
	const homes = new Map<string, { claims: Claim[]; edges: Edge[] }>();
	for (const edge of edges) {
		const [left, right] = [homes.get(edge.a.id), homes.get(edge.b.id)];
		const claims = [...new Set([...(left?.claims ?? [edge.a]), ...(right?.claims ?? [edge.b])])];
		if (claims.length > statementsEach) continue;
		const own = [...new Set([...(left?.edges ?? []), ...(right?.edges ?? []), edge])];
		const home = { claims, edges: own };
		for (const { id } of claims) homes.set(id, home);
	}
	return [...new Set(homes.values())].toSorted((a, b) => best(b) - best(a));
}

function best({ edges }: { edges: Edge[] }): number {
	return Math.max(...edges.map(({ score }) => score));
}

/** Near-duplicates are one statement. */
function statementsOf(claims: readonly Claim[], sides: ReadonlyMap<string, Side>): Statement[] {
	const order = new Map([...sides.keys()].map((id, at) => [id, at]));
	const statements: Statement[] = [];
	for (const claim of claims.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))) {
		const own = sides.get(claim.id);
		const home = statements.find(({ claims: [first] }) => {
			const other = sides.get(first.id);
			return own !== undefined && other !== undefined && saySame(own, other);
		});
		if (home) home.claims.push(claim);
		else statements.push({ claims: [claim] });
	}
	return statements;
}
