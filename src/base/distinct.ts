/** The first item of each key, in order. Skips items whose key is in `before`. */
export function distinctBy<T>(items: readonly T[], keyOf: (item: T) => string, before: Iterable<string> = []): T[] {
	const seen = new Set(before);
	return items.filter((item) => {
		const key = keyOf(item);
		return !seen.has(key) && seen.add(key);
	});
}
