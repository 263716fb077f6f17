import { distinctBy } from "../../base/distinct.ts";
import { pluralize } from "../../base/text.ts";
import type { Capture } from "../../evidence/source.ts";
import type { ResearchState } from "../../evidence/state.ts";

/** Lines of "How this was made" that only a run on the web has. Plain text. */
export function webLines(state: ResearchState): { name: string; text: string }[] {
	const web = state.options?.web;
	if (!web) return [];
	const sent = sentQueriesOf(state);
	const lines = [{ name: "Web", text: searchedWords(state) }];
	const read = readWords(state);
	if (read !== "") lines.push({ name: "Read by", text: read });
	const filtered = filteredWords(state);
	if (filtered !== "") lines.push({ name: "Passed over", text: filtered });
	const withInjection = state.sources.filter((source) => source.addressed);
	if (withInjection.length > 0)
		lines.push({
			name: "Set aside",
			text: `${withInjection.length === 1 ? "a page" : `${withInjection.length} pages`} held text that addresses the reader's software; that text was not used, and the rest counts less: ${listSome(withInjection.map(({ title }) => title))}`,
		});
	if (state.skipped.length > 0)
		lines.push({
			name: "Not searched",
			text: state.skipped.map(({ service, reason }) => `${service}: ${reason}`).join("; "),
		});
	// Queries may hold words of private documents, so their owner sees each of them.
	if ((state.options?.corpus.length ?? 0) > 0 && sent.length > 0)
		lines.push({
			name: "Sent outside",
			text: sent.map(({ query, services }) => `“${query}” to ${services.join(", ")}`).join("; "),
		});
	return lines;
}

function searchedWords({ options, skipped }: ResearchState): string {
	const web = options?.web;
	const skippedServices = new Set(skipped.map(({ service }) => service));
	const services = (web?.search ?? []).filter((service) => !skippedServices.has(service));
	return [
		services.length > 0 ? `searched by ${services.join(", ")}` : "no search service",
		...(web && web.urls.length > 0 ? [`${pluralize(web.urls.length, "page")} that you named, read first`] : []),
		...(web && web.sites.length > 0 ? [`only results of ${web.sites.join(", ")}`] : []),
		...(web?.since ? [`only results since ${web.since}, where a service can tell`] : []),
	].join("; ");
}

const howWords: Record<Capture["how"], string> = {
	fetch: "fetched",
	browser: "read in a browser",
	steel: "read by Steel",
};

/** `12 fetched, 2 read in a browser`. */
function readWords({ sources }: ResearchState): string {
	const hows = Map.groupBy(
		sources.flatMap(({ capture }) => capture?.how ?? []),
		(how) => how,
	);
	return [...hows].map(([how, all]) => `${all.length} ${howWords[how]}`).join(", ");
}

/** Maximum results that a line names; the whole list is in trace.json. */
const shownMax = 5;

/** The filtered results, each once: pages that are no sources, and further copies. */
function filteredWords({ turns }: ResearchState): string {
	const filtered = distinctBy(
		turns.flatMap((turn) => turn.left ?? []),
		({ url }) => url,
	);
	if (filtered.length === 0) return "";
	return `${pluralize(filtered.length, "result")}: ${listSome(filtered.map(({ title, reason }) => `${title} (${reason})`))}`;
}

function listSome(names: readonly string[]): string {
	const more = names.length > shownMax ? `; and ${names.length - shownMax} more` : "";
	return names.slice(0, shownMax).join("; ") + more;
}

/** Every query that left this machine, each once, with the services that received it, in the order of sending. */
export function sentQueriesOf({ turns, readingQueries }: ResearchState): { query: string; services: string[] }[] {
	const to = new Map<string, Set<string>>();
	const before = readingQueries ? [{ ...readingQueries, titles: [] }] : [];
	for (const { queries, titles, sent } of [...before, ...turns])
		for (const query of sent.length === 0 ? [] : [...queries, ...titles])
			to.set(query, new Set([...(to.get(query) ?? []), ...sent]));
	return [...to].map(([query, services]) => ({ query, services: [...services] }));
}
