import { UsageError } from "../base/errors.ts";
import type { EarlierRun, ModelOptions, RunOptions, WebOptions } from "../evidence/event.ts";
import { isOnByDefault, partNames } from "../evidence/parts.ts";
import { depths } from "../evidence/plan.ts";
import type { RunRecord, Store } from "../store/store.ts";
import { nextCommand } from "./next-command.ts";
import { mcpTexts } from "./options/mcp.ts";
import type { OptionsInput } from "./options/schema.ts";
import { parseRunInput, type RunInput } from "./run.ts";

/** What a run that starts from an earlier one needs of it. */
export interface LaterRun {
	question: string;
	/** The earlier run's options, under those that were given. */
	options: OptionsInput;
	/** Those that were given. */
	typed: OptionsInput;
	earlier: EarlierRun;
}

/** An extension of a run, finished or not. Throws `RUN_FOREIGN` or `RUN_WITHOUT_SOURCES`. */
export function extensionOf(run: RunRecord, { focus, ...given }: OptionsInput): LaterRun {
	const input = inputOf(run);
	if (input.options.from !== undefined && !namesSource(given))
		throw answersFromPages(run, input.options.from, "extend");
	return {
		question: input.question,
		options: { ...optionsOfRun(input, given), ...given },
		typed: given,
		earlier: { id: run.id, purpose: "extend", ...(focus === undefined ? {} : { focus }) },
	};
}

/**
 * The next look of a monitor at a run. It starts from the last look whose result was delivered, else from the run itself. Throws
 * `RUN_UNFINISHED`, and as `extensionOf`.
 */
export async function nextLookAt(store: Store, named: RunRecord, given: OptionsInput): Promise<LaterRun> {
	const run = await monitoredRun(store, named);
	const input = inputOf(run);
	if (input.options.from !== undefined) throw answersFromPages(run, input.options.from, "monitor");
	if (run.status !== "completed")
		throw new UsageError("RUN_UNFINISHED", `run ${run.id.slice(0, 8)} has no report yet, so nothing can have changed`, {
			hint: await nextCommand(store, run),
		});
	const base = await lastDelivered(store, run);
	const { options } = optionsForLook(input, given);
	return {
		question: input.question,
		options,
		typed: given,
		earlier: { id: base.id, purpose: "monitor", monitored: run.id },
	};
}

/** When the next look at a run is due: `everyMs` after the last run began. A look that was not finished or shown is due at once. */
export async function nextLookDue(store: Store, named: RunRecord, everyMs: number): Promise<Date> {
	const run = await monitoredRun(store, named);
	const [last = run] = await looksAt(store, run);
	const isOpen = last.id !== run.id && (last.status !== "completed" || !(await store.isDelivered(last.id)));
	return isOpen && last.status !== "failed" ? new Date(0) : new Date(last.createdAt.getTime() + everyMs);
}

/** The run that a look looks at. A look whose run was deleted holds all that the next one compares with, and stands for it. */
async function monitoredRun(store: Store, named: RunRecord): Promise<RunRecord> {
	const monitored = parseRunInput(named.input)?.options.earlier?.monitored;
	return (await store.runs()).find(({ id }) => id === monitored) ?? named;
}

/** Newest first. */
async function looksAt(store: Store, { id }: RunRecord): Promise<RunRecord[]> {
	return (await store.runs()).filter((run) => parseRunInput(run.input)?.options.earlier?.monitored === id);
}

async function lastDelivered(store: Store, run: RunRecord): Promise<RunRecord> {
	for (const look of await looksAt(store, run))
		if (look.status === "completed" && (await store.isDelivered(look.id))) return look;
	return run;
}

function optionsForLook(input: RunInput, given: OptionsInput): { options: OptionsInput } {
	const { investigators: _none, ...own } = optionsOfRun(input, given);
	return { options: { ...own, ...given, gather: "pipeline" } };
}

