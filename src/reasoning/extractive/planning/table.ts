import { asksAgainst } from "./against.ts";
import { isListAsk } from "./answer-type.ts";
import type { Ask } from "./asks.ts";
import { type Compared, membersOf } from "./compared.ts";
import { nominalOf } from "./nominal.ts";
import { knownAbout, listed, openNouns } from "./subject.ts";
import { anyone, asQuestion, isPlural, joined, singularOf } from "./tokens.ts";

/** What is asked of what: the rows and columns of an evidence table, and the question behind each cell or column. */
export interface Table {
	/** Noun phrases; a single one where the members are what is looked for. */
	rows: string[];
	/** Noun phrases. */
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
	if (first.kind === "compare")
		return sides && sides.aspects.length > 0 ? ofSides(sides) : ofTimes(first.object.replace(/[.?]$/u, ""));
	if (first.kind === "list") {
		// `… and how often each occurs` is said of the members.
		const [, second] = asks;
		const more =
			second && /^how \p{L}+ (?:each|they)\b/iu.test(second.text) ? ` and ${second.text.replace(/[?.]$/u, "")}` : "";
		return (more === "" ? ofGroups(first.object.replace(/[.?]$/u, "")) : undefined) ?? ofList(`${first.object}${more}`);
	}
	if (asks.every((one) => !isOpen(one) && one.kind !== "statement"))
		return (
			ofValues(asks) ??
			(asks.length > 1 ? ofAsks(asks) : undefined) ??
			(isListAsk(first) ? ofMembers(first) : undefined)
		);
	return undefined;
}

/** Whether an ask wants an explanation: it has no single value. */
export function isOpen({ kind, clause, text }: Ask): boolean {
	if (kind === "open" || kind === "phrase" || kind === "compare") return true;
	if (!clause) return /^(?:how|why)\b(?!\s+(?:many|much|long|old|far|tall|big|large|often))/iu.test(text);
	const { wh, measure, subject, verb, aux, noun } = clause;
	if (wh === "what" && noun === "" && /^(?:should|can|could|must)$/.test(aux) && anyone.test(subject)) return true;
	if (/\b(?:can|could|should|must) be done\b/iu.test(text)) return true;
	if (wh === "why" || (wh === "how" && measure === "")) return true;
	if (asksAgainst(text) || knownAbout.test(text)) return true;
	if (wh === "be") return aux === "should" || /\b(?:better|worse|preferable)\b/iu.test(text);
	if (wh === "when" && /^(?:should|can|could)$/.test(aux)) return true;
	if (
		wh === "what" &&
		subject === "" &&
		noun === "" &&
		/^(?:causes?|caused|happens?|happened|makes?|drives?|drove|led|determines?|affects?|influences?|prevents?)$/iu.test(
			verb,
		)
	)
		return true;
	if (
		noun !== "" &&
		/^(?:factors|ways|steps|reasons|effects|causes|challenges|problems|risks|impacts)$/iu.test(
			noun.split(" ").at(-1) ?? "",
		)
	)
		return true;
	return (
		(wh === "what" || wh === "which") &&
		verb === "" &&
		(openNouns.test(subject) ||
			/\bways? (?:to|of)\b|\b(?:best|right|recommended) (?:approach|method|practice)/iu.test(subject))
	);
}

function ofSides({ names, context, aspects }: Compared): Table {
	const rows = names.map((name) => (context === "" ? name : `${name} ${context}`));
	return product(rows, aspects, "named things are compared by named aspects: a table");
}

const namedYear = "(?:FY\\s?)?(?:1[5-9]|20|21)\\d\\d";
const inTimes = new RegExp(
	`\\s+(in|for|during|between|from|over)\\s+((?:the years?\\s+)?${namedYear}(?:(?:\\s*,\\s*|,?\\s+(?:and|to|versus|vs\\.?|with)\\s+|\\s?[–-]\\s?)${namedYear})*)$`,
	"iu",
);
/** Of so many columns a table still reads. */
const columnsMax = 6;

