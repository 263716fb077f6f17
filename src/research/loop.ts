import type { RunOptions } from "../evidence/event.ts";
import type { ResearchState } from "../evidence/state.ts";
import type { RunContext } from "../store/store.ts";
import { choose } from "./choose.ts";
import { conclude } from "./conclude.ts";
import { decide } from "./decide.ts";
import { extract } from "./extract.ts";
import { isAgent } from "./facts.ts";
import { readFirst } from "./first.ts";
import { gather } from "./gather.ts";
import { interpret } from "./interpret.ts";
import { investigate } from "./investigate.ts";
import { openJournal } from "./journal.ts";
import { plan } from "./plan.ts";
import { probe } from "./probe.ts";
import { read } from "./read.ts";
import { route } from "./route.ts";
import { start } from "./start.ts";
import type { Tools } from "./tools.ts";
import { write } from "./write.ts";

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

	await start(journal, tools, question, options);
	await probe(journal, tools);
	await readFirst(journal, tools);
	await route(journal, tools);
	await interpret(journal, tools);
	await plan(journal, tools);

	for (let wave = 1; await decide(journal, tools, wave); wave++) {
		if (isAgent(options)) await investigate(journal, tools, wave);
		else {
			await gather(journal, tools, wave);
			const chosen = await choose(journal, tools, wave);
			const pages = await read(journal, tools, wave, chosen);
			await extract(journal, tools, wave, pages);
		}
		await conclude(journal, tools, wave);
	}

	await write(journal, tools);
	return journal.state;
}
