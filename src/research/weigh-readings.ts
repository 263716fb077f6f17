import { AssayError } from "../base/errors.ts";
import { shortHash } from "../base/hash.ts";
import { factsOfReading, weighReadings } from "../evidence/needle.ts";
import { hasPart } from "../evidence/parts.ts";
import { queryWithoutAddresses } from "../evidence/question-addresses.ts";
import type { ResearchState } from "../evidence/state.ts";
import { SearchFailedError } from "../sources/search/search.ts";
import { DeadlinePassed, withDeadline } from "./deadline-source.ts";
import type { EventBody, Step } from "./journal.ts";
import { searchAll } from "./search-wave.ts";
import { optionsOf, routeOf, skippedServices } from "./state-access.ts";
import type { Tools } from "./tools.ts";

/**
 * METHOD §2, needle prior: searches the readings of a looked-up question once, each in its own words, and weighs them by what the first
 * results hold. Only a model gives a question several readings.
 */
export function weighReadingsBySearch(state: ResearchState, tools: Tools): Step[] {
	const { readings } = state;
	const isSearched = optionsOf(state).corpus.length > 0 || optionsOf(state).web?.search.length !== 0;
	if (readings.length < 2 || routeOf(state).shape !== "lookup" || !hasPart(state, "needle") || !isSearched) return [];
	const queries = readings.map(({ text }) => queryWithoutAddresses(text));
	const unchanged = (sent: readonly string[] = []): EventBody => ({
		...{ type: "weighed", readings, queries },
		...(sent.length > 0 ? { sent: [...sent] } : {}),
	});
	const step: Step = {
		name: `weigh:${shortHash(readings)}`,
		instead: () => unchanged(),
		work: async ({ signal, leftMs }) => {
			const source = withDeadline(tools.source, { leftMs });
			const skip = skippedServices(state);
			try {
				const found = await Promise.all(queries.map((query) => searchAll({ source }, [query], [], skip, signal)));
				const facts = found.map(({ lists }, at) => {
					const results = lists.flat().map(({ title, snippet }) => `${title} ${snippet}`);
					return factsOfReading(readings[at]?.text ?? "", results);
				});
				const faults = found.flatMap((one) => one.faults);
				const sent = [...new Set(found.flatMap((one) => one.sent))];
				return {
					...{ type: "weighed", readings: weighReadings(readings, facts), queries },
					...(faults.length > 0 ? { faults } : {}),
					...(sent.length > 0 ? { sent } : {}),
				};
			} catch (error) {
				// The searches of the first wave show what failed, and end the run where they must.
				if (!(error instanceof AssayError) || signal.aborted) throw error;
				return unchanged(servicesAsked(error, state));
			}
		},
	};
	return [step];
}

/** The services outside this machine that got the queries before the search failed. */
function servicesAsked(error: AssayError, state: ResearchState): readonly string[] {
	if (error instanceof SearchFailedError) return [...error.sent];
	return error instanceof DeadlinePassed && error.asked ? (optionsOf(state).web?.search ?? []) : [];
}
