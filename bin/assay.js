#!/usr/bin/env node
// The command `assay`: plain JavaScript that any Node from 18 on can run. It installs what is missing, once, and hands
// over to src/cli/main.ts (in the published package: dist/cli/main.js): in this process when its Node can run that, else in the Node 26 that the packages bring
// along. It has no options of its own: every argument goes on as it came.
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./install.js";
import { endLike, followParent, runNode, wasLaunched } from "./process.js";
import { entry, findRuntime, root, SetupError, say, tooOld } from "./runtime.js";

try {
	const launched = wasLaunched();
	if (launched) followParent();
	else {
		await ensureInstalled({ dev: false });
		goToUsersFolder();
	}
	const runtime = findRuntime();
	if (runtime === process.execPath) await import(entry);
	else if (launched) throw tooOld(runtime);
	else endLike(await runNode(runtime, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { follow: true }));
} catch (error) {
	const { code, message, hint, exitCode } = setupErrorOf(error);
	if (wantsJson()) process.stdout.write(`${JSON.stringify({ error: { code, message, hint } })}\n`);
	say(`${code}: ${message}\n${hint}`);
	process.exitCode = exitCode;
}

/** @param {unknown} error */
function setupErrorOf(error) {
	if (error instanceof SetupError) return error;
	const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
	// src/ tells its own errors; what it needs before it can is told here.
	if (code !== "ERR_MODULE_NOT_FOUND") throw error;
	const missing = message.split("\n", 1)[0];
	return new SetupError(
		"INSTALLATION_BROKEN",
		`a part of assay is missing (${missing})`,
		`Type \`npm ci\` in ${root}, then run the same command again.`,
	);
}

/** Whoever asked for one JSON object gets it from here too. */
function wantsJson() {
	const args = process.argv.slice(2);
	return args.slice(0, args.includes("--") ? args.indexOf("--") : undefined).includes("--json");
}

/** `npm start` moves to the package's folder; a relative `--corpus` is meant from where the user typed it. */
function goToUsersFolder() {
	const { INIT_CWD, npm_package_json } = process.env;
	if (isNpmStart() && INIT_CWD && npm_package_json && samePlace(npm_package_json, join(root, "package.json"))) {
		process.chdir(INIT_CWD);
	}
}

function isNpmStart() {
	return process.env.npm_lifecycle_event === "start";
}

/** @param {string} a @param {string} b */
function samePlace(a, b) {
	return realpathSync(a) === realpathSync(b);
}
