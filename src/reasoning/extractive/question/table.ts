import type { Ask } from "./asks.ts";
import { listed, membersOf, type Sides } from "./sides.ts";
import { asQuestion, isPlural, joined, plain, singularOf } from "./words.ts";

/** The rows and columns of the evidence table that a question asks for. */
export interface Table {
	/** Noun phrases. A single one if the question asks for its members. */
	rows: string[];
	columns: string[];
	/** The question behind each column. */
	asks: string[];
	why: string;
}

/** A table with more columns is not readable. */
const columnsMost = 6;
/** A longer text is no name of a row. Words. */
const wordsMost = 6;

/** The table that a question asks for, if any. */
export function tableOf(asks: readonly Ask[], sides: Sides | undefined): Table | undefined {
	const [first, ...others] = asks;
	if (!first) return undefined;
	const { clause, request = "", kind, form, text, own } = first;
	if (sides && sides.aspects.length > 0) return product(sides.names, sides.aspects, sides.context);
	const isSubject = clause?.wh === "what" && clause.verb === "" && clause.noun === "";
	const phrase = clause ? (isSubject ? clause.subject : ownedBy(clause)) : request;
	const whole = others.length === 0 ? gridOf(phrase) : undefined;
	// A bare phrase asks for a table only if it names several values of several things: `history of the towns` does not.
	const isPlain = whole && whole.rows.length > 1 && whole.columns.length > 1 && whole.rows.every(isName);
	const grid = form !== "phrase" || isPlain ? whole : undefined;
	if (grid) return grid;
	if (sides && !sides.choice) return undefined;
	if (others.length > 0 || !/^(?:list|table)$/u.test(kind)) return undefined;
	// A list of something named can be complete. Reasons or ways in general have no end.
	if (clause || request === "")
		return /[\p{Lu}\p{N}_]/u.test(own.slice(1)) ? ofList(text.replace(/\?$/u, ""), text) : undefined;
	return ofList(request.replace(/^(?:(?:all|every|each|of|the)\s+)*/iu, ""));
}

const isName = (row: string) => /^[\p{Lu}\p{N}]/u.test(row);

/** `What throughput and latency do A and B have?` → `throughput and latency of A and B`. */
function ownedBy({ wh, noun, subject }: NonNullable<Ask["clause"]>): string {
	const owner = /^(.+)\s+have$/u.exec(subject)?.[1];
	return wh === "what" && owner !== undefined && membersOf(noun).length > 1 ? `${noun} of ${owner}` : "";
}

/** `What are the X and Y of A and B?` */
export function questionFor(values: readonly string[], of: string): string {
	return asQuestion(
		`what ${values.length > 1 || isPlural(values[0] ?? "") ? "are" : "is"} the ${joined(values)} of ${of}`,
	);
}

/** A table of every value of every thing, in every year. */
function product(rows: string[], values: string[], context = "", years: readonly string[] = []): Table {
	const times = years.length === 0 ? [""] : years.map((year) => ` in ${year}`);
	const columns = values.flatMap((value) => times.map((time) => `${value}${time}`));
	const of = rows.map((row) => (years.length > 0 && isPlural(row) ? `each of the ${row}` : row));
	const asks = columns.map((column) => questionFor([column], `${joined(of)} ${context}`));
	return { rows, columns, asks, why: "it asks for values of several things or times: a table" };
}

/** Two years or more at the end of a phrase; of a range, its ends. */
const yearsAtEnd = /\s+(?:in|for|from|between)\s+(?=\d{4}\b.*\d{4}$)((?:(?:[\s,–-]|and|to)*(?:1[5-9]|20|21)\d\d)+)$/u;

/** `the default ports of A, B and C`, `the revenue of A in 2030 and 2031`: values, their owners, and years. */
function gridOf(phrase: string): Table | undefined {
	if (/\b(?:that|which|who|whose|where|between)\b/iu.test(phrase)) return undefined;
	const years = yearsAtEnd.exec(phrase)?.[1]?.match(/\d{4}/gu) ?? [];
	const whole = plain(phrase.replace(yearsAtEnd, ""));
	// The owner follows the last `of` or `for` before a list: `the number of boats of A, B and C`.
	const splits = [...whole.matchAll(/\s+(?:of|for|in)\s+(?:each of\s+)?/giu)];
	const list = whole.indexOf(",");
	const split = splits.findLast(({ index }) => index < list) ?? splits[0];
	if (!split) return undefined;
	const values = membersOf(whole.slice(0, split.index).replace(/^respective\s+/iu, ""));
	const owners = whole.slice(split.index + split[0].length);
	const isMany =
		/,.*\s(?:and|or)\s/u.test(owners) || isPlural(values[0] ?? "") || values.length > 1 || years.length > 0;
	const { members, context } = isMany ? listed(owners) : { members: [plain(owners)], context: "" };
	const own = members.length > 1 && values.length === 1 ? values.map(singularOf) : values;
	if (members.some((row) => row.split(" ").length > wordsMost)) return undefined;
	const columns = own.length * Math.max(1, years.length);
	return columns > columnsMost || columns * members.length === 1 ? undefined : product(members, own, context, years);
}

/** What a list should state of each member: `and what they conflict with`, `with their dates`. */
const said = /,?\s+(?:and|with|including)\s+(?=(?:the|their|its|what|how|when|where|who)\b)/iu;

/** `List all X and what they conflict with`: the members of X, and what else is asked of each. */
function ofList(object: string, question?: string): Table {
	const [things = object, ...more] = question === undefined ? object.split(said) : [object];
	const beside = membersOf(more.join(" and ")).map((one) => one.replace(/^(?:their|its)\s+/iu, ""));
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
