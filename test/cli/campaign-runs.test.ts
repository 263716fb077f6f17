import { expect, test } from "vitest";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { assay } from "./support.ts";

test("a campaign is no run to extend or to monitor, and its pulse is not deleted under it", async () => {
	const [home, corpus] = [emptyFolder(), folderOf(larkdb)];
	const question = "How does compaction work in Larkdb, and what are its costs?";
	const base = ["--pulses", "1", "-c", corpus, "--no-vectors", "--depth", "quick", "--home", home, "--json"];
	const end = await assay(["campaign", question, ...base]);
	const { id, pulses } = JSON.parse(end.stdout) as { id: string; pulses: { id: string }[] };
	const pulse = pulses[0]?.id ?? "";
	for (const command of ["extend", "monitor"]) {
		const refused = await assay([command, id, "--home", home]);
		expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("is a campaign of several runs") });
	}
	const { runs } = JSON.parse((await assay(["list", "--home", home, "--json"])).stdout);
	expect(runs).toMatchObject([
		{ kind: "pulse", of: id, pulse: 1, question },
		{ kind: "campaign", question },
	]);
	const listed = await assay(["list", "--home", home]);
	expect(listed.stdout).toContain(`pulse 1 of ${id.slice(0, 8)}: ${question}`);
	const kept = await assay(["delete", pulse, "--yes", "--home", home]);
	expect(kept).toMatchObject({ code: 2, stderr: expect.stringContaining("is pulse 1 of campaign") });
	expect((await assay(["delete", id, "--yes", "--home", home])).code).toBe(0);
	expect((await assay(["delete", pulse, "--yes", "--home", home])).code).toBe(0);
	const asking = await assay(["campaign", question, ...base, "--confirm"]);
	expect(asking.code).toBe(2);
	const late = await assay(["campaign", "--home", home]);
	expect(late).toMatchObject({ code: 2, stderr: expect.stringContaining('campaign "QUESTION" --corpus FOLDER') });
});