function inputOf(run: RunRecord): RunInput {
	const input = parseRunInput(run.input);
	if (input) return input;
	throw new UsageError("RUN_FOREIGN", `run ${run.id.slice(0, 8)} is no research of this release`, {
		hint: "see all runs: assay list",
	});
}

function namesSource({ corpus = [], search, searxng, url = [], mcp = [] }: OptionsInput): boolean {
	return corpus.length + url.length + mcp.length > 0 || search !== undefined || searxng !== undefined;
}

function answersFromPages(run: RunRecord, from: string, command: string): UsageError {
	const name = from.slice(0, 8);
	return new UsageError(
		"RUN_WITHOUT_SOURCES",
		`run ${run.id.slice(0, 8)} searched nothing but the pages of run ${name}`,
		{
			hint:
				command === "extend" ? "say where to search: --search NAMES or --corpus FOLDER" : `type: assay monitor ${name}`,
		},
	);
}

/** The options of a run as a user would give them. With another depth, its limits are those of that depth. */
function optionsOfRun({ options }: RunInput, given: OptionsInput): OptionsInput {
	const { corpus, planner, vectors, deadlineMs, maxSources, maxSteps, width, model, web, mcp } = options;
	// What a survey found is carried on in one run: its passes would know nothing of it.
	const depth = options.depth === "survey" ? "deep" : options.depth;
	const limits = depths[options.depth];
	const isSameDepth = given.depth === undefined ? depth === options.depth : given.depth === options.depth;
	return {
		...{ corpus, depth, planner, vectors, deadline: deadlineMs / 1_000 },
		...(isSameDepth && maxSources !== limits.sources ? { maxSources } : {}),
		...(isSameDepth && maxSteps !== limits.steps ? { maxSteps } : {}),
		...(width === undefined ? {} : { width }),
		...chosenParts(options),
		...webOptions(web, corpus),
		// Where folders are in the run, the user allowed the calls of investigators.
		...(mcp ? { ...mcpTexts(mcp), ...(corpus.length > 0 && model?.gather === "agent" ? { allowWeb: true } : {}) } : {}),
		...(given.model === undefined ? modelOptions(model) : {}),
	};
}

/** The parts that a run used or not against the default of such runs. Each part counts that an older release always used. */
function chosenParts(options: RunOptions): OptionsInput {
	const { without = [] } = options;
	const chosen = partNames.filter((part) => without.includes(part) === isOnByDefault(part, options));
	return Object.fromEntries(chosen.map((part) => [part, !without.includes(part)]));
}

function webOptions(web: WebOptions | undefined, corpus: readonly string[]): OptionsInput {
	if (!web) return { search: [] };
	const { search, searxng, urls, sites, since, browser, steel } = web;
	return {
		...{ search, url: urls, site: sites, browser: browser === "auto", steel },
		...(searxng === undefined ? {} : { searxng }),
		...(since === undefined ? {} : { since }),
		allowWeb: corpus.length > 0 && search.length > 0,
	};
}

/** A run without models stays without, whatever the environment says. */
function modelOptions(model: ModelOptions | undefined): OptionsInput {
	if (!model) return { model: false };
	const { lead, utility, leadEffort, utilityEffort, baseUrl, gather, investigators, session } = model;
	const { maxCostUsd, maxRequests, maxTokens, reviewer, review, support, rewrite } = model;
	return {
		...{ model: lead, utilityModel: utility, gather, session, review, support, rewrite },
		...(leadEffort === undefined ? {} : { effort: leadEffort }),
		...(utilityEffort === undefined ? {} : { utilityEffort }),
		...(baseUrl === undefined ? {} : { baseUrl }),
		...(investigators === undefined ? {} : { investigators }),
		...(reviewer === undefined ? {} : { reviewModel: reviewer }),
		...(maxCostUsd === undefined ? {} : { maxCost: maxCostUsd }),
		...(maxRequests === undefined ? {} : { maxRequests }),
		...(maxTokens === undefined ? {} : { maxTokens }),
	};
}
