import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { messageOf, UsageError } from "../../base/errors.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable's value, and who set it. `folder`: the `.env` of the working directory, which may be another's. */
export interface Setting {
	value: string;
	from: "environment" | "folder" | "home";
}

/** A variable by its name; an empty one counts as not set. */
export type Settings = (name: string) => Setting | undefined;

/**
 * The environment, then `.env` of the working directory, then `.env` of the assay home; the first that sets a variable wins.
 * Throws `ENV_FILE_MALFORMED` or `ENV_FILE_UNREADABLE`, never with a value in it.
 */
export function settingsOf(environment: Environment, folder: string, home: string): Settings {
	const layers: [Setting["from"], Environment][] = [
		["environment", environment],
		["folder", readEnvFile(join(folder, ".env"))],
		["home", readEnvFile(join(home, ".env"))],
	];
	return (name) => {
		for (const [from, variables] of layers) {
			const value = variables[name]?.trim();
			if (value) return { value, from };
		}
		return undefined;
	};
}

function readEnvFile(path: string): Environment {
	const text = textOf(path);
	if (text === undefined) return {};
	const line = malformedLine(text);
	if (line !== undefined)
		throw new UsageError("ENV_FILE_MALFORMED", `line ${line} of ${path} is not NAME=value`, {
			hint: `write each variable on a line of its own, e.g. ANTHROPIC_API_KEY=…, or take the line out; without a model: --no-model`,
		});
	return parseEnv(text);
}

/** Undefined when there is none; some keep a folder of that name. */
function textOf(path: string): string | undefined {
	try {
		return readFileSync(path, "utf8").replace(/^\ufeff/, "");
	} catch (cause) {
		const code = cause instanceof Error && "code" in cause ? cause.code : "";
		if (code === "ENOENT" || code === "EISDIR" || code === "ENOTDIR") return undefined;
		throw new UsageError("ENV_FILE_UNREADABLE", `${path} cannot be read: ${messageOf(cause)}`, {
			hint: "let your user read it, or move it away",
			cause,
		});
	}
}

const blank = /[^\S\n]*(?:#[^\n]*)?(?:\n|$)/y;
const assignment = /[^\S\n]*(?:export[^\S\n]+)?[\w.-]+[^\S\n]*=[^\S\n]*/y;
const value = /(?:"[^"]*"|'[^']*'|`[^`]*`|(?!["'`])[^\n]*)[^\n]*(?:\n|$)/y;

/** The first line, from 1, that `parseEnv` would take for a part of another, or leave open: it says nothing of it. */
function malformedLine(text: string): number | undefined {
	let at = 0;
	const eats = (pattern: RegExp) => {
		pattern.lastIndex = at;
		const found = pattern.exec(text);
		if (found) at += found[0].length;
		return found !== null;
	};
	while (at < text.length) {
		const from = at;
		if (eats(blank) || (eats(assignment) && eats(value))) continue;
		return text.slice(0, from).split("\n").length;
	}
	return undefined;
}
