import { expect, test } from "vitest";
import { decodeFile, decodeWeb, UnreadableError } from "./decode.ts";

const latin = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"));
const french = "<p>Le café du port était fermé cet été, à cause de la tempête.</p>";

test("a page is decoded correctly whoever declares its encoding, even wrongly", () => {
	expect(decodeWeb(Buffer.from(french), undefined)).toBe(french);
	expect(decodeWeb(Buffer.from(french), "iso-8859-1")).toBe(french);
	expect(decodeWeb(latin(french), "utf-8")).toBe(french);
	expect(decodeWeb(latin(french), undefined)).toBe(french);
	expect(decodeWeb(latin(`<meta charset="windows-1252">${french}\x93x\x94`), undefined)).toContain(
		"été, à cause de la tempête.</p>“x”",
	);
	const russian = Uint8Array.from([0xcc, 0xee, 0xf0, 0xe5, 0x20, 0xf1, 0xef, 0xee, 0xea, 0xee, 0xe9, 0xed, 0xee, 0x2e]);
	expect(decodeWeb(russian, "windows-1251")).toBe("Море спокойно.");
	const japanese = Uint8Array.from([0x8a, 0x43, 0x82, 0xcd, 0x90, 0xc3, 0x82, 0xa9, 0x82, 0xbe, 0x81, 0x42]);
	expect(decodeWeb(japanese, "Shift_JIS")).toBe("海は静かだ。");
	expect(decodeWeb(Buffer.from(`\ufeff${french}`, "utf16le"), "utf-8")).toBe(french);
	expect(decodeWeb(Buffer.concat([Buffer.from(french.repeat(40)), latin("\xe9")]), undefined)).toContain(french);
});

test("a page whose encoding cannot be determined is not read, because a wrong guess would be quoted", () => {
	const russian = Uint8Array.from(
		Array.from({ length: 40 }, () => [
			0xcc, 0xee, 0xf0, 0xe5, 0x20, 0xf1, 0xef, 0xee, 0xea, 0xee, 0xe9, 0xed, 0xee, 0x2e,
		]).flat(),
	);
	expect(() => decodeWeb(russian, undefined)).toThrow(UnreadableError);
	const twice = Buffer.from(
		latin(Buffer.from(french.repeat(5)).toString("latin1")).reduce(
			(text, byte) => text + String.fromCharCode(byte),
			"",
		),
	);
	expect(() => decodeWeb(twice, "utf-8")).toThrow("garbled");
	expect(() => decodeWeb(Uint8Array.from([1, 2, 0, 4, 5, 6, 0, 0]), undefined)).toThrow(UnreadableError);
	// The encoding of a folder's document is never guessed.
	expect(() => decodeFile(latin(french), true)).toThrow(UnreadableError);
});
