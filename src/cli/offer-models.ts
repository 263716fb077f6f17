import type { Config } from "../app/config.ts";
import { type AvailableModel, findLocalModels, modelsWithKey } from "../app/find-models.ts";
import type { Hooks } from "../app/index.ts";
import type { OptionsInput } from "../app/options/schema.ts";
import type { CommonFlags } from "./program.ts";
import { asTypedCommand } from "./terminal/output.ts";
import { oneLine } from "./terminal/text.ts";

/** A server may have dozens of models; its first is named. */
const namesMax = 4;

/**
 * Does the work of a run. If no model was chosen, looks beside it for models that could be used, and says so in one line; none of them is
 * used. A run that ends first is not delayed: the search for models ends with it.
 */
export async function workWhileOffering<T>(
	work: () => Promise<T>,
	{ config, flags, options, hooks }: { config: Config; flags: CommonFlags; options: OptionsInput; hooks: Hooks },
): Promise<T> {
	if (flags.quiet || flags.json || options.model !== undefined) return work();
	const ended = new AbortController();
	const offering = offer(config, hooks, ended.signal);
	try {
		return await work();
	} finally {
		ended.abort();
		await offering;
	}
}

/** A fault in the settings is reported by the run, and never here. */
async function offer(config: Config, hooks: Hooks, ended: AbortSignal): Promise<void> {
	try {
		const models = config.models();
		if (models.options.model !== undefined) return;
		const local = await findLocalModels(models, ended);
		const servers = Map.groupBy(local, ({ name }) => name.slice(0, name.indexOf(":")));
		const found = [...[...servers.values()].flatMap(([first]) => first ?? []), ...modelsWithKey(models)];
		if (found.length > 0) hooks.onProgress({ type: "note", text: offerWords(found) });
	} catch {}
}

function offerWords(found: readonly AvailableModel[]): string {
	const names = found.slice(0, namesMax).map(({ name, why }) => `--model ${oneLine(name)} (${why})`);
	return asTypedCommand(
		`no language model is used; to use one: ${names.join(" or ")}; what one costs: add --estimate; to choose once: assay init`,
	);
}
