import { existsSync, statSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Config } from "../app/config.ts";
import { exportFormats } from "../app/export/formats.ts";
import type { ExportedFile } from "../app/index.ts";
import { AssayError, messageOf, UsageError } from "../base/errors.ts";
import type { ParsedCommand } from "./program.ts";
import { jsonText, print } from "./terminal/output.ts";
import { withApp } from "./with-app.ts";
import { shortId } from "./words.ts";

type ExportTask = ParsedCommand & { command: "export" };

/** `assay export`: writes the files and prints where each is. Returns the exit code. */
export async function exportRun(task: ExportTask, config: Config): Promise<number> {
	const { id, files } = await withApp(
		config,
		async (app) => ({ id: (await app.find(task.id)).id, files: await app.export(task.id, task.formats) }),
		{ toRead: true },
	);
	if (task.out === "-") return printFile(files);
	const name = nameOf(task, id, files);
	const targets = files.map((file) => ({ ...file, path: name(file) }));
	const existing = targets.find(({ path }) => existsSync(path));
	if (existing && !task.force)
		throw new UsageError("FILE_EXISTS", `${existing.path} exists already, and nothing was written`, {
			hint: "replace it with --force, or name another file with --out",
		});
	for (const { path, content } of targets) await writeWhole(path, content);
	if (task.flags.json) {
		const sizes = targets.map(({ format, path, content }) => ({ format, path, bytes: Buffer.byteLength(content) }));
		await print(jsonText({ files: sizes }));
	} else await print(targets.map(({ path }) => `${path}\n`).join(""));
	return 0;
}

/** How the files are named: a single one as the user typed it; several by what they hold, after the name that was typed. */
function nameOf(
	{ out, formats }: ExportTask,
	id: string,
	files: readonly ExportedFile[],
): (file: ExportedFile) => string {
	const ownName = `assay-${shortId(id)}`;
	const isFolder = out !== undefined && (/[/\\]$/.test(out) || statSync(out, { throwIfNoEntry: false })?.isDirectory());
	if (out === undefined || isFolder) return ({ ending }) => join(out ?? "", ownName + ending);
	if (files.length === 1) return () => out;
	const ending = formats.map((format) => exportFormats[format].ending).find((one) => out.toLowerCase().endsWith(one));
	const stem = ending === undefined ? out : out.slice(0, -ending.length);
	return (file) => stem + file.ending;
}

async function printFile(files: readonly ExportedFile[]): Promise<number> {
	const [file, ...others] = files;
	if (!file || others.length > 0)
		throw new UsageError("OUTPUT_SEVERAL", `this export has ${files.length} files; standard output takes one`, {
			hint: "name one format, but not csv; or a file or folder with --out",
		});
	if (typeof file.content === "string") await print(file.content);
	else await printBytes(file.content);
	return 0;
}

function printBytes(content: Uint8Array): Promise<void> {
	if (process.stdout.isTTY)
		throw new UsageError("OUTPUT_BINARY", "this format is no text, and standard output is a terminal", {
			hint: "name a file with --out, or add > FILE",
		});
	return new Promise((resolve, reject) => {
		process.stdout.write(content, (error) => {
			// A closed reader had enough.
			if (error && !("code" in error && error.code === "EPIPE")) reject(error);
			else resolve();
		});
	});
}

/** Writes a file whole or not at all, with the folders above it. Throws `FILES_NOT_WRITTEN`. */
async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
	const part = `${path}.${process.pid}.part`;
	try {
		await mkdir(dirname(path), { recursive: true });
		await writeFile(part, content);
		await rename(part, path);
	} catch (cause) {
		throw new AssayError("FILES_NOT_WRITTEN", `could not write ${path}: ${messageOf(cause)}`, {
			hint: "name another file or folder with --out",
			cause,
		});
	}
}
