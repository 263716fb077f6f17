import { z } from "zod";
import { limits } from "../../base/limits.ts";
import { offUnlessChosen, type Part, partFlag, partNames, parts } from "../../evidence/parts.ts";
import { type DepthName, depths } from "../../evidence/plan.ts";
import { choice, dollars, maxima, mcpWords, type OptionCommand, texts, wholeNumber } from "./values.ts";

export type { OptionCommand } from "./values.ts";

/** How an option is typed and explained. Its name is the flag in camel case, everywhere. */
export interface OptionInfo {
	/** In commander's notation: `-c, --corpus <folder>`. */
	flags: string;
	help: string;
	/** The variable that sets it, in the environment or in a file `.env`. */
	variable?: string | undefined;
	/** The variable holds an address, of which only the host may be shown. */
	isAddress?: boolean | undefined;
	/** The default in words, where it depends on other options. */
	defaultText?: string | undefined;
	/** The flag that switches it off, with its help. */
	off?: { flags: string; help: string } | undefined;
	/** What it is useless without. */
	needs?: "model" | "web" | undefined;
	/** Heading of its part of the help. */
	heading?: string | undefined;
	commands: readonly OptionCommand[];
}

const optionInfo = z.registry<OptionInfo>();

const efforts = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;

const research: readonly OptionCommand[] = ["research", "unattended", "extend"];
/** Options on what a run asks its user. */
const decisions: readonly OptionCommand[] = ["research", "resume"];
/** Options on how a question begins, which only a new question has. */
const question: readonly OptionCommand[] = ["research"];
const services: readonly OptionCommand[] = ["research", "unattended", "extend", "doctor", "init"];
const runs: readonly OptionCommand[] = ["research", "unattended", "ask", "extend"];
const allRuns: readonly OptionCommand[] = ["research", "unattended", "ask", "extend", "monitor"];
const models: readonly OptionCommand[] = ["research", "unattended", "ask", "extend", "monitor", "doctor", "demo"];
const modelRuns: readonly OptionCommand[] = ["research", "unattended", "ask", "extend", "monitor", "demo"];
/** A monitor asks no investigators. */
const gatheringRuns: readonly OptionCommand[] = ["research", "unattended", "ask", "extend", "demo"];
const webHeading = "The web (queries go only to services that you name):";
const partsHeading = "Parts of the method (each can be switched on or off):";
/** The default of a part that is off in some runs. */
const folderDefault = "off; on with a model or the web";
const modelHeading = "Language models (none is used unless you name one):";

/**
 * Every option of a run. This is the one source of flags, variables, defaults, help texts and the JSON form. Numbers may be given
 * as text. An option without a default may be absent; what holds then depends on others.
 */
