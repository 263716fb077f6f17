import { type ComparedSides, listMembers, splitList } from "./compared-sides.ts";
import type { ParsedAsk } from "./parse-ask.ts";
import { asQuestion, isPlural, joinWithAnd, singularOf, valueQuestion, withoutArticle } from "./phrases.ts";
import type { RequestedSet } from "./requested-set.ts";

/** The rows and columns of the evidence table that a question asks for. */
export interface RequestedTable {
	/** Noun phrases. A single one if the question asks for its members. */
	rows: string[];
	columns: string[];
	/** The question behind each column. */
	asks: string[];
	why: string;
}

/** A table with more columns is not readable. */
const columnsMax = 6;
/** A longer text is no name of a row. Words. */
const rowWordsMax = 6;

/** The table that a question asks for, if any. */
export function requestedTable(
	asks: readonly ParsedAsk[],
	sides: ComparedSides | undefined,
): RequestedTable | undefined {
	const [first, ...others] = asks;
	if (!first) return undefined;
	const { clause, request = "", kind, form, text, own } = first;
	if (sides && sides.aspects.length > 0) return crossTable(sides.names, sides.aspects, sides.context);
	const isSubject = clause?.wh === "what" && clause.verb === "" && clause.noun === "";
	const phrase = clause ? (isSubject ? clause.subject : ownerPhrase(clause)) : request;
	const whole = others.length === 0 ? parseGrid(phrase) : undefined;
	// A bare phrase asks for a table only if it names several values of several things: `history of the towns` does not.
	const isPlain = whole && whole.rows.length > 1 && whole.columns.length > 1 && whole.rows.every(isNamedRow);
	const grid = form !== "phrase" || isPlain ? whole : undefined;
	if (grid) return grid;
	if (sides && !sides.choice) return undefined;
	if (others.length > 0 || !/^(?:list|table)$/u.test(kind)) return undefined;
	// A list of something named can be complete. Reasons or ways in general have no end.
	if (clause || request === "")
		return /[\p{Lu}\p{N}_]/u.test(own.slice(1)) ? listTable(text.replace(/\?$/u, ""), text) : undefined;
	return listTable(request.replace(/^(?:(?:all|every|each|of|the)\s+)*/iu, ""));
}

/** The table of a set: its rows are the members, which only the pages name. */
export function setTable({ name, columns }: RequestedSet): RequestedTable {
	return {
		rows: [name],
		columns: columns.map(({ label }) => label),
		asks: columns.map(({ ask }) => ask),
		why: "it asks for a value of each member of a set",
	};
}

const isNamedRow = (row: string) => /^[\p{Lu}\p{N}]/u.test(row);

/** `What throughput and latency do A and B have?` → `throughput and latency of A and B`. */
function ownerPhrase({ wh, noun, subject }: NonNullable<ParsedAsk["clause"]>): string {
	const owner = /^(.+)\s+have$/u.exec(subject)?.[1];
	return wh === "what" && owner !== undefined && splitList(noun).length > 1 ? `${noun} of ${owner}` : "";
}

/** A table of every value of every thing, in every year. */
function crossTable(rows: string[], values: string[], context = "", years: readonly string[] = []): RequestedTable {
	const times = years.length === 0 ? [""] : years.map((year) => ` in ${year}`);
	const columns = values.flatMap((value) => times.map((time) => `${value}${time}`));
	const of = rows.map((row) => (years.length > 0 && isPlural(row) ? `each of the ${row}` : row));
	const asks = columns.map((column) => valueQuestion([column], `${joinWithAnd(of)} ${context}`));
	return { rows, columns, asks, why: "it asks for values of several things or times: a table" };
}

/** Two years or more at the end of a phrase; of a range, its ends. */
const trailingYears =
	/\s+(?:in|for|from|between)\s+(?=\d{4}\b.*\d{4}$)((?:(?:[\s,–-]|and|to)*(?:1[5-9]|20|21)\d\d)+)$/u;

/** `the default ports of A, B and C`, `the revenue of A in 2030 and 2031`: values, their owners, and years. */
function parseGrid(phrase: string): RequestedTable | undefined {
	if (/\b(?:that|which|who|whose|where|between)\b/iu.test(phrase)) return undefined;
	const years = trailingYears.exec(phrase)?.[1]?.match(/\d{4}/gu) ?? [];
	const whole = withoutArticle(phrase.replace(trailingYears, ""));
	// The owner follows the last `of` or `for` before a list: `the number of boats of A, B and C`.
	const splits = [...whole.matchAll(/\s+(?:of|for|in)\s+(?:each of\s+)?/giu)];
	const list = whole.indexOf(",");
	const split = splits.findLast(({ index }) => index < list) ?? splits[0];
	if (!split) return undefined;
	const values = splitList(whole.slice(0, split.index).replace(/^respective\s+/iu, ""));
	const owners = whole.slice(split.index + split[0].length);
	const isMany =
		/,.*\s(?:and|or)\s/u.test(owners) || isPlural(values[0] ?? "") || values.length > 1 || years.length > 0;
	const { members, context } = isMany ? listMembers(owners) : { members: [withoutArticle(owners)], context: "" };
	const valueNames = members.length > 1 && values.length === 1 ? values.map(singularOf) : values;
	if (members.some((row) => row.split(" ").length > rowWordsMax)) return undefined;
	const columns = valueNames.length * Math.max(1, years.length);
	return columns > columnsMax || columns * members.length === 1
		? undefined
		: crossTable(members, valueNames, context, years);
}

/** What a list should state of each member: `and what they conflict with`, `with their dates`. */
const memberDetails = /,?\s+(?:and|with|including)\s+(?=(?:the|their|its|what|how|when|where|who)\b)/iu;

/** `List all X and what they conflict with`: the members of X, and what else is asked of each. */
function listTable(object: string, question?: string): RequestedTable {
	const [things = object, ...more] = question === undefined ? object.split(memberDetails) : [object];
	const beside = splitList(more.join(" and ")).map((one) => one.replace(/^(?:their|its)\s+/iu, ""));
	return {
		rows: [things],
		columns: [things, ...beside],
		asks: [
			asQuestion(question ?? `what are the ${things}`),
			...beside.map((one) => `Of each of the ${things}: ${one}?`),
		],
		why: "it asks for every member of a list",
	};
}
