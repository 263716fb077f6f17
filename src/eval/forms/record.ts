import { isRecord } from "../../base/json.ts";
import type { Criterion } from "../question.ts";

/** Readers of the fields of a suite's records. Each throws an `Error` in words for the user. */

/** The text of the first field of these names that is there. */
export function textField(record: Record<string, unknown>, ...names: string[]): string {
	const text = optionalText(record, ...names);
	if (text !== undefined) return text;
	throw new Error(`it has no ${names.map((name) => `"${name}"`).join(" or ")}`);
}

export function optionalText(record: Record<string, unknown>, ...names: string[]): string | undefined {
	for (const name of names) {
		const value = record[name];
		if (typeof value === "string" && value.trim() !== "") return value.trim();
		if (typeof value === "number") return String(value);
	}
	return undefined;
}

/** The texts of a field that is a list, or one text. Empty if it is absent. */
export function textsField(record: Record<string, unknown>, ...names: string[]): string[] {
	for (const name of names) {
		const value = record[name];
		if (value === undefined || value === null || value === "") continue;
		const list = Array.isArray(value) ? value : [value];
		return list.map((one) => {
			if (typeof one === "string" || typeof one === "number") return String(one);
			throw new Error(`"${name}" takes texts`);
		});
	}
	return [];
}

/** The objects of a field that is a list, or a list as JSON text. Empty if it is absent. */
export function recordsField(record: Record<string, unknown>, name: string): Record<string, unknown>[] {
	const value = typeof record[name] === "string" ? parsedJson(record[name], name) : (record[name] ?? []);
	if (!Array.isArray(value)) throw new Error(`"${name}" takes a list`);
	return value.map((one) => {
		if (isRecord(one)) return one;
		throw new Error(`"${name}" takes a list of objects`);
	});
}

export function numberField(record: Record<string, unknown>, name: string, otherwise: number): number {
	const value = record[name] ?? otherwise;
	const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
	if (typeof number === "number" && Number.isFinite(number)) return number;
	throw new Error(`"${name}" takes a number`);
}

/** Criteria with an id by their position: `r1`, `r2`, …. */
export function numbered(letter: string, criteria: readonly Omit<Criterion, "id">[]): Criterion[] {
	return criteria.map((one, at) => ({ id: `${letter}${at + 1}`, ...one }));
}

function parsedJson(text: string, name: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new Error(`"${name}" is no JSON`);
	}
}
