import { expect, test } from "vitest";
import { findMisquotation, occursIn } from "./quotations.ts";

const message =
	'If an older version attempts to connect, it will report an error to the effect of "file is encrypted or is not a database".';
const nobody = () => false;

test("words that the source sets in quotation marks may be quoted without the condition around them", () => {
	expect(findMisquotation("file is encrypted or is not a database", message, nobody)).toBeUndefined();
});

test("a partial quotation may not omit a condition or a negation of its sentence", () => {
	expect(findMisquotation("it will report an error", message, nobody)).toBe(
		"it leaves out words that turn its meaning",
	);
	expect(findMisquotation("file is encrypted or is", message, nobody)).toBe(
		"it leaves out words that turn its meaning",
	);
});

test("a title may be quoted from a sentence that denies something", () => {
	const source = "Such knowledge rests not on custom but on reason (Moor, “Anna Moor's Critique of Pure Reason\").";
	expect(findMisquotation("Critique of Pure Reason", source, nobody)).toBeUndefined();
	expect(findMisquotation("on custom but on reason", source, nobody)).toBe("it leaves out words that turn its meaning");
});

test("spaces, quotation marks and emphasis of the page do not matter", () => {
	const source = "The **de\u00adfault**\u00a0port isn’t “open,” says `larkd` of _Norrholm_.";
	expect(findMisquotation("The default port isn't ‘open’, says larkd of Norrholm.", source, nobody)).toBeUndefined();
	expect(findMisquotation("The default port isn't ‘open’, […] of Norrholm.", source, nobody)).toBeUndefined();
	expect(occursIn("default port", source)).toBe(true);
	expect(findMisquotation("The default port is open, says larkd of Norrholm.", source, nobody)).toBe(
		"its words are not in the quote",
	);
});

test("a negation in bold may not be omitted", () => {
	const source = "The port does **not** change, and it is never closed by a clerk.";
	expect(findMisquotation("The port does […] change, and it is", source, nobody)).toBe(
		"its words are not in the quote",
	);
});
