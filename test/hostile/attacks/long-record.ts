import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "../../support/random.ts";
import type { Attack } from "./attack.ts";

const characters = 9_000_000;
const deadlineMs = 20_000;
/** What a deadline may be missed by, and what Ctrl-C may take. ms */
const lateMs = 2_000;
/** The start of the process is no part of a run. ms */
const startMs = 1_000;
const main = join(import.meta.dirname, "../../../src/cli/main.ts");
const built = "The Skerry lighthouse was built in 1887. ";
const words = "harbour board keeper stone tower northern coast ships storm lamp oil light year sea wind council".split(
	" ",
);

/** What 9 MB may be filled with, as a function of a random source. */
const fillings: Record<string, (word: () => string, number: () => number) => string> = {
	prose: (word, number) => `The ${word()} of the ${word()} saw ${number()} ${word()} and a ${word()}. `,
	"one line of words": (word) => `${word()} `,
	"short lines": (word) => `${word()} ${word()}\n`,
	"one word": (word) => word(),
	"the answer, over and over": () => built,
	"other answers": (word, number) => `The Skerry lighthouse was built in ${1000 + (number() % 900)} by ${word()}. `,
	"the question's words": () => "when was the Skerry lighthouse built ",
	names: (word) => `${word().replace(/^./, (one) => one.toUpperCase())} `,
	rows: (word, number) => `${word()} | ${number()} | Skerry lighthouse 1887\n`,
	brackets: (word) => `(${word()} [`,
	numbers: (_, number) => `${number()} `,
};

/** A record or a text of 9 MB: neither the deadline nor Ctrl-C waits for it. */
export const attack: Attack = {
	name: "one record of 9 MB",
	run: async ({ attempts, seed, folder }) => {
		const random = seededRandom(seed);
		const below = (most: number) => Math.floor(random() * most);
		const broken: string[] = [];
		let [late, slow] = [0, 0];
		for (let attempt = 0; attempt < attempts; attempt++) {
			const names = Object.keys(fillings);
			const name = names[(attempt >> 1) % names.length] ?? "";
			const corpus = join(folder, `corpus-${attempt}`);
			const text = [built];
			for (let length = 0; length < characters; ) {
				const piece = fillings[name]?.(
					() => words[below(words.length)] ?? "",
					() => below(1e6),
				);
				text.push(piece ?? "");
				length += piece?.length ?? 0;
			}
			mkdirSync(corpus);
			const whole = text.join("").slice(0, characters);
			if (attempt % 2 === 0) writeFileSync(join(corpus, "a.jsonl"), `${JSON.stringify({ id: "1", text: whole })}\n`);
			else writeFileSync(join(corpus, "a.txt"), whole);
			const vectors = below(2) === 0 ? [] : ["--no-vectors"];
			const args = ["When was the Skerry lighthouse built?", "--corpus", corpus, "--home", join(folder, `${attempt}`)];
			const what = `${name}, .${attempt % 2 === 0 ? "jsonl" : "txt"} ${vectors.join("")}`;
			const run = () => {
				const began = performance.now();
				const child = spawn(
					process.execPath,
					[main, ...args, ...vectors, "-q", "--deadline", String(deadlineMs / 1_000)],
					{
						stdio: "ignore",
					},
				);
				const end = new Promise<number | null>((resolve) => child.once("close", resolve));
				return { child, end, began };
			};
			const stopped = run();
			await sleep(below(deadlineMs / 2));
			const asked = performance.now();
			stopped.child.kill("SIGINT");
			await stopped.end;
			const stopMs = performance.now() - asked;
			slow = Math.max(slow, stopMs);
			if (stopMs > lateMs) broken.push(`${what}: Ctrl-C took ${Math.round(stopMs)} ms`);
			const finished = run();
			const code = await finished.end;
			const overMs = performance.now() - finished.began - startMs - deadlineMs;
			late = Math.max(late, overMs);
			if (overMs > lateMs) broken.push(`${what}: ${Math.round(overMs)} ms after the deadline`);
			if (code !== 0 && code !== 3 && code !== 4) broken.push(`${what}: ended with ${code}`);
		}
		return {
			attempts,
			broken,
			figures: `Ctrl-C at most ${Math.round(slow)} ms, deadline by at most ${Math.round(late)} ms`,
		};
	},
};
