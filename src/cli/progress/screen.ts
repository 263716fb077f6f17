import { Box, Static, Text, useApp, useInput, usePaste } from "ink";
import { createElement, type ReactNode } from "react";
import { separateKeys, type TypedKey } from "./input/keys.ts";

/** What the screen shows: lines that stay, then the picture. */
export interface ScreenProps {
	lasting: readonly string[];
	lines: readonly string[];
	/** Absent where nobody can type. */
	onKey?: ((input: string, key: TypedKey) => void) | undefined;
	/** Stops the process as the shell's Ctrl-Z does, and returns once it goes on. */
	onSuspend(): Promise<void>;
}

/** The whole screen as Ink draws it: finished lines once, above; the picture below them. */
export function Screen({ lasting, lines, onKey, onSuspend }: ScreenProps): ReactNode {
	const { suspendTerminal } = useApp();
	const isActive = onKey !== undefined;
	useInput(
		(typed, pressed) => {
			for (const { input, key } of separateKeys(typed, pressed)) {
				// In raw mode these keys send no signal.
				if (key.ctrl && input === "c") process.kill(process.pid, "SIGINT");
				else if (key.ctrl && input === "z") suspendTerminal(onSuspend).catch(() => undefined);
				else onKey?.(input, key);
			}
		},
		{ isActive },
	);
	usePaste((text) => onKey?.(text, { isPasted: true }), { isActive });
	const above = createElement(Static<string>, {
		items: [...lasting],
		// biome-ignore lint/correctness/noChildrenProp: the type of Static wants its function among the properties.
		children: (line, key) => createElement(Text, { key }, line === "" ? " " : line),
	});
	const rows = lines.map((line, key) => createElement(Text, { key, wrap: "truncate" }, line === "" ? " " : line));
	return createElement(Box, { flexDirection: "column" }, above, ...rows);
}
