import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { minimalEnvironment } from "../../base/environment.ts";
import { AssayError } from "../../base/errors.ts";
import { SearchServiceError } from "../../sources/search/service.ts";
import type { Config } from "../config.ts";
import { tellServiceTests } from "../destinations.ts";
import type { Hooks } from "../progress.ts";
import { browserOf, openServices } from "../web.ts";
import { servicesAsked, type WebAsked } from "../web-options.ts";
import { type Check, tried } from "./check.ts";

/** Time limit within which a browser must print its version. ms */
const versionMs = 10_000;

/** Checks the browser, Steel, and each search service that flags or settings name, by a query that costs nothing. */
export async function* webChecks(
	config: Config,
	asked: WebAsked,
	hooks: Pick<Hooks, "onProgress">,
): AsyncGenerator<Check> {
	yield await tried("browser", () => browser(config), "name another: CHROMIUM_PATH=PROGRAM");
	yield await tried("steel", async () =>
		config.web().steel() ? "set, for pages that need a browser: --steel" : "not set, and assay works without it",
	);
	const named: string[] = [];
	yield await tried("search", async () => {
		named.push(...servicesAsked(asked, config.web()));
		return named.length > 0
			? named.join(", ")
			: "no service is named; to try some: assay doctor --search duckduckgo,wikipedia";
	});
	if (named.length === 0) return;
	const { services, close } = openServices(named, asked.searxng, config);
	try {
		tellServiceTests(services, hooks);
		for (const service of services)
			yield await tried(service.name, async () => {
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

async function browser(config: Config): Promise<string> {
	const program = browserOf(config);
	if (program === undefined) return "none found; pages that need one will be named and not read";
	const { stdout } = await promisify(execFile)(program, ["--version"], {
		...{ timeout: versionMs, windowsHide: true },
		env: minimalEnvironment(),
	});
	return `${stdout.trim().split("\n")[0] ?? ""} (${program})`;
}
