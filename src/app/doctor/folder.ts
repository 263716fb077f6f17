import { UsageError } from "../../base/errors.ts";
import { ignoredFileNote } from "../config/folder-file.ts";
import type { Config } from "../config.ts";
import type { DoctorCheck } from "./check.ts";

/** Checks the `.env` of the working directory, where it sets anything. One that cannot be read is a failed check. */
export function* folderChecks(config: Config): Generator<DoctorCheck> {
	const part = "folder";
	try {
		const file = config.folder();
		if (file?.trust === "trusted")
			yield {
				part,
				ok: true,
				text: `${file.path} is trusted and sets ${file.sets.map(({ name }) => name).join(", ")}`,
			};
		else if (file)
			yield { part, ok: true, text: ignoredFileNote(file), hint: "to see it and to trust it: assay trust" };
	} catch (error) {
		if (!(error instanceof UsageError)) throw error;
		yield { part, ok: false, text: error.message, hint: error.hint };
	}
}
