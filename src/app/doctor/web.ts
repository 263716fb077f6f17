import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { minimalEnvironment } from "../../base/environment.ts";
import { AssayError } from "../../base/errors.ts";
import { SearchServiceError } from "../../sources/search/service.ts";
import { announceServiceTests } from "../announce-destinations.ts";
import type { Config } from "../config.ts";
import { browserProgram, openServices } from "../open-web-source.ts";
import type { Options } from "../options/schema.ts";
import { chosenServices } from "../options/web.ts";
import type { Hooks } from "../progress.ts";

import { checkPart, type DoctorCheck } from "./check.ts";

/** Time limit within which a browser must print its version. ms */
const versionTimeoutMs = 10_000;

/** Checks the browser, Steel, and each search service that flags or settings name, by a query that costs nothing. */
export async function* webChecks(
	config: Config,
	options: Options,
	hooks: Pick<Hooks, "onProgress">,
): AsyncGenerator<DoctorCheck> {
	yield await checkPart("browser", () => checkBrowser(config), "name another: CHROMIUM_PATH=PROGRAM");
	yield await checkPart("steel", async () =>
		config.web().steel() ? "set, for pages that need a browser: --steel" : "not set, and assay works without it",
	);
	const names: string[] = [];
	yield await checkPart("search", async () => {
		names.push(...chosenServices(options, config.web()));
		return names.length > 0
			? names.join(", ")
			: "no service is named; to try some: assay doctor --search duckduckgo,wikipedia";
	});
	if (names.length > 0) yield* serviceChecks(names, config, options, hooks);
}

/** Checks each search service by a query that costs nothing. A paid one is only checked for its key. */
export async function* serviceChecks(
	names: readonly string[],
	config: Config,
	options: Options,
	hooks: Pick<Hooks, "onProgress">,
): AsyncGenerator<DoctorCheck> {
	const { services, close } = openServices(names, options.searxng, config);
	try {
		announceServiceTests(services, hooks);
		for (const service of services)
			yield await checkPart(service.name, async () => {
				if (!service.probe) return "nothing that costs nothing can be asked of it; the first search will tell";
				await service.probe().catch((error: unknown) => {
					if (error instanceof SearchServiceError)
						throw new AssayError(error.code, error.message, { hint: error.hint });
					throw error;
				});
				return service.paid ? "has its key; it is not asked, since each query is paid for" : "answers";
			});
	} finally {
		await close();
	}
}

async function checkBrowser(config: Config): Promise<string> {
	const program = browserProgram(config);
	if (program === undefined) return "none found; pages that need one will be named and not read";
	const { stdout } = await promisify(execFile)(program, ["--version"], {
		...{ timeout: versionTimeoutMs, windowsHide: true },
		env: minimalEnvironment(),
	});
	return `${stdout.trim().split("\n")[0] ?? ""} (${program})`;
}
