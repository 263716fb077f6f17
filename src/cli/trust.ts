import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { type FolderFile, ignoredFileNote, readFolderFile } from "../app/config/folder-file.ts";
import { recordTrust, removeTrust, trustRecords } from "../app/config/trust.ts";
import type { Config } from "../app/config.ts";
import { UsageError } from "../base/errors.ts";
import { limits } from "../base/limits.ts";
import type { CommonFlags, ParsedCommand } from "./program.ts";
import { askYesNo, canAsk } from "./terminal/ask.ts";
import { asTypedCommand, jsonText, print, say } from "./terminal/output.ts";
import { oneLine, textWidth, truncate } from "./terminal/text.ts";

/** Longer values are cut. No address is so long, so its host stays visible. Cells. */
const valueWidthMax = 2_000;

/** `assay trust`: shows what a folder's `.env` decides and trusts that content, lists the trusted folders, or removes trust. */
export async function trust(task: ParsedCommand & { command: "trust" }, config: Config): Promise<number> {
	if (task.list) await listTrusted(config, task.flags);
	else if (task.remove) await untrustFolder(task.folder, config, task.flags);
	else await trustFolder(task.folder, config, task.flags);
	return 0;
}

async function trustFolder(path: string, config: Config, flags: CommonFlags): Promise<void> {
	const file = readFolderFile(existingFolder(path), config.home);
	if (!file)
		throw new UsageError("TRUST_NEEDLESS", `${oneLine(resolve(path))} has no .env that decides anything`, {
			hint: "the folders that are trusted: assay trust --list",
		});
	if (file.trust !== "trusted") recordTrust(config.home, file);
	if (flags.json) return print(jsonText({ folder: file.folder, decides: file.sets }));
	if (!flags.quiet)
		await print(
			`${settingsText(file)}\nTrusted until it changes. Keys that it does not set are your own, also at its addresses.\n${asTypedCommand(`To take it back: assay trust --remove${path === "." ? "" : " FOLDER"}`)}\n`,
		);
}

async function untrustFolder(path: string, config: Config, flags: CommonFlags): Promise<void> {
	const folder = realPathOr(path);
	const removed = removeTrust(config.home, folder);
	if (flags.json) return print(jsonText({ folder, removed }));
	if (!flags.quiet) await print(`${oneLine(folder)} ${removed ? "is no longer trusted" : "was not trusted"}\n`);
}

async function listTrusted(config: Config, flags: CommonFlags): Promise<void> {
	const folders = trustRecords(config.home).map(({ folder }) => ({ folder, state: trustState(folder, config.home) }));
	if (flags.json) return print(jsonText({ folders }));
	if (folders.length === 0) say("no folder is trusted");
	else await print(folders.map(({ folder, state }) => `${oneLine(folder)}: ${state}\n`).join(""));
}

function trustState(folder: string, home: string): "trusted" | "changed since" | "without such a file" {
	try {
		const file = readFolderFile(folder, home);
		return file === undefined ? "without such a file" : file.trust === "trusted" ? "trusted" : "changed since";
	} catch {
		return "without such a file";
	}
}

/**
 * Before a run, asks on a terminal whether to trust an untrusted `.env` of the folder. Otherwise ignores it, with a line that says so. A
 * file that cannot be read is reported by the code that needs it.
 */
export async function settleTrust(config: Config, flags: CommonFlags, mayAsk = true): Promise<void> {
	const file = untrustedFile(config);
	if (!file) return;
	if (mayAsk && canAsk(flags)) {
		say(settingsText(file));
		if (await askYesNo(`${changedWords(file)}Trust it until it changes? [y/N] `, limits.trustQuestionMs))
			return recordTrust(config.home, file);
	}
	say(`assay: ${oneLine(ignoredFileNote(file))}; to see it and to trust it: assay trust`);
}

function untrustedFile(config: Config): FolderFile | undefined {
	try {
		const file = config.folder();
		return file?.trust === "trusted" ? undefined : file;
	} catch (error) {
		if (error instanceof UsageError) return undefined;
		throw error;
	}
}

function changedWords({ trust }: FolderFile): string {
	return trust === "changed" ? "It has changed since it was trusted. " : "";
}

function settingsText({ path, sets }: FolderFile): string {
	const width = Math.max(...sets.map(({ name }) => textWidth(name)));
	const lines = sets.map(({ name, shown }) => `  ${name.padEnd(width)}  ${truncate(oneLine(shown), valueWidthMax)}`);
	return [`${oneLine(path)} decides where data and money go:`, ...lines].join("\n");
}

/** Throws `FOLDER_MISSING`. */
function existingFolder(path: string): string {
	// An empty path is an unset variable, and not the working directory.
	if (path.trim() !== "" && statSync(path, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(path);
	throw new UsageError("FOLDER_MISSING", `there is no folder "${oneLine(path)}"`, {
		hint: "give an existing folder: assay trust FOLDER",
	});
}

/** The real path, or the resolved one if nothing exists there any more: trust in it can still be removed. */
function realPathOr(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		return resolve(path);
	}
}
