/**
 * `npm run torture -- --messages [NAME…]`: every recorded run, on SQLite and on Postgres, killed with SIGKILL after each single
 * message of its model and begun again. Not one recorded answer may be asked for again, and the report must be that of an
 * unbroken run.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../real/postgres.ts";
import { argsOfRecording, corpusOf, recordingOf, recordings } from "../support/recorded.ts";
import { byRecording, survives } from "./messages-check.ts";

const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const folder = mkdtempSync(join(tmpdir(), "assay-messages-"));
const postgres = await startPostgres();
let failures = 0;
try {
	for (const name of recordings().filter((one) => wanted.length === 0 || wanted.includes(one))) {
		const { head, exchanges } = recordingOf(name);
		const corpus = corpusOf(head, join(folder, name, "corpus"));
		if ("missing" in corpus) {
			console.log(`${name}: skipped, ${corpus.missing}`);
			continue;
		}
		const asked = { args: argsOfRecording(head, corpus.folder), answerTo: byRecording(exchanges) };
		for (const backend of ["sqlite", "postgres"]) {
			if (backend === "postgres" && "missing" in postgres) {
				console.log(`${name}, postgres: skipped, ${postgres.missing}`);
				continue;
			}
			const databaseUrl = backend === "postgres" && "url" in postgres ? await postgres.newDatabase() : undefined;
			const place = { calmHome: join(folder, name, "calm"), home: join(folder, name, backend), databaseUrl };
			const { wrong, lives } = await survives(asked, place);
			failures += wrong.length;
			console.log(
				`${name}, ${backend}: ${exchanges.length} messages, ${lives.killed} kills, ` +
					`${lives.calls.length - lives.answered.length} requests lost in flight; ${wrong.join("; ") || "nothing wrong"}`,
			);
		}
	}
} finally {
	if ("stop" in postgres) await postgres.stop();
	rmSync(folder, { recursive: true, force: true });
}
console.log(`${failures} failures`);
process.exitCode = failures > 0 ? 1 : 0;
