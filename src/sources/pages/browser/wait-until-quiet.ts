import { setTimeout as delay } from "node:timers/promises";
import { limits } from "../../../base/limits.ts";
import type { IsolatedWorld } from "./isolated-world.ts";
import { measuredSchema, measureScript } from "./page-scripts.ts";

/** The state of a page's loading, seen from outside. */
interface LoadingState {
	/** Requests are under way. */
	isBusy(): boolean;
	/** The loading has failed: there is nothing to wait for. */
	isOver(): boolean;
	/** The page is an error page: its text is not waited for. */
	isError(): boolean;
}

/** Waits until a page's text has stopped growing and no request is under way, or until a time (ms since 1970). */
export async function waitUntilQuiet(world: IsolatedWorld, until: number, loading: LoadingState): Promise<void> {
	let length = -1;
	let grownAt = Date.now();
	let busyAt = Date.now();
	while (Date.now() < until && !loading.isOver()) {
		const state = await world.run(measureScript).then(
			(value) => measuredSchema.parse(value),
			// The page is between two documents.
			() => undefined,
		);
		const time = Date.now();
		if (state?.length !== length) grownAt = time;
		length = state?.length ?? -1;
		if (loading.isBusy() || state?.loading !== false) busyAt = time;
		const isSparse = length < limits.pageTextMin && !loading.isError();
		const quietMs = isSparse ? limits.renderTextMs : limits.renderQuietMs;
		if (time - grownAt >= quietMs && time - busyAt >= limits.renderQuietMs) return;
		// A page that never stops sending requests is read once its text has been stable for long.
		if (time - grownAt >= 2 * limits.renderTextMs) return;
		await delay(limits.renderPollMs);
	}
}
