import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { outputSchema } from "../../src/app/report/output.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { nothing, refusing, startEngine } from "./searxng.ts";
import { assay, lighthouse, lighthouseQuestion, newestRun, place, start } from "./support.ts";

const question = "Which composer wrote the opera Zauberwinkel?";

describe("what may be asked of the web", () => {
	it("folders and a service end with 2, say what to type, and make no run", async () => {
		const home = emptyFolder();
		const end = await assay([question, "-c", folderOf(lighthouse), "-s", "wikipedia", "--home", home, "--json"]);
		expect(end.code).toBe(2);
		expect(JSON.parse(end.stdout).error).toMatchObject({
			code: "WEB_NOT_ALLOWED",
			hint: expect.stringContaining("--allow-web"),
		});
		await expect(newestRun(home)).rejects.toThrow("no run");
	});

	it("neither a setting nor a key sends a word of private documents out; what the user allows is shown", async () => {
		const engine = await startEngine();
		const { run } = place();
		const env = { ASSAY_SEARCH: "searxng", ASSAY_SEARXNG_URL: engine.url, BRAVE_API_KEY: "brave-key" };
		expect((await assay(run, { env })).code).toBe(0);
		expect((await assay([...run, "--search", "searxng"], { env })).code).toBe(2);
		expect(engine.asked).toEqual([]);

		const allowed = await assay([...run, "--search", "searxng", "--allow-web"], { env });
		expect(allowed.code).toBe(0);
		expect(allowed.stdout).toContain("1887");
		expect(engine.asked.filter((query) => query !== "").length).toBeGreaterThan(0);
		for (const query of engine.asked) expect(allowed.stderr).toContain(query);
		// One's own engine asks others: what it is sent has left.
		expect(allowed.stdout).toContain("Sent outside");
	});
});

describe("a search service that does not do its work", () => {
	it("ends the run before anything else is done, keeps it, and is not told as nothing found; mended, the run goes on", async () => {
		const engine = await startEngine();
		const home = emptyFolder();
		const run = [question, "--home", home, "--searxng", engine.url, "--no-vectors", "--no-browser"];
		engine.answer = refusing;
		const refused = await assay(run);
		expect(refused.code).toBe(1);
		expect(refused.stderr).toMatch(/JSON.*\n.* assay .*resume [0-9a-f]{8}/);
		expect(refused.stderr).not.toMatch(/No evidence|nothing found/i);
		expect(engine.asked).toEqual([""]);

		engine.answer = nothing;
		const done = await assay(["resume", await newestRun(home), "--home", home, "-q"]);
		expect(done).toMatchObject({ code: 3, stdout: "" });
		expect(done.stderr).toContain("no search found a document");
		expect(done.stderr).toContain("Searched by searxng for");
	});

	it("in a search, keeps the run too", async () => {
		const engine = await startEngine();
		let asked = 0;
		engine.answer = (response) => (asked++ === 0 ? nothing : refusing)(response);
		const end = await assay([
			question,
			"--home",
			emptyFolder(),
			"--searxng",
			engine.url,
			"--no-vectors",
			"--no-browser",
		]);
		expect(end.code).toBe(1);
		expect(end.stderr).toMatch(/ assay .*resume /);
		expect(end.stderr).not.toMatch(/No evidence/);
	});

	it("beside folders is a gap of the report, and hides nothing that the folders hold", async () => {
		const engine = await startEngine();
		engine.answer = refusing;
		const places = ["-c", folderOf(lighthouse), "--searxng", engine.url, "--allow-web"];
		const end = await assay([lighthouseQuestion, "--home", emptyFolder(), ...places, "--no-vectors", "--json"]);
		expect(end.code).toBe(0);
		const output = outputSchema.strict().parse(JSON.parse(end.stdout));
		expect(output.report).toContain("1887");
		expect(output.web?.left_out).toMatchObject([{ service: "searxng", reason: expect.stringContaining("JSON") }]);
		expect(output.report).toContain("Not searched: searxng");
	});
});

describe("the demo", () => {
	it("researches an invented web without a key, opens nothing else, and shows what to look at", async () => {
		const home = folderOf({ ".env": "BRAVE_API_KEY=canary-in-home-file\n" });
		const env = { TAVILY_API_KEY: "canary-in-environment", STEEL_API_KEY: "canary-of-steel" };
		const end = await assay(["demo", "--home", home], { env });
		expect(end.code).toBe(0);
		expect(end.stdout).toMatch(/^# .+\n/);
		expect(end.stderr).toMatch(/What to look at\n[\s\S]*What to type next\n/);
		const cited = [...end.stdout.matchAll(/\]\((https?:[^)]+)\)/g)].map(([, url = ""]) => new URL(url).hostname);
		expect(cited.length).toBeGreaterThan(0);
		expect(cited.filter((host) => !host.endsWith(".test"))).toEqual([]);
		const kept = filesBelow(home).filter((path) => !path.endsWith(".env"));
		const written = [end.stdout, end.stderr, ...kept.map((path) => readFileSync(path, "latin1"))].join("\n");
		expect(kept.some((path) => path.endsWith("evidence.json"))).toBe(true);
		expect(written).not.toContain("canary-");
	});

	it("is stopped by Ctrl-C in order: its web lives until then, and its run says where it belongs", async () => {
		const home = emptyFolder();
		const started = start(["demo", "--home", home]);
		await started.until("plan ");
		started.child.kill("SIGINT");
		const ended = await started.end;
		expect(ended.code).toBe(130);
		// Its run can be gone on with in its own web only.
		expect(ended.stderr).toMatch(/ demo$/mu);
		expect(ended.stderr).not.toContain("resume");
		const [{ id, status }] = JSON.parse((await assay(["list", "--json", "--home", home])).stdout).runs;
		expect(status).toBe("interrupted");
		const resumed = await assay(["resume", id, "--home", home]);
		expect(resumed.code).toBe(2);
		expect(resumed.stderr).toMatch(/type: .*demo/);
	});
});

function filesBelow(folder: string): string[] {
	return readdirSync(folder, { recursive: true, encoding: "utf8" })
		.map((name) => join(folder, name))
		.filter((path) => statSync(path).isFile());
}
