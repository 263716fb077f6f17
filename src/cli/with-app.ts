import type { Config } from "../app/config.ts";
import type { App } from "../app/index.ts";

/** Opens the app for a command without progress, and closes it after. `toRead`: nothing is written. */
export async function withApp<T>(config: Config, work: (app: App) => Promise<T>, { toRead = false } = {}): Promise<T> {
	const { openApp } = await import("../app/index.ts");
	const app = await openApp(config, { toRead });
	try {
		return await work(app);
	} finally {
		await app.close();
	}
}
