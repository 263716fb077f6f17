/** What can be read of an answer in JSON while it is still being written. For the display only: nothing is decided by it. */

const text = String.raw`"((?:[^"\\]|\\.)*)`;
const proseField = new RegExp(String.raw`"(heading|text)"\s*:\s*${text}("?)`, "gs");
const verdictFields = /"number"\s*:\s*(\d+)|"verdict"\s*:\s*"(\w+)"/g;

/** The prose of a draft so far: headings and sentences, the last one perhaps unfinished. A heading stands on its own line. */
export function proseSoFar(json: string): string {
	const parts = [...json.matchAll(proseField)].map(([, field, value = ""]) => ({ field, value: unescaped(value) }));
	return parts
		.filter(({ value }) => value !== "")
		.map(({ field, value }) => (field === "heading" ? `\n${value}\n` : `${value} `))
		.join("")
		.replace(/\n{2,}/g, "\n")
		.trim();
}

/** The verdicts so far, by the number of their sentence. */
export function verdictsSoFar(json: string): { number: number; verdict: string }[] {
	const found: { number: number; verdict: string }[] = [];
	let number: number | undefined;
	for (const [, digits, verdict] of json.matchAll(verdictFields)) {
		if (digits !== undefined) number = Number(digits);
		else if (verdict !== undefined && number !== undefined) {
			found.push({ number, verdict });
			number = undefined;
		}
	}
	return found;
}

/** A JSON string whose end may be missing, in the middle of an escape too. */
function unescaped(value: string): string {
	try {
		return String(JSON.parse(`"${value}"`));
	} catch {
		return value.replace(/\\u?[\da-f]{0,3}$/i, "").replace(/\\./g, " ");
	}
}
