import type { Config } from "../config.ts";
import type { ModelPreferences } from "../model-options.ts";
import type { Hooks } from "../progress.ts";
import type { WebPreferences } from "../web-options.ts";
import type { DoctorCheck } from "./check.ts";
import { folderChecks } from "./folder.ts";
import { machineChecks } from "./machine.ts";
import { modelChecks } from "./models.ts";
import { webChecks } from "./web.ts";

/**
 * Checks each part of assay with its configuration, and yields each result as it is made. `hooks` is called with each destination
 * before anything is sent there.
 */
export async function* diagnose(
	config: Config,
	models: ModelPreferences,
	web: WebPreferences,
	hooks: Pick<Hooks, "onProgress">,
): AsyncGenerator<DoctorCheck> {
	yield* machineChecks(config);
	yield* folderChecks(config);
	yield* webChecks(config, web, hooks);
	yield* modelChecks(config, models, hooks);
}
