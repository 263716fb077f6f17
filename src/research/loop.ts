import type { RunOptions } from "../evidence/event.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { RunContext } from "../store/store.ts";
import { choosePages } from "./choose.ts";
import { closeWave } from "./close-wave.ts";
import { decideNextWave } from "./decide.ts";
import { extractPages } from "./extract.ts";
import { interpretQuestion } from "./interpret.ts";
import { investigate } from "./investigate.ts";
import { openJournal } from "./journal.ts";
import { readNamedPages } from "./named-pages.ts";
import { planResearch } from "./plan.ts";
import { probeServices } from "./probe.ts";
import { readChosenPages } from "./read.ts";
import { routeQuestion } from "./route.ts";
import { searchWave } from "./search-wave.ts";
import { recordStart } from "./start.ts";
import { hasInvestigators } from "./state-access.ts";
import type { Tools } from "./tools.ts";
import { writeReport } from "./write.ts";

/**
 * Researches a question and returns the state with the checked report (METHOD). Each stage records what it did as events of
 * durable steps, and the next stage sees only the fold of them. The loop goes in waves: the actions that the planner chose run at
 * once. A resumed run takes recorded steps from the log and continues with the first missing one.
 */
export async function research(
	run: RunContext,
	question: string,
	options: RunOptions,
	tools: Tools,
): Promise<ResearchState> {
	const journal = openJournal(run, tools);

	await recordStart(journal, tools, question, options);
	await probeServices(journal, tools);
	await readNamedPages(journal, tools);
	await routeQuestion(journal, tools);
	await interpretQuestion(journal, tools);
	await planResearch(journal, tools);

	for (let wave = 1; await decideNextWave(journal, tools, wave); wave++) {
		if (hasInvestigators(options)) await investigate(journal, tools, wave);
		else {
			await searchWave(journal, tools, wave);
			const chosen = await choosePages(journal, tools, wave);
			const pages = await readChosenPages(journal, tools, wave, chosen);
			await extractPages(journal, tools, wave, pages);
		}
		await closeWave(journal, tools, wave);
	}

	await writeReport(journal, tools);
	return journal.state;
}
