import { shareOf } from "./statistics.ts";

const edges = [0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 1.000_1];

/** A reliability diagram as text: for each range of chances, how many there are and which share of them is right. */
export function bins(chances: readonly number[], labels: readonly { label: boolean }[]): string[] {
	return edges.slice(1).map((to, at) => {
		const from = edges[at] ?? 0;
		const here = labels.filter((_, index) => (chances[index] ?? 0) >= from && (chances[index] ?? 0) < to);
		return `${from.toFixed(1)}–${Math.min(1, to).toFixed(1)}  ${shareOf(here.filter(({ label }) => label).length, here.length)}`;
	});
}
