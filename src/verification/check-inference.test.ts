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
