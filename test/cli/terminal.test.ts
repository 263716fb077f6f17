import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { hasTerminals, lighthouseQuestion, place, startOnTerminal } from "./support.ts";

const showCursor = "\u001b[?25h";
const hideCursor = "\u001b[?25l";
const escapeCode = String.fromCharCode(27);
const colour = new RegExp(String.raw`${escapeCode}\[[\d;]*m`, "g");
const link = new RegExp(String.raw`${escapeCode}\]8;;([^${escapeCode}]*)${escapeCode}\\`, "g");

describe.skipIf(!hasTerminals)("on a terminal (needs script of util-linux)", () => {
	it("shows a live view, takes it away, and draws the report within the terminal's width", async () => {
		const { end } = startOnTerminal([...place().run, "--no-follow-ups"], 50, 24);
		const { code, stdout } = await end;
		expect(code).toBe(0);
		expect(stdout.lastIndexOf(showCursor)).toBeGreaterThanOrEqual(stdout.lastIndexOf(hideCursor));
		// From the line that says how it ended to the path of the files, which may be longer than a line.
		const shown = stdout.slice(stdout.lastIndexOf("✔"), stdout.lastIndexOf("Files"));
		const report = shown.replaceAll(colour, "").replaceAll(link, "");
		const links = [...shown.matchAll(link)].map(([, address = ""]) => address).filter(Boolean);
		expect(links.length).toBeGreaterThan(0);
		for (const address of links) expect(existsSync(new URL(address)), address).toBe(true);
		expect(report).toContain(lighthouseQuestion);
		expect(report).toContain("1. ");
		for (const line of report.split("\r\n")) expect(line.length).toBeLessThan(50);
		expect(report).not.toContain("\u001b");
	});

	it("stops on Ctrl-C while it indexes, gives the cursor back, and says how to go on", async () => {
		const records = Array.from({ length: 40_000 }, (_, id) =>
			JSON.stringify({ id, title: `Page ${id}`, text: `It is page ${id}.` }),
		);
		const { run } = place({ "many.jsonl": records.join("\n") });
		const { child, until, end } = startOnTerminal(run, 80, 24);
		await until(" of ");
		child.stdin?.write("\u0003");
		const { code, stdout } = await end;
		expect(code).toBe(130);
		expect(stdout).toContain("stopping…");
		expect(stdout).toContain("type the same command again");
		expect(stdout.lastIndexOf(showCursor)).toBeGreaterThan(stdout.lastIndexOf(hideCursor));
	});

	it("uses no colour with NO_COLOR, and no moving view on a dumb terminal", async () => {
		const plain = startOnTerminal([...place().run, "--no-follow-ups"], 80, 24, { NO_COLOR: "1", TERM: "dumb" });
		const { code, stdout } = await plain.end;
		expect(code).toBe(0);
		expect(stdout).toContain(" signal ");
		expect(stdout).not.toContain("\u001b");
	});
});
