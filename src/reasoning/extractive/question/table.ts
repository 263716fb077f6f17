import type { Ask } from "./asks.ts";
import { nominalOf, plain } from "./clause.ts";
import { type Compared, membersOf } from "./compared.ts";
import { asQuestion, isPlural, joined, singularOf } from "./words.ts";

/** What is asked of what: the rows and columns of an evidence table, and the question behind each cell. */
export interface Table {
	/** Noun phrases; a single one where the members are what is looked for. */
	rows: string[];
	columns: string[];
	cells: { text: string; row?: string | undefined; column?: string | undefined }[];
	/** What the check against the table is about. */
	about: string;
	why: string;
}

/** The table that a question asks for; undefined when it asks for none. */
export function tableOf(asks: readonly Ask[], sides: Compared | undefined): Table | undefined {
	const [first] = asks;
	if (!first) return undefined;
	if (sides && sides.aspects.length > 0)
		return product(
			sides.names.map((name) => [name, sides.context].filter(Boolean).join(" ")),
			sides.aspects,
			"named things are compared by named aspects: a table",
		);
	const timed = timesIn(first.request ?? "");
	if (asks.length === 1 && timed) return timed;
	if (sides && !sides.choice) return undefined;
	if (/^(?:list|table)$/u.test(first.kind) && first.request !== undefined && !first.clause)
		return (said.test(first.request) ? undefined : ofValues(asks)) ?? ofList(first.request);
	if (asks.every(({ kind }) => kind === "value" || kind === "list" || kind === "table" || kind === "definition"))
		return (
			ofValues(asks) ??
			(asks.length > 1 && asks.every(({ clause }) => clause !== undefined && clause.wh !== "be")
				? ofAsks(asks)
				: undefined) ??
			(first.kind === "list" && isNamed(first) ? ofMembers(first) : undefined)
		);
	return undefined;
}

function product(rows: string[], columns: string[], why: string, time = ""): Table {
	const cells = rows.flatMap((row) =>
		columns.map((column) => ({
			text: asQuestion(`what ${isPlural(column) ? "are" : "is"} the ${column} of ${row}${time}`),
			row,
			column,
		})),
	);
	return { rows, columns, cells, about: `the ${joined(columns)} of ${joined(rows)}${time}`, why };
}

/** `What are the default ports of A, B and C?`: several things, several values, or both. */
function ofValues(asks: readonly Ask[]): Table | undefined {
	const [first] = asks;
	const clause = asks.length === 1 ? first?.clause : undefined;
	const phrase = clause
		? clause.wh === "what" && clause.verb === "" && clause.noun === ""
			? clause.subject
			: ""
		: asks.length === 1
			? (first?.request ?? "")
			: "";
	if (phrase === "" || /\b(?:that|which|who|whose|where|between)\b/iu.test(phrase)) return undefined;
	const [time = ""] = /\s+(?:in|during|for|as of)\s+(?:the year\s+|\p{Lu}\p{Ll}+\s+)?\d{4}$/u.exec(phrase) ?? [];
	const whole = phrase.slice(0, phrase.length - time.length);
	// The owner stands behind the last `of` or `for` in front of the list: `the number of boats of A, B and C`.
	const splits = [...whole.matchAll(/\s+(?:of|for)\s+(?:each of\s+)?/giu)].filter(
		({ index }) => !/\bof$/iu.test(whole.slice(0, index)) && !isPart(whole, index),
	);
	const list = whole.search(/,/u);
	const at = (list < 0 ? splits[0] : (splits.findLast(({ index }) => index < list) ?? splits[0])) ?? undefined;
	if (!at) return undefined;
	const columns = membersOf(whole.slice(0, at.index).replace(/^(?:the\s+)?respective\s+/iu, ""));
	const owners = whole.slice(at.index + at[0].length);
	const many = isPlural(columns.at(-1) ?? "") || columns.length > 1;
	const rows =
		/,/u.test(owners) || (many && (columns.length > 1 || isPlural(columns[0] ?? "")))
			? withoutHead(membersOf(owners))
			: [plain(owners)];
	if (rows.length * columns.length < 2 || rows.some((row) => row.split(" ").length > 6)) return undefined;
	return product(
		rows,
		rows.length > 1 && columns.length === 1 ? columns.map(singularOf) : columns,
		"it asks for the same values of several things: a table",
		time,
	);
}

