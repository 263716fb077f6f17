import { expect, test } from "vitest";
import { claimOf, sourceOf } from "../../../../test/support/evidence.ts";
import { answerChain } from "./answer-chain.ts";

test("a chain leads to a page of its own, not to any sentence that begins with a name", () => {
	const question = "Which version of BoreaSSL does HaldenSQL 15 ship with?";
	const claims = [
		claimOf("This requires that BoreaSSL is installed and that its support in HaldenSQL is enabled.", {
			sourceId: "a",
		}),
		claimOf("HaldenSQL has chosen to ship the zone data as recommended.", { sourceId: "b" }),
		claimOf("HaldenSQL versions before 15 do not compile under the new standard.", { sourceId: "c" }),
	];
	const titled = (c: string) => [
		sourceOf("a", { title: "Secure connections" }),
		sourceOf("b", { title: "Time zones" }),
		sourceOf("c", { title: c }),
	];
	expect(answerChain(question, claims, titled("Release notes"))).toBeUndefined();
	expect(answerChain(question, claims, titled("HaldenSQL"))).toEqual([claims[0], claims[2]]);
});
