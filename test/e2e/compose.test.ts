// The services of docs/compose.yaml as plain processes: their commands, environments and host names from that file, PostgreSQL and SearX
// from Debian's packages. What a container engine alone does (images, networks, restarts) is not shown.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { environment, followed, lighthouse, main, type Started } from "../cli/support.ts";
import { startPostgres } from "../real/postgres.ts";
import { startSearx } from "../real/searx.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { serve } from "../support/server.ts";
import { startSimulatedModel } from "../support/simulated.ts";

interface Service {
	build?: { dockerfile_inline: string };
	entrypoint?: string[];
	command?: string[];
	hostname?: string;
	environment: Record<string, string>;
	stop_signal?: NodeJS.Signals;
	volumes?: string[];
	healthcheck?: { test: string[] };
}

const root = join(import.meta.dirname, "../..");
const file = parse(readFileSync(join(root, "docs/compose.yaml"), "utf8"), { merge: true }) as {
	services: Record<string, Service>;
	configs: Record<string, { content: string }>;
};
const serviceOf = (name: string): Service => {
	const service = file.services[name];
	if (!service) throw new Error(`docs/compose.yaml has no service ${name}`);
	return service;
};
/** The command that the page of the docs lets its reader type, as the arguments of the service `assay`. */
const typed = /^docker compose -f docs\/compose\.yaml run --rm assay "your question" (.*)$/m
	.exec(readFileSync(join(root, "docs/many-machines.md"), "utf8"))?.[1]
	?.split(" ");

/** Whether this machine lets a process have a host name of its own, as a container has. */
const hasHostNames = spawnSync("unshare", ["--uts", "true"]).status === 0;

test("the compose file's two workers, Postgres and SearXNG do a research, although one worker is killed in the middle", async ({
	skip,
}) => {
	const {
		POSTGRES_USER: user = "",
		POSTGRES_PASSWORD: password,
		POSTGRES_DB: name,
	} = serviceOf("postgres").environment;
	const [, ...args] = serviceOf("postgres").command ?? [];
	const postgres = await startPostgres({ user, password, args });
	if ("missing" in postgres) return skip(postgres.missing);
	onTestFinished(() => postgres.stop());
	const queries: string[] = [];
	const engine = closeAfterTest(
		await serve((request, response) => {
			queries.push(new URL(request.url ?? "/", "http://x").searchParams.get("q") ?? "");
			const results = [{ url: "http://lighthouses.test/skerry", title: "Skerry", snippet: "The Skerry lighthouse." }];
			response.setHeader("content-type", "application/json").end(JSON.stringify({ results }));
		}),
	);
	const { use_default_settings: _, ...settings } = parse(file.configs.searxng?.content ?? "") as Record<string, object>;
	const searx = await startSearx({ search: `${engine.url}/search?q={query}`, settings });
	if ("missing" in searx) return skip(searx.missing);
	onTestFinished(() => searx.stop());
	const database = new URL(await postgres.newDatabase(name));
	const health = serviceOf("postgres").healthcheck?.test.slice(1).join(" ") ?? "";
	execFileSync("sh", [
		"-c",
		`PATH=/usr/lib/postgresql/15/bin:$PATH PGHOST=127.0.0.1 PGPORT=${database.port} ${health}`,
	]);

	// What lies under a container's paths, and beside the compose file.
	const [documents, reports] = [folderOf(lighthouse), emptyFolder()];
	const model = closeAfterTest(await startSimulatedModel({ latencyMs: 700 }));
	const dotEnv = { ASSAY_MODEL: "openai-compatible:sim", ASSAY_BASE_URL: model.baseUrl };
	const hostPaths = (text: string) =>
		text
			.replace("/assay/src/cli/main.ts", main)
			.replace(/^\/documents$/, documents)
			.replace(/^\/reports$/, reports);

	/** Starts a service's command, or another one, as its container would. */
	function run(service: Service, command: readonly string[] = service.command ?? []): Started {
		const inImage = /^ENTRYPOINT (.*)$/m.exec(service.build?.dockerfile_inline ?? "")?.[1] ?? "[]";
		const entrypoint = service.entrypoint ?? (JSON.parse(inImage) as string[]);
		const words = [...entrypoint, ...command].map((word) => (word === "node" ? process.execPath : hostPaths(word)));
		const env = {
			...environment(dotEnv),
			...service.environment,
			DATABASE_URL: service.environment.DATABASE_URL?.replace("postgres:5432", database.host),
			ASSAY_SEARXNG_URL: service.environment.ASSAY_SEARXNG_URL?.replace("http://searxng:8080", searxUrl),
			ASSAY_HOME: mkdtempSync(join(tmpdir(), "assay-home-")),
		};
		const named = hasHostNames && service.hostname !== undefined;
		const line = ["--uts", "sh", "-c", 'hostname "$0" && exec "$@"', service.hostname ?? "", ...words];
		const [program = "", ...rest] = named ? ["unshare", ...line] : words;
		const started = followed(spawn(program, rest, { env, cwd: root }));
		onTestFinished(() => void started.child.kill("SIGKILL"));
		return started;
	}
	const searxUrl = searx.url;

	const workers = Object.values(file.services).filter(({ command }) => command?.[0] === "worker");
	expect(workers.map(({ hostname }) => hostname)).toEqual(["worker-1", "worker-2"]);
	const [first, second] = workers.map((service) => run(service));
	if (!first || !second || !typed) throw new TypeError("two workers and a command");
	await Promise.all([first.until("at once"), second.until("at once")]);
	const question = "How was the Skerry lighthouse built?";
	const command = run(serviceOf("assay"), [
		question,
		...typed,
		"--corpus",
		"/documents",
		"--allow-web",
		"--no-vectors",
	]);
	await command.until(" choose ");
	const taker = await Promise.race([
		first.until(" taken").then(() => first),
		second.until(" taken").then(() => second),
	]);
	const other = taker === first ? second : first;
	taker.child.kill("SIGKILL");
	await other.until(" taken");
	const ended = await command.end;
	expect(ended.code, ended.stderr).toBe(0);
	expect(ended.stdout).toContain("built in 1887");
	expect(queries.length).toBeGreaterThan(0);
	expect(readdirSync(reports)).toHaveLength(1);
	if (hasHostNames) expect(ended.stderr).toMatch(/worker worker-[12] works.*worker worker-[12] works/s);
	other.child.kill(serviceOf("worker-1").stop_signal);
	expect((await other.end).code).toBe(0);
});
