import { AssayError } from "../../base/errors.ts";
import type { App, RunResult } from "../index.ts";
import type { OptionsInput } from "../options/schema.ts";
import type { Hooks } from "../progress.ts";

/** `focus`: what the new run should look for besides what the earlier one lacks. */
type ExtendOptions = OptionsInput & { focus?: string };
type ExtendRun = (id: string, options: ExtendOptions, hooks: Hooks) => Promise<RunResult>;

/** Starts a run from all that run `id` found. Throws `EXTEND_UNAVAILABLE` where the app has no such function. */
export async function extendRun(app: App, id: string, options: ExtendOptions, hooks: Hooks): Promise<RunResult> {
	const { extend } = app as App & { extend?: ExtendRun };
	if (extend) return extend(id, options, hooks);
	throw new AssayError("EXTEND_UNAVAILABLE", "this version of assay cannot extend a run", {
		hint: 'ask it as a new question: assay "QUESTION" --new',
	});
}
