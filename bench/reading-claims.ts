/**
 * `npm run bench -- reading-claims [wice|multihop|ramdocs|attribution]… [--misses]`: how well the extractive reasoner reads.
 * Each set is split by a seeded hash; weights and thresholds were set on the tuning half only.
 */
import { attribution } from "./reading/attribution.ts";
import { seed } from "./reading/common.ts";
import { multihop } from "./reading/multihop.ts";
import { ramdocs } from "./reading/ramdocs.ts";
import { wice } from "./reading/wice.ts";

const parts = { wice, multihop, ramdocs, attribution };

export function run(args: string[]): Promise<void> {
	const wanted = args.filter((arg) => arg in parts);
	console.log(`reading-claims; halves by hash, seed "${seed}"; shares with Wilson's 95 % interval`);
	for (const [name, measure] of Object.entries(parts)) {
		if (wanted.length > 0 && !wanted.includes(name)) continue;
		const started = performance.now();
		measure(args.includes("--misses"));
		console.log(`  (${name}: ${((performance.now() - started) / 1000).toFixed(1)} s)`);
	}
	return Promise.resolve();
}
