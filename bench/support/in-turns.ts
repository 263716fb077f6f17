/** Does the work on each item in order, at most `atOnce` at a time. The first failure ends it. */
export async function inTurns<Item>(
	items: readonly Item[],
	atOnce: number,
	work: (item: Item) => Promise<void>,
): Promise<void> {
	const queue = items.values();
	const lane = async () => {
		for (const item of queue) await work(item);
	};
	await Promise.all(Array.from({ length: atOnce }, lane));
}
