import { expect, test } from "vitest";
import { standsIn, unfaithful } from "./quotations.ts";

const message =
	'If an older version attempts to connect, it will report an error to the effect of "file is encrypted or is not a database".';
const nobody = () => false;

test("what the source itself sets in quotation marks may be quoted without the condition around it", () => {
	expect(unfaithful("file is encrypted or is not a database", message, nobody)).toBeUndefined();
});

test("a part of a sentence may not leave out the condition or the denial that stands around it", () => {
	expect(unfaithful("it will report an error", message, nobody)).toBe("it leaves out words that turn its meaning");
	expect(unfaithful("file is encrypted or is", message, nobody)).toBe("it leaves out words that turn its meaning");
});

test("a quotation is faithful however its page sets spaces, quotation marks and emphasis", () => {
	const source = "The **de\u00adfault**\u00a0port isn’t “open,” says `larkd` of _Norrholm_.";
	expect(unfaithful("The default port isn't ‘open’, says larkd of Norrholm.", source, nobody)).toBeUndefined();
	expect(unfaithful("The default port isn't ‘open’, […] of Norrholm.", source, nobody)).toBeUndefined();
	expect(standsIn("default port", source)).toBe(true);
	expect(unfaithful("The default port is open, says larkd of Norrholm.", source, nobody)).toBe(
		"its words are not in the quote",
	);
});

test("a denial is not left out where the page sets it in bold", () => {
	const source = "The port does **not** change, and it is never closed by a clerk.";
	expect(unfaithful("The port does […] change, and it is", source, nobody)).toBe("its words are not in the quote");
});
