import type { Config } from "../../app/config.ts";
import type { CommonFlags } from "../program.ts";
import { createPaint } from "../terminal/paint.ts";
import { oneLine } from "../terminal/text.ts";
import type { Display } from "./display.ts";
import { LinesDisplay } from "./lines.ts";
import { LiveDisplay } from "./live.ts";

/** Shows no progress, but says where something will be sent. */
const quietDisplay: Display = {
	show(progress) {
		if (progress.type === "destination") process.stderr.write(`${oneLine(progress.text)}\n`);
	},
	end: () => undefined,
};

/** The live view if the terminal allows it, else one line per event. With `--quiet`, only where something will be sent. */
export function createDisplay(config: Config, flags: CommonFlags, title: string): Display {
	const stream = process.stderr;
	if (flags.quiet) return quietDisplay;
	const paint = createPaint(stream, config.color);
	if (stream.isTTY && config.animation && !flags.json && !flags.plain) return new LiveDisplay(stream, paint, title);
	return new LinesDisplay((text) => void stream.write(text), paint);
}