/** A comma in front of `of`: it belongs to a member of the values. */
function isPart(whole: string, index: number): boolean {
	return (
		/\b(?:number|amount|count|total|share|date|year|cost|price|value)s?$/iu.test(whole.slice(0, index)) &&
		/\s(?:of|for)\s/u.test(whole.slice(index + 4))
	);
}

/** `the brokers Alder, Birch and Cedar` → `Alder`, `Birch`, `Cedar`: a common noun in front of names says what they are. */
function withoutHead(members: readonly string[]): string[] {
	const [first = "", ...others] = members;
	const name = /^\p{Ll}[\p{L}-]*(?:\s\p{Ll}[\p{L}-]*)*\s(\p{Lu}.*)$/u.exec(first)?.[1];
	return name && others.length > 0 && others.every((one) => /^[\p{Lu}\p{N}]/u.test(one))
		? [name, ...others]
		: [...members];
}

/** `the revenue and profit of A and B in 2030 and 2031`: a column for each value and time. */
function timesIn(request: string): Table | undefined {
	const stated =
		/\s+(in|for|during|between|from|over)\s+((?:the years?\s+)?(?:1[5-9]|20|21)\d\d(?:(?:\s*,\s*|,?\s+(?:and|to|with)\s+|\s?[–-]\s?)(?:1[5-9]|20|21)\d\d)+)$/iu.exec(
			request,
		);
	if (!stated) return undefined;
	const years = (stated[2]?.match(/\d{4}/gu) ?? []).map(Number);
	const [from = 0, to = 0] = years;
	const range =
		years.length === 2 &&
		to - from > 1 &&
		to - from <= yearsMax &&
		(/^(?:from|between|over)$/iu.test(stated[1] ?? "") || /\d\s?[–-]|\sto\s/u.test(stated[2] ?? ""));
	const times = range ? Array.from({ length: to - from + 1 }, (_year, at) => from + at) : years;
	const whole = plain(
		request.slice(0, stated.index).replace(/^(?:please\s+)?(?:compare|list|show|give(?: me)?)\s+/iu, ""),
	);
	const [, left = "", right = ""] = /^(.+?)\s+(?:of|in|for)\s+(.+)$/iu.exec(whole) ?? [];
	if (left === "") return undefined;
	const values = membersOf(left);
	// `of X by department`: what a table's header calls so, each with its value.
	const [, owner = right, group = ""] = /^(.+?)\s+by\s+(\p{Ll}+)$/u.exec(right) ?? [];
	const rows = membersOf(owner);
	const why = "it compares values of named times: a table";
	const [one] = rows;
	// Many times of one thing read as rows.
	if (one !== undefined && rows.length === 1 && group === "" && times.length > timesBeside)
		return product(
			times.map((time) => `${one} in ${time}`),
			values,
			why,
		);
	const columns = values.flatMap((value) => times.map((time) => `${value} in ${time}`));
	if (columns.length > columnsMax || rows.some((row) => row.split(" ").length > 6)) return undefined;
	const many = rows.length === 1 && isPlural(owner.split(/\s(?:of|in|at)\s/iu)[0] ?? "");
	const cells = values.flatMap((value) =>
		times.flatMap((time) =>
			rows.map((row) => ({
				text: asQuestion(
					`what ${isPlural(value) ? "are" : "is"} the ${value} of ${group === "" ? (many ? `each of the ${row}` : row) : `each ${group} of ${row}`} in ${time}`,
				),
				row,
				column: `${value} in ${time}`,
			})),
		),
	);
	return { rows, columns, cells, about: `the ${joined(values)} of ${joined(rows)}`, why };
}

/** Of so many columns a table still reads; so many times stand beside each other; a longer range names its ends. */
const columnsMax = 6;
const timesBeside = 3;
const yearsMax = 11;

