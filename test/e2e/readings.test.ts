import { expect, test } from "vitest";
import { researchFolder } from "../support/flow.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";

test("a question is read as it is written: a name is never taken for another that sounds the same", async () => {
	const folder = folderOf({
		"atoll.md":
			"# Night Reef\n\nNight Reef is an atoll in the Corran Sea. The annual catch quota of Night Reef is 4,150 tonnes of rock lobster.\n",
	});
	const state = await researchFolder("What is the annual catch quota of Knight Reef?", folder, emptyFolder());
	expect(state.readings.map(({ kind, text }) => [kind, text])).toEqual([
		["literal", "What is the annual catch quota of Knight Reef?"],
	]);
	expect(state.report?.answer?.confidence).not.toBe("high");
});
