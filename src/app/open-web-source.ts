import { UsageError } from "../base/errors.ts";
import type { SharedLimits } from "../base/shared-limits.ts";
import type { RunOptions, WebOptions } from "../evidence/event.ts";
import { type Gate, type GateOptions, openGate } from "../net/gate.ts";
import { openWeb, type Web } from "../net/web.ts";
import { openPassageReader } from "../sources/comprehension/passage-reader.ts";
import { findBrowser } from "../sources/pages/browser/find-browser.ts";
import { openBrowser } from "../sources/pages/browser/open.ts";
import { openPageReader } from "../sources/pages/open.ts";
import type { Renderer } from "../sources/pages/reader.ts";
import { openSteel } from "../sources/pages/steel.ts";
import type { SourceProvider } from "../sources/provider.ts";
import { openService } from "../sources/search/open-service.ts";
import type { SearchService } from "../sources/search/service.ts";
import { openTextSimilarity } from "../sources/vectors/text-similarity.ts";
import { createWebSource } from "../sources/web/source.ts";
import { announceWeb } from "./announce-destinations.ts";
import type { Config } from "./config.ts";
import type { Hooks } from "./progress.ts";

/** The hosts of an invented web, and where they are served. No other host exists in it. */
export type InventedWeb = NonNullable<GateOptions["world"]>;

/**
 * Opens the web for a run, with the keys of the present environment. Nothing is sent. Throws `UsageError` `DEMO_RUN`,
 * `STEEL_MISSING`, `KEY_INVALID` or `ADDRESS_INVALID`.
 */
export async function openWebSource(
	{ vectors, corpus }: Pick<RunOptions, "vectors" | "corpus">,
	options: WebOptions,
	config: Config,
	hooks: Hooks,
	world: InventedWeb | undefined,
	sharedLimits: SharedLimits | undefined,
): Promise<SourceProvider> {
	if (options.world && !world)
		throw new UsageError("DEMO_RUN", "this run is the demo's, and its invented web is not there", {
			hint: "type: assay demo",
		});
	const gate = openGate(world ? { world } : {});
	const web = openWeb({ gate, contact: config.web().contact(), sharedLimits });
	try {
		const renderer = rendererOf(options, config, gate, web);
		if (!renderer && options.browser === "auto" && !options.world)
			hooks.onProgress({ type: "note", text: "no browser found: pages that need one will be named and not read" });
		const services = servicesOf(options.search, options.searxng, config, web, sharedLimits);
		announceWeb(services, renderer, options, corpus, hooks);
		const reportNote = (text: string) => hooks.onProgress({ type: "note", text });
		return createWebSource({
			services: services.map((service) => (options.world ? { ...service, inside: true } : service)),
			reader: openPageReader({ web, renderer }),
			gate,
			sites: options.sites,
			since: options.since,
			meaning: vectors ? openTextSimilarity(reportNote) : undefined,
			passageReader: vectors ? openPassageReader(reportNote) : undefined,
			close: () => web.close(),
		});
	} catch (error) {
		await web.close();
		throw error;
	}
}

/** Search services by name, for `assay doctor`. */
export function openServices(names: readonly string[], searxng: string | undefined, config: Config) {
	const web = openWeb({ gate: openGate(), contact: config.web().contact() });
	const address = names.includes("searxng") ? (searxng ?? config.web().searxng()) : undefined;
	return { services: servicesOf(names, address, config, web), close: () => web.close() };
}

/** The program of the browser that pages are read with, where one is found. */
export function browserProgram(config: Config): string | undefined {
	return config.web().chromium() ?? findBrowser(config.path);
}

function servicesOf(
	names: readonly string[],
	searxng: string | undefined,
	config: Config,
	web: Web,
	sharedLimits?: SharedLimits,
): SearchService[] {
	const settings = config.web();
	return names.map((name) =>
		openService(name, {
			...{ web, sharedLimits },
			key: settings.key(name),
			contact: settings.contact(),
			...(name === "searxng" ? { baseUrl: searxng } : {}),
		}),
	);
}

function rendererOf(options: WebOptions, config: Config, gate: Gate, web: Web): Renderer | undefined {
	if (options.steel) {
		const steel = config.web().steel();
		if (!steel)
			throw new UsageError("STEEL_MISSING", "how Steel is reached is not known", {
				hint: "set STEEL_API_KEY, or STEEL_BASE_URL for a server of your own",
			});
		return openSteel({ web, gate, key: steel.apiKey, baseUrl: steel.baseUrl });
	}
	if (options.browser === "never") return undefined;
	const executable = browserProgram(config);
	return executable === undefined ? undefined : openBrowser({ gate, executable });
}
