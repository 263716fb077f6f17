import type { ResearchState } from "../app/api.ts";
import { correctionKindIn, isCopy, unreadReasonWords } from "../app/api.ts";
import type { Config } from "../app/config.ts";
import type { DemoWorld } from "../app/demo.ts";
import type { App, Hooks, RunResult } from "../app/index.ts";
import { limits } from "../base/limits.ts";
import { conduct, type Situation } from "./conduct.ts";
import { askedOf } from "./model-options.ts";
import { deliver } from "./present.ts";
import type { Task } from "./program.ts";
import { say } from "./terminal/output.ts";
import { paintFor } from "./terminal/paint.ts";
import { count, cut, oneLine } from "./terminal/text.ts";
import { shortId } from "./words.ts";

/** Maximum length of a title, in cells. */
const titleMost = 60;

/**
 * Researches a sample question on an invented web that this machine serves to itself, then prints a short tour. Nothing outside is
 * opened.
 */
export async function demo(task: Task & { command: "demo" }, config: Config, situation: Situation): Promise<number> {
	let served: DemoWorld | undefined;
	const how = {
		config,
		flags: task.flags,
		title: "a question on an invented web",
		again: "assay demo",
		openWorld: async (signal: AbortSignal) => {
			const { startDemoWorld } = await import("../app/demo.ts");
			served = await startDemoWorld(signal);
			return served.world;
		},
	};
	try {
		const work = (app: App, hooks: Hooks) => {
			const { question = "", searxng } = served ?? {};
			const web = { search: ["searxng"], searxng, world: true };
			const asked = { question, corpus: [], depth: "standard", planner: "guided", vectors: false } as const;
			// A demo must not cost anything unasked: a model named in the environment is not used.
			const models = { ...askedOf(task.models), use: typeof task.models.model === "string" };
			const options = { ...asked, corpus: [], deadlineMs: limits.runMs, models, web };
			return app.research(options, hooks);
		};
		const result = await conduct(situation, how, work, (app, done) => deliver(app, done, config, task.flags));
		if (!task.flags.json && !task.flags.quiet) say(tour(result, config));
		return result.exitCode;
	} finally {
		served?.close();
	}
}

/** What a newcomer should look at, and what to type next. */
function tour({ state, files, id, exitCode }: RunResult, config: Config): string {
	const paint = paintFor(process.stderr, config.color);
	const seen = [copied(state), corrected(state), disputed(state), unread(state)].filter((line) => line !== undefined);
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

/** The text that most pages share. */
function copied({ sources }: ResearchState): string | undefined {
	const copies = sources.map((one) =>
		sources.filter((other) => other === one || isCopy(one.sketch ?? "", other.sketch ?? "")),
	);
	const most = copies.toSorted((a, b) => b.length - a.length)[0] ?? [];
	if (most.length < 2) return undefined;
	const title = cut(oneLine(most[0]?.title ?? ""), titleMost);
	return `${most.length} of the ${sources.length} pages carry one text (“${title}”): they count as one origin`;
}

/** A page that corrects or withdraws what others state. */
function corrected({ sources }: ResearchState): string | undefined {
	const one = sources.find(({ title }) => correctionKindIn(title) !== undefined);
	return one && `“${cut(oneLine(one.title), titleMost)}” was read as what it is`;
}

function disputed({ report }: ResearchState): string | undefined {
	const all = new Set(report?.disputes.map(({ why }) => why)).size;
	return all === 0 ? undefined : `${count(all, "dispute")} between pages: both sides are quoted`;
}

/** `3 pages were not read: 1 behind a paywall, 2 not there any more`. */
function unread(state: ResearchState): string | undefined {
	if (state.unread.length === 0) return undefined;
	const kinds = Map.groupBy(state.unread, ({ obstacle }) => (obstacle ? unreadReasonWords[obstacle] : "unreadable"));
	const words = [...kinds].map(([kind, pages]) => `${pages.length} ${kind}`).join(", ");
	return `${count(state.unread.length, "page")} not read, and named as gaps: ${words}`;
}
