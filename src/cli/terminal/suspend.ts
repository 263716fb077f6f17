import { once } from "node:events";

/**
 * Stops this process and those around it (npm, the launcher) as the terminal does on Ctrl-Z, and resolves once the shell lets them go on.
 * The terminal must be given back before.
 */
export async function suspendProcess(): Promise<void> {
	const goesOn = once(process, "SIGCONT");
	process.kill(0, "SIGTSTP");
	await goesOn;
	// A stopped job gets no signal when the terminal's size changes. With this, Node reads the size before anything is drawn.
	process.emit("SIGWINCH", "SIGWINCH");
}
