/** `3 pages`, `1 page`. */
export function countNoun(n: number, one: string, many = `${one}s`): string {
	return `${n} ${n === 1 ? one : many}`;
}
