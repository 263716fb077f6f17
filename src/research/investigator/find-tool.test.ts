import { afterEach, expect, test } from "vitest";
import { investigate, read, results, script, search, texts } from "../../../test/support/investigator.ts";

const manual = texts.manual ?? "";
afterEach(() => {
	texts.manual = manual;
});

/** The result of `read_document` on the third page. */
async function found(page: string, find: string): Promise<string> {
	texts.manual = page;
	const { asked } = await investigate(
		script([search()], [read("r3"), ["read_document", { id: "r3", find }]], [["report", { summary: "", gaps: [] }]]),
	);
	return results(asked, 1)[1] ?? "";
}

const crew = Array.from({ length: 80 }, (_, n) => `The crew of the ferry changes at pier ${n} every day of the week.`);
const page = (...more: string[]) => [...crew.slice(0, 40), ...more, ...crew.slice(40)].join("\n\n");

test("the passage that holds the rare words of a search is shown, not those that share a common word", async () => {
	const text = await found(page("Its battery holds 4.3 MWh, enough for four crossings."), "battery of the ferry, MWh");
	expect(text).toContain("4.3 MWh");
	expect(text.match(/^At character/gm)).toHaveLength(1);
});

test("nothing is found when the page shares only a single word", async () => {
	const text = await found(page("The bell was cast in 1911."), "battery capacity of the ferry");
	expect(text).toContain("not found: battery capacity of the ferry");
	expect(text).not.toContain("crew");
});

test("words are found in another form, and a phrase only as it stands", async () => {
	expect(await found(page("Its batteries were charged at Moss."), "battery charging")).toContain("charged at Moss");
	expect(await found(page("Set max_conn to 40."), "max_conn")).toContain("Set max_conn to 40.");
});
