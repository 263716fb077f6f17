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
