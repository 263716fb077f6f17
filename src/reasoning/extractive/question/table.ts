import type { Ask } from "./asks.ts";
import { membersOf, type Sides } from "./sides.ts";
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
	if (sides && sides.aspects.length > 0)
		return product(
			sides.names.map((name) => [name, sides.context].filter(Boolean).join(" ")),
			sides.aspects,
			"named things are compared by named aspects: a table",
		);
	const single = others.length === 0;
	const { clause, request = "", kind, form } = first;
	const phrase = clause
		? clause.wh === "what" && clause.verb === "" && clause.noun === ""
			? clause.subject
			: ""
		: request;
	const isGrid = single && form !== "phrase" && !/\b(?:that|which|who|whose|where|between)\b/iu.test(phrase);
	const grid = isGrid ? gridOf(phrase.replace(/^(?:compare|list|show|give(?: me)?)\s+/iu, "")) : undefined;
	if (grid && (grid.rows.length > 1 || grid.columns.length > 1)) return grid;
	if (sides && !sides.choice) return undefined;
	if (single && request !== "" && !clause && /^(?:list|table)$/u.test(kind)) return ofList(request);
	if (!asks.every((ask) => /^(?:value|list|table|definition)$/u.test(ask.kind))) return undefined;
	if (!single) return asks.every((ask) => ask.clause && ask.clause.wh !== "be") ? ofAsks(asks) : undefined;
	// A list of something that has a name can be complete; of reasons or ways in general there is no end.
	return kind === "list" && /[\p{Lu}\p{N}_]/u.test(first.own.slice(1)) ? ofMembers(first) : undefined;
}

function product(rows: string[], columns: string[], why: string, time = ""): Table {
	const cells = rows.flatMap((row) =>
		columns.map((column) => ({
			text: asQuestion(
				`what ${isPlural(column.replace(/ in \d+$/u, "")) ? "are" : "is"} the ${cellOf(column, row)}${time}`,
			),
			row,
			column,
		})),
	);
	return { rows, columns, cells, why };
}

/** `revenue in 2030` of `X`: `revenue of X in 2030`; of each of several that have no name of their own. */
function cellOf(column: string, row: string): string {
	const [, value = column, time = ""] = /^(.+)( in \d{4})$/u.exec(column) ?? [];
	return `${value} of ${time !== "" && isPlural(row) ? "each of the " : ""}${row}${time}`;
}

/** `the default ports of A, B and C`, `the revenue and profit of A in 2030 and 2031`: values, whose they are, and times. */
function gridOf(phrase: string): Table | undefined {
	const { times, time, whole } = timesIn(plain(phrase));
	// The owner stands behind the last `of` or `for` in front of a list: `the number of boats of A, B and C`.
	const splits = [...whole.matchAll(/\s+(?:of|for|in)\s+(?:each of\s+)?/giu)];
	const list = whole.indexOf(",");
	const split = splits.findLast(({ index }) => index < list) ?? splits[0];
	if (!split) return undefined;
	const columns = membersOf(whole.slice(0, split.index).replace(/^respective\s+/iu, ""));
	const [, owners = "", group = ""] =
		/^(.+?)(?:\s+by\s+(\p{Ll}+))?$/u.exec(whole.slice(split.index + split[0].length)) ?? [];
	const isMany =
		/,.*\s(?:and|or)\s/u.test(owners) ||
		(isPlural(columns.at(-1) ?? "") && columns.length < 2) ||
		times.length > 0 ||
		columns.length > 1;
	const rows = isMany ? withoutClass(membersOf(owners)) : [plain(owners)];
	const [one = ""] = rows;
	if (rows.some((row) => row.split(" ").length > wordsMost)) return undefined;
	const why =
		times.length > 0
			? "it compares values of named times: a table"
			: "it asks for the same values of several things: a table";
	// Many times of one thing read as rows.
	if (rows.length === 1 && group === "" && times.length > timesBeside)
		return product(
			times.map((year) => `${one} in ${year}`),
			columns,
			why,
		);
	const own = rows.length > 1 && columns.length === 1 ? columns.map(singularOf) : columns;
	const all = times.length === 0 ? own : columns.flatMap((value) => times.map((year) => `${value} in ${year}`));
	if (all.length > columnsMost) return undefined;
	const table = product(rows, all, why, times.length > 0 ? "" : time);
	// `of X by department`: what a table's header calls so, each with its value.
	return group === ""
		? table
		: {
				...table,
				cells: table.cells.map((cell) => ({
					...cell,
					text: cell.text.replace(` of ${one}`, ` of each ${group} of ${one}`),
				})),
			};
}

