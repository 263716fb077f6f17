import { isRecord } from "../../base/json.ts";
import { type ParsedDocument, toIsoDate } from "../read/parsed-document.ts";
import { sanitizeText } from "../read/sanitize.ts";

/** A line of a `.jsonl` corpus: `id` (or `_id`), `title`, `text`, and its date and origin if it states them. */
export type ParsedRecord = { ok: true; id: string; draft: ParsedDocument } | { ok: false; reason: string };

/** Parses a line. `number` (1-based) is the record's id when it states none. */
export function parseRecord(line: string, number: number): ParsedRecord {
	let value: unknown;
	try {
		value = JSON.parse(line);
	} catch {
		return { ok: false, reason: "the line is not JSON" };
	}
	if (!isRecord(value)) return { ok: false, reason: "the line is not a JSON object" };
	const raw = firstText(value, ["text", "contents", "content", "body"]);
	if (raw === undefined) return { ok: false, reason: "the record has no `text`" };
	const text = raw.replace(/\r\n?/g, "\n").trim();
	if (text === "") return { ok: false, reason: "the record's `text` is empty" };
	const id = sanitizeText(firstText(value, ["id", "_id"]) ?? "") || String(number);
	return {
		ok: true,
		id,
		draft: {
			kind: "record",
			title: firstText(value, ["title"]),
			date: toIsoDate(firstText(value, ["date", "published", "created"])),
			origin: firstText(value, ["publisher", "source", "author", "url"]),
			text,
			marks: [{ start: 0, locator: { kind: "record", record: id } }],
			headings: [],
		},
	};
}

function firstText(record: Record<string, unknown>, names: string[]): string | undefined {
	for (const name of names) {
		const value = record[name];
		if (typeof value === "number") return String(value);
		if (typeof value === "string" && value.trim() !== "") return name === "text" ? value : value.trim();
	}
	return undefined;
}
