import type { MessageRequest } from "../../app/inbox.ts";
import type { Progress, SentMessage } from "../../app/index.ts";

/** Sends what the user types to the run. */
export type SendMessage = (message: MessageRequest) => Promise<SentMessage>;

/** Shows a run's progress on standard error. Its methods must not throw. */
export interface Display {
	show(progress: Progress): void;
	/** From now on, what the user types can be sent. Absent where nothing can be typed. */
	takeMessages?(send: SendMessage): void;
	/** Ends the display. `stopped`: what was known stays on the screen. */
	end(how: "finished" | "stopped"): void;
	/** What was typed too late for a run that finished; to be told below its report. */
	unsent?(): readonly string[];
}
