import { expect, it } from "vitest";
import { assay, newestRun, place } from "./support.ts";

it("a list says what each run is: a question, or a question to, an extension of or a look at another run", async () => {
	const { home, run } = place();
	await assay([...run, "-q"]);
	const id = await newestRun(home);
	const own = ["--home", home, "-q"];
	await assay(["ask", id, "Who built the Skerry lighthouse?", ...own]);
	await assay(["extend", id, ...own]);
	await assay(["monitor", id, ...own]);
	const look = await newestRun(home);
	await assay(["monitor", look, ...own]);
	const { stdout } = await assay(["list", ...own]);
	const short = id.slice(0, 8);
	expect(stdout.split("\n").map((line) => line.slice(line.indexOf(" page") + 5).replace(/^s?\s+/, ""))).toEqual([
		`look at ${short}: When was the Skerry lighthouse built?`,
		`look at ${short}: When was the Skerry lighthouse built?`,
		`extends ${short}: When was the Skerry lighthouse built?`,
		`question to ${short}: Who built the Skerry lighthouse?`,
		"When was the Skerry lighthouse built?",
		"",
	]);
	const { runs } = JSON.parse((await assay(["list", ...own, "--json"])).stdout);
	expect(runs.map(({ kind, of }: { kind: string; of?: string }) => [kind, of])).toEqual([
		["monitor", id],
		["monitor", id],
		["extend", id],
		["ask", id],
		["research", undefined],
	]);
});
