import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";

/** The office suite and the PDF tools that users open exported files with. */

const programs = { soffice: "libreoffice-writer and libreoffice-calc", pdfinfo: "poppler-utils" } as const;

/** Why a program is not there; undefined if it is. With ASSAY_REQUIRE_REAL=1 it throws instead of saying. */
export function missingProgram(name: keyof typeof programs): string | undefined {
	const folders = (process.env.PATH ?? "").split(":");
	if (folders.some((folder) => existsSync(join(folder, name)))) return undefined;
	const missing = `${programs[name]} is not installed`;
	if (process.env.ASSAY_REQUIRE_REAL === "1") throw new Error(missing);
	return missing;
}

/** Opens a file in LibreOffice and saves it in another format (`txt:Text`, `csv:…:-1`). Returns the paths of what it wrote. */
export function convert(file: string, format: string, profile: string): string[] {
	const folder = dirname(file);
	const before = new Set(readdirSync(folder));
	const args = [
		"--headless",
		`-env:UserInstallation=file://${profile}`,
		"--convert-to",
		format,
		"--outdir",
		folder,
		file,
	];
	const { status, stderr } = spawnSync("soffice", args, { encoding: "utf8", timeout: 120_000 });
	const written = readdirSync(folder).filter(
		(name) => !before.has(name) && name.startsWith(basename(file, extname(file))),
	);
	if (status !== 0 || written.length === 0) throw new Error(`LibreOffice could not convert ${file}: ${stderr}`);
	return written.map((name) => join(folder, name));
}

/** What a tool of poppler prints. */
export function poppler(tool: "pdfinfo" | "pdftotext" | "pdftohtml", ...args: string[]): string {
	return execFileSync(tool, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}
