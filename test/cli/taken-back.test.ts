import { expect, test } from "vitest";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { assay } from "./support.ts";

const files = {
	"inspection.md":
		"# Inspection report, Kellerwald\n\nThe inspection found that each pump at Kellerwald delivers 190 cubic metres per hour, not 240 as stated in the older description.\n\nThe cost of new impellers is estimated at 38,500 euros.\n",
	"letter.md":
		"# Letter to the editor\n\nIt is claimed that new impellers restore the full 240 cubic metres per hour. The letter praises the valley.\n",
	"old.md": "# The pumps at Kellerwald\n\nEach pump at Kellerwald delivers 240 cubic metres per hour.\n",
	"minutes.md":
		"# Minutes of the council\n\nThe council approved 41,000 euros for new impellers. The work takes six weeks.\n",
};

test.each([
	["How many cubic metres per hour does each pump at Kellerwald deliver?", true],
	["How much did the council approve for new impellers?", false],
])("what was taken back is shown where it bears on the question: %s", async (question, isShown) => {
	const end = await assay([question, "--corpus", folderOf(files), "--no-vectors", "--home", emptyFolder()]);
	expect(end.code, end.stderr).toBe(0);
	expect(end.stdout.includes("What was stated before, and has been taken back")).toBe(isShown);
});
