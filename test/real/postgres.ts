import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { freePort } from "../support/server.ts";

/** A Postgres server of a test's own: empty, on the loopback address and a socket in its own folder. */
export interface PrivatePostgres {
	/** `postgres://…/postgres`. */
	url: string;
	/** URL of a new, empty database on this server. */
	newDatabase(name?: string): Promise<string>;
	/** Ends the server at once, as a crash does, and starts it again after `downMs`. */
	crash(downMs: number): Promise<void>;
	/** Ends the server by its process id and removes its folder. */
	stop(): Promise<void>;
}

const startMsMax = 60_000;

interface ServerOptions {
	durable?: boolean;
	user?: string;
	/** Without one, everybody is let in. */
	password?: string | undefined;
	/** Arguments of the server beside its own. */
	args?: readonly string[];
}

/**
 * Starts a server, or says why it cannot. With ASSAY_REQUIRE_REAL=1 it throws instead of saying. Processes that are killed
 * lose nothing that the system holds, so tests need no `durable` server, which waits for the disk; benchmarks do.
 */
export async function startPostgres(options: ServerOptions = {}): Promise<PrivatePostgres | { missing: string }> {
	const bin = findBin();
	if (bin) return start(bin, options);
	const missing = "no PostgreSQL server is installed (looked in PATH and /usr/lib/postgresql)";
	if (process.env.ASSAY_REQUIRE_REAL === "1") throw new Error(missing);
	return { missing };
}

function findBin(): string | undefined {
	const packaged = "/usr/lib/postgresql";
	const versions = existsSync(packaged) ? readdirSync(packaged).map((version) => join(packaged, version, "bin")) : [];
	return [...versions, ...(process.env.PATH ?? "").split(":")].find((folder) => existsSync(join(folder, "initdb")));
}

async function start(
	bin: string,
	{ durable = false, user = "postgres", password, args = [] }: ServerOptions,
): Promise<PrivatePostgres> {
	const folder = mkdtempSync(join(tmpdir(), "assay-pg-"));
	const data = join(folder, "data");
	mkdirSync(data, { mode: 0o700 });
	const passwordFile = join(folder, "password");
	writeFileSync(passwordFile, password ?? "", { mode: 0o600 });
	const asServer = serverUser(folder, data, passwordFile);
	const [command, ...before] = [...asServer, join(bin, "initdb")];
	const auth = password === undefined ? ["--auth=trust"] : ["--auth=scram-sha-256", `--pwfile=${passwordFile}`];
	execFileSync(String(command), [...before, "-D", data, "-U", user, ...auth, "--no-sync"], {
		stdio: "pipe",
	});
	const port = await freePort();
	const login = password === undefined ? user : `${user}:${password}`;
	const url = (database: string) => `postgres://${login}@127.0.0.1:${port}/${database}`;
	const own = ["listen_addresses=127.0.0.1", `port=${port}`, `unix_socket_directories=${folder}`];
	const options = [...own, `fsync=${durable ? "on" : "off"}`];
	let server = await launch();
	let databases = 0;

	async function launch(): Promise<ChildProcess> {
		const [run, ...rest] = [
			...asServer,
			join(bin, "postgres"),
			"-D",
			data,
			...options.flatMap((option) => ["-c", option]),
			...args,
		];
		// `setpriv` becomes the server, so the child's id is the server's.
		const child = spawn(String(run), rest, { stdio: ["ignore", "ignore", "pipe"] });
		let said = "";
		child.stderr?.on("data", (text) => {
			said = `${said}${text}`.slice(-2_000);
		});
		process.once("exit", () => child.kill("SIGQUIT"));
		const giveUpAt = Date.now() + startMsMax;
		while (!(await answers(url("postgres")))) {
			if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error(`Postgres did not start: ${said}`);
			await sleep(50);
		}
		return child;
	}

	async function end(): Promise<void> {
		const ended = new Promise((resolve) => server.once("exit", resolve));
		if (server.exitCode !== null || !server.kill("SIGQUIT")) return;
		await ended;
	}

	return {
		url: url("postgres"),
		newDatabase: async (name = `test_${++databases}`) => {
			const admin = postgres(url("postgres"), { max: 1 });
			await admin`CREATE DATABASE ${admin(name)}`;
			await admin.end();
			return url(name);
		},
		crash: async (downMs) => {
			await end();
			await sleep(downMs);
			server = await launch();
		},
		stop: async () => {
			await end();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** The server refuses to run as root: then it runs as the packaged user. Gives the words before its command. */
function serverUser(...folders: string[]): string[] {
	if (process.getuid?.() !== 0) return [];
	const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
	for (const folder of folders) chownSync(folder, id("-u"), id("-g"));
	// A test that is killed takes its server along.
	return ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--pdeathsig=QUIT"];
}

async function answers(url: string): Promise<boolean> {
	const client = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => undefined });
	try {
		await client`SELECT 1`;
		return true;
	} catch {
		return false;
	} finally {
		await client.end({ timeout: 0 });
	}
}
