import { preferProductionLibraries } from "../../app/config.ts";
import type { Progress } from "../../app/index.ts";
import type { Paint } from "../terminal/paint.ts";
import { terminalSize } from "../terminal/size.ts";
import { oneLine, truncate, wrapText } from "../terminal/text.ts";
import { usualWords } from "../words.ts";
import type { Display } from "./display.ts";
import { drawFrame } from "./frame/frame.ts";
import { tickMs } from "./frame/heading.ts";
import { emptyView, type LiveView, stoppedView, updateView } from "./live-view.ts";

/**
 * Ink is loaded when a run has lasted this long. It costs 0.3 s of CPU and 50 MB, and a shorter run needs no view. Until then one line
 * shows that the command is alive.
 */
const mountAfterMs = 250;

/** The view that redraws itself on a terminal. It reads no keys, so that Ctrl-C stays a signal. */
export class LiveDisplay implements Display {
	readonly #stream: NodeJS.WriteStream;
	readonly #paint: Paint;
	readonly #began = performance.now();
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

	show(progress: Progress): void {
		if (progress.type === "destination") this.#writeLasting(oneLine(progress.text));
		if (progress.type === "estimate") this.#writeLasting(usualWords(progress));
		const before = this.#picture.now;
		this.#picture = updateView(this.#picture, progress);
		if (this.#picture.now !== before) this.#since = performance.now();
	}

	end(how: "finished" | "stopped"): void {
		if (this.#ended) return;
		this.#ended = true;
		if (how === "stopped") {
			this.#picture = stoppedView(this.#picture);
			this.#since = performance.now();
		}
		clearTimeout(this.#mounting);
		clearInterval(this.#timer);
		if (this.#view) this.#view.end(how === "stopped" && this.#picture.state !== undefined);
		else this.#stream.write(eraseLine);
	}

	/** Writes a line that stays after the view has ended. */
	#writeLasting(line: string): void {
		const lines = wrapText(line, terminalSize(this.#stream).columns - 1);
		if (this.#view) {
			this.#lasting.push(...lines);
			this.#view.update();
		} else this.#stream.write(`${eraseLine}${lines.join("\n")}\n${this.#ended ? "" : this.#heading}`);
	}

	async #mount(): Promise<void> {
		preferProductionLibraries();
		const [{ createElement }, { Box, Static, Text, render }] = await Promise.all([import("react"), import("ink")]);
		if (this.#ended) return;
		let height = 0;
		const tree = () => {
			const lines = this.#frame();
			height = lines.length;
			const rows = lines.map((line, key) => createElement(Text, { key, wrap: "truncate" }, line === "" ? " " : line));
			const above = createElement(Static<string>, {
				items: [...this.#lasting],
				children: (line, key) => createElement(Text, { key }, line),
			});
			return createElement(Box, { flexDirection: "column" }, above, ...rows);
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
		const elapsedMs = performance.now() - this.#began;
		const nowMs = performance.now() - this.#since;
		return drawFrame(this.#picture, { ...terminalSize(this.#stream), elapsedMs, nowMs, paint: this.#paint });
	}
}

/** Returns to the start of the line and erases it. */
const eraseLine = "\r\u001b[K";
