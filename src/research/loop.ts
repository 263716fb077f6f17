import type { RunOptions } from "../evidence/event.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { RunContext } from "../store/store.ts";
import { choosePages } from "./choose.ts";
import { noteCitations } from "./citations.ts";
import { askUser, recordAnswers } from "./clarify.ts";
import { closeWave } from "./close-wave.ts";
import { confirmPlan } from "./confirm.ts";
import { decideNextWave } from "./decide.ts";
import { extractPages } from "./extract.ts";
import { EndedByUser } from "./inbox.ts";
import { inheritEvidence } from "./inherit.ts";
import { interpretQuestion } from "./interpret.ts";
import { investigate } from "./investigate.ts";
import { type Journal, openJournal, type Stage } from "./journal.ts";
import { noteEnd, noteLateMessages, runStages, takeMessages } from "./messages.ts";
import { assertPagesRead, readNamedPages } from "./named-pages.ts";
import { planResearch } from "./plan.ts";
import { planExtension } from "./plan-extension.ts";
import { isInvestigated } from "./planners/rounds.ts";
import { probeServices } from "./probe.ts";
import { readChosenPages } from "./read.ts";
import { revisitPages } from "./revisit.ts";
import { routeQuestion } from "./route.ts";
import { rewriteQueries, searchQueries } from "./search-wave.ts";
import { startWith } from "./start.ts";
import { beginWith, type PassAssignment } from "./survey/assignment.ts";
import { gaveUp, type PassEnd } from "./survey/passes.ts";
import { survey } from "./survey/survey.ts";
import type { Tools } from "./tools.ts";
import { weighReadingsBySearch } from "./weigh-readings.ts";
import { writeReport } from "./write.ts";

/** How the evidence of a wave is gathered: by the fixed steps of METHOD §4–5. */
const pipeline: readonly Stage[] = [
	rewriteQueries,
	searchQueries,
	choosePages,
	readChosenPages,
	revisitPages,
	extractPages,
];
/** The same by investigators. Changes of pages that an earlier run had read are extracted before. */
const investigation: readonly Stage[] = [revisitPages, extractPages, investigate];

/**
 * Researches a question and returns the state with the checked report (METHOD). Each stage reads the state and adds events to the log,
 * and the next stage sees only the fold of them. The loop goes in waves: the actions that the planner chose run at once. A resumed
 * run takes recorded steps from the log and continues with the first missing one.
 */
export async function research(
	run: RunContext,
	question: string,
	options: RunOptions,
	tools: Tools,
): Promise<ResearchState> {
	const journal = openJournal(run, tools);
	try {
		await Promise.race([researchQuestion(journal, question, options), stopRequest(tools)]);
	} catch (error) {
		if (error instanceof EndedByUser) await noteEnd(journal, tools, error.messageId);
		throw error;
	}
	return journal.state;
}

/** Rejects when the user asks to stop now. */
async function stopRequest({ inbox }: Tools): Promise<never> {
	if (!inbox) return new Promise(() => undefined);
	throw new EndedByUser(await inbox.whenStopped);
}

async function researchQuestion(journal: Journal, question: string, options: RunOptions): Promise<void> {
	await journal.run(startWith(question, options));
	await journal.run(inheritEvidence);
	await journal.run(askUser);
	await journal.run(recordAnswers);
	await journal.run(probeServices);
	// The passes of a survey read the named pages, each for its own sub-questions.
	if (options.depth !== "survey") await journal.run(readNamedPages);
	assertPagesRead(journal.state);
	await runStages(journal, [
		...[routeQuestion, interpretQuestion, weighReadingsBySearch],
		...[planResearch, planExtension, confirmPlan],
	]);

	if (options.depth === "survey") await survey(journal, researchSlice);
	else {
		await gatherEvidence(journal);
		await writeReport(journal);
	}
	await noteLateMessages(journal);
}

/** Wave after wave, until the planner stops. */
async function gatherEvidence(journal: Journal): Promise<void> {
	for (let wave = 1; ; wave++) {
		await takeMessages(journal, wave);
		await journal.run(decideNextWave, wave);
		if (journal.state.stop) break;
		await runStages(journal, [...(isInvestigated(journal.state) ? investigation : pipeline), noteCitations], wave);
		await closeWave(journal, wave);
	}
}

/** One pass of a survey: its part of the plan is given, and it is gathered and written like a run of its own. */
async function researchSlice(run: RunContext, assignment: PassAssignment, tools: Tools): Promise<PassEnd> {
	const journal = openJournal(run, tools);
	const endedBy = await gaveUp(async () => {
		await journal.run(startWith(assignment.question, assignment.options));
		await journal.run(beginWith(assignment));
		await journal.run(readNamedPages);
		await gatherEvidence(journal);
		await writeReport(journal);
	});
	return { state: journal.state, endedBy };
}
