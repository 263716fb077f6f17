// Installs the packages when they are missing, half there, or not those of package-lock.json; else costs a millisecond.
//
// node_modules/.assay-installed is the stamp of a finished installation. It is written last and holds the hash of the
// lock file, so an installation that was killed, or a lock file that changed since, is noticed at the next start. One
// start installs, others wait for it: `.installing` in the package's folder says who, and its age says whether they
// still live.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { prune } from "./prune.js";
import { findRuntime, hasRuntimePackage, modules, root, runtimePath, SetupError, say } from "./runtime.js";

const LOCKFILE = join(root, "package-lock.json");
const STAMP = join(modules, ".assay-installed");
const GATE = join(root, ".installing");

/** The holder of the gate renews it this often, in ms; one that was not renewed for ten times as long is dead. */
const RENEW_MS = 1_000;
const DEAD_MS = 10 * RENEW_MS;
/** All packages and npm's cache of them, in MB: said to a person whose disk may be full. */
const ROOM_WANTED_MB = 1_000;

/**
 * @typedef {{version: string, integrity?: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[]}} Entry
 */
/** @typedef {{packages: Record<string, Entry>}} Packages */
/** @typedef {{lock: string, dev: boolean, platform: string}} Stamp */

/**
 * Makes node_modules what package-lock.json says; with `dev`, the tools for testing too.
 * A package without a lock file was installed by npm as somebody's dependency: nothing to do.
 * @param {{dev: boolean}} want
 * @throws {SetupError} INSTALL_FAILED, INTERRUPTED
 */
export async function ensureInstalled(want) {
	if (!fs.existsSync(LOCKFILE) || isInstalled(want)) return;
	if (!hasRuntimePackage()) findRuntime();
	if (fs.lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
		throw failed("node_modules is a link to another folder, which may be in use", "Remove the link");
	}
	const open = await enterGate();
	try {
		if (!isInstalled(want)) await install(want);
	} catch (error) {
		const { code, path } = /** @type {NodeJS.ErrnoException} */ (error);
		throw error instanceof SetupError || !code
			? error
			: failed(`${path ?? "a file"} cannot be written (${code})`, remedy(code));
	} finally {
		open();
	}
}

/** @param {{dev: boolean}} want */
function isInstalled({ dev }) {
	const stamp = /** @type {Stamp | undefined} */ (readJson(STAMP));
	return (
		stamp?.lock === lockHash() && stamp.platform === platform() && (stamp.dev || !dev) && runtimePath() !== undefined
	);
}

/** @param {{dev: boolean}} want */
async function install(want) {
	const stamp = /** @type {Stamp | undefined} */ (readJson(STAMP));
	// Who has the tools for testing keeps them.
	const dev = want.dev || stamp?.dev === true;
	if (!isWhole(dev)) {
		const adding = isWhole(false);
		const size = dev ? (adding ? 200 : 550) : 350;
		say(
			`${adding ? "adding the tools for testing" : "installing the packages"}, once (about ${size} MB, usually under a minute) …`,
		);
		const started = Date.now();
		// `npm ci` begins with an empty folder. What is whole is only added to, so that a research that runs meanwhile goes
		// on.
		await npm([adding ? "install" : "ci", "--no-save", dev ? "--include=dev" : "--omit=dev"]);
		if (!isWhole(dev)) throw failed("npm ended without an error, but left packages out", remedy());
		say(`installed in ${Math.round((Date.now() - started) / 1000)} s`);
	}
	prune();
	fs.writeFileSync(STAMP, JSON.stringify({ lock: lockHash(), dev, platform: platform() }));
}

/**
 * Whether npm noted, at the end of its work, every package of the lock file that is needed here. A package for some
 * platforms is needed on those: npm leaves it out without a word when it cannot be fetched.
 * @param {boolean} dev
 */
function isWhole(dev) {
	if (!runtimePath()) return false;
	const there = /** @type {Packages | undefined} */ (readJson(join(modules, ".package-lock.json")));
	const wanted = /** @type {Packages} */ (readJson(LOCKFILE));
	return Object.entries(wanted.packages).every(([path, entry]) => {
		if (path === "" || (entry.dev && !dev) || (entry.optional && !isForHere(entry))) return true;
		const found = there?.packages[path];
		return found?.version === entry.version && (!entry.integrity || found?.integrity === entry.integrity);
	});
}

/** @param {Entry} entry */
function isForHere({ os, cpu, libc }) {
	if (!os?.includes(process.platform) || !cpu?.includes(process.arch)) return false;
	if (!libc) return true;
	const { header } = /** @type {{header: {glibcVersionRuntime?: string}}} */ (process.report.getReport());
	return libc.includes(header.glibcVersionRuntime ? "glibc" : "musl");
}

/**
 * Runs npm in the package's folder; what it says is kept for the case that it fails.
 * @param {string[]} args
 * @returns {Promise<void>}
 */
