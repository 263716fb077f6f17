/**
 * `npm run train -- NAME [ARGS…]`: runs `bench/train/NAME.ts`, which exports `run(args: string[]): Promise<void>`, learns weights from
 * the tuning half of the data, and writes them as JSON beside the rule that uses them, with their origin. It prints what it counted.
 */
import { runNamed } from "../support/named.ts";

await runNamed(import.meta.dirname, "npm run train", [
	"run.ts",
	"logistic.ts",
	"boosting.ts",
	"step-scorers.ts",
	"policy-gradient.ts",
]);
