import { type Command, Option } from "commander";
import { wholeNumberParser } from "./arguments.ts";

/** Of no other well-known program. */
const portDefault = 4780;

/** Adds the options of `assay serve`. */
export function addServeOptions(
	command: Command,
	act: (task: { command: "serve"; host: string; port: number; token?: string | undefined }) => void,
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
		.action(({ host, port, token }: { host: string; port: number; token?: string }) =>
			act({ command: "serve", host, port, token }),
		);
}

/** Adds the argument of `assay open`: the same server, with the link of one run's page. */
export function addOpenOptions(
	command: Command,
	act: (task: { command: "serve"; host: string; port: number; open: string }) => void,
): void {
	command
		.argument("<id>", "the run's id, or its first digits")
		.action((id: string) => act({ command: "serve", host: "127.0.0.1", port: portDefault, open: id }));
}

/** Adds the options of `assay mcp`. */
export function addMcpOptions(
	command: Command,
	act: (task: { command: "mcp"; http: boolean; port?: number | undefined; token?: string | undefined }) => void,
): void {
	command
		.option("--http", "serve over Streamable HTTP on this machine instead, and print its address and token")
		.addOption(
			new Option("--port <n>", "with --http: the port (default: 4781)").argParser(wholeNumberParser(0, 65_535)),
		)
		.option("--token <text>", "with --http: the token, instead of a new one at each start (or set ASSAY_TOKEN)")
		.action(({ http = false, port, token }: { http?: boolean; port?: number; token?: string }) =>
			act({ command: "mcp", http, port, token }),
		);
}
