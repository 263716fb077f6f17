import { AssayError } from "../base/errors.ts";
import { isWeb } from "../evidence/source.ts";
import type { SourceProvider } from "../sources/provider.ts";
import type { StepContext } from "./journal.ts";

/** The longest that a timer can wait. ms */
const timerMax = 2 ** 31 - 1;

/** The web was waited for until the time for research was over. `DEADLINE`. */
export class OutOfTime extends AssayError {
	/** Whether it was asked at all. */
	readonly asked: boolean;

	constructor(asked: boolean) {
		super(
			"DEADLINE",
			asked ? "it had not answered when the time for research was over" : "the time for research was over",
		);
		this.asked = asked;
	}
}

export type Asked = Pick<SourceProvider, "search" | "titles" | "read">;

/**
 * A source whose part on the web is waited for no longer than there is time for research: a report at the deadline is worth more
 * than the last page. Its methods throw `OutOfTime`. Folders answer at once, and are asked whatever the time.
 */
export function inTime(source: SourceProvider, { leftMs }: Pick<StepContext, "leftMs">): Asked {
	async function wait<T>(
		signal: AbortSignal | undefined,
		work: (signal: AbortSignal | undefined) => Promise<T>,
	): Promise<T> {
		const ms = leftMs("research");
		if (ms <= 0) throw new OutOfTime(false);
		if (ms > timerMax) return work(signal);
		const time = AbortSignal.timeout(Math.ceil(ms));
		try {
			return await work(signal ? AbortSignal.any([signal, time]) : time);
		} catch (error) {
			if (time.aborted && !signal?.aborted) throw new OutOfTime(true);
			throw error;
		}
	}
	// Only what asks services can be asked whether they answer.
	const asks: typeof wait = source.probe ? wait : (signal, work) => work(signal);
	return {
		search: (query, limit, signal, skip) => asks(signal, (either) => source.search(query, limit, either, skip)),
		titles: (names, limit, signal, skip) => asks(signal, (either) => source.titles(names, limit, either, skip)),
		read: (url, signal) =>
			isWeb({ url }) ? wait(signal, (either) => source.read(url, either)) : source.read(url, signal),
	};
}
