import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { limits } from "../../src/base/limits.ts";
import { drawFrame } from "../../src/cli/progress/frame/frame.ts";
import { emptyView, updateView } from "../../src/cli/progress/live-view.ts";
import { startPostgres } from "../real/postgres.ts";
import { closeAfterTest } from "../support/close.ts";
import { assay, place, start } from "./support.ts";

const away = { why: "away" as const, where: "postgres x on h:1", since: new Date(), forMs: limits.databaseAwayMs };

it("waits while another program has the store locked for longer than a write takes, says so, and hears Ctrl-C meanwhile", async () => {
	const { home, options, run } = place();
	await assay(["list", "--home", home]);
	const other = closeAfterTest(new DatabaseSync(join(home, "runs.db")));
	other.exec("BEGIN IMMEDIATE");
	const { until, end } = start(run);
	const impatient = start(["When was the Skerry harbour dug?", ...options]);
	await Promise.all([until("locked since"), impatient.until("locked since")]);
	impatient.child.kill("SIGINT");
	await sleep(limits.storeBusyMs);
	expect(await impatient.end).toMatchObject({ code: 130 });
	other.exec("COMMIT");
	const { code, stdout, stderr } = await end;
	expect([code, stdout]).toEqual([0, expect.stringContaining("1887")]);
	expect(stderr).toMatch(
		/ store +another program has the files in \S+ locked since \d\d:\d\d:\d\d; waiting for it, at most 10 min/,
	);
	expect(stderr).toMatch(/ store +\S+ is no longer locked after 0:\d\d; the run goes on/);
});

const server = await startPostgres();
it.skipIf("missing" in server)(
	"says that the database is away, for how long it waits, and that it is back",
	async () => {
		if ("missing" in server) return;
		onTestFinished(() => server.stop());
		const env = { DATABASE_URL: await server.newDatabase() };
		const { until, end } = start(place().run, { env });
		await until(" run ");
		await server.crash(2 * limits.storeNoticeMs);
		const { code, stderr } = await end;
		expect([code, stderr]).toEqual([0, expect.anything()]);
		expect(stderr).toMatch(/ store +postgres \S+ on \S+ is away since \d\d:\d\d:\d\d; waiting for it, at most 1 min/);
		expect(stderr).toMatch(/ store +postgres \S+ on \S+ is back after 0:\d\d; the run goes on/);
	},
);

it("shows the same in the view that redraws itself, whatever else was being done", () => {
	const stage = { columns: 120, rows: 24, elapsedMs: 1_000, nowMs: 0, paint: (_style: string, text: string) => text };
	const waiting = updateView(updateView(emptyView("why"), { type: "activity", text: "planning" }), {
		type: "store",
		wait: away,
	});
	expect(drawFrame(waiting, stage).join("\n")).toContain("postgres x on h:1 is away since");
	const back = drawFrame(updateView(waiting, { type: "store" }), stage).join("\n");
	expect(back).not.toContain("is away since");
	expect(back).toContain("postgres x on h:1 is back after 0:");
});
