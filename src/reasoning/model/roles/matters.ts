import { type Claim, type Conflict, pairKey, shareSubQuestion } from "../../../evidence/claim.ts";
import { findCopies } from "../../../evidence/copies.ts";
import { compareClaims as byRules } from "../../disputes/compare.ts";
import type { CompareInput } from "../../reasoner.ts";
import {
	areNearDuplicates,
	type ComparedClaim,
	type ComparisonContext,
	comparisonContext,
	conflictScore,
	mayShareMatter,
	toComparedClaim,
} from "./comparable-claims.ts";

/** One line of a matter: a claim, or several near-duplicates. */
export interface MatterStatement {
	/** In the order in which they were recorded. */
	claims: [Claim, ...Claim[]];
}

/** Statements that may exclude each other and are judged together. */
export interface Matter {
	statements: MatterStatement[];
	/** The conflicts by rule among them. */
	ruled: Conflict[];
}

/** Statements of one matter, and of one request, at most. A model reads more less carefully; the likeliest come first. */
const statementsEach = 8;
const statementsMax = 48;
/** Earlier claims that a fresh one is compared with, at most: the latest. */
const earlierMax = 400;
/** The score from which a pair of claims is judged. */
const scoreMin = 0.45;
/** The score of a conflict by rule, which puts it first. */
const ruledScore = 10;

interface ClaimPair {
	a: Claim;
	b: Claim;
	score: number;
	ruled: Conflict | undefined;
}

/**
 * Gathers claims that may exclude each other by matter, the likeliest first. A pair that was judged before makes no matter. `beyond`:
 * conflicts by rule for which there is no room.
 */
export function gatherMatters(input: CompareInput): { matters: Matter[]; beyond: Conflict[] } {
	const sides = new Map<string, ComparedClaim>();
	const { edges, all } = findPairs(input, sides);
	const pairKeys = new Set(edges.map(({ a, b }) => pairKey(a.id, b.id)));
	const mayJoin = (a: Claim, b: Claim) => {
		if (pairKeys.has(pairKey(a.id, b.id))) return true;
		const [left, right] = [sides.get(a.id), sides.get(b.id)];
		return left !== undefined && right !== undefined && mayShareMatter(left, right, all);
	};
	const matters = groupPairs(edges, mayJoin).map(({ claims, edges: own }): Matter & { size: number } => {
		const statements = toStatements(claims, sides);
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

/** The pairs of a fresh claim and any other that are to be judged, best first. */
function findPairs(
	input: CompareInput,
	sides: Map<string, ComparedClaim>,
): { edges: ClaimPair[]; all: ComparisonContext } {
	const ruled = new Map(byRules(input).map((conflict) => [pairKey(conflict.a, conflict.b), conflict]));
	const ruledClaimIds = new Set([...ruled.values()].map(({ a }) => a));
	const judgedBefore = new Set([
		...(input.judged ?? []),
		...(input.knownConflicts ?? []).map(({ a, b }) => pairKey(a, b)),
	]);
	const known = input.known.filter(({ id }, at) => at >= input.known.length - earlierMax || ruledClaimIds.has(id));
	const usable = [...known, ...input.fresh].filter((claim) => claim.class !== "irrelevant");
	for (const claim of usable) sides.set(claim.id, toComparedClaim(claim));
	const comparedClaims = [...sides.values()];
	const context = comparisonContext(comparedClaims);
	const fresh = new Set(input.fresh.map(({ id }) => id));
	const copies = findCopies(input.sources ?? []);
	const original = ({ sourceId }: Claim) => copies.get(sourceId)?.id ?? sourceId;
	const areCopies = (a: Claim, b: Claim) => a.sourceId !== b.sourceId && original(a) === original(b);
	const edges: ClaimPair[] = [];
	for (const [at, right] of comparedClaims.entries()) {
		if (!fresh.has(right.claim.id)) continue;
		for (const left of comparedClaims.slice(0, at)) {
			const [a, b] = [left.claim, right.claim];
			if (judgedBefore.has(pairKey(a.id, b.id)) || areCopies(a, b)) continue;
			const conflict = ruled.get(pairKey(a.id, b.id));
			const likelyScore = () => conflictScore(left, right, context) + (shareSubQuestion(a, b) ? 0.1 : 0);
			const score = conflict && mayShareMatter(left, right, context) ? ruledScore : likelyScore();
			if (score >= scoreMin) edges.push({ a, b, score, ruled: conflict });
		}
	}
	return { edges: edges.toSorted((a, b) => b.score - a.score), all: context };
}

interface PairGroup {
	claims: Claim[];
	edges: ClaimPair[];
}

/**
 * Groups pairs into matters, best pairs first. A pair joins a matter that holds one of its claims if the other claim fits all claims
 * there (complete linkage) and the matter stays small enough. Otherwise it starts a new matter.
 */
function groupPairs(edges: readonly ClaimPair[], fits: (a: Claim, b: Claim) => boolean): PairGroup[] {
	const matters: PairGroup[] = [];
	for (const edge of edges) {
		const pair = [edge.a, edge.b];
		const home = matters.find(({ claims }) => {
			const added = pair.filter((one) => !claims.includes(one));
			if (added.length === 2 || claims.length + added.length > statementsEach) return false;
			return added.every((one) => claims.every((other) => fits(one, other)));
		});
		if (!home) matters.push({ claims: pair, edges: [edge] });
		else {
			home.claims = [...new Set([...home.claims, ...pair])];
			home.edges.push(edge);
		}
	}
	return matters.toSorted((a, b) => bestScore(b) - bestScore(a));
}

function bestScore({ edges }: PairGroup): number {
	return Math.max(...edges.map(({ score }) => score));
}

/** The claims as statements; near-duplicates are one. */
function toStatements(claims: readonly Claim[], sides: ReadonlyMap<string, ComparedClaim>): MatterStatement[] {
	const order = new Map([...sides.keys()].map((id, at) => [id, at]));
	const statements: MatterStatement[] = [];
	for (const claim of claims.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))) {
		const comparedClaim = sides.get(claim.id);
		const home = statements.find(({ claims: [first] }) => {
			const other = sides.get(first.id);
			return comparedClaim !== undefined && other !== undefined && areNearDuplicates(comparedClaim, other);
		});
		if (home) home.claims.push(claim);
		else statements.push({ claims: [claim] });
	}
	return statements;
}
