import fc from "fast-check";
import { expect, test } from "vitest";
import { limits } from "../base/limits.ts";
import { parseRobotsFile } from "./robots-file.ts";

/** Cuts a text to the length that is read of a `robots.txt`. */
const full = (text: string) => text.slice(0, limits.robotsBytes);
const path = `/${"a".repeat(4_000)}`;

test.each([
	// Copying each rule to each name would make hundreds of millions of rules.
	[
		"names and rules",
		`${Array.from({ length: 20_000 }, (_, at) => `user-agent: ${at}\n`).join("")}${"disallow: /\n".repeat(15_000)}`,
		true,
	],
	["our name again and again", `${"user-agent: assay\n".repeat(15_000)}${"disallow: /\n".repeat(15_000)}`, false],
	["stars", `user-agent: *\ndisallow: /${"*".repeat(500_000)}`, false],
	["stars between letters", `user-agent: *\ndisallow: /${"*a".repeat(250_000)}`, true],
	["many rules of stars", `user-agent: *\n${"disallow: /*a*a*a*a*a*a*b\n".repeat(18_000)}`, true],
])("a file that is made to be expensive (%s) is parsed and applied", (_, text, isAllowed) => {
	expect(parseRobotsFile(full(text), "assay").allowed(path)).toBe(isAllowed);
});

test("a star matches any characters, a dollar at the end matches the end", () => {
	const sign = fc.constantFrom("a", "b", "/");
	const pattern = fc.array(fc.constantFrom("a", "b", "/", "*"), { maxLength: 6 });
	fc.assert(
		fc.property(pattern, fc.boolean(), fc.array(sign, { maxLength: 8 }), (signs, isWhole, rest) => {
			const asked = `/${rest.join("")}`;
			const expected = new RegExp(`^/${signs.join("").replaceAll("*", ".*")}${isWhole ? "$" : ""}`).test(asked);
			const file = parseRobotsFile(`user-agent: *\ndisallow: /${signs.join("")}${isWhole ? "$" : ""}`, "assay");
			expect(file.allowed(asked)).toBe(!expected);
		}),
		{ numRuns: 1_000 },
	);
});

test("the longest rule decides, of two equally long ones the one that allows; names of object properties work", () => {
	const file = parseRobotsFile(
		"User-agent: __proto__\nUser-agent: Assay/2\nDisallow: /a\nAllow: /a/b\nDisallow: /c\nAllow: /c\nCrawl-delay: 2\n" +
			"User-agent: *\nDisallow: /",
		"assay",
	);
	expect(["/a", "/a/b/c", "/c", "/d"].map((asked) => file.allowed(asked))).toEqual([false, true, true, true]);
	expect(file.delay).toBe(2);
});