/** `the revenue and profit of the segments of X in 2030 and 2031`: values of things, or of the members of one, at named times. */
function ofTimes(object: string): Table | undefined {
	const stated = inTimes.exec(object);
	if (!stated) return undefined;
	const times = timesOf(stated);
	const whole = object.slice(0, stated.index).replace(/^the\s+/iu, "");
	// `the electricity used by lamps in A, B and C`, else `the revenue of A and B`.
	const [, named = "", places = ""] =
		/^(.+?)\s+(?:in|at|for|by|of)\s+(\p{Lu}[^,]{0,40}(?:,\s[^,]{1,40})*,?\s+and\s+\p{Lu}[^,]{0,40})$/u.exec(whole) ??
		[];
	const [, left = "", right = ""] = named === "" ? (/^(.+?)\s+of\s+(.+)$/iu.exec(whole) ?? []) : ["", named, places];
	if (left === "" || right === "" || times.length === 0) return undefined;
	const values = membersOf(left);
	const rows = named === "" ? [right.replace(/^the\s+/iu, "")] : membersOf(right);
	if (rows.some((row) => row.split(" ").length > 6)) return undefined;
	const many =
		named === "" &&
		isPlural(
			right
				.split(/\s(?:of|in|at)\s/iu)[0]
				?.split(" ")
				.at(-1) ?? "",
		) === true;
	const [one] = rows;
	// Many times of one thing read as rows.
	if (one !== undefined && rows.length === 1 && !many && times.length > timesBeside)
		return product(
			times.map((time) => `${one} in ${time}`),
			values,
			comparesTimes,
		);
	const cells = values.flatMap((value) =>
		times.flatMap((time) =>
			rows.map((row) => ({
				text: asQuestion(
					`what ${isPlural(value) === true ? "are" : "is"} the ${value} of ${many ? (/['’]s?\s/u.test(row) ? `each of ${row}` : `each of the ${row}`) : row} in ${time}`,
				),
				row,
				column: `${value} in ${time}`,
			})),
		),
	);
	const columns = values.flatMap((value) => times.map((time) => `${value} in ${time}`));
	if (columns.length > columnsMax) return undefined;
	return { rows, columns, cells, about: `the ${joined(values)} of ${joined(rows)}`, why: comparesTimes };
}

const comparesTimes = "it compares values of named times: a table";
/** So many times of one thing stand beside each other; more of them below each other. */
const timesBeside = 3;
/** A range of more years than this names its ends. */
const yearsOfRange = 12;

/** The years of `inTimes`: each that is named, and of a range (`from 2021 to 2024`) those between. */
function timesOf([, link = "", named = ""]: RegExpExecArray): string[] {
	const years = named.match(/(?:1[5-9]|20|21)\d\d/gu) ?? [];
	const [from, to, ...more] = years.map(Number);
	const isRange = /^(?:from|between|over)$/iu.test(link) || /\d\s?[–-]\s?\d|\d\s+to\s/iu.test(named);
	if (!isRange || /,/u.test(named) || from === undefined || to === undefined || more.length > 0) return years;
	const count = to - from + 1;
	return count < 2 || count > yearsOfRange ? years : Array.from({ length: count }, (_year, at) => String(from + at));
}

