import { distinctBy } from "../base/distinct.ts";
import { folded } from "../base/text.ts";
import {
	type Claim,
	type Conflict,
	type ConflictClass,
	type ConflictKind,
	pairKey,
	shareSubQuestion,
} from "./claim.ts";
import type { Group } from "./group.ts";

/** One matter on which sources exclude each other: all conflicts about it, with its sides. */
export interface Dispute {
	/** `1887 against 1889`, `1887 against 1889 against 1891`. */
	why: string;
	/** What is disputed, where a model named it: `year of opening`. */
	about?: string | undefined;
	kind: ConflictKind;
	class?: ConflictClass | undefined;
	/** As in `Conflict`. */
	settleable?: boolean | undefined;
	/** Two at least. */
	sides: DisputeSide[];
	/** What it unites, in order. */
	conflicts: Conflict[];
}

export interface DisputeSide {
	/** What it states, where the conflicts say so. */
	value?: string | undefined;
	/** Claims that state it, in order, each place once. */
	claimIds: string[];
}

/** A side joins a dispute that it contradicts on so many of its sides. Share. */
const contradictedLeast = 0.5;

/**
 * Conflicts united to disputes, each matter once. Two conflicts are of one matter when both hold one assertion (a claim, or claims of
 * one group) and no other value of it, or when they set the same two values against each other for one sub-question. A new side joins
 * only when it contradicts at least half of the sides that are there, and none of them was judged compatible with it (complete linkage:
 * through a common neighbour anything would be joined). `judged`: pairs of claims that a model looked at.
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
	const known = conflicts.map((conflict): Known => {
		const { a, b } = conflict;
		return { conflict, values: valuesOf(conflict), keys: [keyOf(a), keyOf(b)], claims: [byId.get(a), byId.get(b)] };
	});
	const contradicting = new Set(known.map(({ keys: [a, b] }) => pairKey(a, b)));
	const conflicting = new Set(conflicts.map(({ a, b }) => pairKey(a, b)));
	const compatible = new Set(judged.filter((key) => !conflicting.has(key)));
	const fits = (one: Known, members: readonly Known[]) => {
		const before = sidesOf(members);
		const added = sidesOf([...members, one]).slice(before.length);
		return added.every((side) => {
			const others = before.filter(({ claimIds }) =>
				claimIds.some((id) => side.claimIds.some((own) => contradicting.has(pairKey(keyOf(id), keyOf(own))))),
			);
			const pairs = before.flatMap(({ claimIds }) =>
				claimIds.flatMap((id) => side.claimIds.map((own) => pairKey(id, own))),
			);
			return others.length >= contradictedLeast * before.length && !pairs.some((key) => compatible.has(key));
		});
	};
	const united: Known[][] = [];
	for (const one of known) {
		const home = united.find((members) => members.some((other) => ofOneMatter(one, other)) && fits(one, members));
		if (home) home.push(one);
		else united.push([one]);
	}
	return united.map((members) => disputeOf(members));
}

interface Known {
	conflict: Conflict;
	/** What `a` and `b` state. */
	values: [string, string] | undefined;
	/** The groups of `a` and `b`. */
	keys: [string, string];
	claims: [Claim | undefined, Claim | undefined];
}

/** What both sides state, where `why` says so. */
function valuesOf({ why }: Conflict): [string, string] | undefined {
	const [one, other, ...more] = why.split(" against ");
	return one && other && more.length === 0 ? [one, other] : undefined;
}

function ofOneMatter(one: Known, other: Known): boolean {
	const shared = one.keys.filter((key) => other.keys.includes(key));
	if (!one.values || !other.values) return shared.length > 0;
	const [mine, theirs] = [one.values, other.values];
	// A claim that states a year and a length may be disputed on both.
	if (shared.some((key) => sameValue(mine[one.keys.indexOf(key)], theirs[other.keys.indexOf(key)]))) return true;
	const plain = (values: readonly string[]) => values.map(folded).toSorted().join("\n");
	return plain(mine) === plain(theirs) && onOneQuestion(one, other);
}

/** One is the other, or holds it whole: `1887` and `in 1887`. */
function sameValue(a = "", b = ""): boolean {
	const [one, other] = [` ${folded(a)} `, ` ${folded(b)} `];
	return one.includes(other) || other.includes(one);
}

function onOneQuestion({ claims: [a] }: Known, { claims: [b] }: Known): boolean {
	return a === undefined || b === undefined || shareSubQuestion(a, b);
}

function disputeOf(members: readonly Known[]): Dispute {
	const conflicts = members.map(({ conflict }) => conflict);
	const [first] = conflicts;
	const judged = conflicts.filter((one) => one.class !== undefined || one.settleable !== undefined);
	// What was judged in several ways was not judged as one.
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

/** By value, where each conflict says its values; else by group. */
function sidesOf(members: readonly Known[]): DisputeSide[] {
	const named = members.every(({ values }) => values !== undefined);
	const ends = members.flatMap(({ conflict: { a, b }, values, keys, claims }) => [
		{ id: a, value: values?.[0], key: keys[0], claim: claims[0] },
		{ id: b, value: values?.[1], key: keys[1], claim: claims[1] },
	]);
	const placeOf = ({ id, claim }: (typeof ends)[number]) => (claim ? `${claim.sourceId}:${claim.quote}` : id);
	const sides: (typeof ends)[] = [];
	for (const end of ends) {
		const own = sides.find(([first]) => (named ? sameValue(first?.value, end.value) : first?.key === end.key));
		if (own) own.push(end);
		else sides.push([end]);
	}
	return sides.map((all) => {
		const claimIds = distinctBy(all, placeOf).map(({ id }) => id);
		return named ? { value: all[0]?.value, claimIds } : { claimIds };
	});
}
