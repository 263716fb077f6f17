import { expect, test } from "vitest";
import { namesIn } from "./entities.ts";

test("a quoted title is a name, quoted speech is not", () => {
	expect(namesIn('The film "The Long Way Home from the Sea" was shown in Aldermouth.')).toContain(
		"The Long Way Home from the Sea",
	);
	const said = namesIn("“We did not expect an effect of this size so soon,” says Mirela Tash.");
	expect(said).toContain("Mirela Tash");
	expect(said.some((name) => name.includes("expect"))).toBe(false);
	expect(namesIn("It is called «tide clock» there.")).toContain("tide clock");
});

test.each([
	["The seed budget is 4,200 EUR a year.", []],
	["The rent of Osk rose from USD 400 to USD 500.", ["Osk"]],
	["The link at Halden carries 300 GHz and 20 MB.", ["Halden"]],
	["The EUR is used in Halden since 1999.", ["EUR", "Halden"]],
])("the unit of an amount is no name: %s", (text, names) => {
	expect(namesIn(text)).toEqual(names);
});
