import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "../../../src/store/open.ts";
import { dieEnvironment } from "../../crash/die.ts";
import { startPostgres } from "../../real/postgres.ts";
import { writeFiles } from "../../support/folder.ts";
import { larkdb } from "../../support/larkdb.ts";
import { follow } from "../../support/process.ts";
import { seededRandom } from "../../support/random.ts";
import type { Attack } from "./attack.ts";

const main = join(import.meta.dirname, "../../../src/cli/main.ts");
const question = "When was Larkdb first released?";
/** Random kills fall so long after a run's files begin to appear, at most: from there to its end it takes less. ms */
const endMs = 60;
const points = ["print", "printed", "random", "random"] as const;

/** Ends the command around its last lines, types it again until it ends by itself, and counts the runs that it made. */
export const attack: Attack = {
	name: "kills around the end of a run",
	async run({ seed, attempts, folder }) {
		const random = seededRandom(seed);
		const corpus = join(folder, "corpus");
		writeFiles(corpus, larkdb);
		const server = await startPostgres();
		const broken: string[] = [];
		const seen = { killed: 0, afterAll: 0 };
		try {
			for (let attempt = 0; attempt < attempts; attempt++) {
				const home = join(folder, `home-${attempt}`);
				const onPostgres = attempt % 4 === 3 && !("missing" in server);
				const databaseUrl = onPostgres && !("missing" in server) ? await server.newDatabase() : "";
				const form = attempt % 2 === 0 ? ["--json"] : [];
				const point = points[Math.floor(attempt / 2) % points.length] ?? "random";
				const args = [question, "--corpus", corpus, "--no-vectors", "-q", ...form];
				const env = { ...process.env, ASSAY_HOME: home, DATABASE_URL: databaseUrl, NO_COLOR: "1" };
				const after = random() * endMs;
				const first = await (point === "random"
					? life(args, env, { home, after })
					: life(args, { ...env, ...dieEnvironment(point) }));
				if (first.code === null) seen.killed++;
				const second = await life(args, env);
				const runs = await countRuns(home, databaseUrl);
				const where = `${point} ${form.join("")}${onPostgres ? " on Postgres" : ""}`;
				// A process that printed all of it may have noted so before it died; then a new run is what was asked for.
				if (runs > 1 && isWhole(first.stdout)) seen.afterAll++;
				else if (runs > 1) broken.push(`${where}: the work was done ${runs} times`);
				if (!isWhole(second.stdout))
					broken.push(`${where}: never shown (exit ${second.code}): ${second.stderr.slice(-200)}`);
			}
		} finally {
			if (!("missing" in server)) await server.stop();
		}
		return {
			attempts,
			broken,
			figures: `${seen.killed} killed, ${seen.afterAll} of them only after all was printed and noted`,
		};
	},
};

function isWhole(stdout: string): boolean {
	return stdout.startsWith("{") ? stdout.endsWith("}\n") : /\nRun [^\n]*\n$/.test(stdout);
}

async function countRuns(home: string, databaseUrl: string): Promise<number> {
	const store = await openStore({ home, databaseUrl });
	try {
		return (await store.runs()).length;
	} finally {
		await store.close();
	}
}

/** One process; with `kill`, it gets a SIGKILL so long after its run's files began to appear. */
async function life(args: string[], env: NodeJS.ProcessEnv, kill?: { home: string; after: number }) {
	const child = spawn(process.execPath, [main, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
	const { ended } = follow(child);
	const files = kill && join(kill.home, "runs");
	while (files && child.exitCode === null && !(existsSync(files) && readdirSync(files).length > 0)) await sleep(2);
	if (kill) {
		await sleep(kill.after);
		if (child.exitCode === null) child.kill("SIGKILL");
	}
	return ended;
}
