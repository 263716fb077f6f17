import type { ResearchState } from "../app/api.ts";
import { correctionKindIn, isCopy, unreadReasonWords } from "../app/api.ts";
import type { Config } from "../app/config.ts";
import type { DemoServer } from "../app/demo.ts";
import type { App, Hooks, RunResult } from "../app/index.ts";
import { pluralize } from "../base/text.ts";
import { deliver } from "./present.ts";
import type { ParsedCommand } from "./program.ts";
import { type CommandState, runWithProgress } from "./run-with-progress.ts";
import { say } from "./terminal/output.ts";
import { createPaint } from "./terminal/paint.ts";
import { oneLine, truncate } from "./terminal/text.ts";
import { shortId } from "./words.ts";

/** Maximum length of a title, in cells. */
const titleWidthMax = 60;

/**
 * Researches a sample question on an invented web that this machine serves to itself, then prints a short tour. Nothing outside is
 * opened.
 */
export async function demo(
	task: ParsedCommand & { command: "demo" },
	config: Config,
	situation: CommandState,
): Promise<number> {
	let demoWorld: DemoServer | undefined;
	const how = {
		config,
		flags: task.flags,
		title: "a question on an invented web",
		again: "assay demo",
		openWorld: async (signal: AbortSignal) => {
			const { startDemoServer: startDemoWorld } = await import("../app/demo.ts");
			demoWorld = await startDemoWorld(signal);
			return demoWorld.world;
		},
	};
	try {
		const work = (app: App, hooks: Hooks) => {
			const { question = "", searxng } = demoWorld ?? {};
			// A demo must not cost anything unasked: a model named in the environment is not used.
			const { model = false } = task.options;
			return app.research({ ...task.options, question, model, search: ["searxng"], searxng, vectors: false }, hooks);
		};
		const result = await runWithProgress(situation, how, work, (app, done) => deliver(app, done, config, task.flags));
		if (!task.flags.json && !task.flags.quiet) say(tour(result, config));
		return result.exitCode;
	} finally {
		demoWorld?.close();
	}
}

/** What a newcomer should look at, and what to type next. */
function tour({ state, files, id, exitCode }: RunResult, config: Config): string {
	const paint = createPaint(process.stderr, config.color);
	const notes = [copiedTextNote(state), correctionNote(state), disputeNote(state), unreadNote(state)].filter(
		(line) => line !== undefined,
	);
	return [
		"",
		paint("title", "What to look at"),
		...notes.map((line) => `  ${line}`),
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
function copiedTextNote({ sources }: ResearchState): string | undefined {
	const copies = sources.map((one) =>
		sources.filter((other) => other === one || isCopy(one.sketch ?? "", other.sketch ?? "")),
	);
	const most = copies.toSorted((a, b) => b.length - a.length)[0] ?? [];
	if (most.length < 2) return undefined;
	const title = truncate(oneLine(most[0]?.title ?? ""), titleWidthMax);
	return `${most.length} of the ${sources.length} pages carry one text (“${title}”): they count as one origin`;
}

/** A page that corrects or withdraws what others state. */
function correctionNote({ sources }: ResearchState): string | undefined {
	const one = sources.find(({ title }) => correctionKindIn(title) !== undefined);
	return one && `“${truncate(oneLine(one.title), titleWidthMax)}” was read as what it is`;
}

function disputeNote({ report }: ResearchState): string | undefined {
	const disputeCount = new Set(report?.disputes.map(({ why }) => why)).size;
	return disputeCount === 0 ? undefined : `${pluralize(disputeCount, "dispute")} between pages: both sides are quoted`;
}

/** `3 pages were not read: 1 behind a paywall, 2 not there any more`. */
function unreadNote(state: ResearchState): string | undefined {
	if (state.unread.length === 0) return undefined;
	const kinds = Map.groupBy(state.unread, ({ obstacle }) => (obstacle ? unreadReasonWords[obstacle] : "unreadable"));
	const words = [...kinds].map(([kind, pages]) => `${pages.length} ${kind}`).join(", ");
	return `${pluralize(state.unread.length, "page")} not read, and named as gaps: ${words}`;
}
