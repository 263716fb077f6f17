import { expect, test } from "vitest";
import { claimOf } from "../../test/support/evidence.ts";
import { type Conflict, pairKey } from "./claim.ts";
import { disputesIn } from "./dispute.ts";

const opened = (year: string, sourceId: string) => claimOf(`The Alder bridge opened in ${year}.`, { sourceId });
const one = opened("1887", "s1");
const again = opened("1887", "s2");
const late = opened("1889", "s3");
const later = opened("1891", "s4");
const claims = [one, again, late, later];
const against = (a: { id: string }, b: { id: string }, why: string, more: Partial<Conflict> = {}): Conflict => ({
	...{ kind: "date", a: a.id, b: b.id, why, ...more },
});

test("four conflicts between three values are one dispute with a side for each value", () => {
	const conflicts = [
		against(one, late, "1887 against 1889"),
		against(again, late, "1887 against 1889", { class: "fact", settleable: true }),
		against(one, later, "in 1887 against 1891"),
		against(late, later, "1889 against 1891"),
	];
	const found = disputesIn(conflicts, claims, []);
	expect(found).toMatchObject([{ why: "1887 against 1889 against 1891", class: "fact", settleable: true }]);
	expect(found[0]?.sides).toEqual([
		{ value: "1887", claimIds: [one.id, again.id] },
		{ value: "1889", claimIds: [late.id] },
		{ value: "1891", claimIds: [later.id] },
	]);
});

test("conflicts on two values of one claim are two disputes", () => {
	const conflicts = [against(one, late, "1887 against 1889"), against(one, later, "300 m against 310 m")];
	expect(disputesIn(conflicts, claims, []).map(({ why }) => why)).toEqual(["1887 against 1889", "300 m against 310 m"]);
});

test("claims of one group are one assertion, and the same two values on another matter are another dispute", () => {
	const groups = [{ id: one.id, claimIds: [one.id, again.id] }];
	const conflicts = [against(one, late, "1887 against 1889"), against(again, later, "1887 against 1891")];
	expect(disputesIn(conflicts, claims, groups)).toHaveLength(1);
	const other = [opened("1887", "s5"), opened("1889", "s6")].map((claim) => ({ ...claim, subQuestionIds: ["q2"] }));
	const [left = one, right = late] = other;
	const apart = [against(one, late, "1887 against 1889"), against(left, right, "1887 against 1889")];
	expect(disputesIn(apart, [...claims, ...other], [])).toHaveLength(2);
});

test("a chain of contradicting values is not one dispute", () => {
	const years = ["1887", "1889", "1891", "1893", "1895"];
	const chain = years.map((year, at) => opened(year, `s${at}`));
	const conflicts = chain.slice(1).map((next, at) => {
		const before = chain[at] ?? next;
		return against(before, next, `${years[at]} against ${years[at + 1]}`);
	});
	for (const { sides } of disputesIn(conflicts, chain, [])) expect(sides.length).toBeLessThanOrEqual(3);
	expect(disputesIn(conflicts, chain, []).length).toBeGreaterThan(1);
});

test("claims that a model judged compatible are not joined through a third value", () => {
	const conflicts = [against(one, late, "1887 against 1889"), against(one, later, "1887 against 1891")];
	const judged = [pairKey(one.id, late.id), pairKey(one.id, later.id)];
	expect(disputesIn(conflicts, claims, [], judged)).toHaveLength(1);
	expect(disputesIn(conflicts, claims, [], [...judged, pairKey(late.id, later.id)])).toHaveLength(2);
});

test("a dispute has a class only if all its judged conflicts have the same class", () => {
	const conflicts = [
		against(one, late, "1887 against 1889", { class: "fact", settleable: true }),
		against(again, late, "1887 against 1889", { class: "scope", settleable: true }),
	];
	expect(disputesIn(conflicts, claims, [])).toMatchObject([{ why: "1887 against 1889" }]);
	expect(disputesIn(conflicts, claims, [])[0]).not.toHaveProperty("class");
});

test("matters that share an assertion and that two comparisons named alike are one dispute", () => {
	const named = (about: string) => [
		against(one, late, "1887 against 1889", { about: "year in which the Alder bridge opened" }),
		// Values that no other conflict gives in this form.
		against(late, later, "opened 89 against opened 91", { about }),
	];
	expect(disputesIn(named("opening year of the Alder bridge"), claims, [])).toHaveLength(1);
	expect(disputesIn(named("length of its spans"), claims, [])).toHaveLength(2);
});
