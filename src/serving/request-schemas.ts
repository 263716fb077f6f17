import { z } from "zod";
import { pulsesDefault, pulsesMax } from "../app/campaign/campaign.ts";
import {
	flagOf,
	infoOf,
	type OptionCommand,
	type OptionName,
	optionNames,
	optionsSchema,
} from "../app/options/schema.ts";
import { limits } from "../base/limits.ts";

/** Options of a terminal. `plan` is the path of a file: a client sends the plan itself. `mcp` starts commands. */
const terminalOptions: ReadonlySet<OptionName> = new Set([
	"plan",
	"followUps",
	"view",
	"extend",
	"new",
	"mcp",
	"mcpAllow",
]);

/** The options of a command, as the command line has them; what a terminal alone can use is left out. */
function optionsOf(command: OptionCommand) {
	const names = optionNames.filter((name) => infoOf(name).commands.includes(command) && !terminalOptions.has(name));
	return z.strictObject(Object.fromEntries(names.map((name) => [name, described(name)])));
}

function described(name: OptionName): z.ZodType {
	const { help, defaultText } = infoOf(name);
	const switchText = flagOf(name).startsWith("--no-") ? `false: ${help}` : help;
	return optionsSchema.shape[name].describe(
		defaultText === undefined ? switchText : `${switchText} (default: ${defaultText})`,
	);
}

const question = z
	.string()
	.trim()
	.min(1)
	.max(limits.questionCharacters)
	.describe("The question, as you would ask a person.");

export const researchBody = optionsOf("research").extend({ question }).describe("A question, beside it its options.");
export const askBody = optionsOf("ask").extend({ question });
export const extendBody = optionsOf("extend");
export const monitorBody = optionsOf("monitor");
export const campaignBody = optionsOf("research").extend({
	question,
	pulses: z.int().min(1).max(pulsesMax).optional().describe(`Runs at most (default: ${pulsesDefault}).`),
});
export const resumeBody = optionsOf("resume").extend({
	planText: z.string().optional().describe("The plan that replaces the one that the run waits with."),
});
export const steerBody = z.strictObject({
	text: z.string().trim().min(1).max(limits.questionCharacters).describe("What the run is to look for from now on."),
});
