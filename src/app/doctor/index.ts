import type { Config } from "../config.ts";
import type { Options } from "../options/schema.ts";
import type { Hooks } from "../progress.ts";
import type { DoctorCheck } from "./check.ts";
import { folderChecks } from "./folder.ts";
import { machineChecks } from "./machine.ts";
import { modelChecks } from "./models.ts";
import { settingChecks } from "./settings.ts";
import { webChecks } from "./web.ts";

/**
 * Checks every component under the given configuration, and yields each result as it completes. `hooks.onProgress` receives each
 * destination before anything is sent there.
 */
export async function* diagnose(
	config: Config,
	options: Options,
	hooks: Pick<Hooks, "onProgress">,
): AsyncGenerator<DoctorCheck> {
	yield* machineChecks(config);
	yield* folderChecks(config);
	yield* settingChecks(config, options);
	yield* webChecks(config, options, hooks);
	yield* modelChecks(config, options, hooks);
}
