/**
 * Documents that make parsers take long, one of each kind in a folder of its own beside a harmless one: each must be indexed, or
 * named with its reason, and at any time Ctrl-C must end the work. `--attempts` says how large they are: so many times 100 kB.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../../src/base/limits.ts";
import { hostileDocuments } from "../../support/hostile-documents.ts";
import { seededRandom } from "../../support/random.ts";
import type { Attack } from "./attack.ts";

/** Ctrl-C ends indexing within this. */
const stopMost = 2_000;
/** All reading of one folder: alone in its child, after being read together with the harmless one. */
const openMost = limits.pdfMs + limits.documentsMs + 20_000;

export const attack: Attack = {
	name: "documents that make parsers take long",
	async run({ seed, attempts, folder }) {
		const broken: string[] = [];
		const took: [string, number][] = [];
		const stopped: [string, number][] = [];
		const skipped: string[] = [];
		const next = seededRandom(seed);
		for (const [name, content] of Object.entries(hostileDocuments)) {
			const corpus = join(folder, name);
			mkdirSync(corpus);
			writeFileSync(join(corpus, "harmless.md"), "The lighthouse burns acetylene.\n");
			writeFileSync(join(corpus, name), content(attempts * 100_000));

			const stopping = index(corpus, `${corpus}-stopped`);
			await Promise.race([delayed(300 + next() * 1_500), once(stopping.child, "exit")]);
			const asked = performance.now();
			if (stopping.child.exitCode === null) {
				stopping.child.kill("SIGINT");
				const ended = await Promise.race([once(stopping.child, "exit"), delayed(20_000)]);
				if (!ended) stopping.child.kill("SIGKILL");
				stopped.push([name, performance.now() - asked]);
				if (performance.now() - asked > stopMost)
					broken.push(`${name}: Ctrl-C took ${ended ? seconds(performance.now() - asked) : "more than 20 s"}`);
			}

			const began = performance.now();
			const opening = index(corpus, `${corpus}-index`);
			const ended = await Promise.race([opening.outcome, delayed(openMost)]);
			opening.child.kill("SIGKILL");
			took.push([name, performance.now() - began]);
			if (ended === undefined) broken.push(`${name}: not read within ${seconds(openMost)}`);
			else if ("error" in ended) broken.push(`${name}: ${ended.error}`);
			else {
				if (ended.documents < 1) broken.push(`${name}: the harmless document is not there`);
				if (ended.documents < 2 && ended.skipped.length === 0) broken.push(`${name}: neither indexed nor named`);
				if (ended.skipped.some(({ reason }) => /within|reader down/.test(reason))) skipped.push(name);
				if (ended.blocked > stopMost)
					broken.push(`${name}: the main process was blocked for ${seconds(ended.blocked)}`);
			}
		}
		const slowest = took.toSorted((a, b) => b[1] - a[1]).slice(0, 3);
		const figures = [
			`slowest ${slowest.map(([name, ms]) => `${name} ${seconds(ms)}`).join(", ")}`,
			`Ctrl-C after ${seconds(Math.max(0, ...stopped.map(([, ms]) => ms)))} at most`,
			`ended by a limit: ${skipped.join(", ") || "none"}`,
		];
		return { attempts: took.length, broken, figures: figures.join("; ") };
	},
};

type Ended = { documents: number; skipped: { path: string; reason: string }[]; blocked: number } | { error: string };

function index(corpus: string, indexFolder: string) {
	const child = fork(new URL("../../support/open-corpus.ts", import.meta.url), [corpus, indexFolder]);
	const outcome = new Promise<Ended>((resolve) => {
		child.once("message", (message) => resolve(message as Ended));
		child.once("exit", (code, signal) => resolve({ error: `its process ended: ${signal ?? code}` }));
	});
	return { child, outcome };
}

function delayed(ms: number): Promise<undefined> {
	return new Promise((resolve) => void setTimeout(() => resolve(undefined), ms).unref());
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