/** `the spending of X by department for 2030 and 2031`: values of the rows that a table's header calls so. */
function ofGroups(object: string): Table | undefined {
	const stated = inTimes.exec(object);
	const times = stated ? timesOf(stated) : [];
	const whole = (stated ? object.slice(0, stated.index) : object).replace(/^the\s+/iu, "");
	const [, value = "", of = "", group = ""] =
		/^([^,]+?)(?:\s+(?:of|in)\s+([^,]+?))?\s+by\s+(\p{Ll}+(?:\s\p{Ll}+)?)$/u.exec(whole) ?? [];
	if (value === "" || isPlural(group) === true || times.length > columnsMax) return undefined;
	// `the books by author` may be any list; with a time or an owner, something is counted for each.
	if (of === "" && times.length === 0) return undefined;
	const rest = of === "" ? "" : ` of ${of.replace(/^the\s+/iu, "")}`;
	const columns = times.length === 0 ? [value] : times.map((time) => `${value} in ${time}`);
	const row = of === "" ? group : of.replace(/^the\s+/iu, "");
	return {
		rows: [row],
		columns,
		cells: columns.map((column, at) => ({
			text: asQuestion(
				`what ${isPlural(value) === true ? "are" : "is"} the ${value} of each ${group}${rest}${times.length === 0 ? "" : ` in ${times[at] ?? ""}`}`,
			),
			row,
			column,
		})),
		about: `the ${value}${rest} by ${group}`,
		why: "it asks for a value of each member of a group: a table",
	};
}

function product(rows: string[], columns: string[], why: string, time = ""): Table {
	const cells = rows.flatMap((row) =>
		columns.map((column) => ({
			text: asQuestion(`what ${isPlural(column) === true ? "are" : "is"} the ${column} of ${row}${time}`),
			row,
			column,
		})),
	);
	return { rows, columns, cells, about: `the ${joined(columns)} of ${joined(rows)}${time}`, why };
}

/** `the number of boats of A, B and C`: what is counted belongs to the value. */
const counted =
	/^(?:the\s+)?(?:respective\s+)?((?:total\s+)?(?:numbers?|amounts?|counts?|quantit(?:y|ies)|totals?|costs?|prices?|shares?|values?)\s+of\s+[^,]+?)\s+(?:of|for|at|in)\s+(?:each of\s+)?([^,]+,.+)$/iu;
const valued = /^(?:the\s+)?(?:respective\s+)?(.+?)\s+(?:of|for)\s+(?:each of\s+)?(.+)$/iu;

/** `What are the default ports of A, B and C?`: several things, several values, or both. */
function ofValues(asks: readonly Ask[]): Table | undefined {
	const clause = asks.length === 1 ? asks[0]?.clause : undefined;
	if (
		clause?.wh !== "what" ||
		clause.verb !== "" ||
		!/^(?:is|are|was|were)$/.test(clause.aux) ||
		clause.noun !== "" ||
		/\b(?:both|either)\b/iu.test(clause.subject)
	)
		return undefined;
	const [, left, whole] = counted.exec(clause.subject) ?? valued.exec(clause.subject) ?? [];
	// `of A, B and C in 2031`: the time is asked of each.
	const [time = ""] =
		/\s+(?:in|during|for|as of|at the end of)\s+(?:the year\s+|Q[1-4]\s+|\p{Lu}\p{Ll}+\s+)?\d{4}$/u.exec(whole ?? "") ??
		[];
	const right = whole?.slice(0, whole.length - time.length);
	if (!left || !right || /\b(?:that|which|who|whose|where|by)\b/iu.test(clause.subject)) return undefined;
	const many = /^(?:are|were)$/.test(clause.aux);
	const columns = membersOf(left).map((one) => one.replace(/^its\s+/iu, ""));
	// `the capital of Bosnia and Herzegovina` is one value of one thing: only a plural, or commas, make two of them.
	const rows =
		many && isPlural(columns.at(-1) ?? "") === true && columns.length === 1
			? membersOf(right)
			: /,/u.test(right)
				? membersOf(right)
				: columns.length > 1 && many && !/\sor\s/iu.test(right)
					? membersOf(right)
					: [right];
	if (rows.length * columns.length < 2 || rows.some((row) => row.split(" ").length > 6)) return undefined;
	const single = rows.length > 1 && columns.length === 1 ? columns.map(singularOf) : columns;
	return product(rows, single, "it asks for the same values of several things: a table", time);
}

