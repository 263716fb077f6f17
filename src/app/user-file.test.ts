import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { emptyFolder } from "../../test/support/folder.ts";
import { readUserFile } from "./user-file.ts";

const error = { code: "SOME_FILE", hint: "give another" };

function fileOf(content: string | Buffer): string {
	const path = join(emptyFolder(), "file");
	writeFileSync(path, content);
	return path;
}

it.each([
	["missing", () => join(emptyFolder(), "nowhere.txt"), "there is no such file"],
	["a folder", emptyFolder, "it is a folder"],
	["empty", () => fileOf(" \n"), "it is empty"],
	["no text", () => fileOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00])), "it is no text"],
	["zeros", () => fileOf(Buffer.alloc(10)), "it is no text"],
])("a file that is %s is refused by its name", (_what, make, fault) => {
	const path = make();
	expect(() => readUserFile(path, error)).toThrow(
		expect.objectContaining({ code: "SOME_FILE", hint: "give another", message: `${path} cannot be used: ${fault}` }),
	);
});

it("a text with the mark of UTF-16, as PowerShell's > writes it, is read", () => {
	const text = "- Wann wurde er gebaut? äöü\n";
	expect(readUserFile(fileOf(Buffer.from(`\ufeff${text}`, "utf16le")), error)).toBe(text);
});
