import { createInterface, type Interface } from "node:readline/promises";
import { onInterrupt } from "../../base/interrupt.ts";
import { limits } from "../../base/limits.ts";
import { Interrupted } from "../failure.ts";
import { say } from "./output.ts";
import { suspendProcess } from "./suspend.ts";

/** Whether somebody at a terminal can be asked: keys come from one, and questions on standard error go to one. */
export function canAsk({ json: asJson }: { json: boolean }): boolean {
	return !asJson && process.stdin.isTTY && process.stderr.isTTY;
}

interface AskOptions {
	/** The run that is kept when the user interrupts. */
	runId?: string | undefined;
	timeoutMs?: number;
	/** What Ctrl-C does: it throws `Interrupted`, or counts as the end of the input. */
	interrupt?: "throws" | "ends";
}

/** Asks on standard error and returns the typed line, trimmed; undefined at the end of the input or when nobody answers in time. */
export async function askLine(
	question: string,
	{ runId, timeoutMs = limits.answerMs, interrupt = "throws" }: AskOptions = {},
): Promise<string | undefined> {
	// The live view lets go of it: without this, nothing would keep the process for the answer.
	process.stdin.ref();
	const lines = createInterface({ input: process.stdin, output: process.stderr });
	takeKeysOfSignals(lines);
	let release = (): void => undefined;
	try {
		const answer = await new Promise<string | undefined>((answered, reject) => {
			release = onInterrupt(() => {
				if (interrupt === "ends") return answered(undefined);
				const interrupted = new Interrupted(runId);
				say(`\n${interrupted.message}; ${interrupted.hint}`);
				reject(interrupted);
			});
			lines.once("close", () => answered(undefined));
			lines.question(question, { signal: AbortSignal.timeout(timeoutMs) }).then(answered, () => answered(undefined));
		});
		return answer?.trim();
	} finally {
		release();
		lines.close();
	}
}

/** On a terminal the line is edited with the arrow keys, and Ctrl-C and Ctrl-Z arrive as keys: they do what they do elsewhere. */
function takeKeysOfSignals(lines: Interface): void {
	lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
	lines.on("SIGTSTP", () => {
		process.stdin.setRawMode(false);
		const goOn = () => {
			process.stdin.setRawMode(true);
			lines.prompt(true);
		};
		suspendProcess().then(goOn, goOn);
	});
}

/** Asks for yes or no. No answer means no. */
export async function askYesNo(question: string, timeoutMs: number = limits.answerMs): Promise<boolean> {
	return /^y(?:es)?$/i.test((await askLine(question, { timeoutMs })) ?? "");
}
