import { expect, test } from "vitest";
import { openStore } from "../../src/store/open.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { heldModel } from "./held-model.ts";
import { assay, start } from "./support.ts";

test("a campaign is no run to extend or to monitor, and its pulse is not deleted under it", async () => {
	const [home, corpus] = [emptyFolder(), folderOf(larkdb)];
	const question = "How does compaction work in Larkdb, and what are its costs?";
	const base = ["--pulses", "1", "-c", corpus, "--no-vectors", "--depth", "quick", "--home", home, "--json"];
	const end = await assay(["campaign", question, ...base]);
	type Shown = { id: string; pulses: { id: string; gaps: string[]; core: { open?: string }[] }[] };
	const { id, pulses } = JSON.parse(end.stdout) as Shown;
	const pulse = pulses[0]?.id ?? "";
	// A core sub-question that stays open is told, also where it is no gap.
	const open = pulses[0]?.core.filter((one) => one.open !== undefined).length ?? 0;
	expect(open).toBeGreaterThan(0);
	const course = await assay(["campaign", "show", id, "--home", home]);
	expect(course.stdout).toMatch(new RegExp(`${pulses[0]?.gaps.length} gaps? left, ${open} core sub-questions? open`));
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

test("a message to a campaign reaches its run in flight, and finish ends the campaign after it", async () => {
	const model = closeAfterTest(await heldModel("findGaps"));
	const [home, corpus] = [emptyFolder(), folderOf(larkdb)];
	const base = ["--pulses", "3", "-c", corpus, "--no-vectors", "--home", home, "--json"];
	const flags = ["--model", "openai-compatible:sim", "--base-url", model.baseUrl];
	const campaign = start(["campaign", "How does compaction work in Larkdb?", ...base, ...flags]);
	await model.reached;
	const store = await openStore({ home });
	const [pulse, whole] = await store.runs().finally(() => store.close());
	const send = (...args: string[]) => assay([...args, "--home", home, "--json"]);
	const steered = await send("steer", whole?.id ?? "", "who designed the logo of Larkdb?");
	expect(JSON.parse(steered.stdout)).toMatchObject({ runId: pulse?.id, isNew: true, status: "running" });
	expect((await send("finish", whole?.id ?? "")).code).toBe(0);
	model.release();
	const { stdout, code, stderr } = await campaign.end;
	expect(code, stderr).toBe(4);
	const { pulses } = JSON.parse(stdout) as { pulses: { stopReason: string; decision?: unknown }[] };
	expect(pulses).toMatchObject([{ stopReason: "STOPPED_BY_USER" }]);
	expect(stderr + stdout).toContain("you asked it to finish");
	const idle = await send("steer", whole?.id ?? "", "more");
	expect(idle.code).toBe(2);
});

test("a campaign knows the pulse that was resumed by itself, and goes on with the next one, killed inside a pulse or between two", async () => {
	const [inPulse, atJudge] = [await heldModel("findGaps"), await heldModel("judgePulse")].map(closeAfterTest);
	const [home, corpus] = [emptyFolder(), folderOf(larkdb)];
	const again = (...args: string[]) => assay([...args, "--home", home, "--json"]);
	const killedAt = async ({ reached }: Pick<Awaited<ReturnType<typeof heldModel>>, "reached">, args: string[]) => {
		const { child, end } = start([...args, "--home", home]);
		await Promise.race([reached, end.then(({ stderr }) => Promise.reject(new Error(stderr)))]);
		child.kill("SIGKILL");
		await end;
	};
	type Course = { id: string; status: string; current?: unknown; pulses: { id: string; decision?: unknown }[] };
	const courseOf = async (id: string) => JSON.parse((await again("campaign", "show", id)).stdout) as Course;
	const campaign = (model: { baseUrl: string }, ...more: string[]) => {
		const flags = ["-c", corpus, "--no-vectors", "--model", "openai-compatible:sim", "--base-url", model.baseUrl];
		return ["campaign", "How does compaction work in Larkdb?", ...flags, ...more];
	};
	const idsNow = async () => {
		const store = await openStore({ home });
		const [pulse, whole] = (await store.runs().finally(() => store.close())).map(({ id }) => id);
		return { pulse: pulse ?? "", whole: whole ?? "" };
	};
	if (!inPulse || !atJudge) throw new Error("no model");
	await killedAt(inPulse, campaign(inPulse, "--pulses", "1"));
	const only = await idsNow();
	expect(await courseOf(only.whole)).toMatchObject({ status: "interrupted", current: { id: only.pulse }, pulses: [] });
	inPulse.release();
	const resumed = await assay(["resume", only.pulse, "--home", home]);
	expect([0, 4]).toContain(resumed.code);
	expect(resumed.stderr).toContain(`campaign resume ${only.whole.slice(0, 8)}`);
	const ended = await courseOf(only.whole);
	expect(ended).toMatchObject({ status: "completed", pulses: [{ id: only.pulse }] });
	expect(ended.current).toBeUndefined();
	const { runs } = JSON.parse((await again("list")).stdout);
	expect(runs).toMatchObject([{ id: only.pulse }, { id: only.whole, status: "completed" }]);

	await killedAt(atJudge, campaign(atJudge, "--pulses", "3"));
	const { pulse, whole } = await idsNow();
	expect(await courseOf(whole)).toMatchObject({ status: "interrupted", pulses: [{ id: pulse }] });
	atJudge.release();
	const { stdout, stderr } = await again("campaign", "resume", whole);
	const { status, pulses } = JSON.parse(stdout) as Course;
	expect([status, pulses.length, pulses[0]?.id], stderr).toEqual(["completed", 2, pulse]);
});
