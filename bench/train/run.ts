/**
 * `npm run train -- NAME [ARGS…]`: runs `bench/train/NAME.ts`, which exports `run(args: string[]): Promise<void>`, learns weights from
 * the tuning half of the data, and writes them as JSON beside the rule that uses them, with their origin. It prints what it counted.
 */
import { readdirSync } from "node:fs";
import { UsageError } from "../../src/base/errors.ts";

/** What the others are made with. */
const helpers = ["run.ts", "logistic.ts"];
const names = readdirSync(import.meta.dirname)
	.filter((file) => file.endsWith(".ts") && !helpers.includes(file))
	.map((file) => file.slice(0, -".ts".length))
	.sort();

const [name, ...args] = process.argv.slice(2);
if (name === undefined || !names.includes(name)) {
	console.error(
		`${name === undefined ? "Which weights?" : `There are no weights "${name}".`} Say: npm run train -- NAME`,
	);
	console.error(`Names: ${names.join(", ") || "none yet"}`);
	process.exitCode = 2;
} else {
	const { run }: { run: (args: string[]) => Promise<void> } = await import(`./${name}.ts`);
	try {
		await run(args);
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		console.error([`${error.code}: ${error.message}`, error.hint].filter(Boolean).join("\n"));
		process.exitCode = error.exitCode;
	}
}
