import { expect, test } from "vitest";
import { investigate, read, report, results, script, search, texts } from "../../../test/support/investigator.ts";
import type { Json } from "../../base/json.ts";

test("it may read several pages in one call, and report in the same message as its last reads", async () => {
	const first = ["default port"];
	const reads: [string, Json] = ["read", { ids: ["r1", "r2", "r9"] }];
	const { asked, findings } = await investigate(script([reads], [read("r3"), report()]), { first });
	const [result = ""] = results(asked, 0);
	expect(result).toContain("The default port of the Larkdb server is 7171.");
	expect(result).toContain("its disk space is needed twice");
	expect(result).toContain("There is no result r9");
	expect(findings).toMatchObject({ ended: "reported", messages: 2 });
	expect(findings.sources.map(({ label }) => label)).toEqual(["port.md", "costs.md", "manual.md"]);
});

test("the opening searches leave it two searches of its own", async () => {
	const { asked } = await investigate(script([search("a")], [search("b")], [search("c")]), { first: ["x", "y"] });
	expect([0, 1, 2].map((n) => results(asked, n)[0]?.startsWith("Refused"))).toEqual([false, false, true]);
});

test("a result is shown whole only in the message after its search; a claim is shown once", async () => {
	const mind = script([read("r1")], [search("again")], [read("r3", 0)], [search("more")]);
	const { asked } = await investigate(mind, { first: ["default port", "listening port"] });
	const snippet = `${texts.manual?.slice(0, 90)}`.replace(/\s+/g, " ").trim();
	expect(asked[0]?.opening?.split(snippet)).toHaveLength(2);
	expect(asked[0]?.opening).toMatch(/Found again: r1 [^;]+; r2 [^;]+; r3 /);
	expect(asked[1]?.opening?.length).toBeLessThan((asked[0]?.opening?.length ?? 0) * 0.8);
	expect(asked[1]?.opening).toContain("r3 The manual");
	expect(results(asked, 1)[0]).not.toContain(snippet);
	expect(results(asked, 2)[0]).toContain("Row 100 of");
	const sent = asked[4]?.transcript.map((one) => one.results.map(({ text }) => text).join("\n")) ?? [];
	expect(sent[0]).toContain("The default port of the Larkdb server is 7171.");
	expect(sent[2]).not.toContain("Row 100 of");
});

test("claims that a second page repeats are not shown again", async () => {
	const kept = texts.costs;
	texts.costs = `${texts.port} ${kept}`;
	try {
		const { asked } = await investigate(script([search()], [read("r1"), read("r2")], [report()]));
		const [, second = ""] = results(asked, 1);
		expect(second).not.toContain("7171");
		expect(second).toContain("disk space");
	} finally {
		texts.costs = kept ?? "";
	}
});
