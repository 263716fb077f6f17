import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textWidth } from "../../terminal/text.ts";
import { parseTyped } from "./command.ts";
import { separateKeys } from "./keys.ts";
import { type EditKey, editLine, emptyTypedLine, type TypedLine, visibleLine } from "./typed-line.ts";

/** The line after keys: a text is typed, a key of an object is pressed. */
function lineOf(...keys: (string | (EditKey & { input?: string }))[]): TypedLine {
	return keys.reduce<TypedLine>(
		(line, key) => (typeof key === "string" ? editLine(line, key) : editLine(line, key.input ?? "", key)),
		emptyTypedLine,
	);
}

describe("the line that the user types", () => {
	it("moves and deletes by what is seen as one letter, wide or joined", () => {
		const family = "👩‍👩‍👧";
		expect(lineOf(`a${family}日`, { leftArrow: true }, { backspace: true })).toEqual({ text: "a日", cursor: 1 });
		expect(lineOf("e\u0301x", { home: true }, { delete: true }).text).toBe("x");
		expect(lineOf("one two", { ctrl: true, input: "w" }, "three").text).toBe("one three");
		expect(lineOf("one two", { ctrl: true, input: "a" }, ">", { ctrl: true, input: "k" }).text).toBe(">");
	});

	it("takes no key that moves the cursor of the terminal, and a pasted line break as a space", () => {
		expect(lineOf("a\u001b[2Jb\r\nc\u0007").text).toBe("a[2Jb c");
	});

	it("always shows the cursor, within the width, for any text and keys", () => {
		const key = fc.constantFrom<EditKey>(
			{ leftArrow: true },
			{ rightArrow: true },
			{ backspace: true },
			{ home: true },
			{ end: true },
		);
		const keys = fc.array(fc.oneof(key, fc.string({ unit: "grapheme", maxLength: 8 })), { maxLength: 30 });
		fc.assert(
			fc.property(keys, fc.integer({ min: 4, max: 60 }), (pressed, width) => {
				const line = lineOf(...pressed);
				const { before, at, after: rest } = visibleLine(line, width);
				expect(textWidth(before + at + rest)).toBeLessThanOrEqual(width);
				expect(at).not.toBe("");
				expect(line.text.slice(0, line.cursor).endsWith(before)).toBe(true);
			}),
		);
	});
});

it("keys that come at once are taken one by one", () => {
	expect(separateKeys("hi\r/stop\u0003\u007f", {})).toEqual([
		{ input: "hi", key: {} },
		{ input: "", key: { return: true } },
		{ input: "/stop", key: {} },
		{ input: "c", key: { ctrl: true } },
		{ input: "", key: { backspace: true } },
	]);
	expect(separateKeys("c", { ctrl: true })).toEqual([{ input: "c", key: { ctrl: true } }]);
});

describe("a typed line", () => {
	it("is a redirect in the user's words, unless it begins with a slash", () => {
		expect(parseTyped(" quit smoking, does it help? ")).toEqual({
			do: "send",
			message: { kind: "redirect", text: "quit smoking, does it help?" },
		});
		expect(parseTyped("/PAUSE")).toEqual({ do: "send", message: { kind: "pause" } });
		expect(parseTyped("/quit")).toEqual({ do: "send", message: { kind: "stop" } });
		expect(parseTyped("  ")).toEqual({ do: "nothing" });
		expect(parseTyped("/finsih")).toEqual({ do: "refuse", why: "there is no command /finsih; did you mean /finish?" });
	});
});
