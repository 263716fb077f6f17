import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { askedOf, type ChatBody } from "../support/chat.ts";
import { closeAfterTest } from "../support/close.ts";
import { data } from "../support/data.ts";
import { emptyFolder } from "../support/folder.ts";
import { type ProviderAnswer, type ProviderRequest, startProvider } from "../support/provider.ts";
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

/** A judge that counts which words of a statement stand in its passages, and is as sure as the count is far from a half. */
function countingJudge({ body }: ProviderRequest): ProviderAnswer {
	const items = askedOf(body as unknown as ChatBody)
		.split(/^(?=\d+\. )/m)
		.slice(1);
	const verdicts = items.map((item, at) => {
		const [statement = "", passages = ""] = item.split("cited: ");
		const words = statement.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
		const share = words.filter((word) => passages.toLowerCase().includes(word)).length / Math.max(1, words.length);
		const verdict = share > 0.8 ? "full" : share > 0.5 ? "partial" : "unsupported";
		return { number: at + 1, reason: "its words", verdict, confidence: Math.round(50 + 100 * Math.abs(share - 0.5)) };
	});
	return { text: JSON.stringify({ verdicts }) };
}

test.skipIf(!existsSync(join(data, "wice"))).each([
	["attribution", 2],
	["wice", 3],
])("a judge is calibrated on %s: kappa with people, and what its confidence is worth", async (name, labels) => {
	const { baseUrl, requests } = closeAfterTest(await startProvider(countingJudge));
	const suite = join(emptyFolder(), name);
	expect((await assay(["eval", "fetch", name, "--from", join(data, name), "--to", suite])).code).toBe(0);
	const home = emptyFolder();
	const judge = ["--judge", "openai-compatible:counting", "--base-url", baseUrl];
	const end = await assay(["eval", "run", suite, "--limit", "40", "--home", home, ...judge, "--json"]);
	expect(end.code, end.stderr).toBe(0);
	const result = JSON.parse(end.stdout);
	type Said = { judge: string; met: number; confidence: number };
	const pairs = result.runs.map(({ verdicts }: { verdicts: Said[] }) => ({
		people: verdicts.find((one) => one.judge === "people")?.met ?? 0,
		...verdicts.find((one) => one.judge === "openai-compatible:counting"),
	}));
	const right = pairs.map(
		({ people, met }: Said & { people: number }) => people === (labels === 2 ? Math.floor(met) : met),
	);
	const share = right.filter(Boolean).length / 40;
	const squares = pairs.map(({ confidence }: Said, at: number) => (confidence - Number(right[at])) ** 2);
	const brier = squares.reduce((sum: number, one: number) => sum + one, 0) / 40;
	expect(result.figures[0]).toMatchObject({ name: "asPeople", value: share });
	const judged = { a: "people", criteria: 40, equal: share, kappa: expect.any(Number), interval: expect.any(Array) };
	// The most frequent label has no kappa; each label has the share that it has in the whole set.
	expect(result.agreement).toMatchObject([
		judged,
		{ b: "always the most frequent label", equal: labels === 2 ? 0.5 : 21 / 40 },
		{ b: "share of words, best threshold", equalInterval: expect.any(Array) },
	]);
	// As many statements in a request as of a report.
	expect(requests.length).toBeLessThan(20);
	expect(result.total.judgeRequests).toBe(requests.length);
	expect(result.calibration).toMatchObject([{ judge: "openai-compatible:counting", verdicts: 40, right: share }]);
	expect(result.calibration[0].brier).toBeCloseTo(brier, 12);
	expect(new Set(pairs.map(({ people }: { people: number }) => people)).size).toBe(labels);
	// Neither a label nor what a label counts is shown to the judge.
	for (const { body } of requests)
		expect(JSON.stringify(body)).not.toMatch(/attribut(?:able|ion_label)|[a-z]_supported/);
	const shown = await assay(["eval", "show", result.id, "--home", home]);
	expect(shown.stdout).toMatch(/Confidence of the judges[\s\S]*counting \| 0\.\d{3} *\| \[0\.\d{3}, 0\.\d{3}\]/);
});
