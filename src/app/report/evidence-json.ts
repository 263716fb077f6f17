import { terminalSafeJson } from "../../base/json.ts";
import { gapsOf } from "../../evidence/gaps.ts";
import { blocksIn } from "../../evidence/report.ts";
import { locatorText } from "../../evidence/source.ts";
import type { ReportInput } from "./input.ts";
import { modelFieldsOf } from "./output-models.ts";

/** `evidence.json`: all evidence, cited or not, in the order in which it was found. */
export function renderEvidence(input: ReportInput): string {
	const { state } = input;
	const { report } = state;
	const { models, usage, fallbacks, support } = modelFieldsOf(input);
	const number = new Map(report?.sourceIds.map((id, index) => [id, index + 1]));
	return formatJson({
		question: state.question,
		route: state.route,
		readings: state.readings,
		answer: report?.answer,
		votes: report?.votes,
		bottomLine: report?.bottomLine ?? [],
		sections: (report?.sections ?? []).map(({ blocks: _, ...section }) => section),
		blocks: report ? blocksIn(report) : [],
		claims: state.claims.map((claim) => ({ ...claim, place: locatorText(claim.locator) })),
		groups: state.groups,
		conflicts: state.conflicts,
		// A sketch only serves to find copies, and tells a reader nothing.
		sources: state.sources.map(({ sketch: _, ...source }) => ({ ...source, number: number.get(source.id) })),
		unread: state.unread,
		skipped: state.source?.skipped ?? [],
		gaps: report?.gaps ?? gapsOf(state),
		removed: report?.removed ?? [],
		checks: report?.checks ?? [],
		stop: state.stop,
		...{ models, usage, fallbacks, support },
	});
}

export function formatJson(value: unknown): string {
	return `${terminalSafeJson(value, "\t")}\n`;
}