function npm(args) {
	const { npm_execpath: cli, npm_node_execpath: node } = process.env;
	const own = cli?.endsWith(".js") && fs.existsSync(cli) ? [node ?? process.execPath, cli] : undefined;
	const [command = "npm", ...before] = own ?? ["npm"];
	const all = [...before, ...args, "--loglevel=error", "--no-audit", "--no-fund", "--dry-run=false", "--global=false"];
	return new Promise((resolve, reject) => {
		const shell = !own && process.platform === "win32";
		const child = spawn(command, all, { cwd: root, stdio: ["ignore", "ignore", "pipe"], shell });
		if (child.pid) noteChild(child.pid);
		/** @type {NodeJS.Signals | null} */
		let interrupted = null;
		let words = "";
		child.stderr.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
			words += text;
		});
		const stop = (/** @type {NodeJS.Signals} */ signal) => {
			interrupted = signal;
			child.kill(signal);
		};
		process.once("SIGINT", stop).once("SIGTERM", stop);
		child.once("error", (error) => reject(failed(`npm could not be started (${error.message})`, "Install npm")));
		child.once("close", (code, signal) => {
			process.off("SIGINT", stop).off("SIGTERM", stop);
			if (code === 0) return resolve();
			if (interrupted) return reject(stopped());
			if (signal) return reject(failed(`the installation was ended by ${signal}`, ""));
			// Where in npm's own code it happened helps nobody here; its log file has it.
			process.stderr.write(words.replace(/^npm error( {2,}.*|)\n/gm, ""));
			reject(failed(`npm could not install the packages (it ended with code ${code}; why is written above)`, remedy()));
		});
	});
}

/** The user asked for it: Ctrl-C, or `kill`. */
function stopped() {
	const hint = "To go on, run the same command again: it starts over.";
	return new SetupError("INTERRUPTED", "stopped; the packages are not installed yet", hint, 130);
}

/** @param {string} message @param {string} remedy */
function failed(message, remedy) {
	return new SetupError(
		"INSTALL_FAILED",
		message,
		`${remedy ? `${remedy}, then run` : "Run"} the same command again: it starts over.`,
	);
}

/** @param {string} [code] */
function remedy(code) {
	if (code === "EACCES" || code === "EPERM" || code === "EROFS") return "Give yourself the right to write there";
	const { bavail, bsize } = fs.statfsSync(root);
	const free = Math.round((bavail * bsize) / 1e6);
	const room = free < ROOM_WANTED_MB ? `the disk (${free} MB are free, ${ROOM_WANTED_MB} MB are wanted) and ` : "";
	return `Check ${room}the network (\`npm ping\`)`;
}

/** Waits until no other start installs, then holds the gate; returns how to open it again. */
async function enterGate() {
	let told = false;
	for (;;) {
		try {
			fs.writeFileSync(GATE, gateText(), { flag: "wx" });
			break;
		} catch (error) {
			const { code } = /** @type {NodeJS.ErrnoException} */ (error);
			if (code !== "EEXIST")
				throw failed(`${root} cannot be written (${code})`, "Give yourself the right to write there");
		}
		const holder = readText(GATE);
		if (isDead(holder)) {
			takeAway(holder);
			continue;
		}
		if (!told) say("another start is installing the packages; waiting for it …");
		told = true;
		await sleep(RENEW_MS / 5);
	}
	const renew = setInterval(() => fs.utimes(GATE, new Date(), new Date(), () => {}), RENEW_MS);
	return () => {
		clearInterval(renew);
		fs.rmSync(GATE, { force: true });
	};
}

/** @param {number} [child] */
function gateText(child) {
	return JSON.stringify({ host: hostname(), pids: child ? [process.pid, child] : [process.pid] });
}

/** npm may outlive a launcher that is killed, and must be waited for. @param {number} child */
function noteChild(child) {
	try {
		fs.writeFileSync(GATE, gateText(child));
	} catch {
		// A full disk; npm will say so.
	}
}

/** @param {string} holder */
function isDead(holder) {
	const { host, pids } = /** @type {{host?: string, pids?: number[]}} */ (parse(holder) ?? {});
	if (host === hostname() && pids) return !pids.some(isAlive);
	// Of another machine or container, or just being written.
	return Date.now() - (fs.statSync(GATE, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > DEAD_MS;
}

/** Removes a dead holder's gate, never the fresh gate of another start that noticed it first. @param {string} holder */
function takeAway(holder) {
	const away = `${GATE}.${process.pid}`;
	try {
		fs.renameSync(GATE, away);
		if (readText(away) !== holder) fs.linkSync(away, GATE);
	} catch {
		// Gone already, or taken again: the next look decides.
	}
	fs.rmSync(away, { force: true });
}

/** @param {number} pid */
function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
	}
}

function lockHash() {
	return createHash("sha256").update(fs.readFileSync(LOCKFILE)).digest("hex");
}

function platform() {
	return `${process.platform}-${process.arch}`;
}

/** The file's JSON, or undefined where there is none or it is not whole. @param {string} path */
function readJson(path) {
	return parse(readText(path));
}

/** @param {string} path */
function readText(path) {
	try {
		return fs.readFileSync(path, "utf8");
	} catch {
		return "";
	}
}

/** @param {string} text @returns {unknown} */
function parse(text) {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
