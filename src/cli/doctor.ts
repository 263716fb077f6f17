import type { Config } from "../app/config.ts";
import type { Progress } from "../app/index.ts";
import type { Options } from "../app/options/schema.ts";
import type { CommonFlags } from "./program.ts";
import { asTypedCommand, jsonText, print, say } from "./terminal/output.ts";
import { createPaint } from "./terminal/paint.ts";
import { terminalSize } from "./terminal/size.ts";
import { oneLine, wrapText } from "./terminal/text.ts";

const partWidth = 14;

/**
 * Prints the result of each check as it is made, with a hint where it failed; with `--json` one object at the end, with `--quiet` only
 * failures. Before anything is sent, its destination is printed to standard error. Exit code 0 if all work, else 1.
 */
export async function doctor(options: Options, config: Config, flags: CommonFlags): Promise<number> {
	const { diagnose: examine } = await import("../app/doctor/index.ts");
	const paint = createPaint(process.stdout, config.color);
	const margin = " ".repeat(partWidth + 4);
	const columns = process.stdout.isTTY ? terminalSize(process.stdout).columns - 1 : Number.MAX_SAFE_INTEGER;
	const width = Math.max(20, columns - margin.length);
	const checks: object[] = [];
	let allOk = true;
	const hooks = {
		onProgress(progress: Progress) {
			if (progress.type === "destination") say(oneLine(progress.text));
		},
	};
	for await (const { part, ok, text, hint } of examine(config, options, hooks)) {
		allOk &&= ok;
		const shown = asTypedCommand(text);
		checks.push({ part, ok, text: shown, hint: hint && asTypedCommand(hint) });
		if (flags.json || (flags.quiet && ok)) continue;
		const mark = ok ? paint("good", "ok ") : paint("bad", "NO ");
		const message = wrapText(oneLine(shown), width).join(`\n${margin}`);
		const more =
			hint === undefined
				? ""
				: `\n${margin}→ ${wrapText(oneLine(asTypedCommand(hint)), width - 2).join(`\n${margin}  `)}`;
		await print(`${mark} ${part.padEnd(partWidth)} ${message}${more}\n`);
	}
	if (flags.json) await print(jsonText({ ok: allOk, checks }));
	return allOk ? 0 : 1;
}
