import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { environment, followed, lighthouse, lighthouseQuestion, newestRun } from "../cli/support.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { type HardScript, startHardModel } from "../support/hard.ts";
import { larkdb } from "../support/larkdb.ts";
import type { Ended } from "../support/process.ts";
import { coast, misremembered, readingModel } from "../support/readings.ts";
import { readTrace } from "../support/trace.ts";
import { substanceOf } from "./kill.ts";

/** The command of a user, in a clone. */
const command = join(import.meta.dirname, "../../bin/assay.js");

interface Feature {
	name: string;
	files?: Record<string, string>;
	/** What is typed, one after the other; ID is the run of the command before. The last one prints JSON. */
	typed: string[][];
	/** Which of them is killed, from 0, at its first request with this role, and typed again. */
	killed: number;
	role: string;
	script?: HardScript;
}

const question = "How does compaction work in Larkdb, and what are its costs?";
const features: Feature[] = [
	{ name: "readings", files: coast, typed: [[misremembered]], killed: 0, role: "extractClaims", script: readings },
	{ name: "redundant workers", typed: [[lighthouseQuestion]], killed: 0, role: "answer" },
	{ name: "skeptics", typed: [[lighthouseQuestion]], killed: 0, role: "vote" },
	{
		name: "a further question",
		typed: [[lighthouseQuestion], ["ask", "ID", "What does the Skerry lighthouse guard?"]],
		killed: 1,
		role: "extractClaims",
	},
	{
		name: "clarifying questions, answered before the kill",
		typed: [
			[lighthouseQuestion, "--clarify", "--confirm"],
			["resume", "ID", "--answer", "the northern one"],
			["resume", "ID", "--accept"],
		],
		killed: 1,
		role: "begin",
	},
	{
		name: "a plan, accepted before the kill",
		typed: [
			[lighthouseQuestion, "--confirm"],
			["resume", "ID", "--accept"],
		],
		killed: 1,
		role: "extractClaims",
	},
	{
		name: "a campaign between two pulses",
		files: larkdb,
		typed: [["campaign", question, "--pulses", "3", "--depth", "quick"]],
		killed: 0,
		role: "judgePulse",
	},
];

function readings(role: string, body: Parameters<HardScript>[1]) {
	return role === "begin" ? readingModel(body) : undefined;
}

async function type(args: string[], home: string, onStart?: (kill: () => void) => void): Promise<Ended> {
	const child = spawn(process.execPath, [command, ...args, "--home", home], { env: environment() });
	child.stdin.end();
	onStart?.(() => void child.kill("SIGKILL"));
	return followed(child).end;
}

test.each(features)(
	"$name: killed once in the middle and typed again, ends with what an unbroken one finds, and its trace is replayed to that",
	async ({ files = lighthouse, typed, killed, role, script }) => {
		let kill: (() => void) | undefined;
		const { baseUrl } = closeAfterTest(
			await startHardModel((asked, body) => {
				if (asked === role) kill?.();
				return script?.(asked, body);
			}),
		);
		const begin = [
			"--corpus",
			folderOf(files),
			"--no-vectors",
			"--model",
			"openai-compatible:sim",
			"--base-url",
			baseUrl,
		];
		const course = async (home: string, isKilled: boolean) => {
			let end: Ended | undefined;
			for (const [at, args] of typed.entries()) {
				const id = at === 0 ? "" : await newestRun(home);
				const isNew = args[0] !== "resume" && args[0] !== "ask";
				const model = args[0] === "ask" ? begin.slice(2) : isNew ? begin : [];
				const whole = [...args.map((one) => (one === "ID" ? id : one)), ...model, "--json"];
				if (isKilled && at === killed) {
					const broken = await type(whole, home, (now) => (kill = now));
					kill = undefined;
					expect(broken.signal, broken.stderr).toBe("SIGKILL");
				}
				end = await type(whole, home);
			}
			if (end === undefined) throw new Error("nothing was typed");
			const run = await newestRun(home);
			const { stdout } = await type(["show", run, "--path"], home);
			const { evidenceHash, replayedHash, steps } = readTrace(stdout.trim());
			expect(replayedHash).toBe(evidenceHash);
			return { substance: substanceOf(end), steps: steps.length };
		};
		const broken = await course(emptyFolder(), true);
		expect(broken).toEqual(await course(emptyFolder(), false));
	},
);

test("a grid without a model: killed once after its first run and typed again, it has the figures of an unbroken one", async () => {
	const file = join(emptyFolder(), "questions.jsonl");
	writeFileSync(
		file,
		[lighthouseQuestion, "What does it guard?"].map((one) => JSON.stringify({ question: one })).join("\n"),
	);
	const sources = ["--corpus", folderOf(lighthouse), "--no-vectors", "--depth", "quick"];
	const args = ["ablate", "--questions", file, "--vary", "planner=guided,baseline", ...sources];
	const home = emptyFolder();
	const child = spawn(process.execPath, [command, ...args, "--home", home], { env: environment() });
	const started = followed(child);
	await started.until("1 of 4: ");
	child.kill("SIGKILL");
	expect((await started.end).signal).toBe("SIGKILL");
	const figures = async (place: string) => {
		const { code, stdout, stderr } = await type([...args, "--json", "--quiet"], place);
		expect(code, stderr).toBe(0);
		const { runs: _runs, comparisons, ...rest } = JSON.parse(stdout);
		const measured = comparisons.map(({ differences, ...more }: { differences: { measure: string }[] }) => ({
			...more,
			differences: differences.filter(({ measure }) => measure !== "seconds"),
		}));
		return { ...rest, measured };
	};
	expect(await figures(home)).toEqual(await figures(emptyFolder()));
});
