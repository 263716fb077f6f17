import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import postgres from "postgres";
import { startPostgres } from "../../real/postgres.ts";
import type { Attack } from "./attack.ts";

const runs = 1_000;
/** Of them, so many were interrupted right before their report. */
const interrupted = 300;
/** What a list may take on two idle cores, the start of the process included. ms */
const listMs = 1_000;
/** The quickest of so many counts: other programs take their share of the machine. */
const tries = 5;
const main = join(import.meta.dirname, "../../../src/cli/main.ts");
const question = "How did the Skerry lighthouse develop, and what are its problems?";

/** A corpus about which a deep run finds many claims. */
function writeCorpus(folder: string): void {
	mkdirSync(folder);
	for (let file = 0; file < 40; file++) {
		const noted = (at: number) =>
			`The Skerry lighthouse was ${["built", "lit", "closed"][at % 3]} in ${1800 + ((file * 61 + at * 17) % 150)} by the board near Northport ${at}.`;
		const text = Array.from({ length: 60 }, (_, at) => noted(at)).join(" ");
		writeFileSync(join(folder, `${file}.md`), `# Skerry ${file}\n\n${text}\n`);
	}
}

/** The one run there is, copied until there are `runs`; the first `interrupted` copies have no end. */
const copied = (at: string, columns: readonly string[]) =>
	columns.map((one) => (one === "namespace_id" ? at : one)).join(", ");
const unended = "UPDATE workflow_runs SET status = 'running', finished_at = NULL, output = NULL";

function copyInFolder(file: string): void {
	const database = new DatabaseSync(file);
	const [{ id } = { id: "" }] = database.prepare("SELECT namespace_id AS id FROM workflow_runs").all();
	database.exec("PRAGMA foreign_keys = OFF; BEGIN");
	for (const [table, count] of [
		["workflow_runs", runs],
		["step_attempts", interrupted + 1],
	] as const) {
		const columns = database
			.prepare(`PRAGMA table_info(${table})`)
			.all()
			.map(({ name }) => String(name));
		const copy = database.prepare(
			`INSERT INTO ${table} (${columns.join(", ")}) SELECT ${copied("?", columns)} FROM ${table} WHERE namespace_id = ?`,
		);
		for (let at = 1; at < count; at++) copy.run(at.toString(16).padStart(16, "0"), String(id));
	}
	database.exec(
		`${unended} WHERE namespace_id <= '${interrupted.toString(16).padStart(16, "0")}' AND namespace_id <> '${id}'; COMMIT`,
	);
	database.close();
}

async function copyInPostgres(url: string): Promise<void> {
	const sql = postgres(url, { max: 1, onnotice: () => undefined, connection: { search_path: "assay" } });
	const [{ id } = { id: "" }] = await sql`SELECT namespace_id AS id FROM workflow_runs`;
	for (const [table, count] of [
		["workflow_runs", runs],
		["step_attempts", interrupted + 1],
	] as const) {
		const rows = await sql`SELECT column_name AS name FROM information_schema.columns
			WHERE table_schema = 'assay' AND table_name = ${table}`;
		const columns = rows.map(({ name }) => String(name));
		await sql.unsafe(
			`INSERT INTO ${table} (${columns.join(", ")}) SELECT ${copied("lpad(to_hex(n), 16, '0')", columns)}
			FROM ${table}, generate_series(1, ${count - 1}) AS n WHERE namespace_id = '${id}'`,
		);
	}
	await sql.unsafe(
		`${unended} WHERE namespace_id <= lpad(to_hex(${interrupted}), 16, '0') AND namespace_id <> '${id}'`,
	);
	await sql`ANALYZE`;
	await sql.end();
}

/** Many runs, of which many never ended: `list` has to tell how far each of them is. */
export const attack: Attack = {
	name: `list with ${runs} runs, ${interrupted} of them interrupted`,
	run: async ({ folder }) => {
		writeCorpus(join(folder, "corpus"));
		const broken: string[] = [];
		const figures: string[] = [];
		const server = await startPostgres();
		try {
			for (const where of "missing" in server ? ["folder"] : ["folder", "postgres"]) {
				const home = join(folder, where);
				const url = where === "postgres" && !("missing" in server) ? await server.newDatabase() : "";
				const env = { PATH: process.env.PATH, HOME: home, ASSAY_HOME: home, DATABASE_URL: url };
				const begun = [main, question, "--corpus", join(folder, "corpus"), "--no-vectors", "--depth", "deep", "-q"];
				execFileSync(process.execPath, begun, { env, stdio: "ignore" });
				if (url === "") copyInFolder(join(home, "runs.db"));
				else await copyInPostgres(url);
				let [ms, stdout] = [Number.POSITIVE_INFINITY, ""];
				for (let time = 0; time < tries; time++) {
					const began = performance.now();
					stdout = spawnSync(process.execPath, [main, "list"], { env, maxBuffer: 1e8, encoding: "utf8" }).stdout;
					ms = Math.min(ms, Math.round(performance.now() - began));
				}
				const lines = stdout.match(/ interrupted .* [1-9]\d* steps?, [1-9]\d* pages?/g)?.length ?? 0;
				figures.push(`${where} ${ms} ms`);
				if (lines !== interrupted) broken.push(`${where}: ${lines} interrupted runs with their figures`);
				if (ms > listMs) broken.push(`${where}: list took ${ms} ms`);
			}
		} finally {
			if (!("missing" in server)) await server.stop();
		}
		return { attempts: figures.length, broken, figures: figures.join(", ") };
	},
};
