/**
 * `npm run bench -- questions [--count 15] [--seed 1] [--no-vectors]`: how long a question takes a user. Each is a process of its
 * own on the multi-hop set's 6,741 paragraphs, index warm, no key, standard depth; from the start of the process to its end,
 * report written. The questions are drawn from the set; their answers are not looked at.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { data } from "../test/support/data.ts";

const root = join(import.meta.dirname, "..");

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			count: { type: "string", default: "15" },
			seed: { type: "string", default: "1" },
			"no-vectors": { type: "boolean", default: false },
		},
	});
	const home = mkdtempSync(join(tmpdir(), "assay-questions-"));
	const flags = values["no-vectors"] ? ["--no-vectors"] : [];
	try {
		const questions = drawn(Number(values.count), Number(values.seed));
		console.log(
			`${questions.length} questions (seed ${values.seed}), ${flags.length > 0 ? "without" : "with"} vectors`,
		);
		await seconds(home, "Who was Shirley Temple?", flags);
		const times: number[] = [];
		for (const question of questions) times.push(await seconds(home, question, flags));
		times.sort((a, b) => a - b);
		const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? Number.NaN).toFixed(2);
		console.log(`seconds a question: median ${at(0.5)}, fastest ${at(0)}, slowest ${at(1)}`);
	} finally {
		rmSync(home, { recursive: true, force: true });
	}
}

/** Every n-th question from a start that the seed gives. */
function drawn(count: number, seed: number): string[] {
	const lines = readFileSync(join(data, "multihop/questions.jsonl"), "utf8").trim().split("\n");
	const stride = Math.max(1, Math.floor(lines.length / count));
	return Array.from({ length: count }, (_, index) => {
		const line = lines[(seed * 7 + index * stride) % lines.length] ?? "{}";
		return (JSON.parse(line) as { question: string }).question;
	});
}

async function seconds(home: string, question: string, flags: string[]): Promise<number> {
	const started = performance.now();
	const corpus = join(data, "multihop/corpus.jsonl");
	const child = spawn(
		process.execPath,
		[join(root, "src/cli/main.ts"), question, "--corpus", corpus, "--json", ...flags],
		{
			stdio: "ignore",
			env: { ...process.env, ASSAY_HOME: home, DATABASE_URL: "" },
		},
	);
	await once(child, "close");
	return (performance.now() - started) / 1000;
}
