/**
 * `npm run torture -- hostile [NAME…] [--attempts 10] [--seed 1]`: makes the attacks of `attacks/`, all or those that are named,
 * one after another against real processes. Prints a line an attack; exits with 1 when one succeeded or could not be made.
 */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Attack } from "./attacks/attack.ts";

const { values, positionals } = parseArgs({
	options: { attempts: { type: "string", default: "10" }, seed: { type: "string", default: "1" } },
	allowPositionals: true,
});
const seed = Number(values.seed);
const attempts = Number(values.attempts);
const folder = join(import.meta.dirname, "attacks");
const known = readdirSync(folder)
	.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && file !== "attack.ts")
	.map((file) => file.slice(0, -".ts".length))
	.sort();
const wanted = positionals.filter((name) => name !== "hostile");
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0 || !Number.isInteger(seed) || !(attempts >= 1)) {
	console.error(`unknown attack or number: ${[...unknown, ...Object.values(values)].join(" ")}`);
	console.error(`attacks: ${known.join(", ")}`);
	process.exit(2);
}

let failed = 0;
for (const file of known.filter((name) => wanted.length === 0 || wanted.includes(name))) {
	const { attack }: { attack: Attack } = await import(`./attacks/${file}.ts`);
	const scratch = mkdtempSync(join(tmpdir(), "assay-hostile-"));
	try {
		const outcome = await attack.run({ seed, attempts, folder: scratch });
		const verdict = outcome.broken.length === 0 ? "held" : `${outcome.broken.length} BROKEN`;
		console.log(
			`${file}: ${attack.name}: ${outcome.attempts} attempts, ${verdict}${outcome.figures ? ` · ${outcome.figures}` : ""}`,
		);
		for (const line of outcome.broken) console.log(`  ${line}`);
		if (outcome.broken.length > 0) failed++;
	} catch (error) {
		failed++;
		console.log(`${file}: ${attack.name}: COULD NOT BE MADE: ${error instanceof Error ? error.stack : String(error)}`);
	} finally {
		rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
	}
}
console.log(`seed ${seed}: ${failed} attacks succeeded or could not be made`);
process.exitCode = failed === 0 ? 0 : 1;
