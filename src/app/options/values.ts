import { z } from "zod";

/** The commands that take options of this schema. `unattended`: those that ask nobody while they run, `campaign` and `ablate`. */
export type OptionCommand =
	| "research"
	| "unattended"
	| "ask"
	| "extend"
	| "monitor"
	| "resume"
	| "doctor"
	| "demo"
	| "init";

/** Maximum cost of a run in USD: a typing error should not cost a house. */
const costMax = 10_000;
/** The largest limits on requests and tokens: more than the deepest run can use. */
const requestsMax = 100_000;
const tokensMax = 999_999_999;
/** Maximum idle timeout of a model. Seconds. */
const modelTimeoutMax = 3_600;
/** Maximum requests to a model at once. */
const modelParallelMax = 64;

/** The largest values of options, in the units that their comments name. */
export const maxima = {
	cost: costMax,
	requests: requestsMax,
	tokens: tokensMax,
	modelTimeout: modelTimeoutMax,
	modelParallel: modelParallelMax,
};

export function texts() {
	const text = z.string().trim().min(1, "a text in it is empty");
	return z.array(text, { error: 'it takes a list, like ["wikipedia"]' });
}

export function choice<const T extends string>(words: readonly T[]) {
	return z.enum(words, { error: `allowed choices are ${words.join(", ")}` });
}

export function wholeNumber(least: number, most: number) {
	const error = `it takes a whole number from ${least} to ${most}`;
	const asText = z
		.string()
		.trim()
		.regex(/^\d{1,9}$/)
		.transform(Number);
	return z.union([z.int(), asText], { error }).pipe(z.number().min(least, { error }).max(most, { error }));
}

/** An amount of USD: `0.5`, `"$0.50"`. */
export function dollars(most: number) {
	const error = `it takes US dollars above 0, e.g. 0.50, up to ${most}`;
	const asText = z
		.string()
		.trim()
		.regex(/^\$?(?:\d{1,5}(?:\.\d{1,6})?|\.\d{1,6})$/)
		.transform((text) => Number(text.replace("$", "")));
	return z.union([z.number(), asText], { error }).pipe(z.number().gt(0, { error }).max(most, { error }));
}

const mcpHeading = "Servers of the Model Context Protocol (none is used unless you name one):";

/** Flags and help of the options on servers of the Model Context Protocol. */
export const mcpWords = {
	/** `NAME`, `NAME=COMMAND` or `NAME=URL`. */
	server: {
		flags: "--mcp <server>",
		help: "NAME=COMMAND or NAME=URL of an MCP server, or a NAME in HOME/mcp.json; repeat it for more",
		heading: mcpHeading,
	},
	/** `SERVER/TOOL` or `SERVER/*`. */
	allow: {
		flags: "--mcp-allow <tool>",
		help: "SERVER/TOOL that may be called though it may change things; repeat it for more",
		heading: mcpHeading,
	},
};
