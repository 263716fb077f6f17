import { seededRandom } from "../../test/support/random.ts";

/** Resamples of a bootstrap. */
export const resamples = 2_000;

/** The mean and its 95 % bootstrap interval, as text: `0.744 [0.704, 0.784]`. `digits`: of the mean. */
export function bootstrapped(values: readonly number[], seed: number, digits = 3): string {
	const random = seededRandom(seed);
	const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
	const means = Array.from({ length: resamples }, () =>
		mean(values.map(() => values[Math.floor(random() * values.length)] ?? 0)),
	).sort((a, b) => a - b);
	const at = (share: number) => (means[Math.floor(share * resamples)] ?? 0).toFixed(3);
	return `${mean(values).toFixed(digits)} [${at(0.025)}, ${at(0.975)}]`;
}

/** Wilson's 95 % interval of a share. */
export function wilson(hits: number, of: number): [low: number, high: number] {
	if (of === 0) return [0, 1];
	const z = 1.96;
	const share = hits / of;
	const centre = share + (z * z) / (2 * of);
	const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
	return [(centre - spread) / (1 + (z * z) / of), (centre + spread) / (1 + (z * z) / of)];
}
