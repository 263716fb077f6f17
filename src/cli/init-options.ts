import type { Command } from "commander";
import type { Choice } from "../app/choose.ts";
import type { OptionsInput } from "../app/options/schema.ts";
import { addOptions, typedOptions } from "./options.ts";

/** What `assay init` was told. */
export interface InitTask {
	choice: Choice;
	/** Write the keys that the choice uses into the settings, too. */
	saveKeys: boolean;
}

/** Gives `assay init` its options. `act` gets what was typed. */
export function addInitOptions(command: Command, act: (task: InitTask) => void): void {
	addOptions(command, "init")
		.option("--no-search", "search no service unless a run names one")
		.option("--save-keys", "keep the keys that they need in the settings, too, which only your user may read")
		.addHelpText("after", "\nOn a terminal, assay init without options asks. It tries each choice before it keeps it.")
		.action(({ search, saveKeys = false }: { search?: false | string[]; saveKeys?: boolean }) => {
			const { model, baseUrl, searxng }: OptionsInput = typedOptions(command);
			const names = search
				? search.flatMap((list) => list.split(",").map((name) => name.trim())).filter(Boolean)
				: undefined;
			act({
				choice: { model: model === false ? null : model, baseUrl, search: search === false ? null : names, searxng },
				saveKeys,
			});
		});
}
