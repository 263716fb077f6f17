import { isRecord } from "../../base/json.ts";
import { limits } from "../../base/limits.ts";
import { oneLine } from "../../base/text.ts";
import { UnreadableError } from "./decode.ts";
import { type ParsedDocument, TextBuilder, toIsoDate } from "./parsed-document.ts";
import { type Grid, type GridCell, writeGrid } from "./tables/grid.ts";

/** A number with its spelling, so that `1.10` and long whole numbers are quoted exactly. */
class Numeral {
	readonly written: string;

	constructor(written: string) {
		this.written = written;
	}
}

/** Maximum nesting depth. No genuine document is nested deeper. */
const depthMax = 60;
/** Objects inside a record become columns of their own (`size.width`) down to this depth. */
const flattenDepthMax = 4;
/** Maximum number of values of a list that are written in a cell. */
const listValuesMax = 50;

/**
 * Reads JSON, or one JSON value on each line. Arrays of records become tables, everything else becomes lines `path: value`,
 * indented by depth. Throws `UnreadableError` when the source is neither.
 */
export function readJson(source: string): ParsedDocument {
	const value = parseJson(source.replace(/^\ufeff/, ""));
	const out = new TextBuilder();
	writeValue(out, value, [], {});
	const top = isRecord(value) ? value : {};
	const textField = (names: string[]) =>
		names.map((name) => top[name]).find((one) => typeof one === "string" && one.trim() !== "");
	const [title, date, origin] = [
		textField(["title"]),
		textField(["date", "published", "datePublished"]),
		textField(["publisher", "source"]),
	];
	return {
		kind: "json",
		title: title === undefined ? undefined : String(title),
		date: date === undefined ? undefined : toIsoDate(String(date)),
		origin: origin === undefined ? undefined : String(origin),
		text: out.text,
		marks:
			out.text === ""
				? []
				: [
						{ start: 0, locator: { kind: "section", section: "beginning" } },
						...out.marks.filter(({ start }) => start > 0),
					],
		headings: [],
		...(out.tables.length > 0 ? { tables: out.tables } : {}),
	};
}

function parseJson(source: string): unknown {
	try {
		return parseValue(source);
	} catch (error) {
		const lines = source.split("\n").filter((line) => line.trim() !== "");
		if (lines.length < 2) throw notJsonError(error);
		return lines.map((line, at) => {
			try {
				return parseValue(line);
			} catch (inner) {
				// If the first line parses, the file is JSON by lines and the error names the faulty line; otherwise it is about the whole
				// file.
				throw at === 0 ? notJsonError(error) : notJsonError(inner, at + 1);
			}
		});
	}
}

function parseValue(source: string): unknown {
	return JSON.parse(source, (_key, value: unknown, context?: { source?: string }) =>
		typeof value === "number" ? new Numeral(context?.source ?? String(value)) : value,
	);
}

function notJsonError(error: unknown, line?: number): UnreadableError {
	const why = error instanceof Error ? error.message.replace(/\s+/g, " ").slice(0, 120) : "";
	return new UnreadableError(`it is not JSON${line === undefined ? "" : ` in line ${line}`} (${why})`);
}

/** The caption and the unit that are stated beside a value. */
interface ValueLabels {
	caption?: string | undefined;
	unit?: string | undefined;
}

function writeValue(out: TextBuilder, value: unknown, path: string[], labels: ValueLabels): void {
	if (path.length > depthMax) throw new UnreadableError(`it is nested deeper than ${depthMax}`);
	const grid = toJsonGrid(value);
	if (grid) {
		const name = path.join(".");
		if (name !== "") markSection(out, out.addBlock(name, "\n\n"), name);
		writeGrid(out, { ...grid, headerRows: 1, caption: labels.caption ?? (name || undefined), unit: labels.unit });
		for (const [inner, where] of grid.below) writeValue(out, inner, [...path, ...where], {});
		return;
	}
	const entries = Array.isArray(value)
		? value.map((one, at) => [String(at + 1), one] as const)
		: isRecord(value) && !(value instanceof Numeral)
			? Object.entries(value)
			: undefined;
	if (!entries || (Array.isArray(value) && value.every(isPlain))) {
		writeLine(out, path, plainText(value));
		return;
	}
	const innerLabels = isRecord(value) ? labelsIn(value) : {};
	for (const [key, one] of entries) writeValue(out, one, [...path, key], innerLabels);
}

