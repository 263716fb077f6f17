import { expect, test } from "vitest";
import { type Candidate, Said, take } from "../../src/reasoning/extractive/draft-select.ts";
import { libraryOf } from "../support/report.ts";

const affirmed = "Mulching with fellmoss raises the yield of spring barley.";
const denied = "The trial found no effect of fellmoss mulch on the yield of spring barley.";
const again = "Mulching fields with fellmoss raises the yield of spring barley.";

test("who denies a statement in much the same words has not repeated it", () => {
	const pages = [affirmed, denied, again].map((text, at) => ({
		title: `Page ${at}`,
		text,
		url: `http://p${at}.test/`,
	}));
	const { claims } = libraryOf(
		pages,
		pages.map(({ text }, at) => [at, text, {}] as const),
	);
	const candidates: Candidate[] = claims.map((claim) => ({ claim, group: undefined, worth: 1 }));
	expect(take(candidates, 3, new Said()).map(({ claim }) => claim.quote)).toEqual([affirmed, denied]);
});
