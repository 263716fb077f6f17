import { mkdirSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { UsageError } from "../../base/errors.ts";
import { type Environment, homeFileOf, readEnvFile } from "./env-file.ts";

/**
 * Sets variables in the `.env` of the assay home; undefined removes one. All other lines stay as they are. Only the user may read the
 * file afterwards. Returns its path. Throws `SETTING_UNWRITABLE`, `ENV_FILE_…`, or what the file system throws.
 */
export function writeHomeSettings(home: string, changes: Environment): string {
	const path = homeFileOf(home);
	const before = readEnvFile(path)?.text ?? "";
	let text = Object.keys(changes).reduce((rest, name) => rest.replace(assignmentsOf(name), ""), before);
	if (text !== "" && !text.endsWith("\n")) text += "\n";
	for (const [name, value] of Object.entries(changes))
		if (value !== undefined) text += `${name}=${quoted(name, value)}\n`;
	if (text === before) return path;
	mkdirSync(home, { recursive: true });
	const file = realPathOr(path);
	const draft = `${file}.${process.pid}`;
	writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
	renameSync(draft, file);
	return path;
}

/** Every line that assigns the variable, with a quoted value of several lines. */
function assignmentsOf(name: string): RegExp {
	return new RegExp(
		`^[^\\S\\n]*(?:export[^\\S\\n]+)?${name}[^\\S\\n]*=[^\\S\\n]*(?:"[^"]*"|'[^']*'|\`[^\`]*\`|(?!["'\`])[^\\n]*)[^\\n]*(?:\\n|$)`,
		"gm",
	);
}

function quoted(name: string, value: string): string {
	const spellings = [value, `'${value}'`, `"${value}"`, `\`${value}\``];
	const found = spellings.find((one) => !one.includes("\n") && parseEnv(`${name}=${one}`)[name] === value);
	if (found !== undefined) return found;
	throw new UsageError("SETTING_UNWRITABLE", `the value of ${name} cannot be written in a file .env`, {
		hint: `set ${name} in your environment`,
	});
}

/** A link stays a link, and the file that it names is replaced. */
function realPathOr(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		return path;
	}
}
