import { readFile } from "node:fs/promises";
import { z } from "zod";
import { messageOf, UsageError } from "../../../base/errors.ts";
import type { ModelSettings } from "../model.ts";

const usd = z.number().min(0);
const tokens = z.number().int().min(1);
const rates = { input: usd, output: usd, cacheRead: usd.optional(), cacheWrite: usd.optional() };

const entry = z
	.strictObject({
		...rates,
		input: usd.optional(),
		output: usd.optional(),
		tiers: z.array(z.strictObject({ above: z.number().int().min(0), ...rates })).optional(),
		window: tokens.optional(),
		maxOutput: tokens.optional(),
	})
	.refine(({ input, output }) => (input === undefined) === (output === undefined), {
		error: "a price needs both input and output",
	})
	.refine(({ input, cacheRead, cacheWrite, tiers }) => input !== undefined || !(cacheRead ?? cacheWrite ?? tiers), {
		error: "cacheRead, cacheWrite and tiers need input and output",
	});
const table = z.record(z.string(), entry);
const NAME = /^[^:]+:.+$/;

const EXAMPLE = '{"anthropic:claude-x": {"input": 3, "output": 15, "window": 200000}}, in USD a million tokens';

/** The user's values for a model, which override known ones. */
export type UserModelValues = Pick<ModelSettings, "window" | "maxOutput" | "price">;

/**
 * Reads the user's table of models by `provider:model`; empty when there is no such file. Throws a `UsageError`
 * `MODELS_FILE_UNREADABLE` or `MODELS_FILE_WRONG` that names the faulty place.
 */
export async function readModelTable(path: string): Promise<ReadonlyMap<string, UserModelValues>> {
	let text: string;
	try {
		text = await readFile(path, "utf8");
	} catch (cause) {
		if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return new Map();
		throw new UsageError("MODELS_FILE_UNREADABLE", `The table of models ${path} cannot be read: ${messageOf(cause)}`, {
			hint: "make it a file that you can read, or take it away",
			cause,
		});
	}
	const wrongFile = (what: string, cause?: unknown) =>
		new UsageError("MODELS_FILE_WRONG", `The table of models ${path} is wrong: ${what}`, {
			hint: `an entry looks like ${EXAMPLE}`,
			cause,
		});
	let json: unknown;
	try {
		json = JSON.parse(text.replace(/^\uFEFF/, ""));
	} catch (cause) {
		throw wrongFile(`it is not JSON (${messageOf(cause)})`, cause);
	}
	const result = table.safeParse(json);
	if (!result.success)
		throw wrongFile(
			result.error.issues
				.map(({ path: at, message }) => `${at.map(String).join(" → ") || "the file"}: ${message}`)
				.join("; "),
		);
	const nameless = Object.keys(result.data).find((name) => !NAME.test(name));
	if (nameless !== undefined) throw wrongFile(`${nameless}: a name is provider:model, as in --model`);
	return new Map(Object.entries(result.data).map(([name, row]) => [name, toModelValues(row)]));
}

function toModelValues({
	window,
	maxOutput,
	input,
	output,
	cacheRead,
	cacheWrite,
	tiers,
}: z.infer<typeof entry>): UserModelValues {
	const price =
		input === undefined || output === undefined ? undefined : { input, output, cacheRead, cacheWrite, tiers };
	return { window, maxOutput, price };
}
