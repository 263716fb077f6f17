import { preferProductionLibraries } from "../../app/config.ts";
import type { Progress } from "../../app/index.ts";
import { receivedWords } from "../../app/message-words.ts";
import { messageOf } from "../../base/errors.ts";
import { watchSuspensions, workingTime } from "../../base/working-time.ts";
import type { Paint } from "../terminal/paint.ts";
import { terminalSize } from "../terminal/size.ts";
import { suspendProcess } from "../terminal/suspend.ts";
import { oneLine, truncate, wrapText } from "../terminal/text.ts";
import { shortId, suspendedWords, usualWords, type WaitingMessage, waitingMessageWords } from "../words.ts";
import type { Display, SendMessage } from "./display.ts";
import { drawFrame } from "./frame/frame.ts";
import { tickMs } from "./frame/heading.ts";
import { helpLines, parseTyped } from "./input/command.ts";
import type { TypedKey } from "./input/keys.ts";
import { editLine, emptyTypedLine, visibleLine } from "./input/typed-line.ts";
import { earlierMs } from "./lines.ts";
import { emptyView, type LiveView, stoppedView, updateView } from "./live-view.ts";

/**
 * Ink is loaded when a run has lasted this long. It costs 0.3 s of CPU and 50 MB, and a shorter run needs no view. Until then one line
 * shows that the command is alive.
 */
const mountAfterMs = 250;
/** Maximum rows of what stays on the terminal when the work stopped: nobody scrolls over a screen of blank lines. */
const keptRowsMax = 24;
/** With fewer rows the typed line has no blank line above it. */
const roomyRows = 18;

/** The view that redraws itself on a terminal, with a line to type in where keys come from one. */
export class LiveDisplay implements Display {
	readonly #stream: NodeJS.WriteStream;
	readonly #paint: Paint;
	readonly #began = workingTime();
	/** How long earlier processes worked on the run. */
	#earlierMs = 0;
	readonly #mounting: NodeJS.Timeout;
	#picture: LiveView;
	/** When the current activity began. */
	#since = this.#began;
	#view: { update(): void; end(keep: boolean): void } | undefined;
	#timer: NodeJS.Timeout | undefined;
	#ended = false;
	readonly #heading: string;
	/** Lines that the view writes above itself, once and permanently. */
	readonly #lasting: string[] = [];
	#typed = emptyTypedLine;
	/** Ids of the messages that were shown as recorded. */
	readonly #recorded = new Set<string>();
	#isHelpShown = false;
	/** The last line about a message of the user: the lines above the view may be out of sight. */
	#reply = "";
	#send: SendMessage | undefined;
	readonly #unsent: string[] = [];

	readonly #unwatch = watchSuspensions((one) => this.#writeLasting(suspendedWords(one), "quiet"));

