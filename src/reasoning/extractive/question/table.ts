import type { Ask } from "./asks.ts";
import { listed, membersOf } from "./lists.ts";
import type { Sides } from "./sides.ts";
import { valueName } from "./topic.ts";
import { asQuestion, isPlural, plain, singularOf } from "./words.ts";

/** What is asked of what: the rows and columns of an evidence table, and the question behind each cell. */
export interface Table {
	/** Noun phrases; a single one where the members are what is looked for. */
	rows: string[];
	columns: string[];
	cells: { text: string; row?: string | undefined; column?: string | undefined }[];
	why: string;
}

/** Of so many columns a table still reads; so many times stand beside each other; a longer range names its ends. */
const columnsMost = 6;
const timesBeside = 3;
const yearsMost = 11;
/** What is longer is no name of a row. Words. */
const wordsMost = 6;

/** The table that a question asks for; undefined when it asks for none. */
export function tableOf(asks: readonly Ask[], sides: Sides | undefined): Table | undefined {
	const [first, ...others] = asks;
	if (!first) return undefined;
	const { clause, request = "", kind, form, text, own } = first;
	if (sides && sides.aspects.length > 0) return product(sides.names, sides.aspects, { context: sides.context });
	const isSubject = clause?.wh === "what" && clause.verb === "" && clause.noun === "";
	const phrase = clause ? (isSubject ? clause.subject : "") : request;
	const grid = others.length === 0 && form !== "phrase" ? gridOf(phrase) : undefined;
	if (grid) return grid;
	if (sides && !sides.choice) return undefined;
	if (!asks.every((ask) => /^(?:value|list|table|definition)$/u.test(ask.kind))) return undefined;
	if (others.length > 0) return asks.every((ask) => ask.clause && ask.clause.wh !== "be") ? ofAsks(asks) : undefined;
	if (!/^(?:list|table)$/u.test(kind)) return undefined;
	// A list of something that has a name can be complete; of reasons or ways in general there is no end.
	if (clause || request === "")
		return /[\p{Lu}\p{N}_]/u.test(own.slice(1)) ? ofList(text.replace(/\?$/u, ""), text) : undefined;
	return ofList(request.replace(/^(?:(?:all|every|each|of|the)\s+)*/iu, ""));
}

/** Every value of every thing, at every time. */
function product(
	rows: string[],
	values: string[],
	{ years = [], context = "", group = "" }: { years?: readonly number[]; context?: string; group?: string },
): Table {
	const times = years.length === 0 ? [""] : years.map((year) => ` in ${year}`);
	const cells = rows.flatMap((row) =>
		values.flatMap((value) =>
			times.map((time) => {
				const many = time !== "" && isPlural(row) ? "each of the " : "";
				const of = `${group === "" ? many : `each ${group} of `}${row}`;
				const text = asQuestion(`what ${isPlural(value) ? "are" : "is"} the ${value} of ${of}${time} ${context}`);
				return { text, row, column: `${value}${time}` };
			}),
		),
	);
	const columns = values.flatMap((value) => times.map((time) => `${value}${time}`));
	return { rows, columns, cells, why: "it asks for values of several things or times: a table" };
}

/** `the default ports of A, B and C`, `the revenue and profit of A in 2030 and 2031`: values, whose they are, and times. */
function gridOf(phrase: string): Table | undefined {
	if (/\b(?:that|which|who|whose|where|between)\b/iu.test(phrase)) return undefined;
	const { years, whole } = yearsIn(plain(phrase));
	// The owner stands behind the last `of` or `for` in front of a list: `the number of boats of A, B and C`.
	const splits = [...whole.matchAll(/\s+(?:of|for|in)\s+(?:each of\s+)?/giu)];
	const list = whole.indexOf(",");
	const split = splits.findLast(({ index }) => index < list) ?? splits[0];
	if (!split) return undefined;
	const values = membersOf(whole.slice(0, split.index).replace(/^respective\s+/iu, ""));
	const [, owners = "", group = ""] =
		/^(.+?)(?:\s+by\s+(\p{Ll}+))?$/u.exec(whole.slice(split.index + split[0].length)) ?? [];
	const isMany =
		/,.*\s(?:and|or)\s/u.test(owners) || isPlural(values[0] ?? "") || years.length > 0 || values.length > 1;
	const { members, context } = isMany ? listed(owners) : { members: [plain(owners)], context: "" };
	const own = members.length > 1 && values.length === 1 ? values.map(singularOf) : values;
	const [one = ""] = members;
	if (members.some((row) => row.split(" ").length > wordsMost)) return undefined;
	// Many times of one thing read as rows.
	if (members.length === 1 && group === "" && years.length > timesBeside)
		return product(
			years.map((year) => `${one} in ${year}`),
			own,
			{},
		);
	const columns = own.length * Math.max(1, years.length);
	if (columns > columnsMost || columns * members.length === 1) return undefined;
	return product(members, own, { years, context, group });
}

