import type { WriteInput } from "./reasoner.ts";

/** In words, the queries and pages that were tried for a cell: those of its sub-question, else the pages with claims on its row. */
export function describeTriedSources(
	input: Pick<WriteInput, "plan" | "gaps" | "sources" | "claims">,
	subject: string | undefined,
	column: string,
): string {
	const { plan, gaps, sources, claims } = input;
	const ofCell = plan.subQuestions.filter(
		(one) => (!subject || one.subject === subject) && (!one.value || one.value === column),
	);
	const ids = new Set(ofCell.map(({ id }) => id));
	const tried = gaps.filter(({ subQuestionId }) => ids.has(subQuestionId ?? "")).flatMap(({ lookedIn }) => lookedIn);
	const readIds = new Set(
		claims.filter(({ subQuestionIds }) => subQuestionIds.some((id) => ids.has(id))).map(({ sourceId }) => sourceId),
	);
	const titles = sources.filter(({ id }) => readIds.size === 0 || readIds.has(id)).map(({ title }) => title);
	const queries = tried
		.filter((one) => one.startsWith(searchPrefix))
		.map((one) => `“${one.slice(searchPrefix.length)}”`);
	const pages = tried.filter((one) => !one.startsWith(searchPrefix));
	const parts = [
		queries.length > 0 ? `searched for ${joinFirst(queries)}` : "",
		`looked in ${joinFirst(pages.length > 0 ? pages : titles)}`,
	];
	return parts.filter((part) => part !== "" && part !== "looked in ").join("; ") || "nothing was read on this";
}

/** The prefix of a query in a gap's list; entries without it are pages. */
const searchPrefix = "search: ";

/** Queries or pages that an empty cell names, at most. */
const namedMax = 3;

function joinFirst(places: readonly string[]): string {
	const unique = [...new Set(places)];
	return unique.slice(0, namedMax).join(", ") + (unique.length > namedMax ? " and others" : "");
}
