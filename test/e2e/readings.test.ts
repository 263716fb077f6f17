import { expect, test } from "vitest";
import { researchFolder } from "../support/flow.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";

test("a name that was heard and not read is found by how it sounds, and the answer says how the question was read", async () => {
	const folder = folderOf({
		"pub.md": "# The Knight Reef\n\nThe Knight Reef is a public house in Aldermouth with a terrace on the harbour.\n",
		"atoll.md":
			"# Night Reef\n\nNight Reef is an atoll in the Corran Sea. The annual catch quota of Night Reef is 4,150 tonnes of rock lobster.\n",
		"other.md":
			"# Quotas\n\nA quota is a share of a catch. Fisheries of the Corran Sea are watched by the coast guard.\n",
	});
	const state = await researchFolder("What is the annual catch quota of Knight Reef?", folder, emptyFolder());
	expect(state.readings.map(({ kind, text }) => [kind, text])).toEqual([
		["literal", "What is the annual catch quota of Knight Reef?"],
		["homophone", "What is the annual catch quota of Night Reef?"],
	]);
	expect(state.report?.answer?.text).toContain("4,150");
	expect(state.report?.answer?.why).toContain("Night Reef");
	expect(state.report?.answer?.confidence).not.toBe("high");
});
