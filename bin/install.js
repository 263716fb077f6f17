// Installs the packages when they are missing, half there, or not those of package-lock.json; else costs a millisecond.
//
// node_modules/.assay-installed is the stamp of a finished installation. It is written last and holds the hash of the lock file,
// so an installation that was killed, or a lock file that changed since, is noticed at the next start. One start installs, others
// wait for it: `.installing` in the package's folder says who, and its age says whether they still live.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { prune } from "./prune.js";
import { modules, root, runtimePath, SetupError, say } from "./runtime.js";

const LOCKFILE = join(root, "package-lock.json");
const STAMP = join(modules, ".assay-installed");
const GATE = join(root, ".installing");

/** The holder of the gate renews it this often, in ms; one that was not renewed for ten times as long is dead. */
const RENEW_MS = 1_000;
const DEAD_MS = 10 * RENEW_MS;
/** Said to a person whose disk may be full, in bytes. */
const SPACE_WANTED = 1_500_000_000;

/** @typedef {{version: string, integrity?: string, dev?: boolean, optional?: boolean, link?: boolean}} Entry */
/** @typedef {{lock: string, dev: boolean, platform: string}} Stamp */

/**
 * Makes node_modules what package-lock.json says; with `dev`, the tools for testing too.
 * A package without a lock file was installed by npm as somebody's dependency: nothing to do.
 * @param {{dev: boolean}} want
 * @throws {SetupError} INSTALL_FAILED
 */
export async function ensureInstalled(want) {
	if (!fs.existsSync(LOCKFILE) || isInstalled(want)) return;
	if (fs.lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
		throw failed("node_modules is a link to another folder, which may be in use", "Remove the link");
	}
	const open = await enterGate();
	try {
		if (!isInstalled(want)) await install(want);
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
	if (!npmHasInstalled(dev)) {
		const adding = npmHasInstalled(false);
		const size = dev ? (adding ? 200 : 550) : 350;
		say(
			`${adding ? "adding the tools for testing" : "installing the packages"}, once (about ${size} MB, usually under a minute) …`,
		);
		const started = Date.now();
		// `npm ci` begins with an empty folder. What is whole is only added to, so that a research that runs meanwhile goes on.
		await npm([adding ? "install" : "ci", "--no-save", dev ? "--include=dev" : "--omit=dev"]);
		if (!npmHasInstalled(dev))
			throw failed("npm ended well, but packages are missing", "Remove the folder node_modules");
		say(`installed in ${Math.round((Date.now() - started) / 1000)} s`);
	}
	prune();
	fs.writeFileSync(STAMP, JSON.stringify({ lock: lockHash(), dev, platform: platform() }));
}

/** Whether npm itself noted, at the end of its work, every package of the lock file that is needed here. @param {boolean} dev */
function npmHasInstalled(dev) {
	const there = /** @type {{packages: Record<string, Entry>} | undefined} */ (
		readJson(join(modules, ".package-lock.json"))
	);
	if (!there) return false;
	const { packages } = /** @type {{packages: Record<string, Entry>}} */ (readJson(LOCKFILE));
	return Object.entries(packages).every(([path, entry]) => {
		const skipped = path === "" || entry.optional || (entry.dev && !dev);
		return (
			skipped ||
			(there.packages[path]?.version === entry.version && there.packages[path]?.integrity === entry.integrity)
		);
	});
}

/** Runs npm in the package's folder, its words on standard error. @param {string[]} args @returns {Promise<void>} */
function npm(args) {
	const { npm_execpath: cli, npm_node_execpath: node } = process.env;
	const own = cli?.endsWith(".js") && fs.existsSync(cli) ? [node ?? process.execPath, cli] : undefined;
	const [command = "npm", ...before] = own ?? ["npm"];
	const all = [...before, ...args, "--loglevel=error", "--no-audit", "--no-fund", "--dry-run=false", "--global=false"];
	return new Promise((resolve, reject) => {
		const child = spawn(command, all, {
			cwd: root,
			stdio: ["ignore", 2, 2],
			shell: !own && process.platform === "win32",
		});
		if (child.pid) fs.writeFileSync(GATE, gateText(child.pid));
		const stop = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal);
		process.once("SIGINT", stop).once("SIGTERM", stop);
		child.once("error", (error) => reject(failed(`npm could not be started (${error.message})`, "Install npm")));
		child.once("exit", (code, signal) => {
			process.off("SIGINT", stop).off("SIGTERM", stop);
			if (code === 0) resolve();
			else if (signal) reject(failed(`npm was ended by ${signal}`, ""));
			else
				reject(
					failed(`npm could not install the packages (it ended with code ${code}; why is written above)`, remedy()),
				);
		});
	});
}

/** @param {string} message @param {string} remedy */
function failed(message, remedy) {
	return new SetupError(
		"INSTALL_FAILED",
		message,
		`${remedy ? `${remedy}, then run` : "Run"} the same command again: it starts over.`,
	);
}

function remedy() {
	const { bavail, bsize } = fs.statfsSync(root);
	const free = bavail * bsize;
	if (free < SPACE_WANTED) return `Only ${Math.round(free / 1e6)} MB are free on this disk: make room (1500 MB)`;
	return "Check the network and npm's registry (`npm ping`)";
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

/** @param {number} [child] npm's process id: it may outlive a launcher that is killed, and must be waited for. */
function gateText(child) {
	return JSON.stringify({ host: hostname(), pids: child ? [process.pid, child] : [process.pid] });
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
