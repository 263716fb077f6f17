import type { WriteInput } from "./reasoner.ts";

/** In words, the queries and pages that were tried for a cell: those of its sub-question, else the pages with claims on its row. */
export function whereLooked(
	input: Pick<WriteInput, "plan" | "gaps" | "sources" | "claims">,
	subject: string | undefined,
	column: string,
): string {
	const { plan, gaps, sources, claims } = input;
	const asked = plan.subQuestions.filter(
		(one) => (!subject || one.subject === subject) && (!one.value || one.value === column),
	);
	const ids = new Set(asked.map(({ id }) => id));
	const tried = gaps.filter(({ subQuestionId }) => ids.has(subQuestionId ?? "")).flatMap(({ lookedIn }) => lookedIn);
	const read = new Set(
		claims.filter(({ subQuestionIds }) => subQuestionIds.some((id) => ids.has(id))).map(({ sourceId }) => sourceId),
	);
	const titles = sources.filter(({ id }) => read.size === 0 || read.has(id)).map(({ title }) => title);
	const searched = tried.filter((one) => one.startsWith(search)).map((one) => `“${one.slice(search.length)}”`);
	const pages = tried.filter((one) => !one.startsWith(search));
	const parts = [
		searched.length > 0 ? `searched for ${listed(searched)}` : "",
		`looked in ${listed(pages.length > 0 ? pages : titles)}`,
	];
	return parts.filter((part) => part !== "" && part !== "looked in ").join("; ") || "nothing was read on this";
}

/** The prefix of a query in a gap's list; entries without it are pages. */
const search = "search: ";

/** Queries or pages that an empty cell names, at most. */
const placesMax = 3;

function listed(places: readonly string[]): string {
	const unique = [...new Set(places)];
	return unique.slice(0, placesMax).join(", ") + (unique.length > placesMax ? " and others" : "");
}
