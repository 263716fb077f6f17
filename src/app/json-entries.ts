import { messageOf } from "../base/errors.ts";

/** A value of a file of records. */
export interface PlacedValue {
	value: unknown;
	/** For messages: `line 3`, `question 3`. */
	place: string;
}

/** The values of a JSON list of questions, or of JSON lines. `invalid`: makes the error of what is no JSON. */
export function jsonEntries(content: string, invalid: (fault: string) => Error): PlacedValue[] {
	const trimmed = content.replace(/^\ufeff/, "").trim();
	if (trimmed.startsWith("[")) {
		const list = parsedJson(trimmed, "it", invalid) as unknown[];
		return list.map((value, at) => ({ value, place: `question ${at + 1}` }));
	}
	return trimmed.split("\n").flatMap((line, at) => {
		const place = `line ${at + 1}`;
		return line.trim() === "" ? [] : [{ value: parsedJson(line, place, invalid), place }];
	});
}

/** `place`: what is parsed, for the message. */
export function parsedJson(json: string, place: string, invalid: (fault: string) => Error): unknown {
	try {
		return JSON.parse(json);
	} catch (cause) {
		throw invalid(`${place} is no JSON: ${messageOf(cause)}`);
	}
}
