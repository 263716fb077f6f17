import { expect, test } from "vitest";
import { begun, subQuestion } from "../../test/support/planning.ts";
import { fold } from "../evidence/fold.ts";
import { isRecordedAbsence } from "./recorded-absence.ts";

const planned = fold(begun("synthesis", [subQuestion("q1", { text: "How do eels reach the lake?" })]));
const missing = ["how the mail queue is watched and cleared", "what happens to mail when the disk is full"];
const lead = {
	text: "What does the server do with mail on a full disk?",
	origin: "gap",
	focus: [],
	reason: "",
} as const;
const state = {
	...planned,
	missing,
	analysis: { claims: 0, sources: 0, threads: [], blindSpots: [] },
	followUps: [{ ...lead, focus: [], priority: "optional" as const, promise: 0.6 }],
	plan: { ...planned.plan, unplanned: ["how spam is filtered on the server"] },
};

test.each([
	["No page that was read says how the mail queue is watched and cleared.", true],
	["What remains open is how the queue is cleared.", true],
	["It remains open how eels reach the lake.", true],
	["No page that was read says how mailboxes are restored.", false],
	["No page that was read says what happens to mail when the disk is full.", false],
	["No page that was read says how spam is filtered on the server.", false],
	["No page that was read says how the mail queue is cleared; it is cleared by hand.", false],
	["No page that was read says how 20 mails in the queue are cleared.", false],
	["The mail queue is watched and cleared.", false],
	["No administrator clears the mail queue.", false],
])("an absence rests on what the run looked for and did not find: %s", (sentence, rests) => {
	expect(isRecordedAbsence(sentence, state)).toBe(rests);
});
