import { readConfig } from "../../src/app/config.ts";
import { openApp, type RunResult } from "../../src/app/index.ts";
import type { OptionsInput } from "../../src/app/options/schema.ts";
import type { World } from "../world/serve.ts";
import { emptyFolder } from "./folder.ts";

/** The whole of assay on the invented web; without a model and a browser unless `options` say so. */
export async function askWorld(world: World, question: string, options: OptionsInput = {}): Promise<RunResult> {
	const folder = emptyFolder();
	const endpoint = { address: "127.0.0.1", family: 4 as const, port: world.port };
	const app = await openApp(readConfig({ home: folder, out: folder }, {}), { world: { hosts: world.hosts, endpoint } });
	try {
		const usual = { depth: "quick" as const, vectors: false, model: false as const, browser: false };
		const request = { question, ...usual, search: ["searxng"], searxng: world.search, ...options };
		return await app.research(request, { onProgress() {}, signal: new AbortController().signal });
	} finally {
		await app.close();
	}
}
