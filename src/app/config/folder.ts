import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { contentHash } from "../../base/hash.ts";
import { type Environment, readEnvFile, textOf } from "./env-file.ts";
import { settingKinds, shownSetting } from "./settings.ts";
import { trustedHash } from "./trust.ts";

/** The `.env` of a folder, which another person may own, where it sets something that assay reads. */
export interface FolderFile {
	/** The folder's real path. */
	folder: string;
	path: string;
	variables: Environment;
	/** What it sets. `shown`: the value, without keys; it may hold control characters. */
	sets: { name: string; shown: string }[];
	/** The hash of its content, and of the table of prices that it names. */
	hash: string;
	/** `changed`: another content was trusted. */
	trust: "trusted" | "changed" | "untrusted";
}

/** The `.env` of a folder; undefined when there is none, or it sets nothing that assay reads. Throws as `settingsOf`. */
export function readFolder(path: string, home: string): FolderFile | undefined {
	const folder = realpathSync(path);
	const file = join(folder, ".env");
	const read = readEnvFile(file);
	if (!read) return undefined;
	const { text, variables } = read;
	const sets = [...settingKinds.keys()].flatMap((name) => {
		const value = variables[name]?.trim();
		return value ? [{ name, shown: shownSetting(name, value) }] : [];
	});
	if (sets.length === 0) return undefined;
	const table = variables.ASSAY_MODELS_FILE?.trim();
	const hash = contentHash([text, table ? (textOf(resolve(folder, table)) ?? "") : ""]);
	const known = trustedHash(home, folder);
	const trust = known === hash ? "trusted" : known === undefined ? "untrusted" : "changed";
	return { folder, path: file, variables, sets, hash, trust };
}

/** E.g. `ignored ASSAY_MODEL of /x/.env, a folder that is not trusted`. */
export function ignoredWords({ path, sets, trust }: FolderFile): string {
	const why = trust === "changed" ? "which has changed since it was trusted" : "a folder that is not trusted";
	return `ignored ${sets.map(({ name }) => name).join(", ")} of ${path}, ${why}`;
}

/** The `.env` of the working directory; undefined where that is the assay home, whose `.env` is the user's own. */
export function workingFolder(home: string): FolderFile | undefined {
	const folder = process.cwd();
	return isSame(folder, home) ? undefined : readFolder(folder, home);
}

/** The variables of the working directory's `.env`, where the user trusts it. Throws as `settingsOf`. */
export function trustedVariables(home: string): Environment {
	const file = workingFolder(home);
	return file?.trust === "trusted" ? file.variables : {};
}

function isSame(one: string, other: string): boolean {
	try {
		return realpathSync(one) === realpathSync(other);
	} catch {
		return false;
	}
}
