import { expect, test } from "vitest";
import type { SourceProvider } from "../sources/provider.ts";
import { DeadlinePassed, withDeadline } from "./deadline-source.ts";

/** Does not answer until it is aborted. */
const silent = (signal: AbortSignal | undefined, _asked: number) =>
	new Promise<never>((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason), { once: true }));

function sourceOf(asked: string[]): SourceProvider {
	return {
		name: "web",
		probe: async () => ({ answered: [], faults: [] }),
		search: (query, _limit, signal) => silent(signal, asked.push(query)),
		titles: async () => ({ hits: [], faults: [], sent: [] }),
		read: (url, signal) => silent(signal, asked.push(url)),
		close: async () => undefined,
	};
}

/** A run's clock with so much time left. ms */
function clock(ms: number) {
	const end = performance.now() + ms;
	return { leftMs: () => Math.floor(end - performance.now()) };
}

test("a web request ends with the time for research, and none is sent after it", async () => {
	const asked: string[] = [];
	await expect(withDeadline(sourceOf(asked), clock(20)).read("http://a.test/")).rejects.toMatchObject({
		code: "DEADLINE",
		asked: true,
	});
	await expect(withDeadline(sourceOf(asked), clock(20)).search("petrels", 10)).rejects.toBeInstanceOf(DeadlinePassed);
	const over = withDeadline(sourceOf(asked), { leftMs: () => 0 });
	await expect(over.read("http://b.test/")).rejects.toMatchObject({ code: "DEADLINE", asked: false });
	await expect(over.search("puffins", 10)).rejects.toMatchObject({ asked: false });
	expect(asked).toEqual(["http://a.test/", "petrels"]);
});

test("stopping the run comes before the deadline, and a file is read whatever the time", async () => {
	const asked: string[] = [];
	const stop = new AbortController();
	const read = withDeadline(sourceOf(asked), { leftMs: () => 60_000 }).read("http://a.test/", stop.signal);
	stop.abort(new Error("stopped by the user"));
	await expect(read).rejects.toThrow("stopped by the user");
	const file = withDeadline(sourceOf(asked), { leftMs: () => 0 }).read("file:///notes.md", stop.signal);
	file.catch(() => undefined);
	expect(asked).toContain("file:///notes.md");
});
