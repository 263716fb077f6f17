import { spawn } from "node:child_process";

/** The system's program that opens a file by its kind, and its arguments before the file. */
const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
	darwin: ["open"],
	win32: ["cmd", "/c", "start", ""],
};

/** A program that finds no browser ends with an error sooner. ms */
const failsWithinMs = 2_000;

/** Opens a file with the system's own program. Returns whether there is one and it found a browser; what it shows is not waited for. */
export function openInBrowser(file: string): Promise<boolean> {
	const [program = "xdg-open", ...before] = openers[process.platform] ?? ["xdg-open"];
	return new Promise((resolve) => {
		const child = spawn(program, [...before, file], { stdio: "ignore", detached: true });
		const timer = setTimeout(() => resolve(true), failsWithinMs);
		child.once("error", () => {
			clearTimeout(timer);
			resolve(false);
		});
		child.once("exit", (code) => {
			clearTimeout(timer);
			resolve(code === 0);
		});
		child.unref();
	});
}
