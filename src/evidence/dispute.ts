import { distinctBy } from "../base/distinct.ts";
import { comparisonForm, jaccard } from "../base/text.ts";
import { contentStems } from "../text/words.ts";
import {
	type Claim,
	type Conflict,
	type ConflictClass,
	type ConflictKind,
	pairKey,
	shareSubQuestion,
} from "./claim.ts";
import type { Group } from "./group.ts";

/** One matter on which sources contradict each other: all its conflicts and sides. */
export interface Dispute {
	/** `1887 against 1889`, `1887 against 1889 against 1891`. */
	why: string;
	/** The disputed matter, if a model named it: `year of opening`. */
	about?: string | undefined;
	kind: ConflictKind;
	class?: ConflictClass | undefined;
	/** As in `Conflict`. */
	settleable?: boolean | undefined;
	/** At least two. */
	sides: DisputeSide[];
	/** The conflicts that it combines, in order. */
	conflicts: Conflict[];
}

export interface DisputeSide {
	/** The value that it states, if the conflicts name it. */
	value?: string | undefined;
	/** Claims that state it, in order, each quote of a source once. */
	claimIds: string[];
}

/** A side joins a dispute if it contradicts at least this share of its sides. */
const minContradictedShare = 0.5;

/**
 * Combines conflicts into disputes, one for each matter. Two conflicts are of one matter if they share an assertion (a claim, or claims
 * of one group) with the same value, or if they contrast the same two values for one sub-question. A new side joins only if it contradicts
 * at least half of the existing sides, and none of them was judged compatible with it. This is complete linkage: otherwise a common
 * neighbour could join anything. `judged`: pairs of claims that a model compared.
 */
export function disputesIn(
	conflicts: readonly Conflict[],
	claims: readonly Claim[],
	groups: readonly Pick<Group, "id" | "claimIds">[],
	judged: readonly string[] = [],
): Dispute[] {
	const byId = new Map(claims.map((claim) => [claim.id, claim]));
	const groupOf = new Map(groups.flatMap(({ id, claimIds }) => claimIds.map((one) => [one, id] as const)));
	const keyOf = (id: string) => groupOf.get(id) ?? id;
	const compared = conflicts.map((conflict): ComparedConflict => {
		const { a, b } = conflict;
		return { conflict, values: valuesOf(conflict), keys: [keyOf(a), keyOf(b)], claims: [byId.get(a), byId.get(b)] };
	});
	const contradicting = new Set(compared.map(({ keys: [a, b] }) => pairKey(a, b)));
	const conflicting = new Set(conflicts.map(({ a, b }) => pairKey(a, b)));
	const compatible = new Set(judged.filter((key) => !conflicting.has(key)));
	const canJoin = (one: ComparedConflict, members: readonly ComparedConflict[]) => {
		const before = sidesOf(members);
		const added = sidesOf([...members, one]).slice(before.length);
		return added.every((side) => {
			const others = before.filter(({ claimIds }) =>
				claimIds.some((id) => side.claimIds.some((own) => contradicting.has(pairKey(keyOf(id), keyOf(own))))),
			);
			const pairs = before.flatMap(({ claimIds }) =>
				claimIds.flatMap((id) => side.claimIds.map((own) => pairKey(id, own))),
			);
			return others.length >= minContradictedShare * before.length && !pairs.some((key) => compatible.has(key));
		});
	};
	const matters: ComparedConflict[][] = [];
	for (const one of compared) {
		const home = matters.find((members) => members.some((other) => isSameMatter(one, other)) && canJoin(one, members));
		if (home) home.push(one);
		else matters.push([one]);
	}
	return mergeByName(matters).map((members) => buildDispute(members));
}

/** Names of a matter that share this much of their words are one name. */
const sameNameSimilarity = 0.5;

/** Matters that share an assertion and that a model named alike are one: each comparison names its matters anew. */
function mergeByName(matters: readonly ComparedConflict[][]): ComparedConflict[][] {
	const merged: ComparedConflict[][] = [];
	for (const members of matters) {
		const home = merged.find((others) =>
			members.some((one) => others.some((other) => sharesKey(one, other) && isNamedAlike(one, other))),
		);
		if (home) home.push(...members);
		else merged.push([...members]);
	}
	return merged;
}

