import type { Command } from "commander";
import type { WebPreferences } from "../app/web-options.ts";
import { UsageError } from "../base/errors.ts";

/** The values of the options below, under the parser's names. */
export interface WebFlags {
	search?: string[] | undefined;
	searxng?: string | undefined;
	url?: string[] | undefined;
	site?: string[] | undefined;
	since?: string | undefined;
	/** False: `--no-browser`. */
	browser?: boolean | undefined;
	steel?: boolean | undefined;
	allowWeb?: boolean | undefined;
}

/** Adds the options that name search services. `doctor` takes only these. */
export function addServiceOptions(command: Command): Command {
	return command
		.optionsGroup("The web (queries go only to services that you name):")
		.option(
			"-s, --search <names>",
			"duckduckgo, wikipedia, papers, searxng, brave, …; with commas, or repeat it (or set ASSAY_SEARCH)",
			valueCollector("--search"),
		)
		.option("--searxng <url>", "your own SearXNG (or set ASSAY_SEARXNG_URL)");
}

export function addWebOptions(command: Command): Command {
	return addServiceOptions(command)
		.option("-u, --url <address>", "a page to read first; repeat it for more", valueCollector("--url"))
		.option("--site <domain>", "only results from this domain; repeat it for more", valueCollector("--site"))
		.option("--since <date>", "only results published since this date: 2024, 2024-05 or 2024-05-17")
		.option("--no-browser", "use no browser, even if one is installed")
		.option("--steel", "use Steel for pages that need a browser (STEEL_API_KEY or STEEL_BASE_URL)")
		.option("--allow-web", "with --corpus: queries may contain words of your documents; each query is shown")
		.optionsGroup("Options:");
}

export function webFromFlags(flags: WebFlags): WebPreferences {
	return {
		search: flags.search,
		searxng: flags.searxng,
		urls: flags.url,
		sites: flags.site,
		since: flags.since,
		browser: flags.browser === false ? "never" : "auto",
		steel: flags.steel,
		allow: flags.allowWeb,
	};
}

/** Whether the flags name a web source. */
export function hasWebSource({ search, searxng, url }: WebFlags): boolean {
	return search !== undefined || searxng !== undefined || url !== undefined;
}

/** Collects a repeated option. Throws `OPTION_VALUE_MISSING`: an unset variable must not count as a choice. */
function valueCollector(name: string): (one: string, all?: string[]) => string[] {
	return (one, all = []) => {
		if (one.trim() === "")
			throw new UsageError("OPTION_VALUE_MISSING", `${name} is empty`, {
				hint: "give it a value, or leave it out; all options: assay --help",
			});
		return [...all, one];
	};
}
