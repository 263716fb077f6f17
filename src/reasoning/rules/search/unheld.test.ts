import { expect, test } from "vitest";
import { unheldNames } from "./unheld.ts";

const manual = "Streaming replication is set up with PostgreSQL version 15. São Paulo runs it; Alder's port is 5100.";

test.each([
	[["Patroni", "PostgreSQL"], ["Patroni"]],
	[["PostgreSQL 15"], []],
	[["PostgreSQL 16"], ["PostgreSQL 16"]],
	[["Sao Paulo", "Alder", "Cedar"], ["Cedar"]],
	[["Paulo Alder Streaming Replication"], ["Paulo Alder Streaming Replication"]],
	[["the", ""], ["the"]],
])("of %j a text lacks %j", (names, unheld) => {
	expect(unheldNames(names, ["", manual])).toEqual(unheld);
});

test("an inflected form matches a name; another name with the same beginning does not", () => {
	expect(unheldNames(["Петербург"], ["Он жил в Петербурге."])).toEqual([]);
	expect(unheldNames(["Patroni"], ["Patronis is one form, written once."])).toEqual([]);
	expect(unheldNames(["Patroni"], ["Anna Patro and other patrons helped."])).toEqual(["Patroni"]);
	expect(unheldNames(["Birch"], ["Birchwood sells it."])).toEqual(["Birch"]);
	expect(unheldNames(["東京"], ["東京都の人口"])).toEqual([]);
});
