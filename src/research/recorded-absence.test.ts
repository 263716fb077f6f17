import { expect, test } from "vitest";
import { begun, subQuestion } from "../../test/support/planning.ts";
import { fold } from "../evidence/fold.ts";
import { isRecordedAbsence } from "./recorded-absence.ts";

const planned = fold(begun("synthesis", [subQuestion("q1", { text: "How do eels reach the lake?" })]));
const missing = ["how the mail queue is watched and cleared"];
const state = { ...planned, missing, plan: { ...planned.plan, unplanned: ["how spam is filtered on the server"] } };

test.each([
	["No page that was read says how the mail queue is watched and cleared.", true],
	["What remains open is how the queue is cleared.", true],
	["It remains open how eels reach the lake.", true],
	["No page that was read says how mailboxes are restored.", false],
	["No page that was read says how spam is filtered on the server.", false],
	["No page that was read says how the mail queue is cleared; it is cleared by hand.", false],
	["No page that was read says how 20 mails in the queue are cleared.", false],
	["The mail queue is watched and cleared.", false],
	["No administrator clears the mail queue.", false],
])("an absence rests on what the run looked for and did not find: %s", (sentence, rests) => {
	expect(isRecordedAbsence(sentence, state)).toBe(rests);
});
