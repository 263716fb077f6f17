import { type Draft, isoDate } from "../read/draft.ts";
import { harmless } from "../read/harmless.ts";
import { isRecord } from "../read/values.ts";

/** A line of a `.jsonl` corpus: `id` (or `_id`), `title`, `text`, and its date and origin if it states them. */
export type RecordLine = { ok: true; id: string; draft: Draft } | { ok: false; reason: string };

/** Parses a line. `number` (1-based) is the record's id when it states none. */
export function readRecord(line: string, number: number): RecordLine {
	let value: unknown;
	try {
		value = JSON.parse(line);
	} catch {
		return { ok: false, reason: "the line is not JSON" };
	}
	if (!isRecord(value)) return { ok: false, reason: "the line is not a JSON object" };
	const raw = firstOf(value, ["text", "contents", "content", "body"]);
	if (raw === undefined) return { ok: false, reason: "the record has no `text`" };
	const text = raw.replace(/\r\n?/g, "\n").trim();
	if (text === "") return { ok: false, reason: "the record's `text` is empty" };
	const id = harmless(firstOf(value, ["id", "_id"]) ?? "") || String(number);
	return {
		ok: true,
		id,
		draft: {
			kind: "record",
			title: firstOf(value, ["title"]),
			date: isoDate(firstOf(value, ["date", "published", "created"])),
			origin: firstOf(value, ["publisher", "source", "author", "url"]),
			text,
			marks: [{ start: 0, locator: { kind: "record", record: id } }],
			headings: [],
		},
	};
}

function firstOf(record: Record<string, unknown>, names: string[]): string | undefined {
	for (const name of names) {
		const value = record[name];
		if (typeof value === "number") return String(value);
		if (typeof value === "string" && value.trim() !== "") return name === "text" ? value : value.trim();
	}
	return undefined;
}
