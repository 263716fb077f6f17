import { expect, test } from "vitest";
import { unsupportedQuantities } from "./check-numbers.ts";

test("a number in words is supported by the same words in a quote", () => {
	const quote = "To disable memory-mapped I/O, simply set the mmap_size to zero.";
	const sentence = "Setting the mmap_size to zero disables it, which avoids the risk on all three systems.";
	expect(unsupportedQuantities(sentence, [quote]).missing).toEqual(["three"]);
	expect(unsupportedQuantities(sentence, [quote, "It is used on three systems."]).missing).toEqual([]);
});

test("“one” before a thing counts nothing; before a measure it does", () => {
	expect(unsupportedQuantities("One finance site says so, and one page denies it.", ["It is said."]).missing).toEqual(
		[],
	);
	expect(unsupportedQuantities("It took one week.", ["It took a while."]).missing).toEqual(["one week"]);
});
