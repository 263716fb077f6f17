/** Things that tables and questions call by different names; each row's stand for one another. */
const names: readonly (readonly [RegExp, string])[] = [
	[/\b(?:side[\s-]effects?|adverse (?:drug )?(?:reactions?|events?|effects?)|undesirable effects?)\b/i, "side effects"],
	[/\b(?:revenues?|turnover|(?:net )?sales)\b/i, "revenue turnover"],
	[/\b(?:employees|staff|headcount|workforce|personnel)\b/i, "employees staff"],
];

/** A text with the other names of what it names. */
export function alsoCalled(text: string): string {
	return [text, ...names.filter(([pattern]) => pattern.test(text)).map(([, words]) => words)].join(" ");
}

/** The words of a data file's name for a column: `sick_days_per_post` and `sickDaysPerPost` are four. */
export function spaced(text: string): string {
	return text
		.replace(/(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}])/gu, " ")
		.replace(/(?<=\b\p{Ll}[\p{L}\p{N}]*\p{Ll})(?=\p{Lu}\p{Ll})/gu, " ");
}
