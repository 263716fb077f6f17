import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { outputSchema } from "../../src/app/report/output.ts";
import { askedOf, type ChatBody, roleOf } from "../support/chat.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf, writeFiles } from "../support/folder.ts";
import type { ProviderRequest } from "../support/provider.ts";
import { startSimulatedModel } from "../support/simulated.ts";
import { assay, lighthouse, lighthouseQuestion, newestRun, place, start } from "./support.ts";

const minutes = {
	"minutes.md": "# Board minutes\n\nThe Skerry lighthouse was built in 1887, the harbour board noted in its minutes.\n",
	"keepers.md": "# Keepers of the coast\n\nAnna Rask was the keeper of the Skerry lighthouse from 1890 on.\n",
};
const focus = "Who was the keeper of the Skerry lighthouse?";

async function finishedRun(more: string[] = []) {
	const { home, run } = place();
	const corpus = run[run.indexOf("--corpus") + 1] ?? "";
	const end = await assay([...run, "--json", ...more]);
	return { home, corpus, output: outputSchema.parse(JSON.parse(end.stdout)) };
}

/** The requests for claims of a page, by a sentence of it. */
const extractionsOf = (requests: readonly ProviderRequest[], sentence: string) =>
	requests.filter(({ body }) => {
		const chat = body as unknown as ChatBody;
		return roleOf(chat) === "extractClaims" && askedOf(chat).includes(sentence);
	});

