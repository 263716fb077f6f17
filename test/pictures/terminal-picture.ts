import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { ansiToHtml } from "./ansi-html.ts";
import { openPage } from "./browser.ts";

const launcher = join(import.meta.dirname, "../../bin/assay.js");
const columns = 100;
const rows = 30;
/** The live view changes several times a second. ms */
const captureEveryMs = 40;
/** Longer than the demo takes on a slow machine. ms */
const demoMs = 120_000;

/** The live view of `assay demo`, while its last sub-question is open. */
export async function drawTerminal(browser: Browser, work: string): Promise<Buffer> {
	const frame = await captureDemo(work);
	const page = await openPage(browser, 900, 600);
	await page.setContent(terminalPage("npm start -- demo", ansiToHtml(frame)));
	const picture = await page.locator("main").screenshot();
	await page.close();
	return picture;
}

/** Runs the demo in a terminal of tmux. Returns what it showed last before the whole plan was covered, with its colours. */
async function captureDemo(work: string): Promise<string> {
	mkdirSync(work, { recursive: true });
	const tmux = (...args: string[]) =>
		execFileSync("tmux", ["-S", join(work, "tmux"), "-f", "/dev/null", ...args], {
			encoding: "utf8",
			stdio: ["ignore", "pipe", "ignore"],
			env: { PATH: process.env.PATH, HOME: work, LANG: "C.UTF-8" },
		});
	const size = ["-x", String(columns), "-y", String(rows)];
	tmux("new-session", "-d", ...size, process.execPath, launcher, "demo", "--home", join(work, "home"));
	try {
		let last = "";
		const deadline = Date.now() + demoMs;
		while (Date.now() < deadline) {
			const frame = capture(tmux);
			if (frame === undefined) break;
			const [, covered, planned] = /(\d) of (\d) covered/u.exec(frame) ?? [];
			if (covered !== planned && frame.includes("≠")) last = frame;
			await sleep(captureEveryMs);
		}
		if (last === "") throw new Error("the demo's live view was never seen");
		return last;
	} finally {
		// When the demo has ended, so has the server.
		if (capture(tmux) !== undefined) tmux("kill-server");
	}
}

/** What the terminal shows; undefined when the demo has ended. */
function capture(tmux: (...args: string[]) => string): string | undefined {
	try {
		return tmux("capture-pane", "-e", "-p");
	} catch {
		return undefined;
	}
}

function terminalPage(title: string, content: string): string {
	return `<!doctype html><meta charset="utf-8"><style>
		body { margin: 0; background: #fff; }
		main { display: inline-block; padding: 1px; }
		header { padding: 8px 14px; border-bottom: 1px solid #d8dee4; background: #f3f4f6; color: #57606a; border-radius: 9px 9px 0 0; font: 12px system-ui, sans-serif; text-align: center; }
		header + pre { margin: 0; padding: 14px 18px 16px; color: #1f2328; font: 13px/1.45 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
		div { border: 1px solid #d0d7de; border-radius: 10px; background: #fff; }
		b { font-weight: 700; } .gray { color: #656d76; } .cyan { color: #0a6a87; } .green { color: #1a7f37; } .yellow { color: #9a6700; } .red { color: #cf222e; }
		</style><main><div><header>${title}</header><pre>${content}</pre></div></main>`;
}