function sharesKey(one: ComparedConflict, other: ComparedConflict): boolean {
	return one.keys.some((key) => other.keys.includes(key));
}

function isNamedAlike(
	{ conflict: { about: a } }: ComparedConflict,
	{ conflict: { about: b } }: ComparedConflict,
): boolean {
	if (a === undefined || b === undefined) return false;
	return jaccard(new Set(contentStems(a)), new Set(contentStems(b))) >= sameNameSimilarity;
}

interface ComparedConflict {
	conflict: Conflict;
	/** The values of `a` and `b`. */
	values: [string, string] | undefined;
	/** The groups of `a` and `b`. */
	keys: [string, string];
	claims: [Claim | undefined, Claim | undefined];
}

/** The values of both sides, if `why` names them. */
function valuesOf({ why }: Conflict): [string, string] | undefined {
	const [one, other, ...more] = why.split(" against ");
	return one && other && more.length === 0 ? [one, other] : undefined;
}

function isSameMatter(one: ComparedConflict, other: ComparedConflict): boolean {
	const shared = one.keys.filter((key) => other.keys.includes(key));
	if (!one.values || !other.values) return shared.length > 0;
	const [mine, theirs] = [one.values, other.values];
	// A claim that states a year and a length may be disputed on both.
	if (shared.some((key) => isSameValue(mine[one.keys.indexOf(key)], theirs[other.keys.indexOf(key)]))) return true;
	const plain = (values: readonly string[]) => values.map(comparisonForm).toSorted().join("\n");
	return plain(mine) === plain(theirs) && isSameSubQuestion(one, other);
}

/** Whether two values are equal, or one holds the other: `1887` and `in 1887`. */
function isSameValue(a = "", b = ""): boolean {
	const [one, other] = [` ${comparisonForm(a)} `, ` ${comparisonForm(b)} `];
	return one.includes(other) || other.includes(one);
}

function isSameSubQuestion({ claims: [a] }: ComparedConflict, { claims: [b] }: ComparedConflict): boolean {
	return a === undefined || b === undefined || shareSubQuestion(a, b);
}

function buildDispute(members: readonly ComparedConflict[]): Dispute {
	const conflicts = members.map(({ conflict }) => conflict);
	const [first] = conflicts;
	const judged = conflicts.filter((one) => one.class !== undefined || one.settleable !== undefined);
	// Conflicts with different verdicts give the dispute none.
	const [verdict] = new Set(judged.map((one) => one.class)).size === 1 ? judged : [];
	const about = conflicts.find((one) => one.about !== undefined)?.about;
	const sides = sidesOf(members);
	const values = sides.flatMap(({ value }) => value ?? []);
	return {
		why: values.length === sides.length ? values.join(" against ") : (first?.why ?? ""),
		kind: first?.kind ?? "value",
		...(about === undefined ? {} : { about }),
		...(verdict ? { class: verdict.class, settleable: verdict.settleable } : {}),
		...{ sides, conflicts },
	};
}

/** The sides by value, if every conflict names its values; else by group. */
function sidesOf(members: readonly ComparedConflict[]): DisputeSide[] {
	const named = members.every(({ values }) => values !== undefined);
	const ends = members.flatMap(({ conflict: { a, b }, values, keys, claims }) => [
		{ id: a, value: values?.[0], key: keys[0], claim: claims[0] },
		{ id: b, value: values?.[1], key: keys[1], claim: claims[1] },
	]);
	const quoteKey = ({ id, claim }: (typeof ends)[number]) => (claim ? `${claim.sourceId}:${claim.quote}` : id);
	const sides: (typeof ends)[] = [];
	for (const end of ends) {
		const own = sides.find(([first]) => (named ? isSameValue(first?.value, end.value) : first?.key === end.key));
		if (own) own.push(end);
		else sides.push([end]);
	}
	return sides.map((all) => {
		const claimIds = distinctBy(all, quoteKey).map(({ id }) => id);
		return named ? { value: all[0]?.value, claimIds } : { claimIds };
	});
}
