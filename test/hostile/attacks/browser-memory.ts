import { setTimeout as delay } from "node:timers/promises";
import { processTree, watchProcessTree } from "../../../src/base/process-memory.ts";
import { openGate } from "../../../src/net/gate.ts";
import { openBrowser } from "../../../src/sources/pages/browser/open.ts";
import type { Renderer } from "../../../src/sources/pages/reader.ts";
import { chromiumProgram } from "../../real/chromium.ts";
import { serve } from "../../support/server.ts";
import type { Attack } from "./attack.ts";

const GB = 1e9;
/** A page and the honest one beside it stay below this; what is above broke out. Bytes. */
const mostAllowed = 3 * GB;
/** Here the attack is over, for the sake of the machine that it runs on. Bytes. */
const mostTried = 5 * GB;
/** What browsers that show no page may hold. Bytes. */
const mostAtRest = 1 * GB;
const words = "The harbour of Lomvik landed 41 tonnes of herring in the season. ".repeat(8);
const script = (code: string): string => `<p>${words}<script>${code}</script>`;
const fill = "const all = []; for (let i = 0; i < 60; i++) all.push(new Uint8Array(1e8).fill(1));";
/** A page that is not quiet while it grows. */
const grow = (code: string): string => script(`setInterval(() => document.body.append("and "), 200); ${code}`);
/** Twelve frames, `of` being the attributes of the one numbered `i`: JavaScript. */
const frames = (of: string): string =>
	grow(`for (let i = 0; i < 12; i++) document.body.append(Object.assign(document.createElement("iframe"), ${of}))`);

/** How a page grows: one document each. */
const shapes: Record<string, string> = {
	"typed arrays": grow(fill),
	"typed arrays, by and by": grow(
		"const all = []; setInterval(() => all.length < 80 && all.push(new Uint8Array(5e7).fill(1)), 20)",
	),
	elements: grow(
		"setInterval(() => { for (let i = 0; i < 3e4; i++) document.body.append(document.createElement('b'), 'name') }, 1)",
	),
	strings: grow(
		"const all = []; for (let i = 0; i < 80; i++) { const s = 'é☃'.repeat(2e7) + i; s.charCodeAt(9); all.push(s) }",
	),
	"canvas images": grow(
		"const all = []; for (let i = 0; i < 60; i++) { const c = document.createElement('canvas'); c.width = c.height = 5000; const x = c.getContext('2d'); x.fillRect(0, 0, 5000, 5000); all.push(c, x.getImageData(0, 0, 5000, 5000)) }",
	),
	workers: grow(
		`const from = URL.createObjectURL(new Blob([${JSON.stringify(fill)} + "; setInterval(() => all.length, 99)"])); for (let i = 0; i < 8; i++) new Worker(from)`,
	),
	"frames of other sites": frames(`{ src: "http://other" + i + ".example.net/" }`),
	"frames in sandboxes": frames(`{ sandbox: "allow-scripts", srcdoc: "<script>${fill}<" + "/script>" }`),
	"frames of data": frames(`{ src: "data:text/html,<script>${fill}<" + "/script>" }`),
	"WebAssembly memory": grow(
		"const all = []; for (let i = 0; i < 6; i++) { const m = new WebAssembly.Memory({ initial: 16384 }); new Uint8Array(m.buffer).fill(1); all.push(m) }",
	),
	blobs: grow("const all = []; for (let i = 0; i < 60; i++) all.push(new Blob([new Uint8Array(1e8).fill(1)]))"),
	storage:
		grow(`indexedDB.open("a").onupgradeneeded = ({ target: { result: db } }) => { const store = db.createObjectStore("s");
		let i = 0; const more = () => { if (i < 60) store.put(new Uint8Array(5e7).fill(1), i++).onsuccess = more }; more() }`),
	"messages to the console": grow("for (let i = 0; i < 200; i++) console.log('x'.repeat(2e7) + i)"),
	"10 MB of names": `<p>${words}${"<a>Ann</a> ".repeat(900_000)}`,
	"10 MB of nested tables": `<p>${words}${"<table><td>a".repeat(800_000)}`,
};
/** Heavy, and harmless: 250 MB of data and 5,000 rows. */
const heavy = script(`const all = []; for (let i = 0; i < 5; i++) all.push(new Uint8Array(5e7).fill(1));
	const table = document.createElement("table"); document.body.append(table);
	for (let i = 0; i < 5e3; i++) { const row = table.insertRow(); for (let k = 0; k < 5; k++) row.insertCell().textContent = "landed " + i }
	setTimeout(() => document.body.append("the end of the table", String(all.length)), 500)`);

