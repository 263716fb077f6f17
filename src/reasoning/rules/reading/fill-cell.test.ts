import { expect, test } from "vitest";
import { claimOf } from "../../../../test/support/evidence.ts";
import { valuesIn } from "../../../evidence/typed-values.ts";
import { fillCell } from "./fill-cell.ts";

const brokers = ["Alder", "Birch", "Cedar"];
const sources = brokers.map((title) => ({ id: title.toLowerCase(), title }));

function said(quote: string, sourceId: string) {
	return claimOf(quote, { quote, sourceId, values: valuesIn(quote) });
}

const claims = [
	said("The Alder broker listens on port 5100 unless it is told otherwise.", "alder"),
	said("Its default user is rowan.", "alder"),
	said("Birch accepts connections on TCP port 6200; no user is set up by default.", "birch"),
	said("Cedar signs in as the default user teal.", "cedar"),
];

test.each([
	["Alder", "default port", "5100"],
	["Birch", "default port", "6200"],
	["Cedar", "default port", undefined],
	["Alder", "default user", "rowan"],
	["Birch", "default user", undefined],
])("the cell %s × %s holds its own value or none", (subject, value, expected) => {
	expect(fillCell(subject, value, claims, sources, brokers)?.text).toBe(expected);
});

test("in a sentence about two things, each has the value after it", () => {
	const one = [said("Alder listens on port 5100 and Birch on port 6200.", "x")];
	const page = [{ id: "x", title: "Brokers" }];
	expect(fillCell("Alder", "port", one, page, brokers)?.text).toBe("5100");
	expect(fillCell("Birch", "port", one, page, brokers)?.text).toBe("6200");
	expect(fillCell("Cedar", "port", one, page, brokers)).toBeUndefined();
});

test("the release of a version is not the first release of a thing", () => {
	const one = [
		said(
			"In response to a critique of the first rule system, the rule system was redesigned, and Version 2 was released in June 1990.",
			"history",
		),
	];
	expect(
		fillCell("Tarn", "first released", one, [{ id: "history", title: "A Brief History of Tarn" }]),
	).toBeUndefined();
	const two = [said("Tarn was first released in July 1996.", "history")];
	expect(fillCell("Tarn", "first released", two, [{ id: "history", title: "History" }])?.text).toBe("July 1996");
});

test("a value is found by related words of the attribute, and has its type", () => {
	const quotes = [said("Orla Brandt (born 5 December 1956) won 19 doubles titles in 1983 with Tarn Racquets.", "orla")];
	const page = [{ id: "orla", title: "Orla Brandt" }];
	expect(fillCell("Orla Brandt", "birth date", quotes, page)?.text).toBe("5 December 1956");
	expect(fillCell("Orla Brandt", "number of doubles titles", quotes, page)?.text).toBe("19");
	expect(fillCell("Orla Brandt", "height", quotes, page)).toBeUndefined();
	expect(fillCell("Orla Brandt", "date of death", quotes, page)).toBeUndefined();
});
