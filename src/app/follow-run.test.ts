import { expect, it, vi } from "vitest";
import { closeAfterTest } from "../../test/support/close.ts";
import { emptyFolder } from "../../test/support/folder.ts";
import { openStore } from "../store/open.ts";
import { readLogParts } from "./follow-run.ts";

it("the inbox of a run at work is read only for who wants to know", async () => {
	const store = closeAfterTest(await openStore({ home: emptyFolder() }));
	const id = await store.create({});
	const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const end = store.execute(id, async (run) => {
		await run.step("start", async () => ({ type: "started", question: "?" }));
		begun.resolve();
		await gate.promise;
		return {};
	});
	await begun.promise;
	const inbox = vi.spyOn(store, "messages");
	const readTwice = async (isWhole?: () => boolean) => {
		let count = 0;
		for await (const { status } of readLogParts(store, id, AbortSignal.timeout(20_000), isWhole)) {
			expect(status).toBe("running");
			if (++count === 2) break;
		}
		return inbox.mock.calls.length;
	};
	expect(await readTwice()).toBe(0);
	expect(await readTwice(() => true)).toBeGreaterThan(0);
	gate.resolve();
	await end;
});