function writeLine(out: TextBuilder, path: string[], text: string): void {
	if (text === "") return;
	const name = path.join(".");
	const start = out.addBlock(
		`${"  ".repeat(Math.max(0, path.length - 1))}${name === "" ? "" : `${name}: `}${text}`,
		"\n",
	);
	markSection(out, start, path[0] ?? "beginning");
}

function markSection(out: TextBuilder, start: number, section: string): void {
	const last = out.marks.at(-1)?.locator;
	if (last?.kind === "section" && last.section === section) return;
	out.addMark(start, { kind: "section", section });
}

function labelsIn(value: Record<string, unknown>): ValueLabels {
	const text = (names: string[]) =>
		names.map((name) => value[name]).find((one) => typeof one === "string" && one.trim() !== "");
	const [caption, unit] = [text(["caption", "title", "name"]), text(["unit", "units"])];
	return {
		caption: caption === undefined ? undefined : oneLine(String(caption)),
		unit: unit === undefined ? undefined : String(unit),
	};
}

type JsonGrid = Pick<Grid, "rows"> & { below: [unknown, string[]][] };

/** Rows from a list of records, from records by name, or from a list of lists whose first one names the columns. */
function toJsonGrid(value: unknown): JsonGrid | undefined {
	if (Array.isArray(value)) {
		if (value.length > 0 && value.every((one) => isRecord(one) && !(one instanceof Numeral)))
			return gridOfRecords(value.map((one) => [undefined, one]));
		const lists = value.filter((one): one is unknown[] => Array.isArray(one));
		if (value.length < 2 || lists.length !== value.length) return undefined;
		const width = lists[0]?.length ?? 0;
		const fits =
			width > 1 &&
			lists.every((one) => one.length === width && one.every(isPlain)) &&
			lists[0]?.every((one) => typeof one === "string");
		return fits ? { rows: lists.map((one) => one.map((each) => ({ text: plainText(each) }))), below: [] } : undefined;
	}
	if (!isRecord(value) || value instanceof Numeral) return undefined;
	const entries = Object.entries(value);
	const records = entries.filter(([, one]) => isRecord(one) && !(one instanceof Numeral));
	if (entries.length < 2 || records.length !== entries.length) return undefined;
	const keys = records.map(([, one]) => Object.keys(Object(one)).join("\n"));
	return keys.every((one) => one === keys[0]) && keys[0] !== "" ? gridOfRecords(records) : undefined;
}

function gridOfRecords(records: readonly (readonly [string | undefined, unknown])[]): JsonGrid | undefined {
	const below: JsonGrid["below"] = [];
	const flat = records.map(([name, one], at) => {
		const fields = new Map<string, string>();
		flatten(one, [], fields, (inner, where) => below.push([inner, [name ?? String(at + 1), ...where]]));
		return fields;
	});
	const named = records.some(([name]) => name !== undefined);
	const columns = [...new Set(flat.flatMap((fields) => [...fields.keys()]))];
	if (columns.length + (named ? 1 : 0) < 2 || columns.length > limits.tableColumns) return undefined;
	const cell = (text: string): GridCell => ({ text });
	const label = (text: string) => (named ? [{ text, header: true }] : []);
	const body = flat.map((fields, at) => [
		...label(records[at]?.[0] ?? ""),
		...columns.map((column) => cell(fields.get(column) ?? "")),
	]);
	return { rows: [[...label(""), ...columns.map(cell)], ...body], below };
}

function flatten(
	value: unknown,
	path: string[],
	into: Map<string, string>,
	onNested: (value: unknown, path: string[]) => void,
): void {
	if (isPlain(value) || (Array.isArray(value) && value.every(isPlain))) {
		if (path.length > 0) into.set(path.join("."), plainText(value));
	} else if (isRecord(value) && path.length < flattenDepthMax) {
		for (const [key, one] of Object.entries(value)) flatten(one, [...path, oneLine(key)], into, onNested);
	} else onNested(value, path);
}

function isPlain(value: unknown): boolean {
	return value === null || typeof value !== "object" || value instanceof Numeral;
}

function plainText(value: unknown): string {
	if (Array.isArray(value)) {
		const shown = value.slice(0, listValuesMax).map(plainText).join(", ");
		return value.length > listValuesMax ? `${shown}, … (${value.length} values)` : shown;
	}
	if (value === null || value === undefined) return "";
	return value instanceof Numeral ? value.written : oneLine(String(value));
}
