import type { CslDate, CslItem } from "./csl.ts";

const recordTypes: Record<CslItem["type"], string> = {
	"article-journal": "JOUR",
	"article-newspaper": "NEWS",
	document: "GEN",
	webpage: "ELEC",
};

/** Sources as RIS records: one field a line, lines end with CR LF. */
export function renderRis(items: readonly CslItem[]): string {
	return items.map(recordText).join("\r\n");
}

function recordText(item: CslItem): string {
	const fields: [string, string | undefined][] = [
		["TY", recordTypes[item.type]],
		["ID", item.id],
		["TI", item.title],
		...(item.author ?? []).map(({ literal }): [string, string] => ["AU", literal]),
		["T2", item["container-title"]],
		["PY", item.issued && String(item.issued["date-parts"][0][0])],
		["DA", slashed(item.issued)],
		["Y2", slashed(item.accessed)],
		["DO", item.DOI],
		["UR", item.URL],
		["LA", item.language],
		["N1", item.note],
		["ER", ""],
	];
	return fields.flatMap(([tag, text]) => (text === undefined ? [] : [`${tag}  - ${text}\r\n`])).join("");
}

/** `2024/05/01/`, as RIS writes dates: year, month, day and a remark, each followed by a slash but the last. */
function slashed(date: CslDate | undefined): string | undefined {
	if (!date) return undefined;
	const [year = 0, month, day] = date["date-parts"][0];
	return [
		String(year),
		...[month, day].map((part) => (part === undefined ? "" : String(part).padStart(2, "0"))),
		"",
	].join("/");
}
