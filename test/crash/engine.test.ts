import { expect, test } from "vitest";
import { onBothBackends } from "../conformance/backends.ts";
import { torture } from "./engine-torture.ts";

// The long form: node test/crash/engine-torture.ts --kills 200 [--postgres]
await onBothBackends(({ newPlace }) => {
	test("kill -9 loses nothing, repeats nothing recorded, and changes no result", async () => {
		expect(await torture(await newPlace(), 5, 7)).toMatchObject({ kills: 5, broken: [] });
	});
});
