import { readConfig } from "../../src/app/config.ts";
import { openApp, type RunResult } from "../../src/app/index.ts";
import type { ModelPreferences } from "../../src/app/model-options.ts";
import type { WebPreferences } from "../../src/app/web-options.ts";
import type { World } from "../world/serve.ts";
import { emptyFolder } from "./folder.ts";

const noModel: ModelPreferences = { use: false, review: false, support: false, rewrite: false };

/** The whole of assay on the invented web, without a model; no browser unless `web` says so. */
export async function askWorld(
	world: World,
	question: string,
	web: WebPreferences = {},
	models: ModelPreferences = noModel,
): Promise<RunResult> {
	const folder = emptyFolder();
	const endpoint = { address: "127.0.0.1", family: 4 as const, port: world.port };
	const app = await openApp(readConfig({ home: folder, out: folder }, {}), { world: { hosts: world.hosts, endpoint } });
	try {
		const asked = {
			question,
			corpus: [],
			depth: "quick" as const,
			planner: "guided" as const,
			vectors: false,
			deadlineMs: 1_200_000,
			models,
			web: { search: ["searxng"], searxng: world.search, browser: "never" as const, world: true, ...web },
		};
		return await app.research(asked, { onProgress() {}, signal: new AbortController().signal });
	} finally {
		await app.close();
	}
}
