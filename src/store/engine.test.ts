import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { engine } from "./engine.ts";

test("the installed engine has the version that the adapter names", () => {
	const versionIn = (file: string) => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"));
	expect(versionIn("package.json").dependencies[engine.name]).toBe(engine.version);
	expect(versionIn(`node_modules/${engine.name}/package.json`).version).toBe(engine.version);
});
