import { homedir } from "node:os";
import { basename, delimiter, isAbsolute, join, relative, resolve } from "node:path";
import { z } from "zod";
import { UsageError } from "../base/errors.ts";
import { Secret } from "../base/secret.ts";
import { type Environment, type PlacedSetting, settingsOf } from "./config/env-file.ts";
import { type FolderFile, trustedVariables, workingFolderFile } from "./config/folder-file.ts";
import { type ModelConfig, modelConfigOf } from "./config/model-config.ts";
import { registerKeys, registerPassword } from "./config/register-keys.ts";
import { settingKinds } from "./config/settings.ts";
import { type WebConfig, webConfigOf } from "./config/web-config.ts";

/** The configuration of a process, read once at its start from the environment and the flags. Only this module reads the environment. */
export interface Config {
	/** Absolute. Holds the store (unless `databaseUrl` is given) and the corpus indexes. */
	readonly home: string;
	/** A Postgres database that keeps runs and pages instead of `home`. */
	readonly databaseUrl: string | undefined;
	/** The token of `assay serve`, if the user sets one. */
	readonly serverToken: Secret | undefined;
	/** Absolute. Each run's files go into a subfolder that is named by the run's id. */
	readonly out: string;
	/** `auto`: only where the stream is a terminal. */
	readonly color: "auto" | "always" | "never";
	/** The command of the user's editor, as a shell takes it. */
	readonly editor: string | undefined;
	/** Whether a display that redraws itself may be used on a terminal. */
	readonly animation: boolean;
	/** The absolute folders of `PATH`, in which programs are looked for. A relative one would lie in the working directory. */
	readonly path: readonly string[];
	/** The `.env` of the working directory, trusted or not; undefined where it sets nothing that counts. Throws `ENV_FILE_…`. */
	readonly folder: () => FolderFile | undefined;
	/** Language models and their keys. They are read when a command needs them, so that a fault in them fails no other command. */
	readonly models: () => ModelConfig;
	/** Search services, their keys and the browser. They are read only when needed, too. */
	readonly web: () => WebConfig;
	/** Every setting of `settingKinds` that is set, with the place that sets it. Throws `ENV_FILE_…`. */
	readonly settings: () => ReadonlyMap<string, PlacedSetting>;
}

export interface FolderFlags {
	home?: string | undefined;
	out?: string | undefined;
}

const optionalText = z.string().trim().min(1).optional().catch(undefined);
const environmentSchema = z.object({
	ASSAY_HOME: optionalText,
	DATABASE_URL: optionalText,
	ASSAY_TOKEN: optionalText,
	NO_COLOR: optionalText,
	FORCE_COLOR: optionalText,
	TERM: optionalText,
	CI: optionalText,
	VISUAL: optionalText,
	EDITOR: optionalText,
	XDG_DATA_HOME: optionalText,
	LOCALAPPDATA: optionalText,
});

/**
 * `changes`: settings that replace those of the environment and of the files; undefined removes one. Throws `UsageError` `HOME_UNKNOWN`,
 * `FOLDER_EMPTY` or `DATABASE_URL_INVALID`.
 */
export function readConfig(
	flags: FolderFlags = {},
	environment: Environment = process.env,
	platform: NodeJS.Platform = process.platform,
	changes: Environment = {},
): Config {
	const variables = environmentSchema.parse(environment);
	const home =
		resolveFolder(flags.home, "--home") ??
		resolveFolder(variables.ASSAY_HOME, "ASSAY_HOME") ??
		userDataFolder(variables, platform);
	registerKeys((name) => environment[name]);
	registerPassword(variables.DATABASE_URL ?? "");
	const loadPlaced = () => settingsOf(environment, trustedVariables(home), home, changes);
	const loadSettings = () => {
		const placed = loadPlaced();
		const settings = (name: string) => placed(name)?.value;
		registerKeys(settings);
		return settings;
	};
	return Object.freeze({
		home,
		databaseUrl: checkDatabaseUrl(variables.DATABASE_URL),
		serverToken: variables.ASSAY_TOKEN === undefined ? undefined : new Secret(variables.ASSAY_TOKEN),
		out: resolveFolder(flags.out, "--out") ?? join(home, "runs"),
		color: colorMode(variables),
		editor: variables.VISUAL ?? variables.EDITOR,
		animation: variables.TERM !== "dumb" && !isOn(variables.CI),
		path: (environment.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder)),
		folder: () => workingFolderFile(home),
		models: () => modelConfigOf(loadSettings(), home),
		web: () => webConfigOf(loadSettings),
		settings() {
			const placed = loadPlaced();
			return new Map(
				[...settingKinds.keys()].flatMap((name) => {
					const setting = placed(name);
					return setting ? [[name, setting] as const] : [];
				}),
			);
		},
	});
}

