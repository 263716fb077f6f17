import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { closeAfterTest } from "../support/close.ts";
import { startSimulatedModel } from "../support/simulated.ts";

const root = join(import.meta.dirname, "../..");

/** Two suites of four questions each, whose reports a judge is asked about in two requests each. */
function suitesFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "assay-ceiling-"));
	for (const [name, fact] of Object.entries({
		tower: "The tower was built in 1887.",
		pier: "The pier is 90 m long.",
	})) {
		mkdirSync(join(folder, name, "documents"), { recursive: true });
		writeFileSync(join(folder, name, "documents", `${name}.md`), `# The ${name}\n\n${fact} Ann Bell drew it.\n`);
		const suite = { form: "key-points", name, licence: "ours", source: "here", corpus: "documents" };
		writeFileSync(join(folder, name, "suite.json"), JSON.stringify(suite));
		const asked = ["What is known of", "Who drew", "When was Ann Bell at", "Why is there"].map(
			(one) => `${one} the ${name}?`,
		);
		const questions = asked.map((question, at) => ({
			...{ id: `${name}${at}`, part: "lookup", question, key_points: [{ text: fact, required: [name] }] },
		}));
		writeFileSync(join(folder, name, "questions.jsonl"), questions.map((one) => JSON.stringify(one)).join("\n"));
	}
	return folder;
}

test("a limit on requests holds for all packages together, and for all commands of them, killed or not", async () => {
	const most = 10;
	const seen: number[] = [];
	const { baseUrl } = closeAfterTest(
		await startSimulatedModel({ latencyMs: 200, onRequest: () => seen.push(Date.now()) }),
	);
	const place = { ...process.env, TMPDIR: mkdtempSync(join(tmpdir(), "assay-ceiling-home-")) };
	const model = ["--judge", "openai-compatible:mild", "--base-url", baseUrl];
	const args = ["bench/run.ts", "own", "--suites", suitesFolder(), "--", ...model, "--max-requests", String(most)];
	const run = () => {
		const child = spawn(process.execPath, [...args, "--depth", "quick", "--no-vectors"], {
			...{ cwd: root, env: place, detached: true, stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"] },
		});
		return { child, ended: Promise.all([text(child.stdout), text(child.stderr)]) };
	};
	// Killed with all its processes: in the first package, and in the second.
	for (const reached of [2, 7]) {
		const { child, ended } = run();
		while (seen.length < reached && child.exitCode === null) await new Promise((done) => setTimeout(done, 20));
		if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
		await ended;
	}
	const [out, notes] = await run().ended;
	expect(out, notes).toContain("8 runs of");
	expect(seen.length).toBeGreaterThan(7);
	expect(seen.length).toBeLessThanOrEqual(most);
});
