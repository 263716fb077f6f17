import type { Draft } from "../../../evidence/report.ts";
import { answerability } from "../blocks/answerable.ts";
import { candidatesOf, readIn } from "../blocks/candidates.ts";
import { modeOf } from "../blocks/score.ts";
import { analysisOf, isSurvey } from "../question/analysis.ts";
import { areFar, certaintyOf, fewAnswer, hasDirect, isAboutNothing, unheldOf } from "./notes.ts";
import { type DraftInput, Writer } from "./writer.ts";

/**
 * METHOD §9 without a model: whole passages of the pages, chosen and ordered by `analysis.kind`. Every factual sentence is a passage. The
 * report's own words are frames. Deterministic. Empty if no page holds what is asked about.
 */
export async function draft(input: DraftInput): Promise<Draft> {
	const analysis = analysisOf(input.question, input.route);
	const unheld = unheldOf(input, analysis);
	if (!input.answer && isAboutNothing(input, analysis, unheld)) return { sections: [] };
	const read = await readIn(input);
	const places = await candidatesOf(input, analysis, "place", read);
	// The pages are about something else.
	if (!hasDirect(input) && (unheld.length > 0 || areFar(places, analysis))) return { sections: [] };
	const chance = answerability(places, analysis.kind);
	const certainty = certaintyOf(chance, unheld);
	// If no page states anything on a broad matter, the nearest passages are shown. A survey is many matters, so it is excepted.
	const isStated = hasDirect(input) || isSurvey(analysis) || certainty !== "unstated";
	const isOnePlace = !isStated || (!isSurvey(analysis) && fewAnswer(places, chance, input.sources));
	const mode = isOnePlace ? "place" : modeOf(analysis, input.route.shape);
	const parts = mode === "place" ? places : await candidatesOf(input, analysis, mode, read);
	return new Writer(input, { analysis, mode, read, unheld, certainty, places, parts }).draft();
}
