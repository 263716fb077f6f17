import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { UsageError } from "../base/errors.ts";
import { shortHash } from "../base/hash.ts";
import type { Json } from "../base/json.ts";
import type { EarlierRun, ModelOptions, RunOptions, WebOptions } from "../evidence/event.ts";
import { isLimitReason, type Outcome, outcomeOf } from "../evidence/outcome.ts";
import { isOnByDefault, partNames } from "../evidence/parts.ts";
import { depths } from "../evidence/plan.ts";
import type { ResearchState } from "../evidence/state.ts";
import { mcpOptionsOf } from "./options/mcp.ts";
import type { Options, OptionsInput } from "./options/schema.ts";
import { type WithoutEffect, withoutEffect } from "./options/without-effect.ts";

/** The stored input of a run: enough to resume it from anywhere. */
export interface RunInput {
	question: string;
	options: RunOptions;
	/** Equal for equal questions and options. A repeated command finds its unfinished run by it. */
	key: string;
	/** The folder for the run's files, as it was set when the run began. */
	out?: string | undefined;
	/** Options that were typed and change nothing of it. Not a part of `key`. */
	withoutEffect?: WithoutEffect[] | undefined;
	/** The addresses of its models when it began. Absent without models, and in runs of older releases. Not a part of `key`. */
	modelAddresses?: ModelAddresses | undefined;
	/** The campaign whose pulse it is, and the pulse's number. Absent for other runs. */
	pulseOf?: { campaign: string; pulse: number } | undefined;
	/** The evaluation that it belongs to, its question there, and how often that was run before. Absent for other runs. */
	evaluatedBy?: { evaluation: string; question: string; repeat: number } | undefined;
}

/** The address that each model's requests go to: origin and path. */
export interface ModelAddresses {
	lead: string;
	utility: string;
	reviewer?: string | undefined;
}

/** The stored output of a run, so that a list need not read logs. */
export interface RunOutput {
	shape?: string | undefined;
	stopReason?: string | undefined;
	reported: boolean;
	/** Absent in runs of older releases. */
	outcome?: Outcome | undefined;
	turns: number;
	sources: number;
}

/** Where a run looks beside the folders. */
interface RunSourcesWanted {
	/** The web options for the cleaned question. */
	web?: (question: string) => WebOptions | undefined;
	/** The id of an earlier run, whose stored pages alone are searched. */
	from?: string;
	/** The earlier run that the run starts from. */
	earlier?: EarlierRun;
	/** The names of the source and the reasoner that the calling program gave. */
	given?: NonNullable<RunOptions["given"]>;
	/** The options that were typed. */
	typed?: OptionsInput | undefined;
}

/**
 * The input of a new run. `model`: its models. Throws `UsageError`
 * `QUESTION_EMPTY` or `CORPUS_MISSING`, and what `web` throws.
 */
export function runInputOf(
	typedQuestion: string,
	options: Options,
	model?: ModelOptions,
	{ web: webOf, from, earlier, given, typed = {} }: RunSourcesWanted = {},
): RunInput {
	const question = cleanText(typedQuestion);
	if (!/[\p{L}\p{N}]/u.test(question))
		throw new UsageError("QUESTION_EMPTY", "the question holds no word", {
			hint: 'type: assay "your question" --search duckduckgo, or with --corpus FOLDER',
		});
	const { planner, vectors, width } = options;
	const isOnePass = options.depth === "survey" && options.survey === false;
	const depth = isOnePass ? "deep" : options.depth;
	const web = webOf?.(question);
	const mcp = mcpOptionsOf(options, model);
	const without = partNames
		.filter((part) => !(options[part] ?? isOnByDefault(part, { model, web, given })))
		// At another depth there is no survey to do without.
		.filter((part) => part !== "survey" || isOnePass)
		.toSorted();
	const runOptions: RunOptions = {
		corpus: options.corpus.map(realFolder).toSorted(),
		depth,
		planner,
		vectors,
		deadlineMs: options.deadline === undefined ? depths[depth].deadlineMs : options.deadline * 1_000,
		maxSources: options.maxSources ?? depths[depth].sources,
		maxSteps: options.maxSteps ?? depths[depth].steps,
		...(width === undefined ? {} : { width }),
		...(options.clarify || options.answer.length > 0 ? { clarify: true as const } : {}),
		...(options.confirm || options.plan !== undefined ? { confirm: true as const } : {}),
		...(model ? { model } : {}),
		...(web ? { web } : {}),
		...(mcp ? { mcp } : {}),
		...(from === undefined ? {} : { from }),
		...(without.length > 0 ? { without } : {}),
		...(earlier === undefined ? {} : { earlier }),
		...(given === undefined ? {} : { given }),
	};
	const idle = withoutEffect(typed, options, model !== undefined || given?.reasoner !== undefined);
	const key = shortHash([question, runOptions]);
	return { question, options: runOptions, key, ...(idle.length > 0 ? { withoutEffect: idle } : {}) };
}

/** Removes what was pasted from a terminal or a page with the question: colours, bells, characters without a width. */
export function cleanText(question: string): string {
	return stripVTControlCharacters(question.toWellFormed())
		.replace(/[\u200b\u2060\ufeff]|(?!\s)\p{Cc}/gu, "")
		.replace(/\s+/g, " ")
		.trim();
}

function realFolder(path: string): string {
	try {
		return realpathSync(resolve(path));
	} catch (cause) {
		throw new UsageError("CORPUS_MISSING", `there is no folder ${path}`, {
			hint: "give an existing folder: --corpus FOLDER",
			cause,
		});
	}
}

/** A stored run's input; undefined when another program wrote it. */
export function parseRunInput(stored: Json): RunInput | undefined {
	if (stored === null || typeof stored !== "object" || Array.isArray(stored)) return undefined;
	return typeof stored.question === "string" && stored.options ? (stored as unknown as RunInput) : undefined;
}

export function runOutputOf(state: ResearchState): RunOutput {
	return {
		shape: state.route?.shape,
		stopReason: stopReasonOf(state),
		reported: state.report !== undefined,
		outcome: outcomeOf(state),
		turns: state.turns.length,
		sources: state.sources.length,
	};
}

/** Why a run stopped. A finished run without a report lacked evidence, whichever limit it reached first. */
export function stopReasonOf(state: ResearchState): string | undefined {
	return state.done && !state.report ? "NO_EVIDENCE" : state.stop?.reason;
}

/** How a run ended, from its stored output; undefined when another program wrote it. */
export function storedOutcome(stored: Partial<RunOutput>): Outcome | undefined {
	const { outcome, reported, stopReason } = stored;
	if (outcome || reported === undefined) return outcome;
	// A run of an older release: whether a limit cut off something needed is not known.
	if (!reported) return "no_evidence";
	return isLimitReason(stopReason) ? "partial" : "complete";
}

/** The exit code: 0 a report, 3 no evidence, 4 a limit cut off what was still needed. */
export function exitCodeOf(state: ResearchState): 0 | 3 | 4 {
	return ({ complete: 0, no_evidence: 3, partial: 4 } as const)[outcomeOf(state)];
}
