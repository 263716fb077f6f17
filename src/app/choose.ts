import { AssayError, UsageError } from "../base/errors.ts";
import { expandServiceNames } from "../sources/search/service-names.ts";
import { parseBaseUrl } from "./config/model-config.ts";
import { parseModelName } from "./config/model-name.ts";
import { searchKeyVariables } from "./config/settings.ts";
import { parseServerUrl } from "./config/web-config.ts";
import type { Config } from "./config.ts";
import type { DoctorCheck } from "./doctor/check.ts";
import { modelChecks } from "./doctor/models.ts";
import { serviceChecks } from "./doctor/web.ts";
import { parseOptions } from "./options/parse.ts";
import { chosenServices } from "./options/web.ts";
import type { Hooks } from "./progress.ts";

/** What the user chooses for all runs. A field that is absent leaves the present choice as it is; null takes it away. */
export interface Choice {
	/** `provider:model`, or a provider alone. */
	model?: string | null | undefined;
	baseUrl?: string | undefined;
	/** Names of search services. */
	search?: readonly string[] | null | undefined;
	searxng?: string | undefined;
}

/** Settings by the name of their variable; undefined removes one. */
export type Changes = Readonly<Record<string, string | undefined>>;

/** The settings that a choice changes. Throws `UsageError` where a name or an address is wrong. */
export function changesOf({ model, baseUrl, search, searxng }: Choice): Changes {
	const changes: Record<string, string | undefined> = {};
	if (baseUrl !== undefined && !model)
		throw new UsageError("BASE_URL_UNUSED", "--base-url is the address of a model's server, and no model is named", {
			hint: "add the model: --model openai-compatible:NAME",
		});
	if (model) {
		parseModelName(model, "--model", "lead");
		changes.ASSAY_MODEL = model.trim();
		changes.ASSAY_BASE_URL = baseUrl === undefined ? undefined : parseBaseUrl(baseUrl, "--base-url");
	}
	// A utility or review model without a model would stop every run.
	if (model === null)
		for (const name of ["MODEL", "BASE_URL", "UTILITY_MODEL", "REVIEW_MODEL"]) changes[`ASSAY_${name}`] = undefined;
	if (search) {
		expandServiceNames(search);
		changes.ASSAY_SEARCH = search.join(",");
		if (searxng !== undefined) changes.ASSAY_SEARXNG_URL = parseServerUrl(searxng, "--searxng");
	} else if (search === null) changes.ASSAY_SEARCH = undefined;
	else if (searxng !== undefined)
		throw new UsageError("SEARXNG_UNUSED", "--searxng is the address of a search service that is not named", {
			hint: "add it: --search searxng",
		});
	return changes;
}

/**
 * Tries what was chosen: one tiny request to each model, one search by each service that costs nothing. `config`: with the changes.
 * Throws `UsageError` where a name is wrong.
 */
export async function* tryChoice(
	config: Config,
	{ model, search }: Choice,
	hooks: Pick<Hooks, "onProgress">,
): AsyncGenerator<DoctorCheck> {
	const options = parseOptions({});
	if (search) yield* serviceChecks(chosenServices(options, config.web()), config, options, hooks);
	if (model) yield* modelChecks(config, options, hooks);
}

/** The keys that a choice needs: the variables that may hold each, the usual one first, and what needs it. */
export function keysNeededBy({ model, search }: Choice): { variables: readonly string[]; of: string }[] {
	const name = model ? parseModelName(model, "--model", "lead") : undefined;
	// A local server needs no key, and GitHub takes queries without one.
	const ofModel =
		name && name.provider.id !== "openai-compatible" ? [{ variables: name.provider.keys, of: name.word }] : [];
	const ofSearch = (search ?? []).flatMap((service) => {
		const variable = service === "github" ? undefined : searchKeyVariables[service];
		return variable === undefined ? [] : [{ variables: [variable], of: service }];
	});
	return [...ofModel, ...ofSearch];
}

/** The keys that a choice uses, with their values, wherever they are set. */
export function keysInUse(choice: Choice, config: Config): Changes {
	const settings = config.settings();
	const keys = keysNeededBy(choice).flatMap(({ variables }) => {
		const name = variables.find((one) => settings.has(one));
		return name === undefined ? [] : [[name, settings.get(name)?.value] as const];
	});
	return Object.fromEntries(keys);
}

/** Throws `CHOICE_FAILED` for the checks that failed. `file`: where the choice could be written untried. */
export function assertWorks(checks: readonly DoctorCheck[], file: string): void {
	const failed = checks.filter(({ ok }) => !ok);
	if (failed.length === 0) return;
	const hint = failed.map((one) => one.hint).find((one) => one !== undefined);
	throw new AssayError(
		"CHOICE_FAILED",
		`nothing was written: ${failed.map(({ part, text }) => `${part}: ${text}`).join("; ")}`,
		{
			hint: `${hint === undefined ? "" : `${hint}; `}to choose it untried, write ASSAY_MODEL=… or ASSAY_SEARCH=… into ${file}`,
		},
	);
}