describe("extend", () => {
	it("without anything new says so, and keeps the earlier report", async () => {
		const { home, output } = await finishedRun();
		const end = await assay(["extend", output.id.slice(0, 8), "--home", home]);
		expect(end.code, end.stderr).toBe(0);
		expect(end.stdout).toContain(`## What changed since run ${output.id.slice(0, 8)}\n\nNothing new was found`);
		expect(end.stdout).toContain("built in 1887");
		expect(end.stderr).not.toMatch(/ read +\S+\.md/);
	});

	it("reads only what is new, also for its focus, and tells what changed in every form of the report", async () => {
		const { home, corpus, output: before } = await finishedRun();
		writeFiles(corpus, minutes);
		const end = await assay(["extend", before.id, "--focus", focus, "--home", home, "--json"]);
		expect(end.code, end.stderr).toBe(0);
		const output = outputSchema.parse(JSON.parse(end.stdout));
		expect(end.stderr.match(/ read +\S+/g)?.map((line) => line.split(/\s+/).at(-1))).toEqual(
			expect.arrayContaining(["minutes.md:", "keepers.md:"]),
		);
		expect(end.stderr).not.toMatch(/ read +(?:guide|history|letters)\.md/);
		expect(output.sources.slice(0, 3)).toMatchObject(before.sources.map(({ url }) => ({ url })));
		expect(output.subQuestions.map(({ text }) => text)).toContain(focus);
		const added = output.claims.filter(({ id }) => output.changes?.claimsAdded.includes(id));
		expect(added.map(({ quote }) => quote)).toContainEqual(expect.stringContaining("Anna Rask"));
		expect(output.changes).toMatchObject({ since: before.id, changed: true });
		const folder = join(home, "runs", output.id);
		for (const name of ["report.md", "report.html"]) {
			const text = readFileSync(join(folder, name), "utf8");
			expect(text).toContain(`What changed since run ${before.id.slice(0, 8)}`);
			expect(text).toContain("Anna Rask was the keeper");
		}
		// The focus is answered first, and what is near it stands first among what is new.
		const markdown = readFileSync(join(folder, "report.md"), "utf8");
		expect(markdown).toMatch(/### New findings\n\n- “Anna Rask was the keeper/);
		const [first] = markdown.slice(markdown.indexOf("What changed since")).match(/^## .+$/m) ?? [];
		expect(first).toBe(`## ${focus}`);
		expect(output.subQuestions.every(({ text }) => text.endsWith("?"))).toBe(true);
		const shown = await assay(["show", output.id, "--home", home, "-q"]);
		expect(shown.stdout).toBe(output.report);
	});

	it("keeps what the first report answered where its focus stands in the same passage", async () => {
		const question = "When does the lease with the Halvor Trust end?";
		const focus = "Who will ask for a renewal?";
		const minutesOfApril = [
			"Meeting of 7 April 2025\n\nPresent: Jens Dahl, Mira Okafor, Tove Lund.\n",
			"1. Tove Lund reported that the pump moves only 31 litres per minute.",
			"2. The lease with the Halvor Trust ends on 30 September 2026. Jens Dahl will ask for a renewal of three years.",
			"3. Shade cloth was not ordered.\n",
		];
		const trust = "# Halvor Trust\n\nThe Halvor Trust was founded in 1962. The trust does not allow subletting.\n";
		const corpus = folderOf({ "minutes.txt": minutesOfApril.join("\n"), "trust.md": trust });
		const home = emptyFolder();
		const first = await assay([question, "--corpus", corpus, "--home", home, "--no-vectors"]);
		expect(first.stdout).toContain("ends on 30 September 2026");
		const { stdout } = await assay(["extend", await newestRun(home), "--focus", focus, "--home", home]);
		const sections = stdout.split(/^## /mu);
		const ofFocus = sections.find((one) => one.startsWith(focus));
		expect(ofFocus).toContain("Jens Dahl will ask for a renewal of three years.");
		expect(ofFocus).not.toContain("31 litres");
		const others = sections.slice(sections.indexOf(ofFocus ?? "") + 1).join("");
		expect(others).toContain("ends on 30 September 2026");
		expect(others).toContain("31 litres");
		expect(stdout).not.toContain("What was not found");
	});

	it("starts from an unfinished run: a page whose claims were taken is neither read nor extracted again", async () => {
		const { baseUrl, requests } = closeAfterTest(await startSimulatedModel({ latencyMs: 60 }));
		const { home, run } = place();
		const { child, until, end } = start([...run, "--model", "openai-compatible:sim", "--base-url", baseUrl]);
		await until(" signal ");
		child.kill("SIGKILL");
		await end;
		const [broken, asked] = [await newestRun(home), requests.length];
		const extended = await assay(["extend", broken, "--home", home, "--json"]);
		expect(extended.code, extended.stderr).toBe(0);
		const output = outputSchema.parse(JSON.parse(extended.stdout));
		expect(output.question).toBe(lighthouseQuestion);
		expect(output.changes?.since).toBe(broken);
		for (const text of Object.values(lighthouse)) {
			const sentence = text.split("\n")[2] ?? "";
			const before = extractionsOf(requests.slice(0, asked), sentence).length;
			expect(extractionsOf(requests.slice(asked), sentence)).toHaveLength(before > 0 ? 0 : 1);
		}
		expect(output.models?.lead).toBe("openai-compatible:sim");
	});

	it("killed in the middle goes on where it was, and asks the model nothing twice", async () => {
		const { baseUrl, requests } = closeAfterTest(await startSimulatedModel({ latencyMs: 60 }));
		const {
			home,
			corpus,
			output: before,
		} = await finishedRun([...["--model", "openai-compatible:sim", "--base-url", baseUrl]]);
		writeFiles(corpus, minutes);
		const asked = requests.length;
		const args = ["extend", before.id, "--focus", focus, "--home", home];
		const { child, until, end } = start(args);
		await until(" claims ");
		child.kill("SIGKILL");
		await end;
		// What the earlier run knew is in the log of the extension.
		const done = await assay([...args, "--json"]);
		expect(done.code, done.stderr).toBe(0);
		const output = outputSchema.parse(JSON.parse(done.stdout));
		expect(output.id).not.toBe(before.id);
		expect(output.sources.map(({ url }) => url)).toEqual(expect.arrayContaining(before.sources.map(({ url }) => url)));
		const texts = requests.slice(asked).map(({ body }) => JSON.stringify(body));
		expect(texts.length - new Set(texts).size).toBeLessThanOrEqual(output.usage?.lost.length ?? 0);
		expect(extractionsOf(requests.slice(asked), "guards the northern harbour")).toEqual([]);
	});

	it("is not an option of a first run", async () => {
		const { run } = place();
		const end = await assay([...run, "--focus", focus]);
		expect(end.code).toBe(2);
	});
});
