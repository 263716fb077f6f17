import { describe, expect, test } from "vitest";
import { claimOf } from "../../test/support/evidence.ts";
import { rowsOf } from "../../test/support/rows.ts";
import {
	findCorrectionConflicts,
	findSupersededClaims,
	findValueCorrections,
	type PartialSource,
} from "./superseded-values.ts";

describe("values that a page corrects", () => {
	/** From sentences that ` / ` separates. */
	const taken = (text: string, isCorrection = false) =>
		findValueCorrections(text.split(" / "), isCorrection).map(({ old, now }) => `${old.text} → ${now?.text}`);

	test.each(
		rowsOf(`
		Correction: cod landings rose by 12 percent, not 21 | 21 percent → 12 percent
		Not 12 but 17 people were on board. | 12 → 17
		Correction: the museum opened in 1932, not in 1931 as we wrote. | 1931 → 1932
		Corrigendum / In Table 2 the yield appeared as 640 kg. / It should have been 460 kg. | 640 kg → 460 kg
		Erratum / In Table 1, 640 kg has been replaced by 460 kg. | 640 kg → 460 kg
		Erratum / For 640 kg read 460 kg. | 640 kg → 460 kg
		Erratum / The text read 640 kg instead of 460 kg. | 640 kg → 460 kg
		Corrigendum / The yield is now 460 kg (previously 640 kg). | 640 kg → 460 kg
		Corrigendum / The yield was changed from 640 kg to 460 kg. | 640 kg → 460 kg
		Author Correction / The summary initially reported a yield of 24%. / With the plots counted once, yield rose by 9%. | 24% → 9%
		Erratum / The reduction was given as 51%. / It was 31%. / The 16% of the other group is unchanged. | 51% → 31%
	`),
	)("in a correction notice: %s: %s", (text = "", expected) => {
		expect(taken(text, true)).toEqual([expected]);
	});

	test("of the figures in a notice only the one that replaces the old one is taken, and none if several may", () => {
		const cod =
			"Correction: cod landings 2024 / In our release of 5 May 2024 the landings of cod were given as 9,100 tonnes. / " +
			"The correct estimate of the landings of cod in 2024 is 7,300 tonnes, below the 8,000 tonnes of 2022. / " +
			"The advised catch falls from 600 tonnes to 400 tonnes.";
		const fog =
			"Erratum to: Sleep and fog / In the Findings, the reduction was given as 51%. / This value had been calculated " +
			"without the 58 patients who left early. / In the full set, attacks decreased by 31%, from 14.2 to 9.8.";
		const years =
			"Corrigendum / The yield was given as 640 kg. / It was 460 kg in the first year. / It was 480 kg in the second.";
		expect(taken(cod, true)).toEqual(["9,100 tonnes → 7,300 tonnes"]);
		expect(taken(fog, true)).toEqual(["51% → 31%"]);
		expect(taken(years, true)).toEqual([]);
	});

	test.each(
		rowsOf(`
		In May we reported that prices rose by 8 percent. / That figure was wrong. / The correct figure is 3 percent. | 8 percent → 3 percent
		An earlier version of this article said the bridge cost $12 million. / It cost $21 million. | $12 million → $21 million
		The dose was wrongly given as 50 mg. / The correct dose is 5 mg. | 50 → 5
		An earlier version of this story misstated the number of wells. / There are 14, not 41. | 41 → 14
		The rate for May is 6.8 percent and not 5.2 percent, as was published in June. | 5.2 percent → 6.8 percent
		The yield was incorrectly given as 640 kg rather than 460 kg. | 640 kg → 460 kg
	`),
	)("on another page: %s: %s", (text = "", expected) => {
		expect(taken(text)).toEqual([expected]);
	});

	test("a page that corrects its own earlier version states the new value elsewhere", () => {
		const pier =
			"The new pier, which takes 24 boats a day, opens in May. / Repairs cost 3 million crowns. / " +
			"Correction, 8 May 2031: An earlier version of this article said that the pier takes 42 boats a day.";
		expect(taken(pier)).toEqual(["42 → 24"]);
	});

	test.each([
		"The default is 5, not 10, since version 3.",
		"Our first plan was wrong. / Boats came late. / Visitors will pay 9 crowns but not 10 crowns. / The pier is long.",
		"The rate fell by 10 percent rather than 12 percent as forecast.",
		"Between 2019 and 2021 the share rose from 4 to 9 percent.",
		"The share is 31 percent (previously 51 percent).",
		"It takes 3 days by ship and not 2 days, as is usual.",
		"Correct answers were given by 47 percent, wrong ones by 53 percent.",
	])("no value is corrected by: %s", (sentence) => {
		expect(taken(sentence)).toEqual([]);
	});
});

describe("claims that state a superseded value", () => {
	const sources: PartialSource[] = [
		{
			id: "old",
			url: "https://a.example/1",
			title: "Cod landings rise by 21 percent",
			origin: "A",
			date: "2030-01-05",
		},
		{ id: "new", url: "https://b.example/2", title: "Correction: cod landings", origin: "B", date: "2030-03-11" },
		{ id: "far", url: "https://c.example/3", title: "Wages", origin: "C", date: "2030-02-01" },
	].map((one) => ({ ...one, authority: "official" as const }));
	const claim = (id: string, sourceId: string, quote: string, start = 0) => claimOf(quote, { id, sourceId, start });
	const claims = [
		claim("c1", "old", "Cod landings in the north rose by 21 percent."),
		claim("c2", "new", "We reported that cod landings in the north rose by 21 percent."),
		claim("c3", "new", "The correct figure is 12 percent.", 90),
		claim("c4", "far", "Wages of teachers rose by 21 percent."),
	];

	test("are found with the new value; a claim on another matter with the same figure is not", () => {
		const found = findSupersededClaims(claims, sources);
		expect(found.map(({ claimId, byClaimId, now, on, own }) => [claimId, byClaimId, now, on, own])).toEqual([
			["c1", "c3", "12 percent", "2030-03-11", false],
			["c2", "c3", "12 percent", "2030-03-11", true],
		]);
	});

	test("conflict with the correction only once", () => {
		const [conflict, ...others] = findCorrectionConflicts(claims, sources, []);
		expect(conflict).toEqual({
			kind: "number",
			a: "c1",
			b: "c3",
			why: "corrected: 21 percent → 12 percent, 11 March 2030",
		});
		expect(others).toEqual([]);
		expect(findCorrectionConflicts(claims, sources, conflict ? [conflict] : [])).toEqual([]);
	});

	test("a page of low weight corrects only its own publisher", () => {
		const weak = sources.map((one) => (one.id === "new" ? { ...one, authority: "general" as const } : one));
		expect(findSupersededClaims(claims, weak)).toEqual([]);
	});
});
