// `npm run lock [-- --check]`: makes package-lock.json fit for every platform and every registry, after `npm install`.
//
// 1. npm leaves a platform package out of the lock file where the registry at hand does not carry it (a mirror may lack
//    some), and `npm ci` then refuses the lock file everywhere. The parent names that package with an exact version and
//    its own name says its platform, so its entry can be written without it: npm skips it elsewhere, and fetches it by
//    version on its own platform.
// 2. No `resolved` address: the lock file must work with whichever registry the user's npm is set to.
//
// --check changes nothing and exits 1 if something would change.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const LOCKFILE = fileURLToPath(new URL("../package-lock.json", import.meta.url));
const OS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const CPU = ["arm64", "x64", "arm", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32"];

/**
 * @typedef {object} Entry
 * @property {string} [version]
 * @property {string} [resolved]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {Record<string, string>} [optionalDependencies]
 */

const lock = /** @type {{packages: Record<string, Entry>}} */ (JSON.parse(readFileSync(LOCKFILE, "utf8")));
const changes = complete(lock.packages);
for (const change of changes) console.log(change);
if (changes.length > 0 && process.argv.includes("--check")) {
	console.error("package-lock.json is not complete: run `npm run lock`");
	process.exitCode = 1;
} else if (changes.length > 0) {
	const byName = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
	writeFileSync(LOCKFILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries(byName) }, null, 2)}\n`);
}

/** Completes the entries in place; returns what was changed, in words. @param {Record<string, Entry>} packages */
function complete(packages) {
	const done = [];
	for (const [path, entry] of Object.entries(packages)) {
		if (entry.resolved !== undefined) {
			delete entry.resolved;
			done.push(`removed the address of ${path}`);
		}
		for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
			const at = `node_modules/${name}`;
			if (packages[at] || packages[join(path, at)]) continue;
			if (!/^\d/.test(version)) throw new Error(`${path} wants ${name} ${version}: not an exact version`);
			packages[at] = { version, optional: true, ...platformOf(name), ...(entry.dev ? { dev: true } : {}) };
			done.push(`added ${name} ${version}`);
		}
	}
	return done;
}

/** npm's platform fields of a package like "@x/core-linux-x64-musl". @param {string} name */
function platformOf(name) {
	const words = name.replace(/^@[^/]+\//, "").split("-");
	const os = OS.find((o) => words.includes(o));
	const cpu = CPU.find((c) => words.includes(c));
	if (!os || !cpu) throw new Error(`the name ${name} does not say its platform: add it to package-lock.json by hand`);
	const musl = words.some((w) => w.startsWith("musl")) ? ["musl"] : undefined;
	const libc = words.some((w) => w.startsWith("gnu")) ? ["glibc"] : musl;
	return { os: [os], cpu: [cpu], ...(os === "linux" && libc ? { libc } : {}) };
}
