import { expect, test } from "vitest";
import { newestRun, start } from "../cli/support.ts";
import { closeAfterTest } from "../support/close.ts";
import { emptyFolder, folderOf } from "../support/folder.ts";
import { larkdb } from "../support/larkdb.ts";
import { startSimulatedModel } from "../support/simulated.ts";
import { comparable } from "./kill.ts";

const question = "How does compaction work in Larkdb, and what are its costs?";

/** The arguments of a survey in a home of its own. */
function surveyIn(home: string, corpus: string, flags: string[]): string[] {
	return [question, "--home", home, "--corpus", corpus, "--no-vectors", "--depth", "survey", ...flags];
}

test.each(["rules", "model"] as const)(
	"a survey by %s that was killed among its passes ends after resume with the report of an unbroken one",
	async (mind) => {
		const corpus = folderOf(larkdb);
		const { baseUrl, requests } = closeAfterTest(await startSimulatedModel({ latencyMs: 15 }));
		const flags = mind === "model" ? ["--model", "openai-compatible:sim", "--base-url", baseUrl] : [];
		const calm = await start([...surveyIn(emptyFolder(), corpus, flags), "--json"]).end;
		expect(calm.code, calm.stderr).toBe(0);
		const needed = requests.length;

		const home = emptyFolder();
		const killed = start(surveyIn(home, corpus, flags));
		await killed.until("up to");
		killed.child.kill("SIGKILL");
		expect((await killed.end).code).toBeNull();
		const resumed = await start(["--home", home, "resume", await newestRun(home), "--json"]).end;
		expect(resumed.code, resumed.stderr).toBe(0);
		const reportOf = (text: string) => JSON.parse(comparable(text)) as { report: string[]; sources: unknown };
		const [a, b] = [reportOf(resumed.stdout), reportOf(calm.stdout)];
		const prose = ({ report }: { report: string[] }) => report.slice(0, report.indexOf("## How this was made"));
		expect(prose(a)).toEqual(prose(b));
		expect(a.sources).toEqual(b.sources);
		// At most the requests in flight at the kill were sent twice.
		expect(requests.length).toBeLessThanOrEqual(2 * needed + 8);
	},
);
