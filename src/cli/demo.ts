import type { Config } from "../app/config.ts";
import type { DemoWorld } from "../app/demo.ts";
import type { RunResult } from "../app/index.ts";
import { limits } from "../base/limits.ts";
import { obstacleWords } from "../evidence/address.ts";
import type { ResearchState } from "../evidence/state.ts";
import { conduct, type Situation } from "./conduct.ts";
import { askedOf } from "./model-options.ts";
import { present } from "./present.ts";
import type { Task } from "./program.ts";
import { say } from "./terminal/output.ts";
import { paintFor } from "./terminal/paint.ts";
import { count, cut, oneLine } from "./terminal/text.ts";
import { shortId } from "./words.ts";

/** A finding is shown by so much of it. Cells. */
const findingMost = 70;

/** A good question on an invented web that this machine serves to itself: nothing outside is opened. Then a short tour. */
export async function demo(task: Task & { command: "demo" }, config: Config, situation: Situation): Promise<number> {
	let served: DemoWorld | undefined;
	const how = {
		config,
		flags: task.flags,
		title: "a question on an invented web",
		openWorld: async (signal: AbortSignal) => {
			const { startDemoWorld } = await import("../app/demo.ts");
			served = await startDemoWorld(signal);
			return served.world;
		},
	};
	try {
		const result = await conduct(situation, how, (app, hooks) => {
			const { question = "", searxng } = served ?? {};
			const web = { search: ["searxng"], searxng, world: true };
			const asked = { question, corpus: [], depth: "standard", planner: "guided", vectors: false } as const;
			const options = { ...asked, corpus: [], deadlineMs: limits.runMs, models: askedOf(task.models), web };
			return app.research(options, hooks);
		});
		await present(result, config, task.flags);
		if (!task.flags.json && !task.flags.quiet) say(tour(result, config));
		return result.exitCode;
	} finally {
		served?.close();
	}
}

/** What a newcomer should look at, and what to type next. */
function tour({ state, files, id, exitCode }: RunResult, config: Config): string {
	const paint = paintFor(process.stderr, config.color);
	const seen = [copied(state), disputed(state), unread(state)].filter((line) => line !== undefined);
	return [
		"",
		paint("title", "What to look at"),
		...seen.map((line) => `  ${line}`),
		...(exitCode === 3
			? []
			: [`  ${files}/report.html: each marker opens its quote, where it stands in the stored page`]),
		`  ${files}/evidence.json and trace.json: all that was found, and why each step was taken`,
		"",
		paint("title", "What to type next"),
		`  assay show ${shortId(id)}`,
		'  assay "your question" --search duckduckgo,wikipedia',
		'  assay "your question" --corpus FOLDER',
		"  assay doctor",
	].join("\n");
}

/** The finding that stands on most pages beyond its origins. */
function copied({ groups }: ResearchState): string | undefined {
	const copies = groups.map((group) => ({ ...group, pages: new Set(group.sourceIds).size }));
	const best = copies.toSorted((a, b) => b.pages - b.origins - (a.pages - a.origins))[0];
	if (!best || best.pages <= best.origins) return undefined;
	return `“${cut(oneLine(best.text), findingMost)}” stands on ${count(best.pages, "page")}, and counts as ${count(best.origins, "origin")}: copies of one text are one`;
}

function disputed({ groups }: ResearchState): string | undefined {
	const all = groups.filter((group) => group.disputed);
	return all.length === 0 ? undefined : `${count(all.length, "finding")} in dispute: both sides are quoted`;
}

/** `3 pages were not read: 1 behind a paywall, 2 not there any more`. */
function unread(state: ResearchState): string | undefined {
	if (state.unread.length === 0) return undefined;
	const kinds = Map.groupBy(state.unread, ({ obstacle }) => (obstacle ? obstacleWords[obstacle] : "unreadable"));
	const words = [...kinds].map(([kind, pages]) => `${pages.length} ${kind}`).join(", ");
	return `${count(state.unread.length, "page")} not read, and named as gaps: ${words}`;
}
