import { AssayError } from "../base/errors.ts";
import { isForeign } from "../evidence/source.ts";
import type { SourceProvider } from "../sources/provider.ts";
import type { StepContext } from "./journal.ts";

/** The longest delay of a timer. ms */
const timerLongest = 2 ** 31 - 1;

/** A timer may fire so much early: the request is not made again for that. ms */
const timerEarliest = 10;

/** The time for research ended before the web answered. `DEADLINE`. */
export class DeadlinePassed extends AssayError {
	/** Whether the request was sent at all. */
	readonly asked: boolean;

	constructor(asked: boolean) {
		super(
			"DEADLINE",
			asked ? "it had not answered when the time for research was over" : "the time for research was over",
		);
		this.asked = asked;
	}
}

export type DeadlineSource = Pick<SourceProvider, "search" | "titles" | "read">;

/**
 * Wraps a source so that its web requests end with the time for research: a report at the deadline is worth more than the last
 * page. The methods then throw `DeadlinePassed`. Folders answer at once, so they are read whatever the time.
 */
export function withDeadline(source: SourceProvider, { leftMs }: Pick<StepContext, "leftMs">): DeadlineSource {
	async function untilDeadline<T>(
		signal: AbortSignal | undefined,
		work: (signal: AbortSignal | undefined) => Promise<T>,
	): Promise<T> {
		const ms = leftMs("research");
		if (ms <= 0) throw new DeadlinePassed(false);
		if (ms > timerLongest) return work(signal);
		const deadline = AbortSignal.timeout(Math.ceil(ms));
		try {
			return await work(signal ? AbortSignal.any([signal, deadline]) : deadline);
		} catch (error) {
			if (!deadline.aborted || signal?.aborted) throw error;
			// A timer counts the time in which the process was suspended, and the run's clock does not.
			if (leftMs("research") > timerEarliest) return untilDeadline(signal, work);
			throw new DeadlinePassed(true);
		}
	}
	// Only a source that uses search services has `probe`.
	const askService: typeof untilDeadline = source.probe ? untilDeadline : (signal, work) => work(signal);
	return {
		search: (query, limit, signal, skip) => askService(signal, (either) => source.search(query, limit, either, skip)),
		titles: (names, limit, signal, skip) => askService(signal, (either) => source.titles(names, limit, either, skip)),
		read: (url, signal) =>
			isForeign({ url }) ? untilDeadline(signal, (either) => source.read(url, either)) : source.read(url, signal),
	};
}
