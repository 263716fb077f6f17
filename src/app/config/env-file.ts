import { closeSync, openSync, readSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { messageOf, UsageError } from "../../base/errors.ts";
import { limits } from "../../base/limits.ts";
import { settingKinds } from "./settings.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Looks up a variable by its name, one of `settingKinds`. An empty variable counts as not set. */
export type Settings = (name: string) => string | undefined;

/** A setting with the place that set it. */
export interface PlacedSetting {
	value: string;
	/** `the environment`, or the path of a file. */
	from: string;
}

/**
 * The settings of the environment, then of the `.env` of a trusted working directory, then of the `.env` of the assay home. The
 * first that sets a variable wins. `changes`: variables that replace those of every place; undefined removes one. Throws
 * `ENV_FILE_MALFORMED` or `ENV_FILE_UNREADABLE`, never with a value in it.
 */
export function settingsOf(
	environment: Environment,
	folder: Environment,
	home: string,
	changes: Environment = {},
): (name: string) => PlacedSetting | undefined {
	const homeFile = homeFileOf(home);
	const layers: [string, Environment][] = [
		["the environment", environment],
		[resolve(".env"), folder],
		[homeFile, withResolvedFiles(home, readEnvFile(homeFile)?.variables ?? {})],
	];
	return (name) => {
		if (!settingKinds.has(name)) throw new TypeError(`${name} is missing in settingKinds`);
		for (const [from, variables] of Object.hasOwn(changes, name) ? [["this command", changes] as const] : layers) {
			const value = variables[name]?.trim();
			if (value) return { value, from };
		}
		return undefined;
	};
}

/** The file in which the user's own settings are kept. */
export function homeFileOf(home: string): string {
	return resolve(home, ".env");
}

/** Resolves relative paths in `home`. Otherwise the working directory would decide which file or program they mean. */
function withResolvedFiles(home: string, variables: Environment): Environment {
	const entries = Object.entries(variables).map(([name, value]) => {
		const path = settingKinds.get(name) === "file" ? value?.trim() : undefined;
		return [name, path ? resolve(home, path) : value];
	});
	return Object.fromEntries(entries);
}

/** A `.env` file's text and its variables; undefined when there is none. Throws as `settingsOf`. */
export function readEnvFile(path: string): { text: string; variables: Environment } | undefined {
	const text = readTextFile(path)?.replace(/^\ufeff/, "");
	if (text === undefined) return undefined;
	const line = malformedLine(text);
	if (line !== undefined)
		throw new UsageError("ENV_FILE_MALFORMED", `line ${line} of ${path} is not NAME=value`, {
			hint: `write each variable on a line of its own, e.g. ANTHROPIC_API_KEY=…, or take the line out; without a model: --no-model`,
		});
	return { text, variables: parseEnv(text) };
}

/** A file's text; undefined where there is none, or a folder of that name. Throws `ENV_FILE_UNREADABLE`. */
export function readTextFile(path: string): string | undefined {
	try {
		return readBounded(path);
	} catch (cause) {
		const code = cause instanceof Error && "code" in cause ? cause.code : "";
		if (code === "ENOENT" || code === "EISDIR" || code === "ENOTDIR") return undefined;
		throw new UsageError("ENV_FILE_UNREADABLE", `${path} cannot be read: ${messageOf(cause)}`, {
			hint: "let your user read it, or move it away",
			cause,
		});
	}
}

/** Reads at most `limits.envFileBytes`, because a `.env` may be a symbolic link to a device that never ends. */
function readBounded(path: string): string {
	const file = openSync(path, "r");
	try {
		const bytes = Buffer.alloc(limits.envFileBytes + 1);
		let length = 0;
		for (let read = -1; read !== 0 && length < bytes.length; length += read)
			read = readSync(file, bytes, length, bytes.length - length, null);
		if (length > limits.envFileBytes) throw new Error(`it is longer than ${limits.envFileBytes} bytes`);
		return bytes.toString("utf8", 0, length);
	} finally {
		closeSync(file);
	}
}

const blankLine = /[^\S\n]*(?:#[^\n]*)?(?:\n|$)/y;
const assignment = /[^\S\n]*(?:export[^\S\n]+)?[\w.-]+[^\S\n]*=[^\S\n]*/y;
const assignedValue = /(?:"[^"]*"|'[^']*'|`[^`]*`|(?!["'`])[^\n]*)[^\n]*(?:\n|$)/y;

/** The first malformed line, from 1. `parseEnv` reports none: it takes such a line for a part of another, or leaves it open. */
function malformedLine(text: string): number | undefined {
	let at = 0;
	const consume = (pattern: RegExp) => {
		pattern.lastIndex = at;
		const match = pattern.exec(text);
		if (match) at += match[0].length;
		return match !== null;
	};
	while (at < text.length) {
		const from = at;
		if (consume(blankLine) || (consume(assignment) && consume(assignedValue))) continue;
		return text.slice(0, from).split("\n").length;
	}
	return undefined;
}
