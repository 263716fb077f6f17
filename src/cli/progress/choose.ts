import type { Config } from "../../app/config.ts";
import type { CommonFlags } from "../program.ts";
import { paintFor } from "../terminal/paint.ts";
import type { Display } from "./display.ts";
import { LinesDisplay } from "./lines.ts";
import { LiveDisplay } from "./live.ts";

const silent: Display = { show: () => undefined, end: () => undefined };

/** A view that redraws itself where that can be, else a line an event; nothing with `--quiet`. */
export function displayFor(config: Config, flags: CommonFlags, title: string): Display {
	const stream = process.stderr;
	if (flags.quiet) return silent;
	const paint = paintFor(stream, config.color);
	if (stream.isTTY && config.animation && !flags.json) return new LiveDisplay(stream, paint, title);
	return new LinesDisplay((text) => void stream.write(text), paint);
}
