/**
 * A machine whose own interfaces have public addresses: a network namespace of its own, in which this file runs as a program.
 * `unshare --net node own-addresses.ts [BROWSER]` prints a `Seen` as JSON.
 */
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { AssayError } from "../../src/base/errors.ts";
import { type Gate, openGate } from "../../src/net/gate.ts";
import { openBrowserProxy } from "../../src/net/proxy.ts";
import { openWeb } from "../../src/net/web.ts";
import { openBrowser } from "../../src/sources/pages/browser/open.ts";

/** Addresses that this machine is given, with their networks: on loopback, Linux serves all of a network. */
const given = ["93.184.216.34/32", "2606:2800:220:1::5/128", "151.101.1.1/24"];
/** How they are written in an address. */
const hosts = [
	"93.184.216.34",
	"1572395042",
	"[2606:2800:220:1::5]",
	"[::ffff:93.184.216.34]",
	"[64:ff9b::93.184.216.34]",
	"151.101.1.77",
	"four.example.com",
	"six.example.com",
	"mapped.example.com",
	"translated.example.com",
];
const names: Record<string, string> = {
	"four.example.com": "93.184.216.34",
	"six.example.com": "2606:2800:220:1::5",
	"mapped.example.com": "::ffff:93.184.216.34",
	"translated.example.com": "64:ff9b::93.184.216.34",
};

export interface Seen {
	/** Requests and connections by which the addresses were tried. */
	tried: number;
	/** Those that reached a server of this machine, by how they were made. */
	reached: string[];
	/** Whether the address was refused before it was this machine's. */
	refusedBefore: boolean;
	/** Why the first one was refused. */
	reason: string;
	/** The status that a server gave whose host and port the user named. */
	named: number;
}

/** What came of it, or why this machine allows no namespace. `browser`: a program of Chromium's kin, to try its pages too. */
export function tryOwnAddresses(browser = ""): Seen | { missing: string } {
	const root = process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"];
	const inNamespace = (...command: string[]) =>
		spawnSync("unshare", [...root, "--net", ...command], { encoding: "utf8", timeout: 120_000 });
	if (inNamespace("ip", "link", "set", "lo", "up").status !== 0)
		return { missing: "no network namespace can be made here (unshare --net, ip)" };
	const { stdout, stderr, status } = inNamespace(process.execPath, import.meta.filename, browser);
	if (status !== 0) throw new Error(`the namespace's program failed: ${stderr}`);
	return JSON.parse(stdout);
}

async function main(program: string): Promise<Seen> {
	ip("link", "set", "lo", "up");
	let way = "";
	const reached: string[] = [];
	const server = createServer((request, response) => {
		const { pathname, searchParams } = new URL(request.url ?? "/", "http://any");
		const to = searchParams.get("to") ?? "";
		if (pathname === "/go") response.writeHead(302, { location: to }).end();
		else if (pathname === "/page")
			response.setHeader("content-type", "text/html").end(`<p>words<script src="${to}"></script>
				<script>fetch("${to}", { mode: "no-cors" }).finally(() => { location.href = "${to}" })</script>`);
		else {
			if (way !== "named") reached.push(way);
			response.end("inside");
		}
	});
	await new Promise<void>((done) => server.listen(0, "::", done));
	const { port } = server.address() as AddressInfo;
	const judging = openGate({
		resolve: async (name) => [{ address: names[name] ?? "", family: names[name]?.includes(":") ? 6 : 4 }],
	});
	// The attacker's own site.
	const gate: Gate = {
		check: judging.check,
		open: async (host, at, options) =>
			host === "outside.example.net" ? { address: "127.0.0.1", family: 4, port } : judging.open(host, at, options),
	};
	const web = openWeb({ gate });
	const proxy = await openBrowserProxy(gate);
	const browser = program ? openBrowser({ gate, executable: program }) : undefined;
	const { username, password } = proxy.session();
	const pass = Buffer.from(`${username}:${password}`).toString("base64");
	const send = (line: string): Promise<void> =>
		new Promise((done) => {
			const socket = connect(Number(new URL(proxy.url).port), "127.0.0.1");
			socket.on("error", () => undefined).on("close", () => done());
			socket.write(`${line} HTTP/1.1\r\nHost: any\r\nProxy-Authorization: Basic ${pass}\r\n\r\n`);
			// Through the tunnel, when it is there.
			socket.on("data", (chunk) => {
				if (chunk.includes(" 200 Connection")) socket.write("GET / HTTP/1.1\r\nHost: any\r\nConnection: close\r\n\r\n");
				else socket.end();
			});
		});
	const refusal = (work: () => Promise<unknown>): Promise<string> =>
		work().then(
			() => "",
			({ message }: AssayError) => message,
		);
	const first = `http://93.184.216.34:${port}/`;
	const refusedBefore = (await refusal(async () => gate.check(first))) !== "";
	for (const address of given) ip("address", "add", address, "dev", "lo", ...(address.includes(":") ? ["nodad"] : []));

	const reason = await refusal(() => judging.open("four.example.com", port));
	let tried = 0;
	for (const host of hosts) {
		const url = `http://${host}:${port}/`;
		const to = encodeURIComponent(url);
		const ways: Record<string, () => Promise<unknown>> = {
			fetch: () => web.request({ url, tries: 1 }),
			redirect: () => web.request({ url: `http://outside.example.net:${port}/go?to=${to}`, tries: 1 }),
			proxy: () => send(`GET ${url}`),
			tunnel: () => send(`CONNECT ${host}:${port}`),
			...(browser && {
				browser: () => browser.render(url),
				page: () => browser.render(`http://outside.example.net:${port}/page?to=${to}`),
			}),
		};
		for (const [name, work] of Object.entries(ways)) {
			way = `${name}: ${host}`;
			tried++;
			await refusal(work);
		}
	}
	way = "named";
	const named = await web.request({ url: `http://four.example.com:${port}/`, trusted: true });
	await Promise.all([web.close(), proxy.close(), browser?.close()]);
	server.closeAllConnections();
	server.close();
	return { tried, reached, refusedBefore, reason, named: named.status };
}

function ip(...args: string[]): void {
	const { status, stderr } = spawnSync("ip", args, { encoding: "utf8" });
	if (status !== 0) throw new Error(`ip ${args.join(" ")}: ${stderr}`);
}

if (import.meta.main) console.log(JSON.stringify(await main(process.argv[2] ?? "")));