/** The years at a phrase's end, two or more; a range names each of them. */
function yearsIn(phrase: string): { years: number[]; whole: string } {
	const found =
		/\s+(?:in|for|during|between|from|over)\s+((?:1[5-9]|20|21)\d\d(?:(?:,\s*|,?\s+(?:and|to)\s+|\s?[–-]\s?)(?:1[5-9]|20|21)\d\d)+)$/u.exec(
			phrase,
		);
	if (!found) return { years: [], whole: phrase };
	const years = (found[1]?.match(/\d{4}/gu) ?? []).map(Number);
	const [from = 0, to = from] = years;
	const isRange =
		years.length === 2 && to - from <= yearsMost && /\s(?:from|between|over)\s|\d\s?[–-]|\sto\s/u.test(found[0]);
	const all = isRange ? Array.from({ length: to - from + 1 }, (_year, at) => from + at) : years;
	return { years: all, whole: phrase.slice(0, found.index) };
}

/** Several questions that each have a value: the columns of one subject. */
function ofAsks(asks: readonly Ask[]): Table {
	const row = plain(asks.map(({ topic }) => topic).find((topic) => topic !== undefined) ?? "");
	const isOwner = new RegExp(`\\s+(?:of|for)\\s+(?:the\\s+)?${RegExp.escape(row)}$`, "iu");
	const names = asks.map(({ clause, text }) => (clause ? valueName(clause) : text));
	const columns = names.map((name) => (row === "" ? name : name.replace(isOwner, "")));
	return {
		rows: row === "" ? [] : [row],
		columns,
		cells: asks.map(({ text }, at) => ({ text, column: columns[at], ...(row === "" ? {} : { row }) })),
		why: `it asks ${asks.length} things that each have a value: a table`,
	};
}

/** What a list is to say of each member: `and what they conflict with`, `with their dates`. */
const said =
	/,?\s+(?:and|with|along with|together with|including|as well as)\s+(?=(?:their|its|what|which|how|when|where|who|whether|the)\b)/iu;

/** `List all X and what they conflict with`: the members of X, and for each what else is asked. */
function ofList(object: string, question?: string): Table {
	const [things = object, ...more] = question === undefined ? object.split(said) : [object];
	const extra = more.join(" and ").trim();
	const isClause = /^(?:what|which|how|when|where|who)\b/iu.test(extra);
	const beside = isClause ? [extra] : membersOf(extra.replace(/\b(?:their|its)\s+/giu, ""));
	const textOf = (one: string) =>
		isClause
			? `of each of the ${things}: ${one.replace(/\s(?:they|it)\s/iu, " each ")}`
			: `what ${isPlural(one) ? "are" : "is"} the ${one} of the ${things}`;
	const cells = [
		{ text: asQuestion(question ?? `what are the ${things}`), row: things, column: things },
		...beside.map((one) => ({
			text: asQuestion(textOf(one)),
			row: things,
			// `how often each occurs` → `how often`.
			column: /^(how \p{L}+)\s(?:they|it|each)\b/iu.exec(one)?.[1] ?? one,
		})),
	];
	return {
		rows: [things],
		columns: cells.map(({ column }) => column),
		cells,
		why: "it asks for every member of a list",
	};
}
