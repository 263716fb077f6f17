import { setTimeout as delay } from "node:timers/promises";
import { limits } from "../../../base/limits.ts";
import { measure, measured } from "./script.ts";
import type { World } from "./world.ts";

/** What is known of a page's loading from outside. */
interface Loading {
	/** Requests are under way. */
	isBusy(): boolean;
	/** It has failed: there is nothing to wait for. */
	isOver(): boolean;
	/** It is an error page: nobody waits for its text. */
	isError(): boolean;
}

/** Waits until a page's text has stopped growing and nothing is under way, or until a time (ms since 1970). */
export async function quiet(world: World, until: number, loading: Loading): Promise<void> {
	let length = -1;
	let grown = Date.now();
	let busy = Date.now();
	while (Date.now() < until && !loading.isOver()) {
		const now = await world.run(measure).then(
			(value) => measured.parse(value),
			// Between two documents.
			() => undefined,
		);
		const time = Date.now();
		if (now?.length !== length) grown = time;
		length = now?.length ?? -1;
		if (loading.isBusy() || now?.loading !== false) busy = time;
		const isPoor = length < limits.pageTextMin && !loading.isError();
		const patience = isPoor ? limits.renderTextMs : limits.renderQuietMs;
		if (time - grown >= patience && time - busy >= limits.renderQuietMs) return;
		// A page that never stops asking for something is read when its text has long been there.
		if (time - grown >= 2 * limits.renderTextMs) return;
		await delay(limits.renderPollMs);
	}
}
