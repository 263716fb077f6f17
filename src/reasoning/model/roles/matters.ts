import { type Claim, type Conflict, pairKey, shareSubQuestion } from "../../../evidence/claim.ts";
import { findCopies } from "../../../evidence/copies.ts";
import { compareClaims as byRules } from "../../disputes/compare.ts";
import type { CompareInput } from "../../reasoner.ts";
import { type Among, among, areOfOneMatter, likeness, type Side, saySame, sideOf } from "./comparable.ts";

/** One line of a matter: a claim, or several near-duplicates. */
export interface Statement {
	/** In the order in which they were recorded. */
	claims: [Claim, ...Claim[]];
}

/** Statements that may exclude each other and are judged together. */
export interface Matter {
	statements: Statement[];
	/** The conflicts by rule among them. */
	ruled: Conflict[];
}

/** Statements of one matter, and of one request, at most. A model reads more less carefully; the likeliest come first. */
const statementsEach = 8;
const statementsMax = 48;
/** Earlier claims that a fresh one is compared with, at most: the latest. */
const knownMax = 400;
/** The score from which a pair of claims is judged. */
const worthLook = 0.45;
/** The score of a conflict by rule, which puts it first. */
const ruledScore = 10;

interface Edge {
	a: Claim;
	b: Claim;
	score: number;
	ruled: Conflict | undefined;
}

/**
 * Gathers claims that may exclude each other by matter, the likeliest first. A pair that was judged before makes no matter. `beyond`:
 * conflicts by rule for which there is no room.
 */
export function mattersOf(input: CompareInput): { matters: Matter[]; beyond: Conflict[] } {
	const sides = new Map<string, Side>();
	const { edges, all } = edgesOf(input, sides);
	const joined = new Set(edges.map(({ a, b }) => pairKey(a.id, b.id)));
	const fits = (a: Claim, b: Claim) => {
		if (joined.has(pairKey(a.id, b.id))) return true;
		const [left, right] = [sides.get(a.id), sides.get(b.id)];
		return left !== undefined && right !== undefined && areOfOneMatter(left, right, all);
	};
	const matters = gathered(edges, fits).map(({ claims, edges: own }): Matter & { size: number } => {
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

/** The pairs of a fresh claim and any other that are to be judged, best first. */
function edgesOf(input: CompareInput, sides: Map<string, Side>): { edges: Edge[]; all: Among } {
	const ruled = new Map(byRules(input).map((conflict) => [pairKey(conflict.a, conflict.b), conflict]));
	const named = new Set([...ruled.values()].map(({ a }) => a));
	const done = new Set([...(input.judged ?? []), ...(input.told ?? []).map(({ a, b }) => pairKey(a, b))]);
	const known = input.known.filter(({ id }, at) => at >= input.known.length - knownMax || named.has(id));
	const usable = [...known, ...input.fresh].filter((claim) => claim.class !== "irrelevant");
	for (const claim of usable) sides.set(claim.id, sideOf(claim));
	const compared = [...sides.values()];
	const all = among(compared);
	const fresh = new Set(input.fresh.map(({ id }) => id));
	const copies = findCopies(input.sources ?? []);
	const original = ({ sourceId }: Claim) => copies.get(sourceId)?.id ?? sourceId;
	const areCopies = (a: Claim, b: Claim) => a.sourceId !== b.sourceId && original(a) === original(b);
	const edges: Edge[] = [];
	for (const [at, right] of compared.entries()) {
		if (!fresh.has(right.claim.id)) continue;
		for (const left of compared.slice(0, at)) {
			const [a, b] = [left.claim, right.claim];
			if (done.has(pairKey(a.id, b.id)) || areCopies(a, b)) continue;
			const conflict = ruled.get(pairKey(a.id, b.id));
			const likely = () => likeness(left, right, all) + (shareSubQuestion(a, b) ? 0.1 : 0);
			const score = conflict && areOfOneMatter(left, right, all) ? ruledScore : likely();
			if (score >= worthLook) edges.push({ a, b, score, ruled: conflict });
		}
	}
	return { edges: edges.toSorted((a, b) => b.score - a.score), all };
}

interface Gathered {
	claims: Claim[];
	edges: Edge[];
}

/**
 * Groups pairs into matters, best pairs first. A pair joins a matter that holds one of its claims if the other claim fits all claims
 * there (complete linkage) and the matter stays small enough. Otherwise it starts a new matter.
 */
function gathered(edges: readonly Edge[], fits: (a: Claim, b: Claim) => boolean): Gathered[] {
	const matters: Gathered[] = [];
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
	return matters.toSorted((a, b) => best(b) - best(a));
}

function best({ edges }: Gathered): number {
	return Math.max(...edges.map(({ score }) => score));
}

/** The claims as statements; near-duplicates are one. */
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
