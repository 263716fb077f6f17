import { stem } from "../language/stem.ts";
import { wordsIn } from "../language/words.ts";

/** Deeds that follow one another in one thing's course: the day of one is not the day of another. Words of one deed stand together. */
const courses: readonly (readonly string[])[] = [
	[
		"open opens opened opening inaugurated",
		"close closes closed closing closure shut shuts",
		"reopen reopens reopened",
	],
	["found founded founding establish established", "merge merged merger", "dissolve dissolved disband disbanded wound"],
	["bear born birth", "marry married", "die died dies death"],
	[
		"propose proposed tabled",
		"adopt adopted adoption pass passed passes approve approved",
		"sign signed",
		"ratify ratified",
		"force effect apply applies applied",
		"amend amended",
		"repeal repealed abolish abolished expire expires expired",
	],
	[
		"file filed submit submitted apply applied",
		"grant granted",
		"expire expires expired lapse lapsed revoke revoked withdraw withdrawn",
	],
	[
		"begin begins began begun start starts started launch launched",
		"complete completed finish finished end ends ended stop stopped cancel cancelled suspend suspended",
		"resume resumes resumed restart restarted",
	],
	[
		"arrest arrested",
		"charge charged",
		"convict convicted",
		"sentence sentenced",
		"acquit acquitted",
		"release released",
	],
	[
		"build built construct constructed",
		"demolish demolished destroy destroyed",
		"renovate renovated restore restored rebuild rebuilt",
	],
	[
		"appoint appointed elect elected name named hire hired join joined",
		"leave left resign resigned retire retired dismiss dismissed step stepped",
	],
	[
		"announce announced announces",
		"release released releases publish published",
		"discontinue discontinued withdraw withdrawn recall recalled",
	],
];
/** By stem of a word, the deeds that it names. */
const deedsOf = new Map<string, { course: number; deed: number }[]>();
for (const [course, deeds] of courses.entries())
	for (const [deed, row] of deeds.entries())
		for (const form of new Set(row.split(" ").map(stem)))
			deedsOf.set(form, [...(deedsOf.get(form) ?? []), { course, deed }]);

/** A deed behind the span is further from it than one before it: `opened in 1974, closed in 2031`. Characters. */
const behind = 12;

const deedsAt = (lower: string) => deedsOf.get(stem(lower)) ?? [];

/** The last word of a question that names a deed of a course. */
export function deedIn(question: string): string | undefined {
	return wordsIn(question).findLast(({ text, lower }) => /^\p{Ll}/u.test(text) && deedsAt(lower).length > 0)?.lower;
}

/** Whether a clause says of a span of it, by the deed nearest to it, that it is the day of the asked `deed`, or of another of the same course. */
export function deedAt(clause: string, start: number, end: number, deed: string): "asked" | "other" | "open" {
	const asked = deedsAt(deed);
	const [nearest] = wordsIn(clause)
		.flatMap((word) => {
			const deeds = deedsAt(word.lower).filter(({ course }) => asked.some((one) => one.course === course));
			const far = word.end <= start ? start - word.end : word.start >= end ? word.start - end + behind : undefined;
			return deeds.length === 0 || far === undefined ? [] : [{ deeds, far }];
		})
		.toSorted((a, b) => a.far - b.far);
	if (!nearest) return "open";
	const same = nearest.deeds.some((one) =>
		asked.some(({ course, deed: at }) => one.course === course && one.deed === at),
	);
	return same ? "asked" : "other";
}
