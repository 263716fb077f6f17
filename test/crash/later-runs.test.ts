import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, folderOf, writeFiles } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { argsOf, assay, comparable, idOf } from "./kill.ts";

test.each(["extend", "monitor"])(
	"%s, killed with -9 at several moments, gives what an unbroken one gives",
	async (command) => {
		const corpus = folderOf(larkdb);
		const [calmHome, home] = [join(emptyFolder(), "calm"), join(emptyFolder(), "broken")];
		const question = { question: "When was Larkdb first released?", corpus, flags: ["--no-vectors"] };
		const id = idOf((await assay(argsOf(question), calmHome)).stdout);
		// Both begin from the same run.
		cpSync(calmHome, home, { recursive: true });
		const [first = ""] = Object.keys(larkdb);
		rmSync(join(corpus, first));
		writeFiles(corpus, { "news.md": "# News\n\nLarkdb was first released in March 2019, its authors say.\n" });

		const args = [command, id, "--json"];
		const calm = await assay(args, calmHome);
		expect(calm.code, calm.stderr).toBe(0);
		let last = calm;
		// The last start is left alone; the moments spread over start-up, indexing and research.
		for (const moment of [300, 450, 550, 650, undefined]) {
			last = await assay(args, home, moment);
			if (last.code !== null) break;
		}
		expect(last.code, last.stderr).toBe(0);
		expect(comparable(last.stdout)).toBe(comparable(calm.stdout));
	},
);
