import { expect, test } from "vitest";
import { ask, told } from "./ask.ts";

const notes = told(
	"Notes on Galvane",
	"Our yard Tarnholm gave Galvane to 23 painters in 2031. Six of them stopped because of a rash. The weather was fine.",
);
const press = told(
	"Galvane is here",
	"Four painters of the trial left the study because of a cough. Galvane was given to 410 painters. The most common complaint was a rash.",
	undefined,
	"press.test",
);

test("how many there were in all is not the number of some of them", async () => {
	const found = await ask("How many painters did Tarnholm give Galvane to?", [press, notes]);
	expect(found?.text).toBe("23");
});
