import manifest from "../../package.json" with { type: "json" };
import type { Config } from "../app/config.ts";
import { onInterrupt } from "../base/interrupt.ts";
import { Secret } from "../base/secret.ts";
import { pluralize } from "../base/text.ts";
import { Interrupted } from "./failure.ts";
import type { ParsedCommand } from "./program.ts";
import type { CommandState } from "./run-with-progress.ts";
import { jsonText, printSecret, say } from "./terminal/output.ts";
import { settleTrust } from "./trust.ts";
import { shortId } from "./words.ts";

/** Unfinished runs that are named at the start. */
const namedMax = 5;

/** `assay serve`: serves the API until Ctrl-C, which leaves all runs resumable. Returns the exit code. */
export async function serve(
	{ host, port, token: typed, flags }: ParsedCommand & { command: "serve" },
	config: Config,
	commandState: CommandState,
): Promise<number> {
	await settleTrust(config, flags);
	const [{ openApp }, { serve: open, serverToken }] = await Promise.all([
		import("../app/index.ts"),
		import("../http/index.ts"),
	]);
	const token = serverToken(typed === undefined ? config.serverToken : new Secret(typed));
	const app = await openApp(config);
	try {
		const tell = (text: string) => {
			if (!flags.quiet) say(text);
		};
		const server = await open(app, {
			host,
			port,
			token,
			version: manifest.version,
			say: (text) => tell(`assay: ${text}`),
		});
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
		const unfinished = (await app.list()).filter(
			({ status }) => status !== "completed" && status !== "failed" && status !== "running",
		);
		if (unfinished.length > 0) {
			const ids = unfinished.slice(0, namedMax).map(({ id }) => shortId(id));
			tell(
				`assay: ${pluralize(unfinished.length, "run")} can be resumed: ${ids.join(", ")}${unfinished.length > namedMax ? ", …" : ""}`,
			);
			tell(`  → POST /api/runs/ID/resume, or assay resume ID`);
		}
		if (flags.json) await printSecret(jsonText({ address: server.address, link: server.link, token: token.reveal() }));
		else await printSecret(`${server.link}\n`);
		tell(`assay: open this link in a browser; a program sends its token: Authorization: Bearer TOKEN`);
		tell("assay: all operations: /openapi.json; Ctrl-C stops the server, and runs are kept");
		await stopped;
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

function isLoopback(host: string): boolean {
	return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