/** The times behind a phrase, two or more, or one that goes with every cell. */
function timesIn(phrase: string): { times: number[]; time: string; whole: string } {
	const found =
		/\s+(?:in|for|during|between|from|over|as of)\s+((?:the years?\s+|\p{Lu}\p{Ll}+\s+)?(?:1[5-9]|20|21)\d\d(?:(?:\s*,\s*|,?\s+(?:and|to|with)\s+|\s?[–-]\s?)(?:1[5-9]|20|21)\d\d)*)$/u.exec(
			phrase,
		);
	if (!found) return { times: [], time: "", whole: phrase };
	const years = (found[1]?.match(/\d{4}/gu) ?? []).map(Number);
	const [from = 0, to = from] = years;
	const isRange =
		years.length === 2 &&
		to > from &&
		to - from <= yearsMost &&
		/\s(?:from|between|over)\s|\d\s?[–-]|\sto\s/u.test(found[0]);
	const times = isRange ? Array.from({ length: to - from + 1 }, (_year, at) => from + at) : years;
	return { times: times.length > 1 ? times : [], time: found[0], whole: phrase.slice(0, found.index) };
}

/** `the brokers Alder, Birch and Cedar` → `Alder`, `Birch`, `Cedar`: a common noun in front of names says what they are. */
function withoutClass([first = "", ...others]: readonly string[]): string[] {
	const name = /^\p{Ll}[\p{L}-]*(?:\s\p{Ll}[\p{L}-]*)*\s(\p{Lu}.*)$/u.exec(first)?.[1];
	return name && others.length > 0 && others.every((one) => /^[\p{Lu}\p{N}]/u.test(one))
		? [name, ...others]
		: [first, ...others];
}

/** Several questions that each have a value: the columns of one subject. Where the second is asked of the first one's answer, that. */
function ofAsks(asks: readonly Ask[]): Table {
	const names = asks.map(({ clause, text }) => (clause ? valueName(clause) : text));
	const owner = plain(asks.map(({ topic }) => topic).find((topic) => topic !== undefined) ?? "");
	const isLed = asks.slice(1).some(({ text }) => /\bthe person who\b/iu.test(text));
	const led = asks[0]?.clause;
	const row = isLed && led ? `person who ${[led.aux, led.verb, led.rest].filter(Boolean).join(" ")}` : owner;
	const isOwner = new RegExp(`\\s+(?:of|for)\\s+(?:the\\s+)?${RegExp.escape(owner)}$`, "iu");
	const columns = names.map((name) => (owner === "" ? name : name.replace(isOwner, "")));
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
function ofList(request: string): Table {
	const object = request.replace(/^(?:(?:all|every|each|of|the)\s+)*/iu, "");
	const [things = object, ...more] = object.split(said);
	const extra = more.join(" and ").trim();
	const clause = /^(?:what|which|how|when|where|who)\b/iu.test(extra);
	const beside = extra === "" ? [] : clause ? [extra] : membersOf(extra.replace(/\b(?:their|its)\s+/giu, ""));
	const cells = [
		{ text: asQuestion(`what are the ${things}`), row: things, column: things },
		...beside.map((one) => ({
			text: asQuestion(
				clause
					? `of each of the ${things}: ${one.replace(/\s(?:they|it)\s/iu, " each ")}`
					: `what ${isPlural(one) ? "are" : "is"} the ${one} of the ${things}`,
			),
			row: things,
			// `how often each occurs` → `how often`.
			column: /^(how \p{L}+)\s(?:they|it|each)\b/iu.exec(one)?.[1] ?? one,
		})),
	];
	return {
		rows: [things],
		columns: cells.map(({ column }) => column),
		cells,
		why: "it asks for a list of things with what is said of each: a table",
	};
}

function ofMembers({ text }: Ask): Table {
	const things = text.replace(/\?$/u, "");
	return {
		rows: [things],
		columns: [things],
		cells: [{ text, row: things, column: things }],
		why: "it asks for every member of a list",
	};
}