/** Several questions that each have a value. */
function ofAsks(asks: readonly Ask[]): Table {
	const [first] = asks.map(({ clause }) => clause && nominalOf(clause));
	// `Who directed X, and where was he born?`: the second is asked of the first one's answer.
	const led = first !== undefined && asks.slice(1).some(({ text }) => text.includes(first));
	const named =
		asks.map(({ topic, clause }) => tail(clause?.subject ?? "") ?? topic?.text).find((one) => one !== undefined) ?? "";
	const row = led ? first : named;
	const columns = asks.map((ask) => column(ask, row));
	return {
		rows: row === "" ? [] : [row],
		columns,
		cells: asks.map(({ text }, at) => ({ text, column: columns[at], ...(row === "" ? {} : { row }) })),
		about: columns.some((name) => row !== "" && name.includes(row.replace(/^(?:the|an?)\s+/iu, "")))
			? led
				? `the ${row}`
				: row
			: row === ""
				? joined(columns.map((name) => `the ${name}`))
				: `the ${joined(columns)} of ${row}`,
		why: `it asks ${asks.length} things that each have a value: a table`,
	};
}

/** `the default port of PostgreSQL` → `PostgreSQL`. */
function tail(subject: string): string | undefined {
	return /\s(?:of|for)\s+((?:the\s+)?[^,]{2,50})$/iu.exec(subject)?.[1]?.replace(/^the\s+/iu, "");
}

function column(ask: Ask, row: string): string {
	const nominal = (ask.clause && nominalOf(ask.clause)) ?? ask.text.replace(/\?$/u, "");
	const short = nominal.replace(
		new RegExp(`\\s+(?:of|for)\\s+(?:the\\s+)?${row.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&")}$`, "iu"),
		"",
	);
	return row !== "" && short !== "" ? short : nominal;
}

/** `List all X and what they conflict with`: the members of X, and for each what else is asked. */
function ofList(object: string): Table {
	const things = listed(object);
	const extra = object
		.replace(/^(?:the|of)\s+/iu, "")
		.slice(things.length)
		.replace(/^,?\s*(?:and|with|along with|together with|including|as well as)\s+/iu, "");
	const isMany = isPlural(things) !== false;
	const cells: Table["cells"] = [
		{ text: asQuestion(`what ${isMany ? "are" : "is"} the ${things}`), row: things, column: things },
	];
	const columns = [things];
	if (extra !== "") {
		const asked =
			/^((?:what|which|how(?: (?:often|common|commonly|frequent|frequently|many|much|large|long))?|when|where|who))\s+(?:they|it|each(?: one)?)\s+(.+)$/iu.exec(
				extra,
			);
		const [, wh = "", predicate = ""] = asked ?? [];
		if (asked) {
			const being = /^(are|is|were|was|can|should)\s+(.+)$/iu.exec(predicate);
			const [, aux = "", rest = ""] = being ?? [];
			const many = /^how\s/iu.test(wh);
			const text = being
				? `${wh} ${aux} ${things} ${rest}`
				: many
					? `${wh} does each of the ${things} ${predicate.replace(/s$/u, "")}`
					: `${wh} do ${things} ${predicate}`;
			const name = many ? wh.toLowerCase() : `${wh.toLowerCase()} they ${predicate}`;
			cells.push({ text: asQuestion(text), row: things, column: name });
			columns.push(name);
		} else
			for (const name of membersOf(extra.replace(/\b(?:their|its)\s+/giu, ""))) {
				cells.push({
					text: asQuestion(`what ${isPlural(name) === true ? "are" : "is"} the ${name} of the ${things}`),
					row: things,
					column: name,
				});
				columns.push(name);
			}
	}
	return {
		rows: [things],
		columns,
		cells,
		about: `the ${things}`,
		why: "it asks for a list of things with what is said of each: a table",
	};
}

function ofMembers(ask: Ask): Table {
	const nominal = (ask.clause && nominalOf(ask.clause)) ?? ask.topic?.text ?? ask.text.replace(/\?$/u, "");
	return {
		rows: [nominal],
		columns: [nominal],
		cells: [{ text: ask.text, row: nominal, column: nominal }],
		about: `the ${nominal}`,
		why: "it asks for every member of a list",
	};
}
