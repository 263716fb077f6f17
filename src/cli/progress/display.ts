import type { Progress } from "../../app/index.ts";

/** Shows a run's progress on standard error. Its methods must not throw. */
export interface Display {
	show(progress: Progress): void;
	/** Ends the display. `stopped`: what was known stays on the screen. */
	end(how: "finished" | "stopped"): void;
}
