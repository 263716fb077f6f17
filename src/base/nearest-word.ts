/** The known word that a mistyped word most resembles, at most two edits away; undefined if there is none or no typo. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
	const distances = words.map((one) => ({ one, strokes: editDistance(word.toLowerCase(), one) }));
	const best = distances.toSorted((a, b) => a.strokes - b.strokes)[0];
	return best && best.strokes > 0 && best.strokes <= 2 && best.strokes < word.length / 2 ? best.one : undefined;
}

/** The number of insertions, removals, replacements and swaps of neighbours that turn one word into the other. */
function editDistance(a: string, b: string): number {
	const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const at = (up: number, left: number) => (up === 0 ? row : rows[i - up])?.[j - left] ?? Number.POSITIVE_INFINITY;
			const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(2, 2) + 1 : Number.POSITIVE_INFINITY;
			row.push(Math.min(at(1, 0) + 1, at(0, 1) + 1, at(1, 1) + (a[i - 1] === b[j - 1] ? 0 : 1), swapped));
		}
		rows.push(row);
	}
	return rows.at(-1)?.at(-1) ?? 0;
}
