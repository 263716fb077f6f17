import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export const hasTmux = spawnSync("tmux", ["-V"]).status === 0;
/** How long a screen may take to show something, on a slow machine. ms */
const patienceMs = 60_000;
const lookEveryMs = 100;

/** A real terminal: a shell in tmux, with a server of its own. */
export interface Tmux {
	/** Types text; then, with `keys`, presses keys by tmux's names (`Enter`, `C-z`). */
	type(text: string, ...keys: string[]): void;
	/** The rows that are on the screen now. */
	screen(): string[];
	/** Everything since the start, the rows above the screen included. */
	history(): string;
	/** Everything that was written to the terminal, with its control sequences. */
	raw(): string;
	resize(columns: number, rows: number): void;
	/** Resolves with the screen once it shows `pattern`. */
	until(pattern: RegExp | string): Promise<string>;
	close(): Promise<void>;
}

export function openTmux(columns: number, rows: number, env: NodeJS.ProcessEnv): Tmux {
	const folder = mkdtempSync(join(tmpdir(), "assay-tmux-"));
	const run = (...args: string[]) =>
		execFileSync("tmux", ["-S", join(folder, "socket"), "-f", "/dev/null", ...args], {
			encoding: "utf8",
			env: { ...env, PS1: "$ ", TERM: "xterm-256color", LC_ALL: "C.UTF-8" },
		});
	run("new-session", "-d", "-s", "t", "-x", String(columns), "-y", String(rows), "bash --norc --noprofile -i");
	const rawFile = join(folder, "raw");
	run("pipe-pane", "-t", "=t:", "-o", `cat > '${rawFile}'`);
	const screen = () => run("capture-pane", "-p", "-t", "=t:").split("\n").slice(0, -1);
	return {
		type(text, ...keys) {
			if (text !== "") run("send-keys", "-t", "=t:", "-l", "--", text);
			if (keys.length > 0) run("send-keys", "-t", "=t:", ...keys);
		},
		screen,
		history: () => run("capture-pane", "-p", "-S", "-", "-J", "-t", "=t:"),
		raw: () => readFileSync(rawFile, "utf8"),
		resize: (width, height) => void run("resize-window", "-t", "=t:", "-x", String(width), "-y", String(height)),
		async until(pattern) {
			const end = Date.now() + patienceMs;
			for (;;) {
				const text = screen().join("\n");
				if (typeof pattern === "string" ? text.includes(pattern) : pattern.test(text)) return text;
				if (Date.now() > end) throw new Error(`the screen never showed ${pattern}:\n${text}`);
				await sleep(lookEveryMs);
			}
		},
		async close() {
			run("kill-server");
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
