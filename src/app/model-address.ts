import { UsageError } from "../base/errors.ts";
import type { ModelOptions } from "../evidence/event.ts";
import type { ModelSettings } from "../reasoning/model/model.ts";
import { apiBaseUrl } from "../reasoning/model/wire/providers.ts";
import type { RunRecord } from "../store/store.ts";
import { parseModelName } from "./config/model-name.ts";
import { type ModelAddresses, parseRunInput } from "./run.ts";

/** The addresses to which a run's requests go, from the settings of these requests. */
export function modelAddressesOf({
	lead,
	utility,
	reviewer,
}: Record<"lead" | "utility", { settings: ModelSettings }> & {
	reviewer?: { settings: ModelSettings } | undefined;
}): ModelAddresses {
	return {
		lead: apiBaseUrl(lead.settings),
		utility: apiBaseUrl(utility.settings),
		...(reviewer ? { reviewer: apiBaseUrl(reviewer.settings) } : {}),
	};
}

/**
 * Checks that a resumed run uses the model addresses that were recorded when it began. A run of an older release has none recorded.
 * Throws `UsageError` `MODEL_ADDRESS_CHANGED`.
 */
export function assertSameAddresses(run: RunRecord, options: ModelOptions, current: ModelAddresses): void {
	const recorded = parseRunInput(run.input)?.modelAddresses;
	if (recorded === undefined) return;
	const changed = (["lead", "utility", "reviewer"] as const).flatMap((part) => {
		const [name, before, now] = [options[part], recorded[part], current[part]];
		return name !== undefined && before !== now ? [{ name, before, now }] : [];
	});
	if (changed.length === 0) return;
	const variableOf = (name: string) => parseModelName(name, "the run's model", "lead").provider.urlVariable;
	const differences = changed.map(({ name, before, now }) => `${name} at ${before}, and now its address is ${now}`);
	const settings = changed.map(({ name, before }) => `${variableOf(name)}=${before}`);
	const id = run.id.slice(0, 8);
	throw new UsageError(
		"MODEL_ADDRESS_CHANGED",
		`run ${id} began with ${unique(differences).join("; with ")}; nothing was sent`,
		{
			hint: `to resume it, set ${unique(settings).join(" and ")}, then: assay resume ${id}; a changed option makes a new run, e.g. --deadline SECONDS`,
		},
	);
}

function unique(texts: readonly string[]): string[] {
	return [...new Set(texts)];
}
