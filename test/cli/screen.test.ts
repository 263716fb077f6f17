import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { type ChatBody, roleOf } from "../support/chat.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { startProvider } from "../support/provider.ts";
import { heldUntil, simulatedAnswer } from "../support/simulated.ts";
import { hasTmux, openTmux } from "../support/tmux.ts";
import { environment, main } from "./support.ts";

const question = "How does compaction work in Larkdb, and what are its costs?";

/** The research on a terminal, whose model waits before the gap analysis and before the draft until it is let go on. */
async function researchOnTerminal(columns: number, rows: number, more = "") {
	const gates = { findGaps: Promise.withResolvers<void>(), draft: Promise.withResolvers<void>() };
	const model = closeAfterTest(
		await startProvider(({ body }) => {
			const asked = body as unknown as ChatBody;
			const answer = simulatedAnswer(asked);
			const role = roleOf(asked);
			return role === "findGaps" || role === "draft" ? heldUntil(gates[role].promise, answer) : answer;
		}),
	);
	const home = emptyFolder();
	const terminal = closeAfterTest(openTmux(columns, rows, environment({ NO_COLOR: "1" })));
	const flags = `--home ${home} --corpus ${folderOf(larkdb)} --no-vectors --model openai-compatible:sim --base-url ${model.baseUrl} ${more}`;
	terminal.type(`${process.execPath} ${main} "${question}" ${flags}; echo "code $?"`, "Enter");
	await terminal.until(/looking for gaps/);
	return { terminal, home, gates };
}

describe.skipIf(!hasTmux)("the live view in a real terminal (needs tmux)", () => {
	test.each([
		[80, 24],
		[200, 60],
	])("takes a redirect at %i×%i, and shows what it changed", async (columns, rows) => {
		const { terminal, gates } = await researchOnTerminal(columns, rows);
		// Each letter arrives, the keys that edit work on wide letters, and a command is only what begins with a slash.
		terminal.type("quit 日本x", "BSpace", "Left", "BSpace", "Right");
		expect(await terminal.until("› quit 本")).not.toContain("日");
		terminal.type("", "C-u");
		terminal.type("who designed the logo of Larkdb?", "Enter");
		await terminal.until("“who designed the logo of Larkdb?”: recorded");
		gates.findGaps.resolve();
		await terminal.until(/q\d was added/);
		await terminal.until("+ Its logo, a bird");
		for (const line of terminal.screen()) expect(line.length).toBeLessThanOrEqual(columns);
		// Each redraw is one synchronized update, and the screen is never cleared: nothing flickers.
		const raw = terminal.raw();
		const redraws = raw.split("\u001b[?2026h").length - 1;
		expect(redraws).toBeGreaterThan(10);
		// The last one may be under way.
		expect(raw.split("\u001b[?2026l").length).toBeGreaterThanOrEqual(redraws);
		expect(raw).not.toContain("\u001b[2J");
		expect(raw).not.toContain("\u001b[3J");
		gates.draft.resolve();
		await terminal.until("A further question");
		// The line of a further question is edited as the one of the view, and is there again after Ctrl-Z and fg.
		terminal.type("wh日o", "Left", "BSpace");
		await terminal.until(/ends\): who$/m);
		terminal.type("", "C-z");
		await terminal.until("Stopped");
		terminal.type("fg", "Enter");
		await terminal.until(/[$#] fg\n.+ends\): who$/ms);
		// An empty line ends the questions. The shell forgot the rest of its own line when it was suspended.
		terminal.type("", "End", "C-u", "Enter");
		await terminal.until(/[$#]\s*$/);
		terminal.type("echo ended $?", "Enter");
		await terminal.until("ended 0");
		const history = terminal.history();
		expect(history).toContain("You asked during the run: “who designed the logo of Larkdb?”");
		expect(history.match(/say what to look for, or \/help/g) ?? []).toHaveLength(0);
	});

	test("stays whole when the terminal is resized, and after Ctrl-Z and fg", async () => {
		const { terminal, gates } = await researchOnTerminal(80, 24);
		const titles = (text: string) => text.match(/^ {2}Plan {2}/gm) ?? [];
		for (const [columns, rows] of [
			[200, 60],
			[60, 20],
			[120, 30],
		] as const) {
			terminal.resize(columns, rows);
			await terminal.until(new RegExp(`^.{${Math.min(columns - 6, 100)},}\\d:\\d\\d$`, "m"));
			const text = await terminal.until("› ");
			expect(titles(text)).toHaveLength(1);
			for (const line of terminal.screen()) expect(line.length).toBeLessThanOrEqual(columns);
		}
		terminal.type("kept", "C-z");
		await terminal.until("Stopped");
		terminal.type("echo in the shell", "Enter");
		await terminal.until(/^in the shell$/m);
		// A suspended process hears nothing of the terminal's new size.
		terminal.resize(90, 40);
		terminal.type("clear; fg", "Enter");
		await terminal.until("› kept");
		await terminal.until(/^.{84,89}\d:\d\d$/m);
		expect(titles(terminal.screen().join("\n"))).toHaveLength(1);
		terminal.type("", "C-u");
		terminal.type("/stop", "Enter");
		const end = await terminal.until("stopped, as you asked");
		expect(end).toContain("resume");
		// What stays is no screen of blank lines.
		expect(end.slice(end.indexOf("  Plan  "), end.indexOf(" left")).split("\n").length).toBeLessThan(24);
		expect(end.match(/\d+:\d\d left$/gm)).toHaveLength(1);
		terminal.type("echo code $?", "Enter");
		await terminal.until("code 5");
		gates.findGaps.resolve();
	});

	test("time under Ctrl-Z does not count to the deadline, and the view says so", async () => {
		const { terminal, gates } = await researchOnTerminal(100, 30, "--deadline 40");
		terminal.type("", "C-z");
		await terminal.until("Stopped");
		gates.draft.resolve();
		// With this, the time for research would be over.
		await sleep(28_000);
		terminal.type("fg", "Enter");
		await terminal.until("suspended for 0:2");
		gates.findGaps.resolve();
		await terminal.until("A further question");
		// An empty line ends it. The shell forgot the rest of its own line when it was suspended.
		terminal.type("", "Enter");
		terminal.type("echo ended $?", "Enter");
		await terminal.until("ended 0");
		expect(terminal.history()).not.toContain("DEADLINE");
	});

	test("a line that was typed as the run ended is told below the report", async () => {
		const { terminal, gates } = await researchOnTerminal(80, 24);
		terminal.type("too late");
		await terminal.until("› too late");
		gates.findGaps.resolve();
		gates.draft.resolve();
		await terminal.until("A further question");
		const history = terminal.history();
		expect(history.match(/not sent/g)).toHaveLength(1);
		expect(history.indexOf("not sent, as the run had ended: too late")).toBeGreaterThan(history.indexOf("Sources"));
		terminal.type("", "Enter");
	});

	test("a line that was typed and not sent is not lost, and the shell reads keys again after Ctrl-C", async () => {
		const { terminal } = await researchOnTerminal(80, 24);
		terminal.type("half a thou", "C-c");
		const end = await terminal.until("code 130");
		expect(end).toContain("not sent: half a thou");
		expect(end).toContain("resume");
		terminal.type("echo typed $((40 + 2))", "Enter");
		await terminal.until("typed 42");
	});
});
