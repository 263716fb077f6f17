import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { scrub } from "../base/scrub.ts";
import { commandName, readConfig } from "./config.ts";

describe("the configuration", () => {
	it.each([
		["linux", {}, join(homedir(), ".local/share/assay")],
		["linux", { XDG_DATA_HOME: "/data" }, "/data/assay"],
		["linux", { XDG_DATA_HOME: "not/absolute" }, join(homedir(), ".local/share/assay")],
		["darwin", { XDG_DATA_HOME: "/data" }, join(homedir(), "Library/Application Support/assay")],
		["win32", { LOCALAPPDATA: "/local" }, "/local/assay"],
	] as const)("keeps runs in the user's data folder: %s %j", (platform, environment, home) => {
		expect(readConfig({}, environment, platform)).toMatchObject({ home, out: join(home, "runs") });
	});

	it("prefers a flag to the environment, and the environment to the default", () => {
		const environment = { ASSAY_HOME: "~/elsewhere", DATABASE_URL: "postgres://h/d" };
		expect(readConfig({}, environment).home).toBe(join(homedir(), "elsewhere"));
		expect(readConfig({ home: "here", out: "there" }, environment)).toMatchObject({
			home: resolve("here"),
			out: resolve("there"),
			databaseUrl: "postgres://h/d",
		});
	});

	it("treats an empty variable as not set, and rejects an empty flag", () => {
		expect(readConfig({}, { ASSAY_HOME: "", DATABASE_URL: " ", NO_COLOR: "" })).toMatchObject({
			databaseUrl: undefined,
			color: "auto",
		});
		expect(() => readConfig({ home: "" }, {})).toThrow("--home is empty");
	});

	it("never shows a rejected database address, which may hold a password", () => {
		expect(() => readConfig({}, { DATABASE_URL: "mysql://me:secret@h/d" })).toThrow(/^(?!.*secret)/);
	});

	it("registers every key that is set with `scrub`, and the database's password", () => {
		const environment = {
			ANTHROPIC_API_KEY: "sk-ant-api03-a8Kd92LmQx7TzRwYb4",
			GITHUB_TOKEN: "ghp_9XkQ27LmTzRwYb4VnCdHs",
			STEEL_API_KEY: "ste-7QmZx2LrWbKv0TnYcHd",
			BRAVE_API_KEY: "BSA-k3LxQ9mTzWr7YbVnCd",
			DATABASE_URL: "postgres://me:p4ss%21Wq8ZtLm2Rx@h/d",
		};
		readConfig({}, environment);
		const text = `${Object.values(environment).join(" | ")} | p4ss!Wq8ZtLm2Rx`;
		expect(scrub(text)).toBe("(key) | (key) | (key) | (key) | postgres://me:(key)@h/d | (key)");
	});

	it.each([
		[{ NO_COLOR: "1", FORCE_COLOR: "1" }, "never", true],
		[{ FORCE_COLOR: "1" }, "always", true],
		[{ TERM: "dumb" }, "never", false],
		[{ CI: "true" }, "auto", false],
	] as const)("reads what the terminal can do: %j", (environment, color, animation) => {
		expect(readConfig({}, environment)).toMatchObject({ color, animation });
	});
});

it.each([
	[{ npm_lifecycle_event: "start" }, resolve("bin/assay.js"), "npm start --"],
	[{}, "/usr/local/bin/assay", "assay"],
	[{}, "/npm/node_modules/assay/bin/assay.js", "assay"],
	[{}, resolve("bin/assay.js"), "node bin/assay.js"],
	[{}, "/my clone/bin/assay.js", "node '/my clone/bin/assay.js'"],
])("commands in messages can be typed as they stand: %j %s", (environment, script, command) => {
	expect(commandName(environment, script)).toBe(command);
});
