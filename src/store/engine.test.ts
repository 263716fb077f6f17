import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { engine } from "./engine.ts";

test("the engine that is installed is the one that the adapter knows", () => {
	const versionIn = (file: string) => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), "utf8"));
	expect(versionIn("package.json").dependencies[engine.name]).toBe(engine.version);
	expect(versionIn(`node_modules/${engine.name}/package.json`).version).toBe(engine.version);
});