	constructor(stream: NodeJS.WriteStream, paint: Paint, title: string) {
		this.#stream = stream;
		this.#paint = paint;
		this.#picture = emptyView(title);
		this.#heading = `${paint("accent", "⠋")} ${truncate(oneLine(title), terminalSize(stream).columns - 3)}`;
		stream.write(this.#heading);
		this.#mounting = setTimeout(() => {
			this.#mount().catch(() => undefined);
		}, mountAfterMs);
	}

	takeMessages(send: SendMessage): void {
		if (process.stdin.isTTY) this.#send = send;
	}

	show(progress: Progress): void {
		if (progress.type === "destination") this.#writeLasting(oneLine(progress.text));
		if (progress.type === "estimate" && progress.deadlineMs > 0) this.#writeLasting(usualWords(progress));
		if (progress.type === "message") this.#showRecorded(progress);
		if (progress.type === "event" && progress.event.type === "received")
			this.#writeLasting(`You: ${oneLine(receivedWords({ ...progress.event.message, ...progress.event }))}`, "accent");
		if (progress.type === "event")
			this.#earlierMs = Math.max(this.#earlierMs, earlierMs(progress.state.elapsedMs, this.#began));
		const before = this.#picture.now;
		this.#picture = updateView(this.#picture, progress);
		if (this.#picture.now !== before) this.#since = workingTime();
	}

	end(how: "finished" | "stopped"): void {
		if (this.#ended) return;
		this.#ended = true;
		if (how === "stopped") {
			this.#picture = stoppedView(this.#picture);
			this.#since = workingTime();
		}
		this.#send = undefined;
		this.#unwatch();
		clearTimeout(this.#mounting);
		clearInterval(this.#timer);
		if (this.#view) this.#view.end(how === "stopped" && this.#picture.state !== undefined);
		else this.#stream.write(eraseLine);
		// What was typed must not vanish with the view.
		const typed = oneLine(this.#typed.text);
		if (typed === "") return;
		if (how === "finished") this.#unsent.push(typed);
		else this.#stream.write(`${this.#paint("warn", `not sent: ${typed}`)}\n`);
	}

	unsent(): readonly string[] {
		return this.#unsent;
	}

	/** Writes a line that stays after the view has ended. */
	#writeLasting(line: string, style: Parameters<Paint>[0] = "plain"): void {
		if (style !== "plain") this.#reply = this.#paint(style, truncate(line, terminalSize(this.#stream).columns - 1));
		const lines = wrapText(line, terminalSize(this.#stream).columns - 1).map((one) => this.#paint(style, one));
		if (this.#view && !this.#ended) {
			this.#lasting.push(...lines);
			this.#view.update();
		} else this.#stream.write(`${eraseLine}${lines.join("\n")}\n${this.#ended ? "" : this.#heading}`);
	}

	/** Keys, or pasted text. */
	#takeKey(input: string, key: TypedKey): void {
		if (key.return) {
			const { text } = this.#typed;
			this.#typed = emptyTypedLine;
			void this.#submit(text);
		} else this.#typed = editLine(this.#typed, input, key);
		this.#view?.update();
	}

	/** A message of this or another process. The run shows it too, if it is in this process. */
	#showRecorded(recorded: Omit<WaitingMessage, "runId">): void {
		const { id } = recorded.message;
		if (this.#recorded.has(id)) return;
		this.#recorded.add(id);
		const words = waitingMessageWords({ ...recorded, runId: this.#picture.runId });
		this.#writeLasting(`You: ${oneLine(words)}`, "accent");
	}

	/** Does what a line asks for. Must not throw: the run goes on whatever was typed. */
	async #submit(line: string): Promise<void> {
		const typed = parseTyped(line);
		this.#isHelpShown = typed.do === "help";
		if (typed.do === "report") this.#writeLasting(reportWords(this.#picture), "quiet");
		else if (typed.do === "refuse") this.#writeLasting(oneLine(typed.why), "warn");
		else if (typed.do === "send" && this.#send)
			try {
				const { messageId: id, isNew, ...sent } = await this.#send(typed.message);
				const { kind, text = "" } = typed.message;
				if (isNew) this.#showRecorded({ ...sent, message: { id, kind, text } });
				else this.#writeLasting(`You: ${oneLine(line)}: recorded before`, "accent");
			} catch (error) {
				// The report is being printed.
				if (this.#ended) this.#unsent.push(oneLine(line));
				else this.#writeLasting(`not sent: ${oneLine(line)} (${oneLine(messageOf(error))})`, "warn");
			}
	}

	async #mount(): Promise<void> {
		preferProductionLibraries();
		const [{ createElement }, { render }, { Screen }] = await Promise.all([
			import("react"),
			import("ink"),
			import("./screen.ts"),
		]);
		if (this.#ended) return;
		let height = 0;
		const tree = () => {
			const lines = this.#frame();
			height = lines.length;
			const onKey = this.#send ? this.#takeKey.bind(this) : undefined;
			return createElement(Screen, { lasting: this.#lasting, lines, onKey, onSuspend: suspendProcess });
		};
		this.#stream.write(eraseLine);
		const ink = render(tree(), {
			stdout: this.#stream,
			stderr: this.#stream,
			exitOnCtrlC: false,
			patchConsole: false,
			incrementalRendering: true,
			interactive: true,
		});
		this.#view = {
			update: () => ink.rerender(tree()),
			end: (keep) => {
				if (keep) ink.rerender(tree());
				ink.unmount();
				// Ink's own `clear` comes before a last render that may be due, so its effect would not last.
				if (!keep) this.#stream.write("\u001b[1A\u001b[2K".repeat(height));
			},
		};
		this.#timer = setInterval(() => this.#view?.update(), tickMs);
	}

	#frame(): string[] {
		const now = workingTime();
		const { columns, rows: most } = terminalSize(this.#stream);
		const rows = this.#ended ? Math.min(most, keptRowsMax) : most;
		const foot = this.#send ? this.#footLines(columns - 1, rows) : [];
		const context = {
			columns,
			rows: rows - foot.length,
			elapsedMs: this.#earlierMs + now - this.#began,
			nowMs: now - this.#since,
		};
		return [...drawFrame(this.#picture, { ...context, at: now, paint: this.#paint }), ...foot];
	}

	/** Help or the last reply, and the line to type in. */
	#footLines(width: number, rows: number): string[] {
		const isRoomy = rows >= roomyRows;
		const help = helpLines.map((line) => this.#paint("quiet", truncate(line, width)));
		const above = this.#isHelpShown && isRoomy ? help : this.#reply !== "" || isRoomy ? [this.#reply] : [];
		return [...above, this.#typedLine(width)];
	}

	/** The line to type in; while it is empty, what it is for. */
	#typedLine(width: number): string {
		const paint = this.#paint;
		const { before, at, after } = visibleLine(this.#typed, width - 2);
		const rest = this.#typed.text === "" ? paint("quiet", truncate(placeholder, width - 4)) : after;
		return `${paint("accent", "›")} ${before}\u001b[7m${at}\u001b[27m${rest}`;
	}
}

/** What `/report` tells while the run goes on. */
function reportWords({ runId, state }: LiveView): string {
	const id = runId === undefined ? "ID" : shortId(runId);
	const how = state?.stop ? "the report is being written" : "the report is not written yet";
	return `${how}; to have it now from what there is, type /finish; later: assay show ${id}`;
}

const placeholder = " say what to look for, or /help";

/** Returns to the start of the line and erases it. */
const eraseLine = "\r\u001b[K";
