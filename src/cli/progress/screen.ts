import { Box, Static, Text, useApp, useInput, usePaste } from "ink";
import { createElement, type ReactNode } from "react";
import type { EditKey } from "./input/typed-line.ts";

/** Keys that a terminal sends at once come as one input: its control characters are keys of their own. */
export function separateKeys(input: string, key: TypedKey): { input: string; key: TypedKey }[] {
	if (key.ctrl || key.meta || input.length < 2) return [{ input, key }];
	return input
		.split(/(\p{Cc})/u)
		.filter((part) => part !== "")
		.map((part) => (/\p{Cc}/u.test(part) ? controlKey(part) : { input: part, key: {} }));
}

function controlKey(character: string): { input: string; key: TypedKey } {
	if (character === "\r" || character === "\n") return { input: "", key: { return: true } };
	if (character === "\u007f" || character === "\b") return { input: "", key: { backspace: true } };
	// Ctrl-A is 1, Ctrl-Z is 26.
	return { input: String.fromCharCode(character.charCodeAt(0) + 96), key: { ctrl: true } };
}

/** A key; `isPasted`: the text was pasted, so a line break in it is no Enter. */
export type TypedKey = EditKey & { return?: boolean; isPasted?: boolean };

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
