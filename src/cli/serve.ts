import manifest from "../../package.json" with { type: "json" };
import type { Config } from "../app/config.ts";
import { AssayError } from "../base/errors.ts";
import { onInterrupt } from "../base/interrupt.ts";
import { Secret } from "../base/secret.ts";
import { pluralize } from "../base/text.ts";
import { Interrupted } from "./failure.ts";
import type { ParsedCommand } from "./program.ts";
import type { CommandState } from "./run-with-progress.ts";
import { noteServer, serverWith } from "./server-file.ts";
import { jsonText, printSecret, say } from "./terminal/output.ts";
import { settleTrust } from "./trust.ts";
import { shortId } from "./words.ts";

/** Unfinished runs that are named at the start. */
const namedMax = 5;

/**
 * `assay serve`, `assay open ID`: serves the page and the API until Ctrl-C, which leaves all runs resumable. If a server has the run to
 * open already, only its link is printed. Returns the exit code.
 */
export async function serve(
	{ host, port, token: typed, open: runToOpen, onWorkers, flags }: ParsedCommand & { command: "serve" },
	config: Config,
	commandState: CommandState,
): Promise<number> {
	await settleTrust(config, flags);
	const [{ openApp }, { handingOver }, { serve: startServer, serverToken }] = await Promise.all([
		import("../app/index.ts"),
		import("../app/api.ts"),
		import("../http/index.ts"),
	]);
	const token = serverToken(typed === undefined ? config.serverToken : new Secret(typed));
	const opened = await openApp(config);
	const app = onWorkers ? handingOver(opened) : opened;
	try {
		const workers = onWorkers ? await app.countWorkers() : undefined;
		const tell = (text: string) => {
			if (!flags.quiet) say(text);
		};
		const runId = runToOpen === undefined ? undefined : (await app.find(runToOpen)).id;
		const other = runId === undefined ? undefined : await serverWith(config.home, runId);
		if (other) {
			await printLink(other.address, other.token, runId, flags.json);
			return 0;
		}
		const options = { host, token, version: manifest.version, say: (text: string) => tell(`assay: ${text}`) };
		const server = await startServer(app, { ...options, port }).catch((error: unknown) => {
			if (runId === undefined || !(error instanceof AssayError && error.code === "PORT_TAKEN")) throw error;
			return startServer(app, { ...options, port: 0 });
		});
		const forget = await noteServer(config.home, { address: server.address, token: token.reveal() });
		const stopped = new Promise<void>((resolve) => {
			onInterrupt((_signal, times) => {
				if (times > 1) commandState.exitInterrupted(new Interrupted(undefined));
				resolve();
			});
		});
		if (!isLoopback(host))
			say(
				`assay: ${host} can be reached from other machines, and nothing is encrypted: whoever reads along on the network has the token`,
			);
		const unfinished = (await app.list()).filter(({ status }) => status === "interrupted" || status === "waiting");
		if (workers !== undefined) tell(workersLine(workers));
		if (unfinished.length > 0) {
			const ids = unfinished.slice(0, namedMax).map(({ id }) => shortId(id));
			tell(
				`assay: ${pluralize(unfinished.length, "run")} can be resumed: ${ids.join(", ")}${unfinished.length > namedMax ? ", …" : ""}`,
			);
			tell(`  → POST /api/runs/ID/resume, or assay resume ID`);
		}
		await printLink(server.address, token.reveal(), runId, flags.json);
		tell(`assay: open this link in a browser; a program sends its token: Authorization: Bearer TOKEN`);
		tell("assay: all operations: /openapi.json; Ctrl-C stops the server, and runs are kept");
		await stopped;
		await forget();
		const ids = await server.close();
		tell(
			ids.length === 0
				? "assay: stopped"
				: `assay: stopped; to go on: ${ids.map((id) => `assay resume ${shortId(id)}`).join(", ")}`,
		);
		return 0;
	} finally {
		await app.close();
	}
}

function workersLine(workers: number): string {
	if (workers === 0) return "assay: workers do the runs, and none is running; to start one: assay worker";
	return `assay: workers do the runs; ${workers} ${workers === 1 ? "is" : "are"} running`;
}

/** `runId`: the link leads to this run. */
async function printLink(address: string, token: string, runId: string | undefined, isJson: boolean): Promise<void> {
	const link = `${address}/${runId === undefined ? "" : `runs/${runId}`}?token=${token}`;
	await printSecret(isJson ? jsonText({ address, link, token }) : `${link}\n`);
}

function isLoopback(host: string): boolean {
	return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
