import { UsageError } from "../base/errors.ts";
import type { RunOptions } from "../evidence/event.ts";
import type { Reasoner } from "../reasoning/reasoner.ts";
import type { SourceProvider } from "../sources/provider.ts";
import type { Store } from "../store/store.ts";
import type { Options } from "./options/schema.ts";

/** What the calling program gives in place of what assay would open itself. It stays the program's: assay closes none of it. */
export interface GivenParts {
	/** Where runs and pages are kept. */
	store?: Store | undefined;
	/** Where pages come from: in place of folders and the web. */
	source?: SourceProvider | undefined;
	/** Who plays the roles of the method: in place of rules and models. */
	reasoner?: Reasoner | undefined;
	/** The time that deadlines are measured with. ms since any moment; if absent, that of this machine while the process runs. */
	now?: (() => number) | undefined;
}

/**
 * The names of the given parts, for a run's options; undefined where there is none. Throws `UsageError` `SOURCE_GIVEN` or
 * `REASONER_GIVEN` where an option names what was given already.
 */
export function givenNames({ source, reasoner }: GivenParts, options: Options): RunOptions["given"] {
	const { corpus, search = [], url, searxng } = options;
	if (source && (corpus.length > 0 || search.length > 0 || url.length > 0 || searxng !== undefined))
		throw new UsageError("SOURCE_GIVEN", "the run has a source of its own, and options that name other sources", {
			hint: "leave out corpus, search, searxng and url; or leave out the source",
		});
	if (reasoner && typeof options.model === "string")
		throw new UsageError("REASONER_GIVEN", "the run has a reasoner of its own, and an option that names a model", {
			hint: "leave out the model; or leave out the reasoner",
		});
	if (!source && !reasoner) return undefined;
	return { ...(source ? { source: source.name } : {}), ...(reasoner ? { reasoner: reasoner.name } : {}) };
}

/** Throws `UsageError` `PART_NOT_GIVEN` where a run needs a part that only the program that began it has. */
export function assertGiven({ given = {} }: RunOptions, parts: GivenParts): void {
	for (const part of ["source", "reasoner"] as const) {
		if (given[part] === parts[part]?.name) continue;
		const wanted = given[part] === undefined ? `no ${part} of the program's own` : `the ${part} "${given[part]}"`;
		throw new UsageError("PART_NOT_GIVEN", `the run was begun with ${wanted}`, {
			hint: "resume it from the program that began it, with the same parts",
		});
	}
}
