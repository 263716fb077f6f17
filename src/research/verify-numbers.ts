/** The plain value of a written number: `1,234.50` → `1234.5`. */
function plain(written: string): string {
	const digits = written.replace(/,(?=\d{3}\b)/g, "");
	return digits.includes(".") ? digits.replace(/0+$/, "").replace(/\.$/, "") : digits;
}

const number = /\d+(?:,\d{3})*(?:\.\d+)*/g;

/** How many numbers a text states, and which of them stand in none of the quotes. */
export function unsupportedQuantities(text: string, quotes: readonly string[]): { stated: number; missing: string[] } {
	const stated = text.match(number) ?? [];
	const known = new Set(quotes.flatMap((quote) => quote.match(number) ?? []).map(plain));
	return { stated: stated.length, missing: stated.filter((one) => !known.has(plain(one))) };
}
