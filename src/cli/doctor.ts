import type { Config } from "../app/config.ts";
import type { Progress } from "../app/index.ts";
import type { ModelAsked } from "../app/model-options.ts";
import type { WebAsked } from "../app/web-options.ts";
import type { CommonFlags } from "./program.ts";
import { asTyped, json, print, say } from "./terminal/output.ts";
import { paintFor } from "./terminal/paint.ts";
import { sizeOf } from "./terminal/size.ts";
import { oneLine, wrap } from "./terminal/text.ts";

const partWidth = 14;

/**
 * Prints one line for each part once it is checked. What is sent where stands on standard error before it is sent. Exit code 0 if all
 * work, else 1.
 */
export async function doctor(asked: ModelAsked, web: WebAsked, config: Config, flags: CommonFlags): Promise<number> {
	const { examine } = await import("../app/doctor/index.ts");
	const paint = paintFor(process.stdout, config.color);
	const margin = " ".repeat(partWidth + 4);
	const columns = process.stdout.isTTY ? sizeOf(process.stdout).columns - 1 : Number.MAX_SAFE_INTEGER;
	const width = Math.max(20, columns - margin.length);
	const checks: object[] = [];
	let allOk = true;
	const hooks = {
		onProgress(progress: Progress) {
			if (progress.type === "destination") say(oneLine(progress.text));
		},
	};
	for await (const { part, ok, text, hint } of examine(config, asked, web, hooks)) {
		allOk &&= ok;
		checks.push({ part, ok, text, hint: hint && asTyped(hint) });
		if (flags.json || (flags.quiet && ok)) continue;
		const mark = ok ? paint("good", "ok ") : paint("bad", "NO ");
		const found = wrap(oneLine(text), width).join(`\n${margin}`);
		const more =
			hint === undefined ? "" : `\n${margin}→ ${wrap(oneLine(asTyped(hint)), width - 2).join(`\n${margin}  `)}`;
		await print(`${mark} ${part.padEnd(partWidth)} ${found}${more}\n`);
	}
	if (flags.json) await print(json({ ok: allOk, checks }));
	return allOk ? 0 : 1;
}
