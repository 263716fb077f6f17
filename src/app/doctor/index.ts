import type { Config } from "../config.ts";
import type { ModelAsked } from "../model-options.ts";
import type { Check } from "./check.ts";
import { machineChecks } from "./machine.ts";
import { modelChecks } from "./models.ts";

export type { Check } from "./check.ts";

/** Tries each part of assay with what it is configured to use, and gives each finding as it is made. */
export async function* examine(config: Config, asked: ModelAsked): AsyncGenerator<Check> {
	yield* machineChecks(config);
	yield* modelChecks(config, asked);
}
