import type { EditKey } from "./typed-line.ts";

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
