/** The items in order, in parts of `size`; the last may be smaller. */
export function chunksOf<T>(items: readonly T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
