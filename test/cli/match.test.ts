import { describe, expect, it } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { assay, hasTerminals, lighthouseQuestion, newestRun, place, start, startOnTerminal } from "./support.ts";

async function runCount(home: string): Promise<number> {
	const store = await openStore({ home });
	return (await store.runs().finally(() => store.close())).length;
}

describe("a question that a finished run has asked", () => {
	it("in a script begins a new run, and one line names the match; --view shows the report instead", async () => {
		const { home, run, options } = place();
		const first = await assay(run);
		expect(first.stderr).not.toContain("asked the same");
		const id = (await newestRun(home)).slice(0, 8);
		const viewed = await assay(["when was the Skerry lighthouse BUILT", ...options, "--view"]);
		expect([viewed.code, viewed.stdout, await runCount(home)]).toEqual([0, first.stdout, 1]);
		const again = await assay(run);
		expect(again.stderr.split("\n")[0]).toBe(
			`assay: run ${id} asked the same just now: "${lighthouseQuestion}"; to use it: --view or --extend`,
		);
		expect(await runCount(home)).toBe(2);
		expect((await assay([...run, "--new"])).stderr).not.toContain("asked the same");
		expect(await assay([...run, "--quiet"])).toMatchObject({ code: 0, stderr: "" });
		expect((await assay([...run, "--view", "--new"])).stderr).toContain("only one of --view and --new");
	});

	it("in other words is found, with how similar it is; in another place or about something else it is not", async () => {
		const { home, run, options } = place();
		await assay(run);
		const found = await assay(["When was it built, the Skerry lighthouse?", ...options]);
		expect(found.stderr).toMatch(/asked the same just now, in other words \(similarity 1\.00 by words\)/);
		const asked = "The Skerry lighthouse, when was it built?";
		const viewed = await assay([asked, ...options, "--view"]);
		expect(viewed.stdout.split("\n")[0]).toMatch(
			/^> You asked "The Skerry lighthouse, when was it built\?"\. This is the report of run [0-9a-f]{8} on a question in other words: "When was it built, the Skerry lighthouse\?"/,
		);
		const json = await assay([asked, ...options, "--view", "--json"]);
		expect(json.stderr).toContain(`You asked "${asked}"`);
		expect(JSON.parse(json.stdout)).toMatchObject({ question: "When was it built, the Skerry lighthouse?" });
		const other = await assay(["Who built the Skerry lighthouse?", ...options]);
		expect(other.stderr).not.toContain("asked the same");
		const elsewhere = await assay(place({ "a.md": "The Skerry lighthouse was built in 1887.\n" }, home).run);
		expect(elsewhere.stderr).not.toContain("asked the same");
	});

	it("but never finished is resumed, whatever finished run there is", async () => {
		const { home, run } = place();
		await assay(run);
		const killed = start([...run, "--new"]);
		await killed.until(" run ");
		killed.child.kill("SIGKILL");
		await killed.end;
		const again = await assay(run);
		expect(again.stderr).toMatch(/goes on with run [0-9a-f]{8}/);
		expect([again.stderr.includes("asked the same"), await runCount(home)]).toEqual([false, 2]);
	});

	it.runIf(hasTerminals)("on a terminal asks what to do; Enter shows the report", async () => {
		const { home, run } = place();
		await assay(run);
		const { child, until, end } = startOnTerminal([...run, "--no-follow-ups"], 100, 40);
		await until("[V/e/n] ");
		child.stdin?.write("\r");
		expect([(await end).code, await runCount(home)]).toEqual([0, 1]);
		const other = startOnTerminal([...run, "--no-follow-ups"], 100, 40);
		await other.until("[V/e/n] ");
		other.child.stdin?.write("n\r");
		expect([(await other.end).code, await runCount(home)]).toEqual([0, 2]);
	});
});
