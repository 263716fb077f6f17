/**
 * `npm run bench -- reading-claims [wice|multihop|ramdocs|attribution]… [--questions FILE] [--misses]`: how well the extractive
 * reasoner reads; with a file of questions over manuals (`bench/support/documentation.ts`) how well it reads these, and nothing else.
 * Weights and thresholds are set on tuning data only.
 */
import { attribution } from "./reading/attribution.ts";
import { documentation } from "./reading/documentation.ts";
import { multihop } from "./reading/multihop.ts";
import { ramdocs } from "./reading/ramdocs.ts";
import { wice } from "./reading/wice.ts";
import { intervals } from "./support/statistics.ts";

const parts = { wice, multihop, ramdocs, attribution };

export async function run(args: string[]): Promise<void> {
	const file = args[args.indexOf("--questions") + 1];
	if (args.includes("--questions") && file !== undefined) return documentation(file, args.includes("--misses"));
	const wanted = args.filter((arg) => arg in parts);
	console.log(intervals);
	for (const [name, measure] of Object.entries(parts)) {
		if (wanted.length > 0 && !wanted.includes(name)) continue;
		const started = performance.now();
		measure();
		console.log(`  (${name}: ${((performance.now() - started) / 1000).toFixed(1)} s)`);
	}
}