export const attack: Attack = {
	name: "pages that take memory without end",
	async run() {
		const program = chromiumProgram();
		if (typeof program !== "string") throw new Error(program.missing);
		const server = await serve((request, response) => {
			const name = decodeURIComponent(new URL(request.url ?? "/", "http://any").pathname.slice(1));
			response.setHeader("content-type", "text/html; charset=utf-8");
			response.end(shapes[name] ?? (name === "heavy" ? heavy : `<p>${words}<script>${fill}</script>`));
		});
		const hosts = ["site.example.net", ...Array.from({ length: 12 }, (_, i) => `other${i}.example.net`)];
		const browser = openBrowser({
			gate: openGate({ world: { hosts, endpoint: server.endpoint } }),
			executable: program,
		});
		const broken: string[] = [];
		const figures: string[] = [];
		try {
			for (const name of Object.keys(shapes)) {
				const { most, own, grown, beside, next, rest } = await attempt(browser, name);
				const line = `${name}: ${(most / GB).toFixed(2)} GB, by this process ${(own / GB).toFixed(2)} GB, ${grown}`;
				figures.push(line);
				if (most > mostAllowed) broken.push(`${line}: more than ${mostAllowed / GB} GB`);
				if (rest > mostAtRest) broken.push(`${name}: ${(rest / GB).toFixed(2)} GB are held after it`);
				if (beside !== "read") broken.push(`${name}: a heavy honest page beside it: ${beside}`);
				if (next !== "read") broken.push(`${name}: a heavy honest page after it: ${next}`);
			}
		} finally {
			await browser.close();
			await server.close();
		}
		return { attempts: figures.length, broken, figures: `most memory of all browsers:\n  ${figures.join("\n  ")}` };
	},
};

async function attempt(browser: Renderer, name: string) {
	let most = 0;
	let own = 0;
	const stop = watchProcessTree(process.pid, 20, (processes) => {
		const below = processes.filter(({ pid }) => pid !== process.pid);
		const now = sum(below);
		own = Math.max(own, sum(processes) - now);
		most = Math.max(most, now);
		if (now > mostTried) for (const { pid, bytes } of below) if (bytes > 0.3 * GB) process.kill(pid, "SIGKILL");
	});
	const read = (path: string, end: string) =>
		browser.render(`http://site.example.net/${encodeURIComponent(path)}`).then(
			({ html }) => (html.includes(end) ? "read" : "read in part"),
			(error: unknown) => (error instanceof Error ? error.message : String(error)),
		);
	try {
		const [grown, beside] = await Promise.all([read(name, words), read("heavy", "the end of the table")]);
		let rest = Number.POSITIVE_INFINITY;
		for (let tries = 0; tries < 50 && rest > mostAtRest; tries++) {
			await delay(100);
			rest = sum(((await processTree(process.pid)) ?? []).filter(({ pid }) => pid !== process.pid));
		}
		const next = await read("heavy", "the end of the table");
		return { most, own, grown, beside, next, rest };
	} finally {
		stop();
	}
}

function sum(processes: readonly { bytes: number }[]): number {
	return processes.reduce((all, { bytes }) => all + bytes, 0);
}
