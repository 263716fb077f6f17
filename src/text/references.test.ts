import { expect, test } from "vitest";
import { referencesIn } from "./references.ts";

const found = (text: string) => referencesIn(text).map(({ title, year, address }) => [title, year, address]);

test("finds titles with a year, named reports and identifiers in prose", () => {
	expect(found("The loss is 4 %, according to the Skerry Harbour Survey (2021). It rained.")).toEqual([
		["Skerry Harbour Survey", "2021", undefined],
	]);
	expect(found("As “Lamps and Seabirds of the North” (Moor 2019) shows, birds turn to the light.")).toEqual([
		["Lamps and Seabirds of the North", "2019", undefined],
	]);
	expect(found("See arXiv:2103.01234 for the proof.")).toEqual([
		[undefined, undefined, "https://arxiv.org/abs/2103.01234"],
	]);
	expect(found("The data are in 10.1000/lamp.2021.7.")).toEqual([
		[undefined, undefined, "https://doi.org/10.1000/lamp.2021.7"],
	]);
});

test("finds each entry of a list of references, and no line of what follows it", () => {
	const text = [
		"# Light\nLight harms birds.\n\n## References",
		"1. Moor, A. (2019). Lamps and seabirds of the north. Harbour Press.",
		'- Ashby R, "Dimming at night", 2020, doi:10.1000/dim.3',
		"## About us\nFounded in 1990 by keepers of the light.",
	].join("\n");
	expect(found(text)).toEqual([
		["Lamps and seabirds of the north", "2019", undefined],
		["Dimming at night", "2020", "https://doi.org/10.1000/dim.3"],
	]);
});

test("quotations, years and reports alone are no references", () => {
	expect(found("He said “it was a long night” and left. The report was long. In 2019 it rained.")).toEqual([]);
});
