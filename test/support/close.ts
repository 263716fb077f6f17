import { onTestFinished } from "vitest";

/** Closes what a test opened when the test ends, and returns it. */
export function closeAfterTest<T extends { close(): unknown }>(opened: T): T {
	onTestFinished(async () => void (await opened.close()));
	return opened;
}
