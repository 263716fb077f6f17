import { commandName } from "../../app/config.ts";
import { AssayError, messageOf } from "../../base/errors.ts";
import { terminalSafeJson } from "../../base/json.ts";
import { scrub } from "../../base/scrub.ts";

/** Ignores stream errors. Otherwise a closed reader (`| head`) or terminal would end the process with a stack trace. */
export function ignoreStreamErrors(): void {
	for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

/**
 * Writes to standard output and waits until it is written. A closed reader is no error: it had enough. Throws `OUTPUT_FAILED`, e.g. on a
 * full disk.
 */
export async function print(text: string): Promise<void> {
	await printAll(text);
}

/** Like `print`, but resolves to whether all was written. */
export function printAll(text: string): Promise<boolean> {
	return printSecret(scrub(text));
}

/** Like `printAll`, for the only text that shows a secret of this process: the link with a server's token. */
export function printSecret(text: string): Promise<boolean> {
	return new Promise((resolve, reject) => {
		process.stdout.write(text, (error) => {
			const code = error && "code" in error ? String(error.code) : "";
			if (!error) resolve(true);
			else if (code === "EPIPE" || code === "EIO" || code === "ERR_STREAM_DESTROYED") resolve(false);
			else
				reject(
					new AssayError("OUTPUT_FAILED", `standard output cannot be written: ${messageOf(error)}`, {
						hint: "what was found is kept; to see it again: assay list",
						cause: error,
					}),
				);
		});
	});
}

/** Writes a message to standard error, with commands as this user types them. Ignores write errors. */
export function say(text: string): void {
	void sayAll(text);
}

/** Like `say`, but resolves to whether all was written. */
export function sayAll(text: string): Promise<boolean> {
	return new Promise((resolve) => {
		process.stderr.write(`${scrub(asTypedCommand(text))}\n`, (error) => resolve(!error));
	});
}

/** Options that are added to every command in a message. See `repeatOptions`. */
let repeatedOptions = "";

/** Adds `--home` and `--out` to the commands in later messages: a user who set them must set them again. */
export function repeatOptions({ home, out }: { home?: string | undefined; out?: string | undefined }): void {
	const option = (name: string, value?: string) => (value === undefined ? "" : ` ${name} ${shellWord(value)}`);
	repeatedOptions = option("--home", home) + option("--out", out);
}

function shellWord(value: string): string {
	return /^[\w./~:@%+-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

/** A text as one word of a shell, in double quotes. */
export function doubleQuoted(text: string): string {
	return `"${text.replace(/["$`\\]/g, "\\$&")}"`;
}

/** `assay show 1a2b3c4d` as the user has to type it: in a clone, `npm start -- show 1a2b3c4d`. */
export function asTypedCommand(text: string, command = commandName()): string {
	return text.replace(
		/\bassay (?=(?:show|list|ask|extend|monitor|campaign|ablate|eval|trace|resume|steer|pause|finish|stop|watch|delete|init|doctor|demo|export|serve|worker|mcp|open|trust|cleanup|completion|help)\b|--help|"|- |\[options\])/g,
		() => `${command}${repeatedOptions} `,
	);
}

/** A value as JSON that is safe on a terminal. Parsing it gives the same value. */
export function jsonText(value: unknown): string {
	return `${terminalSafeJson(value, process.stdout.isTTY ? 2 : undefined)}\n`;
}
