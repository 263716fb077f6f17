import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { openStore } from "../../../src/store/open.ts";
import { dieEnvironment } from "../../crash/die.ts";
import { openAt } from "../../crash/engine-body.ts";
import { assay } from "../../crash/kill.ts";
import type { Kind } from "../../crash/poison-child.ts";
import { startPostgres } from "../../real/postgres.ts";
import { writeFiles } from "../../support/folder.ts";
import { larkdb } from "../../support/larkdb.ts";
import { seededRandom } from "../../support/random.ts";
import type { Attack } from "./attack.ts";

const child = join(import.meta.dirname, "../../crash/poison-child.ts");
const question = "When was Larkdb first released?";
/** More processes than any of these needs: two guilty children die side by side, and what is done instead may die, too. */
const livesMax = 14;
const kinds: readonly Kind[] = ["lanes", "child", "fatal", "twice"];
const parked = ["a", "b", "parked", "c", "d"];
const expected: Record<Kind, string> = {
	lanes: JSON.stringify(parked),
	child: JSON.stringify([parked, parked]),
	...{ fatal: "failed", twice: "failed" },
};

/** Steps that end their process each time: any step of a run by the command line, and steps beside others, in children, without a way round. */
export const attack: Attack = {
	name: "steps that end their process",
	async run({ seed, attempts, folder }) {
		const random = seededRandom(seed);
		const corpus = join(folder, "corpus");
		writeFiles(corpus, larkdb);
		const args = [question, "--corpus", corpus, "--no-vectors", "-q"];
		const calm = join(folder, "calm");
		await assay(args, calm);
		const names = await stepsOf(calm);
		const server = await startPostgres();
		const broken: string[] = [];
		const deathsSeen: number[] = [];
		try {
			for (let attempt = 0; attempt < attempts; attempt++) {
				const onPostgres = attempt % 4 >= 2 && !("missing" in server);
				const databaseUrl = onPostgres && !("missing" in server) ? await server.newDatabase() : "";
				const home = join(folder, `home-${attempt}`);
				const where = `${onPostgres ? "Postgres" : "a folder"}: `;
				const name = names[Math.floor(random() * names.length)] ?? "";
				const kind = kinds[Math.floor(attempt / 2) % kinds.length] ?? "lanes";
				const { deaths, wrong } = await (attempt % 2 === 0
					? byCommand(args, home, databaseUrl, name, random() < 0.5 ? "abort" : "kill")
					: byStore(databaseUrl || home, kind));
				deathsSeen.push(deaths);
				if (wrong) broken.push(`${where}${attempt % 2 === 0 ? name : kind}: ${wrong} after ${deaths} deaths`);
			}
		} finally {
			if (!("missing" in server)) await server.stop();
		}
		return { attempts, broken, figures: `${Math.max(...deathsSeen)} deaths of one run at most` };
	},
};

interface Lived {
	deaths: number;
	wrong?: string | undefined;
}

/** A run by the command line ends with a report that says what was given up, or with an error that names the step. */
async function byCommand(
	args: string[],
	home: string,
	databaseUrl: string,
	name: string,
	by: "abort" | "kill",
): Promise<Lived> {
	const env = { DATABASE_URL: databaseUrl, ...dieEnvironment(`step:${name}`, by) };
	for (let deaths = 0; deaths < livesMax; deaths++) {
		const { code, stdout, stderr } = await assay(args, home, undefined, env);
		if (code === null) continue;
		const said =
			code === 1 ? stderr.includes(`the step ${name} was not done`) : /Given up|not done/.test(stdout + stderr);
		return { deaths, wrong: said ? undefined : `exit ${code}, and it does not say so: ${stderr.slice(-300)}` };
	}
	return { deaths: livesMax, wrong: "it goes in circles" };
}

async function byStore(where: string, kind: Kind): Promise<Lived> {
	const store = await openAt(where);
	try {
		const id = await store.create(null);
		for (let deaths = 0; deaths < livesMax; deaths++) {
			const started = spawn(process.execPath, [child, where, id, kind], { stdio: ["ignore", "pipe", "inherit"] });
			let said = "";
			started.stdout.setEncoding("utf8").on("data", (text: string) => {
				said += text;
			});
			const [code] = await once(started, "close");
			if (code === null) continue;
			const { status } = await store.run(id);
			const found = status === "failed" ? status : said.trim().replace(/parked: [^"]*/g, "parked");
			return { deaths, wrong: found === expected[kind] ? undefined : `it ended with ${found}` };
		}
		return { deaths: livesMax, wrong: "it goes in circles" };
	} finally {
		await store.close();
	}
}

async function stepsOf(home: string): Promise<string[]> {
	const store = await openStore({ home });
	try {
		const [run] = await store.runs();
		return (await store.log(run?.id ?? "")).map(({ name }) => name);
	} finally {
		await store.close();
	}
}
