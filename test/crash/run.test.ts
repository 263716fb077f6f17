import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { argsOf, assay, comparable, idOf } from "./kill.ts";

test("kill -9 at several moments, the same command each time: one run, and the report of an unbroken one", async () => {
	const one = { question: "When was Larkdb first released?", corpus: folderOf(larkdb), flags: ["--no-vectors"] };
	const calm = await assay(argsOf(one), join(emptyFolder(), "calm"));
	expect(calm.code, calm.stderr).toBe(0);

	const home = emptyFolder();
	// The last start is left alone; the moments spread over start-up, indexing and research.
	const moments = [250, 450, 550, 650, 750, undefined];
	let last = calm;
	for (const moment of moments) {
		last = await assay(argsOf(one), home, moment);
		if (last.code !== null) break;
	}
	expect(last.code, last.stderr).toBe(0);
	expect(comparable(last.stdout)).toBe(comparable(calm.stdout));

	// A process killed between its last file and its last line leaves a finished run behind; nothing else may be left.
	const listed = JSON.parse((await assay(["list", "--json"], home)).stdout) as {
		runs: { id: string; status: string }[];
	};
	expect(listed.runs[0]?.id).toBe(idOf(last.stdout));
	expect(listed.runs.map(({ status }) => status)).not.toContain("interrupted");
});
