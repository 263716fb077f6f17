// `npm run build`: compiles the package into dist/, which is what `npm pack` publishes. Node does not run TypeScript inside
// node_modules, so a clone runs src/ and an installed package runs dist/. Types come along; so does the invented web of `assay demo`.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");

rmSync(dist, { recursive: true, force: true });
for (const project of ["tsconfig.build.json", "tsconfig.world.json"]) {
	const compiler = join(root, "node_modules/typescript/bin/tsc");
	const { status } = spawnSync(process.execPath, [compiler, "-p", join(root, project)], { stdio: "inherit" });
	if (status !== 0) process.exit(status ?? 1);
}
// What the compiler does not carry along.
const carried = /** @type {const} */ ([
	["src/sources/comprehension/weights.onnx", "sources/comprehension/weights.onnx"],
	["test/world/sites", "demo/test/world/sites"],
	["src/page", "page"],
]);
for (const [from, to] of carried)
	cpSync(join(root, from), join(dist, to), { recursive: true, filter: (path) => !path.endsWith(".ts") });
if (!existsSync(join(dist, "lib/index.d.ts"))) throw new Error("the build has no types");
