import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "../../support/random.ts";
import type { Attack } from "./attack.ts";

const main = join(import.meta.dirname, "../../../src/cli/main.ts");
const question = "When was the Skerry lighthouse built?";
/** As long as a lock is held, at least and at most: commands wait 5 s for a write of another one. ms */
const lockMs = { least: 5_500, most: 12_000 };

interface Stage {
	home: string;
	/** A finished run's id and report. */
	run: string;
	report: string;
	below(most: number): number;
	assay(...args: string[]): { code: number | null; stdout: string; stderr: string };
	/** The arguments that ask the question again. */
	asking: string[];
}

/** Each gives what is wrong, or nothing. */
const troubles: Record<string, (stage: Stage) => Promise<string | undefined> | string | undefined> = {
	async "another program's lock"({ home, below, asking }) {
		const other = new DatabaseSync(join(home, "runs.db"), { timeout: 5_000 });
		const child = spawn(process.execPath, [main, ...asking, "--max-steps", String(1 + below(70))]);
		let said = "";
		child.stderr.on("data", (text) => {
			said += text;
		});
		child.stdout.resume();
		const end = new Promise((resolve) => child.once("close", resolve));
		await sleep(below(1_500));
		other.exec("BEGIN IMMEDIATE");
		await sleep(lockMs.least + below(lockMs.most - lockMs.least));
		other.exec("COMMIT");
		other.close();
		const code = await end;
		return code === 0 || code === 4 ? undefined : `ended with ${code}: ${said.slice(-300)}`;
	},
	"a read-only disk"(stage) {
		const place = `${stage.home}-mounted`;
		mkdirSync(place);
		if (spawnSync("mount", ["--bind", stage.home, place]).status !== 0) return undefined;
		spawnSync("mount", ["-o", "remount,bind,ro", place]);
		const wrong = notShown(stage, place);
		spawnSync("umount", [place]);
		return wrong;
	},
	"a full disk"(stage) {
		const place = `${stage.home}-small`;
		mkdirSync(place);
		if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=8m", "assay-test", place]).status !== 0) return undefined;
		cpSync(stage.home, place, { recursive: true });
		rmSync(join(place, "runs"), { recursive: true });
		try {
			for (let n = 0; ; n++) writeFileSync(join(place, `full-${n}`), Buffer.alloc(4_096));
		} catch {
			// It is full.
		}
		const wrong = notShown(stage, place);
		spawnSync("umount", [place]);
		return wrong;
	},
	"a damaged step"({ home, run, below, assay, report }) {
		const database = new DatabaseSync(join(home, "runs.db"));
		database.exec("UPDATE workflow_runs SET status = 'running', output = NULL, finished_at = NULL");
		const steps = database.prepare("SELECT rowid AS row, step_name AS name, output FROM step_attempts").all();
		const { row = null, name, output } = steps[below(steps.length)] ?? {};
		const cut = String(output).slice(0, below(String(output).length));
		database.prepare("UPDATE step_attempts SET output = ? WHERE rowid = ?").run(cut, row);
		database.close();
		const moving = assay("resume", run, "-q");
		if (!moving.stderr.includes(String(name))) return `${name} was not named: ${moving.stderr.slice(0, 300)}`;
		const resumed = assay("resume", run, "-q");
		const same = resumed.stdout.replace(/ · [\d.]+ m?s\n$/, "") === report.replace(/ · [\d.]+ m?s\n$/, "");
		return resumed.code === 0 && same ? undefined : `another report after ${name}: ${resumed.stderr.slice(0, 300)}`;
	},
	"an emptied file"({ home, assay }) {
		rmSync(join(home, "runs.db-wal"), { force: true });
		truncateSync(join(home, "runs.db"));
		const { stderr } = assay("list");
		return stderr.includes(`${join(home, "runs.db")} has no byte in it`) ? undefined : `said: ${stderr.slice(0, 300)}`;
	},
	async "half-written files"({ home, run, below, assay }) {
		for (let kills = 0; kills < 5; kills++) {
			const child = spawn(process.execPath, [main, "show", run, "-q", "--home", home], { stdio: "ignore" });
			const end = new Promise((resolve) => child.once("close", resolve));
			await sleep(200 + below(600));
			child.kill("SIGKILL");
			await end;
		}
		const files = join(home, "runs", run);
		writeFileSync(join(files, "report.md.part"), "half");
		if (assay("show", run, "-q").code !== 0) return "could not be shown";
		const left = readdirSync(files, { recursive: true }).filter((name) => String(name).endsWith(".part"));
		return left.length === 0 ? undefined : `left ${left.join(", ")}`;
	},
};

function notShown({ assay, run, report }: Stage, home: string): string | undefined {
	const list = assay("list", "--home", home);
	if (list.code !== 0 || !list.stdout.includes(run.slice(0, 8))) return `list: ${list.stderr.slice(0, 300)}`;
	const shown = assay("show", run, "--home", home);
	return shown.code === 0 && shown.stdout === report ? undefined : `show: ${shown.stderr.slice(0, 300)}`;
}

/** What may befall a folder's store but the death of a process: nothing recorded is lost, and each is called by its name. */
export const attack: Attack = {
	name: "trouble with the store",
	run: async ({ attempts, seed, folder }) => {
		const random = seededRandom(seed);
		const corpus = join(folder, "corpus");
		mkdirSync(corpus);
		for (const name of ["guide", "history"])
			writeFileSync(
				join(corpus, `${name}.md`),
				`# ${name}\n\nThe Skerry lighthouse was built in 1887, says the ${name}.\n`,
			);
		const broken: string[] = [];
		const names = Object.keys(troubles);
		for (let attempt = 0; attempt < attempts; attempt++) {
			const home = join(folder, `home-${attempt}`);
			const assay: Stage["assay"] = (...args) => {
				const own = args.includes("--home") ? [] : ["--home", home];
				const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args, ...own], { encoding: "utf8" });
				return { code: status, stdout, stderr };
			};
			const asking = [question, "--corpus", corpus, "--no-vectors", "--home", home];
			const report = assay(...asking, "-q").stdout;
			const [run = ""] = existsSync(join(home, "runs")) ? readdirSync(join(home, "runs")) : [];
			const name = names[attempt % names.length] ?? "";
			const below = (most: number) => Math.floor(random() * most);
			const wrong = await troubles[name]?.({ home, run, report, below, assay, asking });
			if (wrong !== undefined) broken.push(`${name}: ${wrong.replace(/\s+/g, " ")}`);
		}
		return { attempts, broken };
	},
};
