import { expect, it } from "vitest";
import { AssayError } from "../../base/errors.ts";
import { ModelError } from "../../reasoning/model/error.ts";
import { checkPart } from "./check.ts";

it.each([
	["check the network; then resume the run", "check the network"],
	["free some space, then resume the run: all that it recorded is kept", "free some space"],
	["resume the run", undefined],
])("removes words on resuming a run from a hint: %s", async (hint, told) => {
	const check = await checkPart("store", () => Promise.reject(new AssayError("X", "m", { hint })));
	expect(check).toEqual({ part: "store", ok: false, text: "m", hint: told });
});

it("replaces a hint that only says to resume the run", async () => {
	const broken = new ModelError("MODEL_STREAM_BROKEN", "m", { hint: "resume the run" });
	expect(await checkPart("model", () => Promise.reject(broken), "try again")).toMatchObject({ hint: "try again" });
});
