/**
 * `npm run bench -- NAME [ARGS…]`: runs `bench/NAME.ts`, which exports `run(args: string[]): Promise<void>` and prints
 * its table with the seed and what it counted. An unknown name lists the names and exits 2.
 */
import { readdirSync } from "node:fs";
import { UsageError } from "../src/base/errors.ts";

const names = readdirSync(import.meta.dirname)
	.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && file !== "run.ts")
	.map((file) => file.slice(0, -".ts".length))
	.sort();

const [name, ...args] = process.argv.slice(2);
if (name === undefined || !names.includes(name)) {
	console.error(
		`${name === undefined ? "Which benchmark?" : `There is no benchmark "${name}".`} Say: npm run bench -- NAME`,
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