export const optionsSchema = z.strictObject({
	corpus: option(texts().default([]), {
		flags: "-c, --corpus <folder>",
		help: "a folder of documents; repeat it for more",
		commands: research,
	}),
	focus: option(z.string().trim().min(1, "it is empty").optional(), {
		flags: "--focus <text>",
		help: "what to look for in addition to what is missing",
		commands: ["extend"],
	}),
	depth: option(choice(Object.keys(depths) as DepthName[]).default("standard"), {
		flags: "-d, --depth <depth>",
		help: "how much to read: quick, standard, deep, or survey (several passes, one report)",
		commands: runs,
	}),
	planner: option(choice(["guided", "rounds", "baseline", "learned"]).default("guided"), {
		flags: "--planner <planner>",
		help: "guided; rounds: plan, two rounds of follow-ups, drill-down; baseline: sub-questions in fixed order; or learned: guided's actions by learned weights",
		commands: research,
	}),
	vectors: option(z.boolean().default(true), {
		flags: "--no-vectors",
		help: "search by words only, not also by meaning; starts faster",
		commands: allRuns,
	}),
	/** Seconds. */
	deadline: option(wholeNumber(1, limits.runMsMax / 1_000).optional(), {
		flags: "--deadline <seconds>",
		help: "end by then, with the evidence found so far",
		defaultText: `by depth: ${Object.values(depths)
			.map(({ deadlineMs }) => deadlineMs / 1_000)
			.join(", ")}`,
		commands: allRuns,
	}),
	maxSources: option(wholeNumber(1, limits.sourcesMax).optional(), {
		flags: "--max-sources <n>",
		help: "maximum number of pages to read",
		defaultText: "by depth",
		commands: research,
	}),
	maxSteps: option(wholeNumber(1, limits.stepsMax).optional(), {
		flags: "--max-steps <n>",
		help: "maximum number of steps",
		defaultText: "by depth",
		commands: research,
	}),
	width: option(wholeNumber(1, limits.widthMax).optional(), {
		flags: "--width <n>",
		help: "with a model: maximum number of sub-questions per wave",
		defaultText: "all of the plan, then 8, then 2",
		commands: research,
	}),
	clarify: option(z.boolean().default(false), {
		flags: "--clarify",
		help: "with a model: answer up to three questions first",
		needs: "model",
		commands: question,
	}),
	/** In the order of the questions. */
	answer: option(texts().default([]), {
		flags: "--answer <text>",
		help: "an answer to a question of --clarify; - skips one; repeat it",
		commands: decisions,
	}),
	confirm: option(z.boolean().default(false), {
		flags: "--confirm",
		help: "see the plan and its cost before anything is searched; accept or edit it",
		commands: question,
	}),
	estimate: option(z.boolean().default(false), {
		flags: "--estimate",
		help: "print what a run costs at each depth, and begin none; needs no key",
		commands: question,
	}),
	/** The path of a file. */
	plan: option(z.string().optional(), {
		flags: "--plan <file>",
		help: "use the plan in this file, which --confirm printed",
		commands: decisions,
	}),
	accept: option(z.boolean().default(false), {
		flags: "--accept",
		help: "accept the plan that the run waits with, as it is",
		commands: ["resume"],
	}),
	followUps: option(z.boolean().default(true), {
		flags: "--no-follow-ups",
		help: "take no further questions after the report on a terminal",
		commands: decisions,
	}),
	onWorkers: option(z.boolean().default(false), {
		flags: "--on-workers",
		help: "let a worker process do the work (assay worker), and follow it here; needs DATABASE_URL",
		commands: [...runs, "resume", "monitor"],
	}),
	detach: option(z.boolean().default(false), {
		flags: "--detach",
		help: "the same, but do not wait: print the run's id and end",
		commands: decisions,
	}),
	view: option(z.boolean().default(false), {
		flags: "--view",
		help: "if a finished run asked the same: show its report",
		commands: question,
	}),
	extend: option(z.boolean().default(false), {
		flags: "--extend",
		help: "if a finished run asked the same: start from all that it found",
		commands: question,
	}),
	new: option(z.boolean().default(false), {
		flags: "--new",
		help: "start a new run, even if a finished run asked the same",
		commands: question,
	}),
	/** Names of search services; one text may hold several, with commas between. */
	search: option(texts().optional(), {
		flags: "-s, --search <names>",
		help: "duckduckgo, wikipedia, papers, searxng, brave, …; with commas, or repeat it",
		variable: "ASSAY_SEARCH",
		heading: webHeading,
		commands: services,
	}),
	searxng: option(z.string().optional(), {
		flags: "--searxng <url>",
		help: "your own SearXNG",
		variable: "ASSAY_SEARXNG_URL",
		isAddress: true,
		heading: webHeading,
		commands: services,
	}),
	url: option(texts().default([]), {
		flags: "-u, --url <address>",
		help: "a page to read first; repeat it for more",
		heading: webHeading,
		commands: research,
	}),
	site: option(texts().default([]), {
		flags: "--site <domain>",
		help: "only results from this domain; repeat it for more",
		needs: "web",
		heading: webHeading,
		commands: research,
	}),
	since: option(z.string().optional(), {
		flags: "--since <date>",
		help: "only results published since this date: 2024, 2024-05 or 2024-05-17",
		needs: "web",
		heading: webHeading,
		commands: research,
	}),
	browser: option(z.boolean().default(true), {
		flags: "--no-browser",
		help: "use no browser, even if one is installed",
		heading: webHeading,
		commands: research,
	}),
	steel: option(z.boolean().default(false), {
		flags: "--steel",
		help: "use Steel for pages that need a browser (STEEL_API_KEY or STEEL_BASE_URL)",
		needs: "web",
		heading: webHeading,
		commands: research,
	}),
	allowWeb: option(z.boolean().default(false), {
		flags: "--allow-web",
		help: "with --corpus: queries may contain words of your documents; each query is shown",
		needs: "web",
		heading: webHeading,
		commands: research,
	}),
	mcp: option(texts().default([]), { ...mcpWords.server, commands: research }),
	mcpAllow: option(texts().default([]), { ...mcpWords.allow, commands: research }),
	/** `provider:model`. False: no model, whatever the environment says. */
	model: option(z.union([z.string(), z.literal(false)]).optional(), {
		flags: "-m, --model <name>",
		help: "provider:model that reasons, e.g. anthropic, ollama:qwen3:8b",
		variable: "ASSAY_MODEL",
		off: { flags: "--no-model", help: "use no model, even if ASSAY_MODEL is set" },
		heading: modelHeading,
		commands: [...models, "init"],
	}),
	utilityModel: option(z.string().optional(), {
		flags: "--utility-model <name>",
		help: "a cheaper model for frequent small requests",
		variable: "ASSAY_UTILITY_MODEL",
		defaultText: "the same",
		needs: "model",
		heading: modelHeading,
		commands: models,
	}),
	reviewModel: option(z.string().optional(), {
		flags: "--review-model <name>",
		help: "another model that reviews the draft and checks its sentences",
		variable: "ASSAY_REVIEW_MODEL",
		defaultText: "the same two",
		needs: "model",
		heading: modelHeading,
		commands: models,
	}),
	effort: option(choice(efforts).optional(), {
		flags: "--effort <effort>",
		help: `reasoning effort: ${efforts.join(", ")}`,
		variable: "ASSAY_EFFORT",
		needs: "model",
		heading: modelHeading,
		commands: models,
	}),
	utilityEffort: option(choice(efforts).optional(), {
		flags: "--utility-effort <effort>",
		help: "the same for the utility model",
		variable: "ASSAY_UTILITY_EFFORT",
		needs: "model",
		heading: modelHeading,
		commands: models,
	}),
	baseUrl: option(z.string().optional(), {
		flags: "--base-url <url>",
		help: "URL of an OpenAI-compatible server; its key, if any: ASSAY_API_KEY",
		variable: "ASSAY_BASE_URL",
		isAddress: true,
		needs: "model",
		heading: modelHeading,
		commands: [...models, "init"],
	}),
	/** How long a response may send nothing. Seconds. */
	modelTimeout: option(wholeNumber(1, maxima.modelTimeout).optional(), {
		flags: "--model-timeout <seconds>",
		help: "give up on a model that sends nothing for this long",
		variable: "ASSAY_MODEL_TIMEOUT",
		heading: modelHeading,
		commands: [...models, "resume"],
	}),
	/** Requests. */
	modelParallel: option(wholeNumber(1, maxima.modelParallel).optional(), {
		flags: "--model-parallel <n>",
		help: `requests to a model at once (${limits.modelRequests}; ${limits.modelRequestsLocal} for a server on this machine)`,
		variable: "ASSAY_MODEL_PARALLEL",
		heading: modelHeading,
		commands: [...models, "resume"],
	}),
	/** USD. */
	maxCost: option(dollars(maxima.cost).optional(), {
		flags: "--max-cost <usd>",
		help: "the run never costs more than this",
		heading: modelHeading,
		commands: modelRuns,
	}),
	maxRequests: option(wholeNumber(1, maxima.requests).optional(), {
		flags: "--max-requests <n>",
		help: "the run never makes more requests to models than this; repeats of a refused one do not count",
		needs: "model",
		heading: modelHeading,
		commands: modelRuns,
	}),
	/** Input plus output. */
	maxTokens: option(wholeNumber(1, maxima.tokens).optional(), {
		flags: "--max-tokens <n>",
		help: "the run never uses more tokens than this, input plus output",
		needs: "model",
		heading: modelHeading,
		commands: modelRuns,
	}),
	gather: option(choice(["pipeline", "agent"]).default("pipeline"), {
		flags: "--gather <way>",
		help: "pipeline, or agent: investigators, each with a sub-question and tools",
		needs: "model",
		heading: modelHeading,
		commands: gatheringRuns,
	}),
	investigators: option(choice(["utility", "lead"]).optional(), {
		flags: "--investigators <model>",
		help: "model that investigators use: utility or lead",
		variable: "ASSAY_INVESTIGATORS",
		defaultText: "utility",
		needs: "model",
		heading: modelHeading,
		commands: gatheringRuns,
	}),
	session: option(choice(["isolated", "single"]).default("isolated"), {
		flags: "--session <kind>",
		help: "isolated, or single: one growing conversation",
		needs: "model",
		heading: modelHeading,
		commands: modelRuns,
	}),
	review: option(z.boolean().default(true), {
		flags: "--no-review",
		help: "do not review and revise the draft",
		heading: partsHeading,
		commands: modelRuns,
	}),
	support: option(z.boolean().default(true), {
		flags: "--no-support",
		help: "do not let the model check each sentence against its quotes",
		heading: partsHeading,
		commands: modelRuns,
	}),
	rewrite: option(z.boolean().default(true), {
		flags: "--no-rewrite",
		help: "do not rewrite sentences that fail the support check",
		heading: partsHeading,
		commands: modelRuns,
	}),
	...partSwitches(),
});

