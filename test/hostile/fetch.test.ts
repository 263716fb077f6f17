import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AssayError } from "../../src/base/errors.ts";
import { openWeb, type Web } from "../../src/net/web.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let web: Web;
beforeAll(async () => {
	stage = await openStage();
	web = openWeb({ gate: stage.gate });
});
afterAll(async () => {
	await web.close();
	await stage.close();
});

/** What came of an address: the body's text, or the code of the refusal. */
async function outcome(url: string): Promise<string> {
	try {
		return Buffer.from((await web.request({ url })).body).toString();
	} catch (error) {
		return error instanceof AssayError ? error.code : String(error);
	}
}

describe("hostile addresses", () => {
	test("none of more than 500 reaches a listener inside, each is refused by name", async () => {
		expect(stage.urls.length).toBeGreaterThan(500);
		const outcomes = await Promise.all(
			stage.urls.map(async ({ url, kind }) => ({ url, kind, outcome: await outcome(url) })),
		);
		const expected = (kind: string) => (kind === "loop" ? "TOO_MANY_REDIRECTS" : "ADDRESS_REFUSED");
		expect(outcomes.filter(({ kind, outcome }) => outcome !== expected(kind))).toEqual([]);
		expect(stage.reached()).toBe(0);
		// The redirects were real: the attacker's server gave them.
		expect(stage.answered()).toBeGreaterThan(stage.urls.filter(({ kind }) => kind === "redirect").length);
	});

	test("the stage can be reached on purpose, inside and outside", async () => {
		const before = stage.reached();
		const trusted = await web.request({ url: `http://127.0.0.1:${stage.insidePort}/`, trusted: true });
		expect(Buffer.from(trusted.body).toString()).toBe("inside");
		expect(stage.reached()).toBe(before + 1);
		expect(await outcome(`http://${stage.attacker}/go?to=%2Fpage`)).toBe("outside");
	});
});
