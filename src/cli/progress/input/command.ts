import type { MessageRequest } from "../../../app/inbox.ts";
import { nearestWord } from "../../../base/nearest-word.ts";

/** What a typed line asks for. */
export type TypedCommand =
	| { do: "send"; message: MessageRequest }
	| { do: "help" }
	| { do: "report" }
	| { do: "nothing" }
	/** `why`: what to type instead. */
	| { do: "refuse"; why: string };

/** What each command does. They begin with a slash, so that no letter is lost from a line of text. */
const commands = {
	"/pause": "end this process after the step in progress; the run can be resumed",
	"/finish": "begin no further wave, and write the report from what there is",
	"/stop": "end this process now; the run can be resumed (as Ctrl-C)",
	"/report": "whether the report is written, and how to get it",
	"/help": "show these lines",
} as const;

/** Help for the line, one line each. */
export const helpLines: readonly string[] = [
	"Type what to look for from now on, and press Enter: the plan changes before the next wave. Or type:",
	...Object.entries(commands).map(([name, what]) => `${name.padEnd(8)} ${what}`),
	"Ctrl-Z suspends; with fg the run goes on.",
];

/** Reads a line. What does not begin with a slash is a redirect, in the user's words. */
export function parseTyped(line: string): TypedCommand {
	const text = line.trim();
	if (text === "") return { do: "nothing" };
	if (!text.startsWith("/")) return { do: "send", message: { kind: "redirect", text } };
	switch (text.toLowerCase()) {
		case "/pause":
			return { do: "send", message: { kind: "pause" } };
		case "/finish":
			return { do: "send", message: { kind: "finish" } };
		case "/stop":
		case "/quit":
		case "/exit":
			return { do: "send", message: { kind: "stop" } };
		case "/report":
			return { do: "report" };
		case "/help":
		case "/":
			return { do: "help" };
		default: {
			const near = nearestWord(text, Object.keys(commands));
			const hint = near === undefined ? "see /help" : `did you mean ${near}?`;
			return { do: "refuse", why: `there is no command ${text}; ${hint}` };
		}
	}
}
