import { depths } from "../app/api.ts";
import { hostedProviders } from "../app/config/model-name.ts";
import type { Config } from "../app/config.ts";
import { estimateDepths } from "../app/estimate-depths.ts";
import { parseOptions } from "../app/options/parse.ts";
import type { ParsedCommand } from "./program.ts";
import { asTypedCommand, jsonText, print } from "./terminal/output.ts";
import { estimateWords, usualWords } from "./words.ts";

/** `assay QUESTION --estimate`: what a run costs at each depth. Nothing is begun, and no key is needed. Returns the exit code. */
export async function printEstimates(
	{ options, flags }: ParsedCommand & { command: "research" },
	config: Config,
): Promise<number> {
	const estimates = await estimateDepths(parseOptions(options), config);
	if (flags.json) await print(jsonText({ estimates }));
	else if (estimates.length === 0) await print(asTypedCommand(withoutModel()));
	else await print(`${estimates.flatMap((one) => [usualWords(one), `  ${estimateWords(one)}`]).join("\n")}\n`);
	return 0;
}

function withoutModel(): string {
	const times = Object.entries(depths).map(
		([name, { deadlineMs }]) => `${name}: at most ${deadlineMs / 60_000} minutes`,
	);
	const examples = hostedProviders.flatMap(({ word, provider: { lead } }) => (lead === undefined ? [] : [word]));
	return [
		"Without a language model a run costs $0 at every depth: rules quote passages, and no provider is asked.",
		...times.map((one) => `  ${one}`),
		`What a model costs: add --model NAME to --estimate, with no key: ${examples.join(", ")}, or provider:model.`,
		"",
	].join("\n");
}
