import type { RunOptions } from "../evidence/event.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { RunContext } from "../store/store.ts";
import { choosePages } from "./choose.ts";
import { noteCitations } from "./citations.ts";
import { closeWave } from "./close-wave.ts";
import { decideNextWave } from "./decide.ts";
import { extractPages } from "./extract.ts";
import { interpretQuestion } from "./interpret.ts";
import { investigate } from "./investigate.ts";
import { openJournal, type Stage } from "./journal.ts";
import { assertPagesRead, readNamedPages } from "./named-pages.ts";
import { planResearch } from "./plan.ts";
import { isInvestigated } from "./planners/rounds.ts";
import { probeServices } from "./probe.ts";
import { readChosenPages } from "./read.ts";
import { routeQuestion } from "./route.ts";
import { rewriteQueries, searchQueries } from "./search-wave.ts";
import { startWith } from "./start.ts";
import type { Tools } from "./tools.ts";
import { writeReport } from "./write.ts";

/** How the evidence of a wave is gathered: by the fixed steps of METHOD §4–5. */
const pipeline: readonly Stage[] = [rewriteQueries, searchQueries, choosePages, readChosenPages, extractPages];

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

	await journal.run(startWith(question, options));
	await journal.run(probeServices);
	await journal.run(readNamedPages);
	assertPagesRead(journal.state);
	await journal.run(routeQuestion);
	await journal.run(interpretQuestion);
	await journal.run(planResearch);

	for (let wave = 1; ; wave++) {
		await journal.run(decideNextWave, wave);
		if (journal.state.stop) break;
		for (const stage of isInvestigated(journal.state) ? [investigate] : pipeline) await journal.run(stage, wave);
		await journal.run(noteCitations, wave);
		await closeWave(journal, wave);
	}

	await writeReport(journal);
	return journal.state;
}
