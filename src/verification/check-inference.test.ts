import { expect, test } from "vitest";
import { claimOf } from "../../test/support/evidence.ts";
import { checkInference } from "./check-inference.ts";

const faults = (text: string, evidence: string) =>
	checkInference(text, [claimOf(evidence)], { title: () => "", text: () => undefined }, []).flatMap(
		({ fault = [] }) => fault,
	);

test.each([
	["Regions differ in what they lose, which makes the loss a local matter.", "Some lose more."],
	["Checkpointing is what costs most of the time.", "A checkpoint costs time."],
	["It is the weaker DoS protection, and VMs need another.", "It stops a denial of service on virtual machines."],
	["The most careful view is that of the DoJ.", "The Department of Justice is careful."],
	["Of these, Postgres does best.", "PostgreSQL does well."],
])("the first word of a sentence and a short form are no other name: %s", (text, evidence) => {
	expect(faults(text, evidence)).toEqual([]);
});

test.each([
	["Berlin differs in what it loses.", "Some lose more."],
	["It is the weaker DoS protection.", "It stops a denial of access."],
	["Of these, Oracle does best.", "PostgreSQL does well."],
])("a name that no finding holds is one: %s", (text, evidence) => {
	expect(faults(text, evidence)).toHaveLength(1);
});

const peaks =
	"The first peak is 8,080 m high and was climbed in 1958; the second is 8,035 m high and was climbed in 1956.";
test.each([
	["The first is 45 m higher and was climbed 2 years later.", peaks],
	["Together they carry 90 cars, and the larger 2 times as many.", "They carry 30 cars and 60 cars."],
	["Its share fell by 25%.", "It fell from 80 seats to 60 seats."],
])("a number that is worked out from two of its findings is an inference: %s", (text, evidence) => {
	expect(faults(text, evidence)).toEqual([]);
});

test.each([
	["The first is 54 m higher.", peaks],
	["It was climbed 3 years later.", peaks],
	["The larger carries 3 times as many.", "They carry 30 cars and 60 cars."],
	["Its share fell by 35%.", "It fell from 80 seats to 60 seats."],
])("a number that is worked out wrongly stands in no quote: %s", (text, evidence) => {
	expect(faults(text, evidence)).toHaveLength(1);
});
