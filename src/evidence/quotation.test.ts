import { expect, test } from "vitest";
import { unfaithful } from "./quotation.ts";

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
