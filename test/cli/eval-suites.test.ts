import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { data } from "../support/data.ts";
import { emptyFolder } from "../support/folder.ts";
import { assay, start } from "./support.ts";

/** Public sets that bring their own documents and are graded by code. */
test.skipIf(!existsSync(join(data, "multihop"))).each(["multihop", "ramdocs", "scifact"])(
	"the public set %s becomes a suite and is evaluated without a model; killed on the way, it ends with the same figures",
	async (name) => {
		const suite = join(emptyFolder(), name);
		expect((await assay(["eval", "fetch", name, "--from", join(data, name), "--to", suite])).code).toBe(0);
		const args = (home: string) => ["eval", "run", suite, "--limit", "6", "--no-vectors", "--home", home];
		const home = emptyFolder();
		for (const reached of ["research 2 of 6: ", "traced 2 of 6: "]) {
			const killed = start(args(home));
			await killed.until(reached);
			killed.child.kill("SIGKILL");
			await killed.end;
		}
		const [resumed, whole] = [
			await assay([...args(home), "--json"]),
			await assay([...args(emptyFolder()), "--json"]),
		].map((end) => JSON.parse(end.stdout));
		expect(resumed.runs).toHaveLength(6);
		expect(resumed.figures.length).toBeGreaterThan(2);
		expect(resumed.figures).toEqual(whole.figures);
		const stages = (result: { losses: { lost: object[] } }) =>
			result.losses.lost.map((one) => ({ ...one, run: "", position: 0 }));
		expect(stages(resumed)).toEqual(stages(whole));
		expect(resumed.suite.licence).not.toBe("");
	},
);
