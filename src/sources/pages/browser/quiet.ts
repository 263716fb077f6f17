import { setTimeout as delay } from "node:timers/promises";
import { limits } from "../../../base/limits.ts";
import { measure, measured } from "./script.ts";
import type { World } from "./world.ts";

/** The state of a page's loading, seen from outside. */
interface Loading {
	/** Requests are under way. */
	isBusy(): boolean;
	/** The loading has failed: there is nothing to wait for. */
	isOver(): boolean;
	/** The page is an error page: its text is not waited for. */
	isError(): boolean;
}

/** Waits until a page's text has stopped growing and no request is under way, or until a time (ms since 1970). */
export async function quiet(world: World, until: number, loading: Loading): Promise<void> {
	let length = -1;
	let grown = Date.now();
	let busy = Date.now();
	while (Date.now() < until && !loading.isOver()) {
		const now = await world.run(measure).then(
			(value) => measured.parse(value),
			// The page is between two documents.
			() => undefined,
		);
		const time = Date.now();
		if (now?.length !== length) grown = time;
		length = now?.length ?? -1;
		if (loading.isBusy() || now?.loading !== false) busy = time;
		const isPoor = length < limits.pageTextMin && !loading.isError();
		const patience = isPoor ? limits.renderTextMs : limits.renderQuietMs;
		if (time - grown >= patience && time - busy >= limits.renderQuietMs) return;
		// A page that never stops sending requests is read once its text has been stable for long.
		if (time - grown >= 2 * limits.renderTextMs) return;
		await delay(limits.renderPollMs);
	}
}
