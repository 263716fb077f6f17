import { UsageError } from "../../base/errors.ts";
import { displaySetting } from "../config/settings.ts";
import type { Config } from "../config.ts";
import { flagOf, infoOf, type Options, optionNames } from "../options/schema.ts";
import type { DoctorCheck } from "./check.ts";

/** Each setting that is set, with the place that sets it. One that an option of this command overrides says so. */
export function* settingChecks(config: Config, options: Options): Generator<DoctorCheck> {
	const part = "setting";
	try {
		const settings = config.settings();
		for (const [name, { value, from }] of settings) {
			const option = optionNames.find((one) => infoOf(one).variable === name);
			const isOverridden = option !== undefined && options[option] !== undefined;
			const note = isOverridden ? `; ${flagOf(option)} of this command goes before it` : "";
			yield { part, ok: true, text: `${name}=${displaySetting(name, value)}, from ${from}${note}` };
		}
		if (settings.size === 0)
			yield {
				part,
				ok: true,
				text: "none; each run names what it uses",
				hint: "to choose a model and a search once: assay init",
			};
	} catch (error) {
		// The checks of the folder and of the models report a file that cannot be read.
		if (!(error instanceof UsageError)) throw error;
	}
}
