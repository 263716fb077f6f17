import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { minimalEnvironment } from "../base/environment.ts";
import { AssayError } from "../base/errors.ts";
import { siblingScript } from "../base/sibling-script.ts";
import type { InventedWeb } from "./open-web-source.ts";

/** The script that serves the invented web: in a clone among the tests, in the published package compiled beside this folder. */
const folder = import.meta.url.endsWith(".ts") ? "../../test/world" : "../demo/test/world";
const serverScript = fileURLToPath(siblingScript(`${folder}/serve`, import.meta.url));
/** Time limit of its start. It reads files and builds an index, which takes a second on a slow machine. ms */
const startTimeoutMs = 20_000;

/** An invented web on this machine, served by a separate process until it is closed. */
export interface DemoServer {
	world: InventedWeb;
	/** The address of its search engine, which speaks SearXNG's protocol. */
	searxng: string;
	question: string;
	close(): void;
}

const announcementSchema = z.object({
	port: z.int().min(1).max(65_535),
	hosts: z.array(z.string().min(1)),
	search: z.url(),
	question: z.string().min(1),
});

/** Starts the server. Throws `DEMO_MISSING` where it is not installed, and `DEMO_BROKEN` where it does not start. */
export async function startDemoServer(signal: AbortSignal): Promise<DemoServer> {
	if (!existsSync(serverScript))
		throw new AssayError("DEMO_MISSING", "the invented web of the demo is not a part of this installation", {
			hint: 'it stands in a clone of the repository; or ask the real web: assay "your question" --search duckduckgo,wikipedia',
		});
	// In its own process group it survives a Ctrl-C of the terminal, while the run still has to stop in order.
	const child = spawn(process.execPath, [serverScript], {
		stdio: ["pipe", "pipe", "ignore"],
		detached: true,
		env: minimalEnvironment(),
	});
	child.stdin.on("error", () => undefined);
	try {
		const { port, hosts, search, question } = await readAnnouncement(child, signal);
		const endpoint = { address: "127.0.0.1", family: 4 as const, port };
		return { world: { hosts, endpoint }, searxng: search, question, close: () => void child.kill() };
	} catch (error) {
		child.kill();
		throw error;
	}
}

/** The line that the server prints when it is ready. */
function readAnnouncement(child: ChildProcess, signal: AbortSignal): Promise<z.infer<typeof announcementSchema>> {
	return new Promise((resolve, reject) => {
		const rejectBroken = (cause?: unknown) =>
			reject(
				new AssayError("DEMO_BROKEN", "the invented web of the demo could not be started", {
					hint: "install the packages again: npm ci; with ASSAY_DEBUG=1 it says more",
					...(cause === undefined ? {} : { cause }),
				}),
			);
		const timer = setTimeout(rejectBroken, startTimeoutMs);
		let text = "";
		signal.addEventListener("abort", () => reject(signal.reason), { once: true });
		child.once("error", rejectBroken);
		child.once("exit", () => rejectBroken());
		child.stdout?.setEncoding("utf8").on("data", (part: string) => {
			text += part;
			if (!text.includes("\n")) return;
			clearTimeout(timer);
			try {
				resolve(announcementSchema.parse(JSON.parse(text.slice(0, text.indexOf("\n")))));
			} catch (error) {
				rejectBroken(error);
			}
		});
	});
}