/** Whether errors are shown with their stacks. It needs no configuration, so that errors of the configuration are covered. */
export function isDebugging(environment: Environment = process.env): boolean {
	return isOn(environment.ASSAY_DEBUG);
}

/** Selects the production builds of libraries, which choose at import by the environment. Call it before they are loaded. */
export function preferProductionLibraries(): void {
	process.env.NODE_ENV ??= "production";
}

function isOn(value: string | undefined): boolean {
	return value !== undefined && value !== "" && value !== "0" && value.toLowerCase() !== "false";
}

function resolveFolder(path: string | undefined, name: string): string | undefined {
	if (path === undefined) return undefined;
	if (path.trim() === "")
		throw new UsageError("FOLDER_EMPTY", `${name} is empty`, {
			hint: `give a folder: ${name}${name.startsWith("-") ? " " : "="}FOLDER`,
		});
	return resolve(path === "~" || path.startsWith("~/") ? join(userFolder(), path.slice(1)) : path);
}

function userDataFolder(variables: z.infer<typeof environmentSchema>, platform: NodeJS.Platform): string {
	if (platform === "darwin") return join(userFolder(), "Library", "Application Support", "assay");
	if (platform === "win32") return join(variables.LOCALAPPDATA ?? join(userFolder(), "AppData", "Local"), "assay");
	// The XDG rule: a relative path is invalid and ignored.
	const data = variables.XDG_DATA_HOME;
	return join(data !== undefined && isAbsolute(data) ? data : join(userFolder(), ".local", "share"), "assay");
}

function userFolder(): string {
	try {
		return homedir();
	} catch (cause) {
		throw new UsageError("HOME_UNKNOWN", "this user has no home folder to keep runs in", {
			hint: "name a folder: --home FOLDER",
			cause,
		});
	}
}

function checkDatabaseUrl(url: string | undefined): string | undefined {
	if (url === undefined) return undefined;
	// The URL is not shown, because it may hold a password.
	if (!/^postgres(ql)?:\/\//.test(url))
		throw new UsageError("DATABASE_URL_INVALID", "DATABASE_URL is not the address of a Postgres database", {
			hint: "set it to postgres://USER:PASSWORD@HOST:PORT/DATABASE, or unset it to keep runs in a folder",
		});
	return url;
}

function colorMode(variables: z.infer<typeof environmentSchema>): Config["color"] {
	if (variables.NO_COLOR !== undefined) return "never";
	if (variables.FORCE_COLOR !== undefined) return isOn(variables.FORCE_COLOR) ? "always" : "never";
	return variables.TERM === "dumb" ? "never" : "auto";
}

/**
 * What the user types before a command: `assay`; in a clone of the repository `npm start --`, or `node bin/assay.js` with its path.
 * `script`: the absolute path of what was started.
 */
export function commandName(environment: Environment = process.env, script = process.argv[1] ?? ""): string {
	if (environment.npm_lifecycle_event === "start") return "npm start --";
	// Some systems start an installed command by its file.
	if (basename(script) !== "assay.js" || /[\\/]node_modules[\\/]/.test(script)) return "assay";
	const inside = relative(process.cwd(), script);
	const path = inside.startsWith("..") ? script : inside;
	return `node ${/^[\w./:\\~@%+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`}`;
}
