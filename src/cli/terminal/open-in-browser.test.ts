import { chmodSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { folderOf } from "../../../test/support/folder.ts";
import { openInBrowser } from "./open-in-browser.ts";

test.runIf(process.platform === "linux").each([
	["opens it", "exit 0", true],
	["finds no browser", "exit 3", false],
	["is the browser and stays", "exec sleep 4", true],
])("a program that %s", async (_what, script, isOpened) => {
	const folder = folderOf({ "xdg-open": `#!/bin/sh\n${script}\n` });
	chmodSync(join(folder, "xdg-open"), 0o755);
	vi.stubEnv("PATH", `${folder}:${process.env.PATH}`);
	expect(await openInBrowser("/nowhere/report.html")).toBe(isOpened);
	vi.unstubAllEnvs();
});

test.runIf(process.platform === "linux")("without such a program", async () => {
	vi.stubEnv("PATH", folderOf({ x: "" }));
	expect(await openInBrowser("/nowhere/report.html")).toBe(false);
	vi.unstubAllEnvs();
});
