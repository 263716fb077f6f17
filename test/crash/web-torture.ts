/**
 * `npm run torture -- --web [--kills 50] [--seed 1] [--no-browser]`: a run on the invented web, killed with SIGKILL at random
 * moments and gone on with by its id, on SQLite and, where a server is installed, on Postgres; then killed after each step that
 * it records. See `survivesKills` for what must hold.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromiumProgram } from "../real/chromium.ts";
import { startPostgres } from "../real/postgres.ts";
import { seededRandom } from "../support/random.ts";
import { startWorld } from "../world/serve.ts";
import { askedOf, calmRun, type Moment, survivesKills } from "./web-check.ts";

const { values } = parseArgs({
	options: {
		web: { type: "boolean" },
		kills: { type: "string", default: "50" },
		seed: { type: "string", default: "1" },
		"no-browser": { type: "boolean", default: false },
	},
});
const wanted = Number(values.kills);
const random = seededRandom(Number(values.seed));
const folder = mkdtempSync(join(tmpdir(), "assay-web-torture-"));
const world = await startWorld();
const postgres = await startPostgres();
const browser = !values["no-browser"] && typeof chromiumProgram() === "string";
const asked = askedOf(world, browser);
const sum = { kills: 0, browsers: 0, runs: 0, failures: 0 };

async function broken(name: string, moments: Iterable<Moment>, databaseUrl: string | undefined): Promise<void> {
	const place = { home: join(folder, `run-${sum.runs++}`), databaseUrl };
	const { wrong, kills, browsers } = await survivesKills(asked, calm, { place, moments, visits: world.visits });
	sum.kills += kills;
	sum.browsers += browsers;
	if (wrong.length > 0) sum.failures++;
	console.log(`${name}: ${kills} kills, ${browsers} with a browser running: ${wrong.join("; ") || "nothing wrong"}`);
}

/** At most 8 lives a run, so that each run gets far. */
function* someMoments(ms: number): Iterable<Moment> {
	for (let at = Math.min(8, wanted - sum.kills); at > 0; at--) yield { ms: 200 + random() * ms };
}

const calm = await calmRun(asked, { home: join(folder, "calm") });
console.log(`unbroken: ${calm.steps} steps, ${calm.ms} ms, browser: ${browser}`);
try {
	await broken(
		"after each step",
		Array.from({ length: calm.steps }, () => ({ steps: 1 })),
		undefined,
	);
	for (let turn = 0; sum.kills < wanted; turn++) {
		const onPostgres = turn % 2 === 1 && "newDatabase" in postgres;
		await broken(
			onPostgres ? "Postgres" : "SQLite",
			someMoments(calm.ms),
			onPostgres ? await postgres.newDatabase() : undefined,
		);
	}
} finally {
	if ("stop" in postgres) await postgres.stop();
	await world.close();
	rmSync(folder, { recursive: true, force: true });
}
console.log(
	`${sum.kills} kills (seed ${values.seed}), ${sum.browsers} with a browser running, ${sum.runs} runs: ${sum.failures} failures`,
);
process.exitCode = sum.failures > 0 ? 1 : 0;
