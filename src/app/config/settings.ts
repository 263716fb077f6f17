import { infoOf, optionNames } from "../options/schema.ts";
import { providerVariables } from "./model-name.ts";

/** How a setting's value may be shown: as it is, as the host that it names, or not at all. */
type SettingKind = "text" | "address" | "file" | "key";

/** The variable of a search service's key, by the service's name. */
export const searchKeyVariables: Readonly<Record<string, string>> = {
	brave: "BRAVE_API_KEY",
	tavily: "TAVILY_API_KEY",
	exa: "EXA_API_KEY",
	serper: "SERPER_API_KEY",
	github: "GITHUB_TOKEN",
};

/** The variables that hold keys. */
export const keyVariables = [
	...Object.values(searchKeyVariables),
	"STEEL_API_KEY",
	...providerVariables.flatMap(({ keys }) => keys),
];
const addressVariables = ["STEEL_BASE_URL", ...providerVariables.map(({ urlVariable }) => urlVariable)];

/**
 * Every variable that a file `.env` may set; a variable that is not in here is not read. Each of them decides where questions,
 * documents or money go, or which program runs: an effort and a time limit multiply what a run costs. That is why none is taken
 * from a folder that is not trusted. `ASSAY_HOME` and `DATABASE_URL` are read from the environment only.
 */
export const settingKinds: ReadonlyMap<string, SettingKind> = new Map<string, SettingKind>([
	...optionNames.flatMap((name): [string, SettingKind][] => {
		const { variable, isAddress } = infoOf(name);
		return variable === undefined ? [] : [[variable, isAddress ? "address" : "text"]];
	}),
	["ASSAY_MODELS_FILE", "file"],
	["ASSAY_CONTACT", "text"],
	["CHROMIUM_PATH", "file"],
	...addressVariables.map((name): [string, SettingKind] => [name, "address"]),
	...keyVariables.map((name): [string, SettingKind] => [name, "key"]),
]);

/** A setting's value as it may be shown: never a key, and only the host of an address. It may hold control characters. */
export function displaySetting(name: string, value: string): string {
	const kind = settingKinds.get(name);
	if (kind === "address") return URL.parse(value)?.host || "(no address)";
	return kind === "text" || kind === "file" ? value : "(a key, not shown)";
}
