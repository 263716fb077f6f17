import { type Command, Option } from "commander";
import { wholeNumberParser } from "./arguments.ts";

/** Of no other well-known program. */
const portDefault = 4780;

interface ServeFlags {
	host: string;
	port: number;
	token?: string;
	onWorkers?: boolean;
}

const onWorkersHelp = "let worker processes do the runs (assay worker); needs DATABASE_URL";

/** Adds the options of `assay serve`. */
export function addServeOptions(
	command: Command,
	act: (task: { command: "serve"; host: string; port: number; token?: string | undefined; onWorkers: boolean }) => void,
): void {
	command
		.addOption(
			new Option("--port <n>", `where to listen; 0 for any free port (default: ${portDefault})`)
				.argParser(wholeNumberParser(0, 65_535))
				.default(portDefault),
		)
		.option(
			"--host <address>",
			"another address of this machine, which other machines may reach (default: 127.0.0.1)",
			"127.0.0.1",
		)
		.option(
			"--token <text>",
			"the token, instead of a new one at each start (or set ASSAY_TOKEN, which no list of processes shows)",
		)
		.option("--on-workers", onWorkersHelp)
		.action(({ host, port, token, onWorkers = false }: ServeFlags) =>
			act({ command: "serve", host, port, token, onWorkers }),
		);
}

/** Adds the argument of `assay open`: the same server, with the link of one run's page. */
export function addOpenOptions(
	command: Command,
	act: (task: { command: "serve"; host: string; port: number; open: string; onWorkers: boolean }) => void,
): void {
	command
		.argument("<id>", "the run's id, or its first digits")
		.action((id: string) =>
			act({ command: "serve", host: "127.0.0.1", port: portDefault, open: id, onWorkers: false }),
		);
}

/** Adds the options of `assay mcp`. */
export function addMcpOptions(
	command: Command,
	act: (task: {
		command: "mcp";
		http: boolean;
		port?: number | undefined;
		token?: string | undefined;
		onWorkers: boolean;
	}) => void,
): void {
	command
		.option("--http", "serve over Streamable HTTP on this machine instead, and print its address and token")
		.addOption(
			new Option("--port <n>", "with --http: the port (default: 4781)").argParser(wholeNumberParser(0, 65_535)),
		)
		.option("--token <text>", "with --http: the token, instead of a new one at each start (or set ASSAY_TOKEN)")
		.option("--on-workers", onWorkersHelp)
		.action(({ http = false, port, token, onWorkers = false }: Partial<ServeFlags> & { http?: boolean }) =>
			act({ command: "mcp", http, port, token, onWorkers }),
		);
}