/** Several questions that each have a value: the columns of one subject. */
function ofAsks(asks: readonly Ask[]): Table {
	const nominals = asks.map(({ clause, text }) => (clause && nominalOf(clause)) ?? text);
	const [first = ""] = nominals;
	// `Who directed X, and where was that person born?`: the second is asked of the first one's answer.
	const led = asks.slice(1).some(({ text }) => /\bthe person who\b/iu.test(text));
	const owner = plain(asks.map(({ topic }) => topic).find((topic) => topic !== undefined) ?? "");
	const row = led ? first : unquoted(owner);
	const escaped = row.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
	const columns = nominals.map((nominal) =>
		nominal
			.replace(new RegExp(`\\s+(?:of|for)\\s+(?:the\\s+)?["“]?${escaped}["”]?$`, "iu"), "")
			.replace(
				new RegExp(`^(date|place) (?:when|where) (?:the\\s+)?["“]?${escaped}["”]?\\s+(?:was|were)\\s+`, "iu"),
				"$1 ",
			),
	);
	return {
		rows: row === "" ? [] : [row],
		columns,
		cells: asks.map(({ text }, at) => ({ text, column: columns[at], ...(row === "" ? {} : { row }) })),
		about: row === "" ? joined(columns) : `the ${joined(columns)} of ${owner}`,
		why: `it asks ${asks.length} things that each have a value: a table`,
	};
}

/** What a list is to say of each member: `and what they conflict with`, `with their dates`. */
const said =
	/,?\s+(?:and|with|along with|together with|including|as well as)\s+(?=(?:their|its|what|which|how|when|where|who|whether|the)\b)/iu;

/** `List all X and what they conflict with`: the members of X, and for each what else is asked. */
function ofList(request: string): Table {
	const object = request.replace(/^(?:(?:all|every|each|of|the)\s+)*/iu, "");
	const at = object.search(said);
	const things = (at < 0 ? object : object.slice(0, at)).trim();
	const extra =
		at < 0 ? "" : object.slice(at).replace(/^,?\s*(?:and|with|along with|together with|including|as well as)\s+/iu, "");
	const [, wh = "", , predicate = ""] =
		/^((?:what|which|how|when|where|who)(?:\s\p{L}+)?)\s+(they|it|each(?: one)?)\s+(.+)$/iu.exec(extra) ?? [];
	const cells: Table["cells"] = [{ text: asQuestion(`what are the ${things}`), row: things, column: things }];
	if (wh !== "")
		cells.push({
			text: asQuestion(
				/^(?:are|is|was|were|can|should)\s/iu.test(predicate)
					? `${wh} ${predicate.split(" ")[0]} the ${things} ${predicate.split(" ").slice(1).join(" ")}`
					: /^how\s/iu.test(wh)
						? `${wh} does each of the ${things} ${predicate.replace(/s$/u, "")}`
						: `${wh} do the ${things} ${predicate}`,
			),
			row: things,
			column: /^how\s/iu.test(wh) ? wh.toLowerCase() : `${wh.toLowerCase()} they ${predicate}`,
		});
	else
		for (const name of membersOf(extra.replace(/\b(?:their|its)\s+/giu, "")))
			cells.push({
				text: asQuestion(`what ${isPlural(name) ? "are" : "is"} the ${name} of the ${things}`),
				row: things,
				column: name,
			});
	return {
		rows: [things],
		columns: cells.map(({ column }) => column ?? things),
		cells,
		about: `the ${things}`,
		why: "it asks for a list of things with what is said of each: a table",
	};
}

/** A list of something that has a name can be complete; of reasons or ways in general there is no end. */
function isNamed({ clause }: Ask): boolean {
	return clause?.tags.some(({ pos }) => pos === "PROPN") === true;
}

function ofMembers({ clause, text, topic }: Ask): Table {
	const nominal = (clause && nominalOf(clause)) ?? topic ?? text.replace(/\?$/u, "");
	return {
		rows: [nominal],
		columns: [nominal],
		cells: [{ text, row: nominal, column: nominal }],
		about: `the ${nominal}`,
		why: "it asks for every member of a list",
	};
}

function unquoted(name: string): string {
	return name.replace(/^["“«]|["”»]$/gu, "");
}
