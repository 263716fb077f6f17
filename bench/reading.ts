/**
 * `npm run bench -- reading [--pages 100] [--rounds 3] [--browser PROGRAM]`: pages of a generated site on this machine, read as a
 * run reads them (`limits.readsAtOnce` at once, one a host): as they are, and by a browser, where the same text is put in by a
 * script 200 ms later. In turns, each round with a reader of its own. Printed: pages a second, the time of one page with its
 * bootstrap interval, and the most memory (PSS: shared pages are divided among who shares them) of this process with its document
 * readers, and of the browser. What is read is compared with what was written.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter } from "node:path";
import { parseArgs } from "node:util";
import { limits } from "../src/base/limits.ts";
import { openGate } from "../src/net/gate.ts";
import { openWeb } from "../src/net/web.ts";
import { findBrowser } from "../src/sources/pages/browser/find-browser.ts";
import { openBrowser } from "../src/sources/pages/browser/open.ts";
import { openPageReader } from "../src/sources/pages/open.ts";
import { seededRandom } from "../test/support/random.ts";
import { bootstrapped } from "./support/statistics.ts";

const seed = 20_311_121;
const hostCount = 25;
const memoryEveryMs = 1_000;

interface Written {
	path: string;
	sentences: string[];
	/** As a server sends it, and as a script puts it in. */
	plain: string;
	late: string;
}

interface Round {
	seconds: number;
	pageMs: number[];
	read: number;
	characters: number;
	ownMb: number;
	browserMb: number;
}

export async function run(args: string[]): Promise<void> {
	const { values } = parseArgs({
		args,
		options: {
			pages: { type: "string", default: "100" },
			rounds: { type: "string", default: "3" },
			browser: { type: "string" },
		},
	});
	const executable = values.browser ?? findBrowser((process.env.PATH ?? "").split(delimiter));
	const written = pagesOf(Number(values.pages));
	const server = await serve(written);
	const rounds: Record<"static" | "browser", Round[]> = { static: [], browser: [] };
	try {
		for (let round = 0; round < Number(values.rounds); round++) {
			rounds.static.push(await once(written, server, "plain", undefined));
			if (executable) rounds.browser.push(await once(written, server, "late", executable));
		}
	} finally {
		server.closeAllConnections();
		server.close();
	}
	console.log(`${written.length} pages on ${hostCount} hosts, ${values.rounds} rounds in turns, seed ${seed}`);
	console.log(`browser: ${executable ?? "none found, not measured"}`);
	console.log("by       pages/s   ms a page [95 %]              read whole   characters   own MB   browser MB");
	for (const [name, all] of Object.entries(rounds))
		if (all.length > 0) console.log(`${name.padEnd(8)}${lineOf(all, written.length)}`);
}

function lineOf(rounds: readonly Round[], pages: number): string {
	const speed =
		rounds.map(({ seconds }) => pages / seconds).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? 0;
	const most = (of: (round: Round) => number): string => Math.max(...rounds.map(of)).toFixed(0);
	const sum = (of: (round: Round) => number): number => rounds.reduce((total, round) => total + of(round), 0);
	const times = bootstrapped(rounds.flatMap(({ pageMs }) => pageMs));
	return [
		speed.toFixed(1).padStart(8),
		times.padEnd(30).padStart(33),
		`${sum(({ read }) => read)}/${pages * rounds.length}`.padEnd(10),
		String(sum(({ characters }) => characters)).padStart(13),
		most(({ ownMb }) => ownMb).padStart(9),
		most(({ browserMb }) => browserMb).padStart(13),
	].join("");
}

