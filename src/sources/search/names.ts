import { UsageError } from "../../base/errors.ts";
import { nearestWord } from "../../base/nearest-word.ts";

/** The search services, as the user types them. Kept apart from what asks them, which is loaded when it is needed. */
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

/** Names for several services at once. */
const groups: Readonly<Record<string, readonly ServiceName[]>> = {
	papers: ["arxiv", "openalex", "crossref", "europepmc"],
};

/** Names as typed, groups opened, each service once, in the order given. Throws a `UsageError` `SEARCH_UNKNOWN`. */
export function expandNames(names: readonly string[]): ServiceName[] {
	const all = names.map((name) => name.trim().toLowerCase()).filter(Boolean);
	return [
		...new Set(all.flatMap((name) => (Object.hasOwn(groups, name) ? (groups[name] ?? []) : [serviceName(name)]))),
	];
}

/** Throws a `UsageError` `SEARCH_UNKNOWN` that names what is nearest. */
export function serviceName(name: string): ServiceName {
	const found = serviceNames.find((one) => one === name);
	if (found) return found;
	const known = [...serviceNames, ...Object.keys(groups)];
	const meant = nearestWord(name, known);
	const all = `services: ${known.join(", ")}`;
	throw new UsageError("SEARCH_UNKNOWN", `there is no search service "${name.slice(0, 40)}"`, {
		hint: meant ? `did you mean ${meant}? All ${all}` : all,
	});
}
