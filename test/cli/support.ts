import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { openStore } from "../../src/store/open.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { type Ended, follow } from "../support/process.ts";

// BSD's `script` has other options.
export const hasTerminals =
	spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;

export const main = join(import.meta.dirname, "../../src/cli/main.ts");

export interface Started {
	child: ChildProcess;
	/** Resolves once an output holds `text`; rejects when the process ends before. */
	until(text: string | RegExp): Promise<void>;
	end: Promise<Ended>;
}

/** The environment of every process here: nothing of the machine's own settings. */
export function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
	const { PATH, HOME, SystemRoot } = process.env;
	return { PATH, HOME, SystemRoot, ...more };
}

/** Starts the command line in a process of its own, its three streams piped. */
export function start(
	args: string[],
	options: { env?: NodeJS.ProcessEnv; input?: string; cwd?: string } = {},
): Started {
	const child = spawn(process.execPath, [main, ...args], { env: environment(options.env), cwd: options.cwd });
	child.stdin.end(options.input ?? "");
	return followed(child);
}

/** Starts the command line on a terminal of `columns` × `rows`; keys go to `child.stdin`. Needs `script` of util-linux. */
export function startOnTerminal(
	args: string[],
	columns: number,
	rows: number,
	env: NodeJS.ProcessEnv = {},
	cwd?: string,
): Started {
	const quoted = [process.execPath, main, ...args].map((one) => `'${one.replaceAll("'", "'\\''")}'`).join(" ");
	const line = `stty cols ${columns} rows ${rows}; exec ${quoted}`;
	const child = spawn("script", ["-qefc", line, "/dev/null"], {
		env: environment({ TERM: "xterm-256color", ...env }),
		cwd,
	});
	return followed(child);
}

export function followed(child: ChildProcess): Started {
	const { written, ended } = follow(child);
	const until = (text: string | RegExp) =>
		new Promise<void>((resolve, reject) => {
			const pattern = new RegExp(typeof text === "string" ? RegExp.escape(text) : text);
			const look = () => {
				if (pattern.test(written.stderr) || pattern.test(written.stdout)) resolve();
			};
			look();
			child.stdout?.on("data", look);
			child.stderr?.on("data", look);
			child.once("close", () => reject(new Error(`ended without "${text}":\n${written.stdout}\n${written.stderr}`)));
		});
	return { child, until, end: ended };
}

export function assay(
	args: string[],
	options: { env?: NodeJS.ProcessEnv; input?: string; cwd?: string } = {},
): Promise<Ended> {
	return start(args, options).end;
}

/** The id of the newest run in a home, read without a process. */
export async function newestRun(home: string, databaseUrl?: string): Promise<string> {
	const store = await openStore({ home, databaseUrl });
	const [run] = await store.runs().finally(() => store.close());
	if (!run) throw new Error(`no run in ${home}`);
	return run.id;
}

/** A small corpus with one fact in two documents, and a dissenting third. */
export const lighthouse = {
	"guide.md": "# Harbour guide\n\nThe Skerry lighthouse was built in 1887. It guards the northern harbour.\n",
	"history.md": "# History of the coast\n\nThe Skerry lighthouse was built in 1887 by the harbour board.\n",
	"letters.md": "# Letters\n\nThe Skerry lighthouse was built in 1889, wrote the keeper.\n",
};
export const lighthouseQuestion = "When was the Skerry lighthouse built?";

/** A home and a corpus of the test's own, the options that name them, and the arguments of a run on them. */
export function place(files: Record<string, string> = lighthouse, home = emptyFolder()) {
	const options = ["--home", home, "--corpus", folderOf(files), "--no-vectors"];
	return { home, options, run: [lighthouseQuestion, ...options] };
}

/** The runs of a home and their requests, read without a process. */
export async function storedRuns(home: string) {
	const store = await openStore({ home });
	try {
		const runs = await store.runs();
		return await Promise.all(runs.map(async (run) => ({ ...run, calls: await store.calls(run.id) })));
	} finally {
		await store.close();
	}
}
