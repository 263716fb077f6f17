import { UsageError } from "../../base/errors.ts";
import { nearestWord } from "../../base/nearest-word.ts";

/** The search services, as the user types them. The code of the services is in other files, which are loaded on demand. */
export const serviceNames = [
	"searxng",
	"brave",
	"tavily",
	"exa",
	"serper",
	"duckduckgo",
	"wikipedia",
	"arxiv",
	"openalex",
	"crossref",
	"europepmc",
	"sec",
	"github",
	"hackernews",
] as const;

export type ServiceName = (typeof serviceNames)[number];

/** Group names that stand for several services. */
const serviceGroups: Readonly<Record<string, readonly ServiceName[]>> = {
	papers: ["arxiv", "openalex", "crossref", "europepmc"],
};

/** All names that a user can type. */
export const allServiceNames: readonly string[] = [...serviceNames, ...Object.keys(serviceGroups)];

/** Expands group names. Each service is there once, in the given order. Throws a `UsageError` `SEARCH_UNKNOWN`. */
export function expandServiceNames(names: readonly string[]): ServiceName[] {
	const all = names.map((name) => name.trim().toLowerCase()).filter(Boolean);
	return [
		...new Set(
			all.flatMap((name) =>
				Object.hasOwn(serviceGroups, name) ? (serviceGroups[name] ?? []) : [parseServiceName(name)],
			),
		),
	];
}

/** Throws a `UsageError` `SEARCH_UNKNOWN` that suggests the nearest name. */
export function parseServiceName(name: string): ServiceName {
	const match = serviceNames.find((one) => one === name);
	if (match) return match;
	const suggestion = nearestWord(name, allServiceNames);
	const all = `services: ${allServiceNames.join(", ")}`;
	throw new UsageError("SEARCH_UNKNOWN", `there is no search service "${name.slice(0, 40)}"`, {
		hint: suggestion ? `did you mean ${suggestion}? All ${all}` : all,
	});
}