async function once(
	written: readonly Written[],
	server: Server,
	form: "plain" | "late",
	executable: string | undefined,
): Promise<Round> {
	const endpoint = { address: "127.0.0.1", family: 4 as const, port: (server.address() as AddressInfo).port };
	const hosts = Array.from({ length: hostCount }, (_, at) => hostAt(at));
	const gate = openGate({ world: { hosts, endpoint } });
	const web = openWeb({ gate });
	const reader = openPageReader({ web, ...(executable ? { renderer: openBrowser({ gate, executable }) } : {}) });
	const peak = { own: 0, browser: 0 };
	const timer = setInterval(() => notePeak(peak), memoryEveryMs);
	const round: Round = { seconds: 0, pageMs: [], read: 0, characters: 0, ownMb: 0, browserMb: 0 };
	const waiting = written.map((page, at) => ({ page, url: `http://${hostAt(at % hostCount)}/${form}${page.path}` }));
	const began = performance.now();
	const worker = async (): Promise<void> => {
		for (let next = waiting.shift(); next; next = waiting.shift()) {
			const { page, url } = next;
			const start = performance.now();
			const { text } = await reader.read(url);
			round.pageMs.push(performance.now() - start);
			round.characters += text.length;
			if (page.sentences.every((sentence) => text.includes(sentence))) round.read++;
		}
	};
	try {
		await Promise.all(Array.from({ length: limits.readsAtOnce }, worker));
		round.seconds = (performance.now() - began) / 1000;
		notePeak(peak);
	} finally {
		clearInterval(timer);
		await reader.close();
		await web.close();
	}
	return { ...round, ownMb: peak.own, browserMb: peak.browser };
}

const hostAt = (at: number): string => `site${at}.example.net`;

/** Pages of 20 to 120 sentences with what stands around a text on the web. */
function pagesOf(count: number): Written[] {
	const random = seededRandom(seed);
	const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)] ?? "";
	const places = ["Lomvik", "Tarnholm", "Ostrava Bay", "Kelder", "Minsund", "Farrow"];
	const things = ["herring", "timber", "wool", "salt", "barley", "copper"];
	return Array.from({ length: count }, (_, page) => {
		const sentences = Array.from(
			{ length: 20 + Math.floor(random() * 100) },
			(_one, at) =>
				`In year ${1900 + at} the port of ${pick(places)} shipped ${Math.floor(random() * 9_000)} tonnes of ${pick(things)}, which the harbour office of page ${page} wrote down.`,
		);
		const body = sentences.map((sentence) => `<p>${sentence}</p>`).join("\n");
		const around = (inner: string): string => `<!doctype html><html lang=en><head><title>Landings, part ${page}</title>
<meta name=author content="Harbour office"><style>p { margin: 1em }</style></head><body>
<nav>${places.map((place) => `<a href="/${place}">${place}</a>`).join(" ")}</nav>${inner}<footer>Printed by the harbour office</footer></body></html>`;
		const article = `<article><h1>Landings, part ${page}</h1>${body}</article>`;
		return {
			path: `/${page}`,
			sentences,
			plain: around(article),
			late: around(
				`<div id=root></div><script>setTimeout(() => { document.getElementById("root").innerHTML = ${JSON.stringify(article)} }, 200)</script>`,
			),
		};
	});
}

async function serve(written: readonly Written[]): Promise<Server> {
	const pages = new Map(
		written.flatMap((page) => [
			[`/plain${page.path}`, page.plain],
			[`/late${page.path}`, page.late],
		]),
	);
	const server = createServer((request, response) => {
		const page = pages.get(request.url ?? "");
		response.writeHead(page ? 200 : 404, { "content-type": "text/html; charset=utf-8" }).end(page ?? "");
	});
	await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
	return server;
}

/** Where Linux says what processes use; elsewhere only this one is known, by its resident set. */
function notePeak(peak: { own: number; browser: number }): void {
	let own = 0;
	let browser = 0;
	for (const { command, mb } of family(process.pid)) {
		if (/chrom|edge|brave/i.test(command)) browser += mb;
		else own += mb;
	}
	peak.own = Math.max(peak.own, own || process.memoryUsage().rss / 2 ** 20);
	peak.browser = Math.max(peak.browser, browser);
}

function family(root: number): { command: string; mb: number }[] {
	const parents = new Map<number, number>();
	for (const name of listed()) {
		const parent = /^PPid:\s+(\d+)/m.exec(textOf(`/proc/${name}/status`))?.[1];
		if (parent) parents.set(Number(name), Number(parent));
	}
	const isBelow = (pid: number): boolean => pid === root || (parents.has(pid) && isBelow(parents.get(pid) ?? 0));
	return [...parents.keys()].filter(isBelow).map((pid) => ({
		command: textOf(`/proc/${pid}/cmdline`).split("\0")[0] ?? "",
		mb: Number(/^Pss:\s+(\d+)/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024,
	}));
}

function listed(): string[] {
	try {
		return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
	} catch {
		return [];
	}
}

/** Empty for a process that has ended meanwhile. */
function textOf(file: string): string {
	try {
		return readFileSync(file, "utf8");
	} catch {
		return "";
	}
}