/** Options as they are given: what is absent comes from the environment, or is the default. */
export type OptionsInput = z.input<typeof optionsSchema>;
/** Options with their defaults. */
export type Options = z.output<typeof optionsSchema>;
export type OptionName = keyof Options;

/** All options, in the order of the help. */
export const optionNames = Object.keys(optionsSchema.shape) as OptionName[];

export function infoOf(name: OptionName): OptionInfo {
	const info = optionInfo.get(optionsSchema.shape[name]);
	if (!info) throw new TypeError(`${name} has no info`);
	return info;
}

/** `--max-cost` for `maxCost`. */
export function flagOf(name: OptionName): string {
	return /--[\w-]+/.exec(infoOf(name).flags)?.[0] ?? name;
}

function option<T extends z.ZodType>(schema: T, info: OptionInfo): T {
	optionInfo.add(schema, info);
	return schema;
}

/** A switch for each part of the method. Absent: as `isOnByDefault`. */
function partSwitches(): Record<Part, z.ZodOptional<z.ZodBoolean>> {
	const switches = partNames.map((part) => {
		const info = { heading: partsHeading, commands: modelRuns };
		const off = { flags: partFlag(part), help: parts[part] };
		const help = offUnlessChosen[part];
		const on =
			help === undefined ? off : { flags: off.flags.replace("--no-", "--"), help, defaultText: folderDefault, off };
		return [part, option(z.boolean().optional(), { ...info, ...on })] as const;
	});
	return Object.fromEntries(switches) as ReturnType<typeof partSwitches>;
}
