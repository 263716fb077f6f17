// The scripts of package.json that need the tools for testing: `npm test`, `npm run check | bench | eval:fast | eval:own | train | torture |
// pictures | build`. Installs what is missing, then runs the tools with Node 26. `npm test -- FILTER…` runs those tests only, without the
// checks. `npm test -- --all` runs the long tests, too.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { ensureInstalled } from "./install.js";
import { endLike, runNode } from "./process.js";
import { findRuntime, modules, root, SetupError, say } from "./runtime.js";

/** What `npm run check` looks at: a name, the script that node runs, its arguments. */
const CHECKS = /** @type {const} */ ([
	["types", "typescript/bin/tsc", ["-p", "."]],
	["types of the page", "typescript/bin/tsc", ["-p", "tsconfig.page.json"]],
	["promises", "../.ci/promises.js", []],
	["lint and format", "@biomejs/biome/bin/biome", ["check", "--error-on-warnings"]],
	["imports", "dependency-cruiser/bin/dependency-cruiser.mjs", ["--config", ".dependency-cruiser.cjs", "src"]],
	["dead code", "knip/bin/knip.js", []],
	["lock file", "../.ci/lock.js", ["--check"]],
]);

/** @type {Record<string, (args: string[]) => Promise<void>>} */
const SCRIPTS = {
	test,
	check,
	bench: (args) => source("bench/run.ts", args),
	"eval:fast": (args) => source("bench/run.ts", ["own", "--fast", ...args]),
	"eval:own": (args) => source("bench/run.ts", ["own", ...args]),
	train: (args) => source("bench/train/run.ts", args),
	torture: (args) => source(tortureOf(args), args),
	build: (args) => source(".ci/build.js", args),
	pictures: (args) => source("test/pictures/draw.ts", args),
};

/** @param {string[]} args The script of a torture: `hostile` attacks, models that misbehave, each message, the web, else random kills. */
function tortureOf(args) {
	if (args.includes("hostile")) return "test/hostile/torture.ts";
	if (args.includes("--chaos")) return "test/crash/chaos-torture.ts";
	if (args.includes("--web")) return "test/crash/web-torture.ts";
	return `test/crash/${args.includes("--messages") ? "messages-torture" : "torture"}.ts`;
}

try {
	const [name = "", ...args] = process.argv.slice(2);
	const script = SCRIPTS[name];
	if (!script)
		throw new SetupError(
			"BAD_USAGE",
			`there is no script "${name}"`,
			`Say one of: ${Object.keys(SCRIPTS).join(", ")}.`,
		);
	process.chdir(root);
	await ensureInstalled({ dev: true });
	// What the tools start themselves (`#!/usr/bin/env node`) is to be Node 26 too.
	process.env.PATH = `${join(modules, ".bin")}${delimiter}${process.env.PATH}`;
	await script(args);
} catch (error) {
	if (!(error instanceof SetupError)) throw error;
	say(`${error.code}: ${error.message}\n${error.hint}`);
	process.exitCode = error.code === "BAD_USAGE" ? 2 : 1;
}

/** @param {string[]} args Filters: the tests whose path holds one of them, without the checks. `--all`: the long tests, too. */
async function test(args) {
	const filters = args.filter((one) => one !== "--all");
	const isAll = filters.length > 0 || args.includes("--all") || process.env.ASSAY_REQUIRE_REAL === "1";
	const projects = isAll ? [] : ["--project", "plain", "--project", "own"];
	const checked = filters.length > 0 || (await runChecks());
	endLike(await runNode(findRuntime(), [join(modules, "vitest/vitest.mjs"), "run", ...projects, ...filters]));
	if (!isAll) say("the long tests (kills, browsers, attacks) were left out; all: npm test -- --all");
	if (checked) return;
	say("the tests have run, but `npm run check` fails: see above");
	process.exitCode ||= 1;
}

async function check() {
	if (!(await runChecks())) process.exitCode = 1;
}

/** Runs all checks, two at a time, and prints each with its time, its words only when it fails. */
async function runChecks() {
	const waiting = [...CHECKS];
	let good = true;
	const worker = async () => {
		for (let next = waiting.shift(); next; next = waiting.shift()) {
			const [name, script, args] = next;
			const started = Date.now();
			const { code, output } = await capture([join(modules, script), ...args]);
			if (code !== 0) good = false;
			const seconds = ((Date.now() - started) / 1000).toFixed(1);
			process.stdout.write(`${code === 0 ? "ok  " : "FAIL"} ${name} (${seconds} s)\n${code === 0 ? "" : output}`);
		}
	};
	for (const end of await Promise.allSettled([worker(), worker()])) if (end.status === "rejected") throw end.reason;
	return good;
}

/** @param {string[]} args @returns {Promise<{code: number, output: string}>} */
function capture(args) {
	return new Promise((resolve, reject) => {
		const child = spawn(findRuntime(), args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
		let output = "";
		for (const stream of [child.stdout, child.stderr])
			stream.setEncoding("utf8").on("data", (text) => (output += text));
		child.once("error", reject);
		child.once("close", (code, signal) =>
			resolve({ code: code ?? 1, output: signal ? `${output}(ended by ${signal})\n` : output }),
		);
	});
}

/** @param {string} file @param {string[]} args */
async function source(file, args) {
	if (!existsSync(join(root, file)))
		throw new SetupError("BAD_USAGE", `${file} is not there`, "Update your clone (git pull).");
	endLike(await runNode(findRuntime(), [join(root, file), ...args]));
}
