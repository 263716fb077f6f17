import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { contentHash } from "../../base/hash.ts";
import { type Environment, readEnvFile, readTextFile } from "./env-file.ts";
import { displaySetting, settingKinds } from "./settings.ts";
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
export function readFolderFile(path: string, home: string): FolderFile | undefined {
	const folder = realpathSync(path);
	const envPath = join(folder, ".env");
	const envFile = readEnvFile(envPath);
	if (!envFile) return undefined;
	const { text, variables } = envFile;
	const sets = [...settingKinds.keys()].flatMap((name) => {
		const value = variables[name]?.trim();
		return value ? [{ name, shown: displaySetting(name, value) }] : [];
	});
	if (sets.length === 0) return undefined;
	const tablePath = variables.ASSAY_MODELS_FILE?.trim();
	const hash = contentHash([text, tablePath ? (readTextFile(resolve(folder, tablePath)) ?? "") : ""]);
	const trusted = trustedHash(home, folder);
	const trust = trusted === hash ? "trusted" : trusted === undefined ? "untrusted" : "changed";
	return { folder, path: envPath, variables, sets, hash, trust };
}

/** E.g. `ignored ASSAY_MODEL of /x/.env, a folder that is not trusted`. */
export function ignoredFileNote({ path, sets, trust }: FolderFile): string {
	const why = trust === "changed" ? "which has changed since it was trusted" : "a folder that is not trusted";
	return `ignored ${sets.map(({ name }) => name).join(", ")} of ${path}, ${why}`;
}

/** The `.env` of the working directory; undefined where that is the assay home, whose `.env` is the user's own. */
export function workingFolderFile(home: string): FolderFile | undefined {
	const folder = process.cwd();
	return isSameFolder(folder, home) ? undefined : readFolderFile(folder, home);
}

/** The variables of the working directory's `.env`, where the user trusts it. Throws as `settingsOf`. */
export function trustedVariables(home: string): Environment {
	const file = workingFolderFile(home);
	return file?.trust === "trusted" ? file.variables : {};
}

function isSameFolder(one: string, other: string): boolean {
	try {
		return realpathSync(one) === realpathSync(other);
	} catch {
		return false;
	}
}
