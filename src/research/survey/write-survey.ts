import { shortHash } from "../../base/hash.ts";
import { type Draft, isEmpty, type Judgement } from "../../evidence/report.ts";
import type { ResearchState } from "../../evidence/state.ts";
import { waveCount } from "../../evidence/wave.ts";
import { writeInput } from "../draft.ts";
import type { Journal, Step } from "../journal.ts";
import { runStages } from "../messages.ts";
import { optionsOf, routeOf } from "../state-access.ts";
import { checkDraft } from "../support.ts";
import { sourceLookups, type Tools } from "../tools.ts";
import { draftOfQuotes, finishReport } from "../write.ts";
import { mergeReports, type PassReport, surestConclusions } from "./merge-reports.ts";
import { paragraphsToPolish, rewordSections } from "./reword.ts";

/**
 * One report of the reports of all passes: code merges them, a model writes the bottom line from all findings and may then only smooth
 * the wording. What the passes' judge said of a sentence still holds where the sentence stayed as it was; code checks all of it again.
 */
export async function writeSurvey(journal: Journal): Promise<void> {
	const turn = waveCount(journal.state) + 1;
	await runStages(journal, [mergePasses, polishReport, checkDraft, finishReport], turn);
}

/** Of a pass that ended before it had written, the quotes that it found stand in for its report. */
function passReports(state: ResearchState): PassReport[] {
	return (state.passes ?? []).flatMap(({ slice, report, failed }) => {
		if (report) return [{ slice, report }];
		const quotes = failed === undefined ? { sections: [] } : draftOfQuotes(state, slice.subQuestionIds);
		return isEmpty(quotes) ? [] : [{ slice, report: { ...quotes, shape: routeOf(state).shape } }];
	});
}

function mergePasses(state: ResearchState, tools: Tools): Step[] {
	const reports = passReports(state);
	tools.onActivity?.("merging the reports of the passes");
	const step: Step = {
		instead: "rules",
		name: `merge:${shortHash(reports)}`,
		work: async (role) => {
			const merged = mergeReports(reports, state.claims, state.question);
			const input = { ...writeInput(state), ...sourceLookups(tools, role.signal), draft: merged };
			const answer = await tools.reasoner.answer(input, { ...role, purpose: "report" });
			const concluded = (await tools.reasoner.conclude?.(input, role)) ?? [];
			const bottomLine = concluded.length > 0 ? concluded : surestConclusions(reports);
			const judgements = optionsOf(state).model?.support ? judgementsOf(state, merged) : [];
			return {
				type: "drafted",
				answer,
				draft: {
					...merged,
					...(answer ? { answer } : {}),
					...(bottomLine.length > 0 ? { bottomLine } : {}),
				},
				...(judgements.length > 0 ? { judgements } : {}),
			};
		},
	};
	return [step];
}

/** The verdicts of the passes' support checks. A supported sentence that took over the claims of another stays supported. */
function judgementsOf({ passes = [] }: ResearchState, { sections }: Draft): Judgement[] {
	const own = passes.flatMap(({ report }) => report?.support?.judgements ?? []);
	const supported = new Map(own.filter(({ verdict }) => verdict === "supported").map((one) => [one.sentence, one]));
	const joined = sections.flatMap(({ sentences }) =>
		sentences.flatMap(({ text, claimIds }) => {
			const judged = supported.get(text);
			const isJoined = judged !== undefined && claimIds.length > judged.claimIds.length;
			return isJoined && judged.claimIds.every((id) => claimIds.includes(id)) ? [{ ...judged, claimIds }] : [];
		}),
	);
	return [...own, ...joined];
}

/** The constrained pass on the prose. Without a model that can do it, there is none. */
function polishReport(state: ResearchState, tools: Tools): Step[] {
	const { draft } = state.writing;
	const { polish } = tools.reasoner;
	if (!draft || !polish) return [];
	tools.onActivity?.("smoothing the wording of the report");
	const step: Step = {
		name: `polish:${shortHash(draft)}`,
		instead: () => ({ type: "polished", draft, changed: 0, refused: 0 }),
		work: async (role) => {
			const paragraphs = paragraphsToPolish(draft);
			const wording = await polish({ question: state.question, paragraphs }, role);
			return { type: "polished", ...rewordSections(draft, wording) };
		},
	};
	return [step];
}
