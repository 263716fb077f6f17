/** Something that was waited for. ms */
export interface Span {
	start: number;
	end: number;
}

/** The longest chain of spans in which each begins after the one before it has ended: what no parallelism could shorten. ms */
export function criticalPath(spans: readonly Span[]): number {
	return heaviestChain(spans, ({ start, end }) => end - start);
}

/** How many spans the chain with the most of them has, each of which begins after the one before it has ended. */
export function longestChain(spans: readonly Span[]): number {
	return heaviestChain(spans, () => 1);
}

function heaviestChain(spans: readonly Span[], weight: (span: Span) => number): number {
	const byEnd = spans.toSorted((a, b) => a.end - b.end);
	/** The heaviest chain that ends with the span at this place, or with an earlier one. */
	const best: number[] = [];
	for (const [at, span] of byEnd.entries()) {
		let low = 0;
		let high = at;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((byEnd[middle]?.end ?? 0) <= span.start) low = middle + 1;
			else high = middle;
		}
		const before = low === 0 ? 0 : (best[low - 1] ?? 0);
		best.push(Math.max(best[at - 1] ?? 0, before + weight(span)));
	}
	return best.at(-1) ?? 0;
}
