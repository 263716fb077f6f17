import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { UsageError } from "../../src/base/errors.ts";

/**
 * Runs `FOLDER/NAME.ts`, which exports `run(args: string[]): Promise<void>`, by the arguments of this process. An unknown name lists
 * the names and exits 2; what its user did wrong is told in a line, with the exit code of the error.
 * `command`: how it is called, `npm run bench`. `others`: files of the folder that are none of it.
 */
export async function runNamed(folder: string, command: string, others: readonly string[]): Promise<void> {
	const names = readdirSync(folder)
		.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !others.includes(file))
		.map((file) => file.slice(0, -".ts".length))
		.sort();
	const [name, ...args] = process.argv.slice(2);
	if (name === undefined || !names.includes(name)) {
		const wrong = name === undefined ? "No name is given." : `There is no "${name}".`;
		console.error(`${wrong} Say: ${command} -- NAME\nNames: ${names.join(", ")}`);
		process.exitCode = 2;
		return;
	}
	const { run }: { run: (args: string[]) => Promise<void> } = await import(
		pathToFileURL(join(folder, `${name}.ts`)).href
	);
	try {
		await run(args);
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		console.error([`${error.code}: ${error.message}`, error.hint].filter(Boolean).join("\n"));
		process.exitCode = error.exitCode;
	}
}
