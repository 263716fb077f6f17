import { commandName } from "../../app/config.ts";
import { AssayError, messageOf } from "../../base/errors.ts";
import { terminalSafeJson } from "../../base/json.ts";
import { scrub } from "../../base/scrub.ts";

/** Without a listener, a reader that went away (`| head`) or a terminal that closed would end the process with a stack. */
export function guardStreams(): void {
	for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

/**
 * Writes to standard output and waits until it is out. A reader that is gone is no error: it had enough.
 * Throws `OUTPUT_FAILED`, e.g. on a full disk.
 */
export async function print(text: string): Promise<void> {
	await printWhole(text);
}

/** The same; whether all of it was taken. */
export function printWhole(text: string): Promise<boolean> {
	return new Promise((resolve, reject) => {
		process.stdout.write(scrub(text), (error) => {
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

/** Writes a message to standard error, its commands as this user types them. What cannot be said is left unsaid. */
export function say(text: string): void {
	void sayWhole(text);
}

/** The same; whether all of it was taken. */
export function sayWhole(text: string): Promise<boolean> {
	return new Promise((resolve) => {
		process.stderr.write(`${scrub(asTyped(text))}\n`, (error) => resolve(!error));
	});
}

/** Options that stand in every command that is told; see `repeatOptions`. */
let repeated = "";

/** Whoever named a home or an out folder has to name it again: commands that are told from now on hold these options. */
export function repeatOptions({ home, out }: { home?: string | undefined; out?: string | undefined }): void {
	const option = (name: string, value?: string) => (value === undefined ? "" : ` ${name} ${asWord(value)}`);
	repeated = option("--home", home) + option("--out", out);
}

function asWord(value: string): string {
	return /^[\w./~:@%+-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

/** `assay show 1a2b3c4d` as it is typed where assay was started: in a clone that is `npm start -- show 1a2b3c4d`. */
export function asTyped(text: string, command = commandName()): string {
	return text.replace(
		/\bassay (?=(?:show|list|resume|watch|doctor|demo|trust|cleanup)\b|")/g,
		() => `${command}${repeated} `,
	);
}

/** A value as JSON that shows safely on a terminal; the same value when it is read back. */
export function json(value: unknown): string {
	return `${terminalSafeJson(value, process.stdout.isTTY ? 2 : undefined)}\n`;
}
