import { readConfig } from "../../src/app/config.ts";
import { type App, type Hooks, openApp, type RunResult } from "../../src/app/index.ts";
import type { OptionsInput } from "../../src/app/options/schema.ts";
import type { World } from "../world/serve.ts";
import { emptyFolder } from "./folder.ts";

/** Hooks that show nothing and never stop the work. */
export const silentHooks = (): Hooks => ({ onProgress() {}, signal: new AbortController().signal });

/** Works with assay on the invented web, with its runs in `folder`. */
export async function inWorld<T>(
	world: World,
	folder: string,
	work: (app: App) => Promise<T>,
	env: NodeJS.ProcessEnv = {},
): Promise<T> {
	const endpoint = { address: "127.0.0.1", family: 4 as const, port: world.port };
	const config = readConfig({ home: folder, out: folder }, env);
	const app = await openApp(config, { world: { hosts: world.hosts, endpoint } });
	try {
		return await work(app);
	} finally {
		await app.close();
	}
}

/** Options of a short run on the invented web, without a model and a browser. */
export function worldOptions(world: World): OptionsInput {
	const usual = { depth: "quick" as const, vectors: false, model: false as const, browser: false };
	return { ...usual, search: ["searxng"], searxng: world.search };
}

/** The whole of assay on the invented web; without a model and a browser unless `options` say so. */
export function askWorld(world: World, question: string, options: OptionsInput = {}): Promise<RunResult> {
	const request = { question, ...worldOptions(world), ...options };
	return inWorld(world, emptyFolder(), (app) => app.research(request, silentHooks()));
}
